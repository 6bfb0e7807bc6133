"""How the parts of a line of scores are written: as JSON, or as a row of CSV.

The line of a record has marks for what differs from hand to hand.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from mjcli.decompose import Group
from mjcli.memo import Kept
from mjcli.report.records import Form, Record, fan_record, picked
from mjcli.report.rows import cells_of, quoted, row_writer
from mjcli.report.words import note_words, write_group
from mjcli.scoring import Found
from mjcli.scoring.score import last_written
from mjcli.tiles import TILES, Tile

# What a line is filled with by place: the hand, its line in the file, the note on the last tile, the groups together,
# then each of them.
HAND, LINE, NOTE, GROUPS, FIRST = range(5)
# What stands for these in a record; no text of a record has such a character.
_HAND, _LINE, _NOTE, _GROUPS = "\x01hand", "\x01line", "\x01note", "\x01groups"
_FANS = "\x01fans"
# How many texts of fans are kept.
_MOST_FANS = 1 << 12
FILL = "%s"
_IN_LIST = ", "


class Texts(Protocol):
    """How the parts of a line are written.

    `joint` stands between groups.  `marks` are what the text of a record has for what
    is filled in, with the place of that, and `fans_mark` for the fans; `whole_marks` are
    those where nothing is filled in but the number.  Fans may name the sets they hold in,
    and a line its number in the file.
    """

    joint: bytes
    names_sets: bool
    is_numbered: bool
    marks: dict[str, int]
    fans_mark: str
    whole_marks: dict[str, int]

    def line(self, record: Record, *, is_added: bool) -> str:
        """The line of a record with marks; where the winning tile did not stand apart, a note says so."""

    def whole_line(self, record: Record) -> str:
        """The line of a record, all of it told but its number."""

    def group(self, one: Group) -> bytes:
        """What is filled in for a group."""

    def note(self, tile: Tile) -> bytes:
        """What is filled in where the winning tile is the last one written."""

    def fans(self, fans: Sequence[Found], sizes: Sequence[int], groups: int) -> list[bytes]:
        """The texts of the fans that count, each of which names so many of the groups, as they follow each other."""


def escaped(text: str) -> str:
    """A text in which nothing is filled in."""
    return text.replace("%", "%%")


def _notes(record: Record, mark: str, *, is_added: bool) -> list[str]:
    notes: list[str] = record["notes"]
    return notes if is_added else [mark, *notes]


class JsonTexts:
    """Lines of JSON; `encode` gives the text of a value."""

    joint, names_sets, is_numbered = _IN_LIST.encode(), True, False

    def __init__(self, form: Form, encode: Callable[[Any], str]) -> None:
        self._form, self._encode = form, encode
        # The text of a hand is filled in between its quotes, the others with theirs.
        self.marks = {encode(_HAND)[1:-1]: HAND, encode(_NOTE): NOTE, encode(_GROUPS): GROUPS}
        self.fans_mark, self.whole_marks = encode(_FANS), dict[str, int]()
        # By the fan's id, how often it holds, and how many of its groups are named: a fan is a large value.
        self._fans: Kept[tuple[str, int, int], tuple[bytes, bytes]] = Kept(_MOST_FANS)

    def line(self, record: Record, *, is_added: bool) -> str:
        notes = _notes(record, _NOTE, is_added=is_added)
        return self.whole_line(record | {"hand": _HAND, "sets": [_GROUPS], "fans": [_FANS], "notes": notes})

    def whole_line(self, record: Record) -> str:
        return self._encode(picked(record, self._form.fields)) + "\n"

    def group(self, one: Group) -> bytes:
        return self._encode(write_group(one)).encode()

    def note(self, tile: Tile) -> bytes:
        return self._encode(note_words(last_written(tile), self._form.lang)).encode()

    def fans(self, fans: Sequence[Found], sizes: Sequence[int], groups: int) -> list[bytes]:
        every = zip(fans, sizes, strict=True)
        return [self._fan(found, size, groups)[at > 0] for at, (found, size) in enumerate(every)]

    def _fan(self, found: Found, size: int, groups: int) -> tuple[bytes, bytes]:
        """The text of a fan that names `size` of the groups, as the first of several and as another.

        Where it names all, these are one.
        """
        key = (found.rule.id, len(found.hits), size if size < groups else 1)
        texts = self._fans.get(key)
        if texts is None:
            empty = self._encode([])
            head = escaped(self._encode(fan_record(None, found, self._form.lang)).removesuffix(empty + "}"))
            text = (head + "[" + _IN_LIST.join([FILL] * key[2]) + "]}").encode()
            texts = self._fans.keep(key, (text, self.joint + text))
        return texts


class CsvTexts:
    """Rows of CSV of those columns."""

    joint, names_sets = b" ", False

    def __init__(self, form: Form, columns: Sequence[str]) -> None:
        self._form, self._columns = form, columns
        self.is_numbered = "line" in columns
        # The mark for a note is quoted if the note is.
        said = note_words(last_written(TILES[0]), form.lang)
        self._is_quoted = quoted(said, 2) != said
        self._note_mark = _NOTE + "," * self._is_quoted
        self.marks = {_HAND: HAND, _LINE: LINE, self._note_mark: NOTE, _GROUPS: GROUPS}
        self.fans_mark, self.whole_marks = _FANS, {_LINE: LINE}

    def line(self, record: Record, *, is_added: bool) -> str:
        notes = _notes(record, self._note_mark, is_added=is_added)
        return self._row(record | {"notes": notes}, {"hand": _HAND, "sets": _GROUPS, "fans": _FANS})

    def whole_line(self, record: Record) -> str:
        return self._row(record, {})

    def _row(self, record: Record, marked: dict[str, str]) -> str:
        row = io.StringIO()
        cells = cells_of(record, None, is_picked=bool(self._form.fields))
        row_writer(row, self._columns).writerow(cells | {"line": _LINE} | marked)
        return row.getvalue()

    def group(self, one: Group) -> bytes:
        return write_group(one).encode()

    def note(self, tile: Tile) -> bytes:
        said = note_words(last_written(tile), self._form.lang)
        return (said.replace('"', '""') if self._is_quoted else said).encode()

    def fans(self, fans: Sequence[Found], _sizes: Sequence[int], _groups: int) -> list[bytes]:
        record: Record = {"fans": [fan_record(None, found, self._form.lang) for found in fans]}
        cells = cells_of(record, None, is_picked=False)
        return [escaped(quoted(cells["fans"], len(self._columns))).encode()]
