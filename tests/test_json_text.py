"""Records as JSON text: letter by letter what the standard library writes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcli.report.json_text import json_text
from mjcli.tiles import Tile

TEXTS = st.text(st.characters()) | st.sampled_from(['"', "\\", "\x00", "\x1f", "\x7f", "\u2028", "🀇", "\ud800", "鸡胡"])
RECORDS: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner) | st.tuples(inner, inner),
)


@given(RECORDS, st.booleans())
def test_text_is_that_of_the_standard_library(record: Any, ascii_only: bool) -> None:
    """For every record that there could be, with characters of every kind or ASCII alone."""
    assert json_text(record, ascii_only=ascii_only) == json.dumps(record, ensure_ascii=ascii_only)


def test_a_kind_of_number_is_a_number() -> None:
    """A tile or a seat is written as the number that it is."""
    assert json_text([Tile.of("5p")]) == json.dumps([Tile.of("5p")]) == "[13]"


@pytest.mark.parametrize("wrong", [1.5, b"x", object(), {"a": {3}}])
def test_what_no_record_has_is_refused(wrong: Any) -> None:
    """A mistake is said, where the standard library might write something."""
    with pytest.raises(TypeError):
        json_text(wrong)
