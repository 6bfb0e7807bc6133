"""The columns against the path that takes one hand at a time: seeded lines of every kind, answered by both.

`python -m tests.columnar_reference --lines 50000 --seed 1` compares the records
of so many lines under every rule set, byte for byte, and prints each line that
differs.  A test runs some of the same lines.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from mjcli.answer import Entry, Outcome, Settings, answer
from mjcli.batch import OpenColumns, blocks_of, entries_of, parts_of, score_columns, wait_columns
from mjcli.decompose import completing
from mjcli.report.records import Form
from mjcli.report.writers import CsvWriter, JsonWriter
from mjcli.ruleset import RuleSet, load_rules, rule_ids
from mjcli.tiles import COPIES, HONOURS, ORPHANS, TILES, Tile, count_tiles

Make = Callable[[random.Random], str]
_CHOW_STARTS = [tile for tile in TILES if tile.is_suited and tile.rank <= 7]
_WALL = [tile for tile in TILES for _ in range(COPIES)]


# --- hands


def _written(tiles: list[Tile]) -> str:
    """Digits and then their suit, tiles of a suit together as far as they follow each other."""
    text = ""
    for at, tile in enumerate(tiles):
        text += str(tile.rank)
        if at + 1 == len(tiles) or tiles[at + 1].suit != tile.suit:
            text += tile.suit
    return text


def _standard(random: random.Random, kinds: tuple[Tile, ...] = TILES) -> list[Tile]:
    """Four sets and a pair of some kinds, one tile taken away, no five of a kind."""
    starts = [tile for tile in _CHOW_STARTS if {tile, Tile(tile + 1), Tile(tile + 2)} <= set(kinds)]
    while True:
        tiles: list[Tile] = []
        for _ in range(4):
            start = random.choice(starts) if starts and random.random() < 0.6 else None
            tiles += [random.choice(kinds)] * 3 if start is None else [start, Tile(start + 1), Tile(start + 2)]
        tiles += [random.choice(kinds)] * 2
        # Five of a kind, of which one can be taken away, make hands that hold what they would wait for.
        most = max(tiles, key=tiles.count)
        tiles.remove(most if tiles.count(most) > COPIES else random.choice(tiles))
        if max(map(tiles.count, tiles)) <= COPIES:
            return sorted(tiles)


def _one_suit(random: random.Random) -> list[Tile]:
    start = random.choice((0, 9, 18))
    return _standard(random, TILES[start : start + 9])


def _without_one(random: random.Random, tiles: list[Tile]) -> list[Tile]:
    tiles.remove(random.choice(tiles))
    return sorted(tiles)


def _pairs(random: random.Random) -> list[Tile]:
    kinds = (
        random.choices(TILES, k=2) * 2 + random.sample(TILES, 3) if random.random() < 0.3 else random.sample(TILES, 7)
    )
    found = [tile for tile in kinds for _ in range(2)]
    return _without_one(random, found) if max(map(found.count, found)) <= COPIES else _pairs(random)


def _orphans(random: random.Random) -> list[Tile]:
    return _without_one(random, [*ORPHANS, random.choice(ORPHANS)])


def _knitted(random: random.Random) -> list[Tile]:
    """Tiles of the knitted runs: with honours, or in place of three sets."""
    firsts = random.sample(range(3), 3)
    runs = [Tile(9 * suit + first + 3 * step) for suit, first in enumerate(firsts) for step in range(3)]
    if random.random() < 0.5:
        return sorted(random.sample([*runs, *HONOURS], 13))
    start, pair = random.choice(_CHOW_STARTS), random.choice(TILES)
    rest = random.choice([[start, Tile(start + 1), Tile(start + 2)], [random.choice(TILES)] * 3])
    found = [*runs, *rest, pair, pair]
    return _without_one(random, found) if max(map(found.count, found)) <= COPIES else _knitted(random)


_HANDS = (_standard, _standard, _standard, _one_suit, _pairs, _orphans, _knitted)


def _hand(random: random.Random) -> list[Tile]:
    return random.choice(_HANDS)(random)


# --- lines


def _shuffled(random: random.Random) -> str:
    tiles = _hand(random)
    random.shuffle(tiles)
    return _written(tiles)


def _spaced(random: random.Random) -> str:
    text = _shuffled(random) if random.random() < 0.5 else _written(_hand(random))
    return "".join(char + " " * (random.random() < 0.2) for char in f" {text}")


def _dealt(random: random.Random) -> str:
    """Any tiles, of any number about 13."""
    count = random.choice((13, 13, 13, 10, 12, 14, 16))
    return _written(sorted(random.sample(_WALL, count)))


def _too_many(random: random.Random) -> str:
    """More than four of a kind, in a hand of any size."""
    tile = random.choice(TILES)
    tiles = [tile] * random.randint(5, 13) + random.sample(TILES, random.randint(0, 8))
    return _written(sorted(tiles))


def _melded(random: random.Random) -> str:
    while True:
        tile = random.choice(TILES)
        tiles = _hand(random)[:10]
        if tiles.count(tile) <= 1:
            return f"[{_written([tile] * 3)},W]{_written(tiles)}"


def _with_fields(random: random.Random) -> str:
    fields = (
        "id=7",
        "seat=S",
        "round=W id=a,b",
        'id="x"',
        "visible=1m5z",
        "passed=2p",
        "seat=X",
        "by=draw",
        "id=1 id=2",
    )
    return f"{_written(_hand(random))} {random.choice(fields)}"


def _added(random: random.Random) -> str:
    first, last = random.choice(TILES), random.choice(TILES)
    return _written(_hand(random)) + random.choice(
        (f"+{last}", f" + {last}", "+", f"+{first}{last}", f"+{last}+{last}")
    )


_SHAPES = ("standard", "thirteen-orphans", "seven-pairs", "knitted-honours", "knitted-straight")


def _won(random: random.Random) -> str:
    """A complete hand, its winning tile after a plus or last."""
    while True:
        tiles = _hand(random)
        able = [tile for tile in completing(count_tiles(tiles), 0, _SHAPES) if tiles.count(tile) < COPIES]
        if len(tiles) == 13 and able:
            break
    last = random.choice(able)
    if random.random() < 0.2:
        random.shuffle(tiles)
    if random.random() < 0.7:
        return f"{_written(tiles)}+{last}"
    return _written([*tiles, last])


def _json(random: random.Random) -> str:
    hand = _written(_hand(random))
    return random.choice(
        (f'{{"hand": "{hand}", "id": 3}}', f'{{"hand": "{hand}"', '{"hand": 5}', f'{{"id": "{hand}"}}')
    )


_ODD = (
    *(
        "",
        " ",
        "\t",
        "#",
        "# 123m",
        "\r",
        "0",
        "m",
        "123",
        "123m456",
        "m123",
        "mm",
        "123m0p",
        "05m",
        "8z",
        "19z8z",
        "+1m",
    ),
    *(
        "一二三万",
        "东东",
        "EEE123m",
        "123M",
        "1f",
        "123m|EE1000",
        "🀇🀈",
        "1\u00a02m",
        "１２m",
        "123m x",
        "123m,456p",
        "[123m",
        "]",
    ),
    *("123m456m789p2345s=", "123m456m789p2345s\t", "123m\t456m789p2345s", "123m456m789p2345s\x0c", "\x00"),
)


def _odd(random: random.Random) -> str:
    """What is no hand, or not one of 13 tiles in plain digits, by itself or beside one."""
    hand = _written(_hand(random))
    at = random.randint(0, len(hand))
    odd = random.choice(_ODD)
    return random.choice((odd, hand[:at] + odd + hand[at:], hand[:at], hand[at:]))


_LINES: tuple[Make, ...] = (
    *(lambda random: _written(_hand(random)),) * 5,
    *(_won,) * 5,
    *(_shuffled, _spaced, _dealt, _too_many, _melded, _with_fields, _added, _json, _odd, _odd),
)


def make_file(count: int, seed: int) -> bytes:
    """So many seeded lines of every kind, the last of them without an end."""
    chance = random.Random(seed)
    ends = ("\n", "\n", "\n", "\r\n", " \n")
    lines = (chance.choice(_LINES)(chance) + chance.choice(ends) for _ in range(count))
    data = bytearray("".join(lines).encode())
    for _ in range(count // 500):
        data[chance.randrange(1, len(data))] = 0xFF
    return bytes(data) + b"123m456m789p2345s"


# --- both paths


class Written(NamedTuple):
    """What was written for a file, and how many lines columns answered."""

    text: str
    by_columns: int


Writer = JsonWriter | CsvWriter
UNIT, FEE = 3, 7


class Asked(NamedTuple):
    """What is asked about the lines, and the forms that the records are written in, each a format and its columns."""

    settings: Settings
    forms: tuple[tuple[str, tuple[str, ...]], ...]

    def columns(self, rules: RuleSet, fields: tuple[str, ...]) -> OpenColumns:
        """What opens the columns for it."""
        if self.settings.command == "score":
            return lambda: score_columns(rules)
        return lambda: wait_columns(rules, fields, values=self.settings.values)


# Columns in several orders: those that need every hand, and those that do not.
WAITS = Asked(
    Settings("wait", values=False),
    (
        ("json", ("hand", "waits")),
        ("json", ("waits", "id", "tenpai", "hand", "notes", "rules", "reason", "tiles", "shanten")),
        ("csv", ("line", "hand", "waits", "tenpai")),
        ("csv", ("waits",)),
        ("csv", ("error", "rules", "id", "notes", "hand", "shanten", "reason")),
    ),
)
VALUED_WAITS = Asked(
    Settings("wait"), (("json", ()), ("csv", ()), ("json", ("worth", "hand", "waits")), ("csv", ("line", "worth")))
)
SCORES = Asked(
    Settings("score", UNIT, FEE),
    (
        ("json", ()),
        ("json", ("hand", "fan", "points", "win")),
        ("json", ("fans",)),
        ("json", ("notes", "others", "sets", "payments", "id", "rules", "shape", "reason", "shanten")),
        ("csv", ()),
        ("csv", ("notes", "line", "sets", "fans", "hand", "error", "win")),
        ("csv", ("fans",)),
        ("csv", ("notes",)),
    ),
)
ALL = (WAITS, VALUED_WAITS, SCORES)


def _writer(asked: Asked, kind: str, fields: tuple[str, ...], stream: io.StringIO) -> Writer:
    form = Form("en", fields=fields, unit=asked.settings.unit, fee=asked.settings.fee)
    if kind == "json":
        return JsonWriter(stream, form, json.JSONEncoder(ensure_ascii=False).encode)
    return CsvWriter(stream, asked.settings.command, form)


def outcomes_of(data: bytes, rules: RuleSet, asked: Asked = WAITS) -> list[Outcome]:
    """The outcomes of the lines of a file, taken one at a time."""
    entries = entries_of(io.BytesIO(data), asked.settings.command)
    return [answer(entry, rules, asked.settings) for entry in entries]


def by_hands(outcomes: list[Outcome], kind: str, fields: tuple[str, ...], asked: Asked = WAITS) -> str:
    """What is written of outcomes one by one."""
    stream = io.StringIO()
    writer = _writer(asked, kind, fields, stream)
    for outcome in outcomes:
        writer.write(outcome)
    return stream.getvalue()


def by_columns(  # noqa: PLR0913, PLR0917 - a file, what is asked about it, and how that is written
    data: bytes, rules: RuleSet, outcomes: list[Outcome], kind: str, fields: tuple[str, ...], asked: Asked = WAITS
) -> Written:
    """What is written of a file by columns; `outcomes` are those of its lines, for what columns do not cover."""
    known = {outcome.line: outcome for outcome in outcomes}
    stream = io.StringIO()
    writer = _writer(asked, kind, fields, stream)
    covered = 0

    def answered(entry: Entry) -> Outcome:
        outcome = known[entry.line]
        assert outcome.entry == entry
        return outcome

    columns = asked.columns(rules, fields)
    for part in parts_of(blocks_of(io.BytesIO(data)), asked.settings.command, columns):
        if isinstance(part, Entry):
            writer.write(answered(part))
        else:
            writer.write_block(part, answered)
            covered += part.size
    return Written(stream.getvalue(), covered)


def differences(data: bytes, rules: RuleSet) -> Iterator[tuple[str, str]]:
    """The lines of output that differ, by hands and by columns, of all that is asked and in every form."""
    for asked in ALL:
        outcomes = outcomes_of(data, rules, asked)
        for kind, fields in asked.forms:
            expected = by_hands(outcomes, kind, fields, asked)
            found = by_columns(data, rules, outcomes, kind, fields, asked)
            if expected != found.text:
                pairs = zip(chain(expected.splitlines(), [""] * 9), found.text.splitlines(), strict=False)
                yield from (pair for pair in pairs if pair[0] != pair[1])


def main() -> int:
    """Compares under every rule set, and prints what differs; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    data, wrong = make_file(asked.lines, asked.seed), 0
    for name in rule_ids():
        start = time.perf_counter()
        found = list(differences(data, load_rules(name)))
        wrong += len(found)
        for pair in found[:20]:
            print(*pair, sep="\n", end="\n\n")
        print(f"{name}: {asked.lines:,} lines, {len(found)} differences, {time.perf_counter() - start:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
