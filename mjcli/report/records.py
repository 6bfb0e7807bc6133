"""Results as records for machines: the objects that `--json` writes and the rows of `--csv`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mjcli.analysis import DiscardReport, ValuedWait, WaitReport
from mjcli.decompose import Reading
from mjcli.errors import Problem
from mjcli.notation import format_hand, format_meld
from mjcli.report.words import note_words, write_group, write_hit
from mjcli.ruleset import Product
from mjcli.scoring import Adjustment, Found, Score, Tally
from mjcli.settlement import Liable, Line, Settlement
from mjcli.texts import pick
from mjcli.tiles import Seat
from mjcli.value import Value

Record = dict[str, Any]
# The columns of waits; where columns are picked, what the waits are worth is one of its own.
WAITS, WILD, WORTH = "waits", "wild", "worth"


class Form(Value):
    """What records have in them: the language of their words, dead waits or not, the columns picked (none: all).

    `unit` and `fee` are those of what is paid.
    """

    lang: str
    dead_waits: bool = False
    fields: tuple[str, ...] = ()
    unit: int = 1
    fee: int = 0


def score_record(score: Score, settlement: Settlement | None, *, name: str | None = None, lang: str = "zh") -> Record:
    """The record of a scored hand; `name` is its id in a hand file."""
    record: Record = {"id": name, "hand": format_hand(score.hand), "rules": score.rules.id, "win": score.is_win}
    if score.reading is None or score.tally is None:
        record |= {"complete": False, "reason": score.reason, "shanten": score.shanten}
        if score.is_dead:
            record["tiles"] = score.tiles
        return record | {"notes": _notes(score, settlement, lang)}
    if not score.is_win:
        record |= {"complete": True, "reason": score.reason, **_needed(score)}
    record |= reading_record(score, lang)
    record |= _settled(score, settlement)
    return record | {"notes": _notes(score, settlement, lang)}


def reading_record(score: Score, lang: str) -> Record:
    """How a complete hand is read, and what counts in that reading."""
    reading, tally = score.reading, score.tally
    if reading is None or tally is None:
        return {}
    return {
        "shape": reading.shape,
        "sets": [write_group(group) for group in reading.groups],
        **_wilds(score, reading),
        "fans": [fan_record(score.reading, found, lang) for found in tally.counted],
        **_factors(score, tally),
        "adjustments": [_adjustment(step, lang) for step in tally.adjustments],
        "fan": tally.fan,
        "points": score.points,
    }


def _wilds(score: Score, reading: Reading) -> Record:
    """Under rules with wild tiles: each of them, and each stand-in used, with what it stands for."""
    if score.rules.wild is None:
        return {}
    loose = reading.wilds[len(reading.fills) :]
    used = [{"tile": tile.text, "as": face.text} for tile, face in reading.substitutes]
    return {"wilds": [*used, *({"tile": tile.text, "as": None} for tile in loose)]}


def _factors(score: Score, tally: Tally) -> Record:
    """What a multiple is the product of."""
    policy = score.rules.scoring
    if not isinstance(policy, Product):
        return {}
    return {"factors": {factor.id: n for factor, n in zip(policy.factors, tally.factors, strict=True)}}


def _needed(score: Score) -> Record:
    """For a hand under the minimum: how many fan it needs."""
    return {"minimum": score.rules.scoring.minimum} if score.reason == "under-minimum" else {}


def fan_record(reading: Reading | None, found: Found, lang: str) -> Record:
    """A fan that counts, without a reading one without its sets; a floor, which adds nothing of its own, is worth 0."""
    return {
        "id": found.rule.id,
        "name": pick(found.rule.name, lang),
        "fan": found.fan // len(found.hits),
        "count": len(found.hits),
        "sets": write_hit(reading, found.groups) if reading else [],
    }


def _adjustment(step: Adjustment, lang: str) -> Record:
    by = {"id": step.by.id, "name": pick(step.by.name, lang)} if step.by else {}
    return {"kind": step.kind, "from": step.before, "to": step.after, **by}


def _settled(score: Score, settlement: Settlement | None) -> Record:
    if settlement is None:
        return {"payments": None, "lines": [], "liability": None}
    seats = score.rules.table.seats
    record: Record = {
        "payments": by_seat(settlement.payments, seats),
        "lines": [line_record(line, seats) for line in settlement.lines],
        "liability": _liability(settlement.liability),
    }
    return record | {"fees": by_seat(settlement.fees, seats)} if settlement.fees else record


def line_record(line: Line, seats: Sequence[Seat]) -> Record:
    """The payments of one cause; a kong with its set, codes and flowers with their number."""
    record: Record = {"cause": line.cause, "payments": by_seat(line.payments, seats)}
    if line.meld is not None:
        record["set"] = format_meld(line.meld)
    return record | {"count": line.count} if line.count or line.cause == "codes" else record


def by_seat(amounts: Sequence[int] | None, seats: Sequence[Seat]) -> dict[str, int] | None:
    """Amounts under the letters of the seats in play."""
    return None if amounts is None else {seat.letter: one for seat, one in zip(seats, amounts, strict=True)}


def _liability(liable: Liable | None) -> Record | None:
    if liable is None:
        return None
    return {
        "seat": None if liable.seat is None else liable.seat.letter,
        "cause": liable.rule.id,
        "set": format_meld(liable.meld) if liable.meld else None,
    }


def _notes(score: Score, settlement: Settlement | None, lang: str) -> list[str]:
    return [note_words(note, lang) for note in (*score.notes, *(settlement.notes if settlement else ()))]


def wait_record(report: WaitReport, *, name: str | None = None, lang: str = "zh", dead_waits: bool = False) -> Record:
    """The record of a hand's waits; those with no copy left only with `dead_waits`."""
    record: Record = {
        "id": name,
        "hand": format_hand(report.hand),
        "rules": report.rules.id,
        "tenpai": report.is_tenpai,
        "shanten": report.shanten,
        "waits": [_wait(wait) for wait in report.waits if wait.left or dead_waits],
    }
    if report.rules.wild is not None:
        record |= {
            "wild": [_wait(wait) for wait in report.wild if wait.left or dead_waits],
            "any_tile": report.any_tile,
        }
    if report.reason:
        record |= {"reason": report.reason, "tiles": report.tiles}
    return record | {"notes": [note_words(note, lang) for note in report.notes]}


def picked(record: Record, fields: Sequence[str]) -> Record:
    """The columns of a record in the order given, null where it has no such; an error record stays whole."""
    if not fields or "error" in record:
        return record
    parted = with_worth_apart(record)
    return {name: parted.get(name) for name in fields}


def with_worth_apart(record: Record) -> Record:
    """The record with what its waits are worth, those that are wild tiles among them, in a column of its own."""
    if WAITS not in record:
        return record
    listed = {name: record[name] for name in (WAITS, WILD) if name in record}
    bare = {name: [{"tile": one["tile"], "left": one["left"]} for one in waits] for name, waits in listed.items()}
    every = [one for waits in listed.values() for one in waits]
    worth = [{"tile": one["tile"], "draw": one["draw"], "discard": one["discard"]} for one in every]
    return record | bare | {WORTH: worth}


def _wait(wait: ValuedWait) -> Record:
    return {"tile": wait.tile.text, "left": wait.left, "draw": _value(wait.draw), "discard": _value(wait.discard)}


def _value(score: Score | None) -> Record | None:
    if score is None:
        return None
    if score.is_win:
        return {"fan": score.fan, "points": score.points}
    return {"fan": score.fan, "points": None, "win": False}


def discard_record(report: DiscardReport, *, name: str | None = None) -> Record:
    """The record of what each discard leaves, the best first."""
    record: Record = {
        "id": name,
        "hand": format_hand(report.hand),
        "rules": report.rules.id,
        "shanten": report.shanten,
        "discards": [
            {
                "tile": choice.tile.text,
                "shanten": choice.shanten,
                "copies": choice.copies,
                "accepts": [{"tile": tile.text, "left": left} for tile, left in choice.accepted],
            }
            for choice in report.choices
        ],
    }
    return record | {"reason": report.reason, "tiles": report.tiles} if report.reason else record


def error_record(
    problems: Iterable[Problem], *, name: str | None = None, line: int | None = None, lang: str = "zh"
) -> Record:
    """The record of a hand that cannot be used: its first problem, and all of them."""
    errors = [problem_record(problem, lang) for problem in problems]
    return {"id": name, "line": line, "error": errors[0], "errors": errors}


def problem_record(problem: Problem, lang: str) -> Record:
    """A problem: its code, sentence and column, the field or key it is about, and the place in a rule file."""
    record: Record = {"code": problem.code, "message": problem.message(lang), "column": problem.column}
    places = {"field": problem.key, "file": problem.file, "file_line": problem.line}
    return record | {name: place for name, place in places.items() if place}
