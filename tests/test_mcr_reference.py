"""国标麻将 against PyMahjongGB on seeded hands; `mcr_reference` says how they are made and compared.

Nothing is left out where the two disagree: there is no such hand known.  Two
things are free, and either answer is right: which of the chow relations of one
point count where several choices come to the same total, and which of several
readings is shown where they do.
"""

from __future__ import annotations

from collections import Counter

import mcr_reference
import pytest
from mcr_reference import cases, compare, reference_tile

from mjcli.ruleset import load_rules
from mjcli.tiles import TILES

SEED = 83
HANDS = 20_000
PARTS = 8
# Far below what each fan comes to, and far above what a maker of hands that went missing would leave.
LEAST = 3


@pytest.mark.parametrize("part", range(PARTS))
def test_fans_and_total_are_those_of_the_reference(part: int) -> None:
    """The same fans, as often, the same total, and a win or none by the minimum."""
    found: Counter[str] = Counter()
    differences = [str(one) for one in compare(cases(HANDS // PARTS, SEED + part), found)]

    assert differences == []
    assert [rule.name[0] for rule in load_rules("mcr").fans if found[rule.name[0]] < LEAST] == []


def test_the_same_seed_makes_the_same_hands() -> None:
    """A difference can be looked at again."""
    assert list(cases(50, SEED)) == list(cases(50, SEED))
    assert list(cases(50, SEED)) != list(cases(50, SEED + 1))


@pytest.mark.parametrize(("fan", "value"), [("self-draw", 2), ("mixed-shifted-chows", 5), ("terminal-pung", 0)])
def test_another_value_is_noticed(monkeypatch: pytest.MonkeyPatch, fan: str, value: int) -> None:
    """The comparison does not pass everything: a fan of another value is a difference."""
    rules = load_rules("mcr")
    fans = tuple(rule.replace(fan=value) if rule.id == fan else rule for rule in rules.fans)
    monkeypatch.setattr(mcr_reference, "rules", lambda: rules.replace(fans=fans))

    assert any(compare(cases(300, SEED), Counter()))


def test_every_tile_has_a_name_for_the_reference() -> None:
    """No two tiles are the same to it."""
    assert len({reference_tile(tile) for tile in TILES}) == len(TILES)


def test_the_command_prints_how_often_each_fan_occurred(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`python -m tests.mcr_reference` says what it compared."""
    monkeypatch.setattr("sys.argv", ["mcr_reference", "--hands", "30", "--seed", "5"])

    assert mcr_reference.main() == 0
    *fans, last = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in fans] == [rule.name[0] for rule in load_rules("mcr").fans]
    assert last.startswith("30 hands, seed 5: 0 differences")
