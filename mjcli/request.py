"""Layer 9b: from a hand's text and the fields beside it to what the scorer takes.

The fields are the same everywhere: options of a command, keys of a hand file,
keyword arguments of the library.  All problems of the text and of the fields
come together; once these can be read, so do all of their fit with each other and
with the rule set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from mjcli.analysis import discard_problems, wait_problems
from mjcli.errors import HandError, MjError, NotationError, Problem, UsageError, closest, tried
from mjcli.hand import EVENTS, By, Event, Hand, Stakes, Suffix, WinContext
from mjcli.notation import HandText, read_hand, read_tile, read_tiles
from mjcli.ruleset import RuleSet
from mjcli.scoring import check
from mjcli.tiles import Seat, Tile
from mjcli.value import Value


class Request(Value):
    """A hand and the circumstances it is asked about; `typed` is the text it came from."""

    typed: HandText
    hand: Hand
    context: WinContext
    visible: tuple[Tile, ...] = ()
    passed: tuple[Tile, ...] = ()


def _by(text: str) -> By:
    if text not in _WAYS:
        guess = closest(text, _WAYS)
        raise UsageError(
            [
                Problem(
                    "U006",
                    token=text,
                    facts={"known": tuple(_WAYS), "guess": guess},
                    hint="did-you-mean" if guess else "",
                )
            ]
        )
    return _WAYS[text]


_WAYS: dict[str, By] = {"draw": "draw", "discard": "discard", "rob": "rob"}


# Far more than anybody plays for, and few enough for a number to be printed.
_MOST_DIGITS = 9


def _is_number(text: str) -> bool:
    """Whether it is digits alone, and no more of them than anybody needs."""
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS


def _whole(text: str) -> int:
    if not _is_number(text):
        raise UsageError([Problem("U007", token=text)])
    return int(text)


def _base(text: str) -> int:
    found = _whole(text)
    if not found:
        raise UsageError([Problem("U017", token="base", facts={"least": 1})])
    return found


def _seats(text: str) -> tuple[Seat, ...]:
    return tuple(Seat.of(part) for part in _list(text))


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _events(text: str) -> tuple[Event, ...]:
    return tuple(read_event(part) for part in _list(text))


def read_event(text: str) -> Event:
    """An event as it is written: `after-kong:5p`, `kongs:2`, `last-tile`.

    >>> read_event("after-kong:5p").tile
    Tile('5p')

    :raises UsageError: there is no such event, or its detail is wrong.
    """
    name, mark, detail = text.partition(":")
    if name not in EVENTS:
        guess = closest(name, EVENTS)
        facts = {"known": EVENTS, "guess": guess}
        raise UsageError([Problem("U008", token=name, facts=facts, hint="did-you-mean" if guess else "")])
    if name == "kongs" and _is_number(detail) and int(detail):
        return Event(name, count=int(detail))
    if name == "after-kong" and detail:
        return Event(name, tile=read_tile(detail))
    if mark or name == "kongs":
        raise UsageError([Problem("U009", token=text)])
    return Event(name)


def _tiles(text: str) -> tuple[Tile, ...]:
    """Tiles, which commas may part as they do in a list."""
    return read_tiles(text.replace(",", " "))


def _stakes(text: str) -> Stakes:
    parts = _list(text)
    if len(parts) != len(_STAKES):
        raise UsageError([Problem("U018", token=text)])
    return Stakes(*(_whole(part) for part in parts))


_STAKES = ("flower", "kong", "chicken")


_READERS: dict[str, Callable[[str], Any]] = {
    "win": read_tile,
    "by": _by,
    "from": Seat.of,
    "seat": Seat.of,
    "round": Seat.of,
    "event": _events,
    "winners": _whole,
    "exempt": _seats,
    "flowers": _tiles,
    "visible": _tiles,
    "passed": _tiles,
    "wild": read_tile,
    "horses": _tiles,
    "bound": Seat.of,
    "stakes": _stakes,
    "base": _base,
}
# What each command takes beside a hand.
FIELDS: dict[str, tuple[str, ...]] = {
    "score": (
        *("win", "by", "from", "seat", "round", "event", "winners", "exempt", "flowers"),
        *("wild", "horses", "bound", "stakes", "base"),
    ),
    "wait": ("seat", "round", "visible", "passed", "flowers", "wild"),
    "discard": ("seat", "round", "visible", "flowers", "wild"),
    "shanten": ("flowers", "wild"),
}
# A hand keeps whatever stood beside it when it is converted.
FIELDS["convert"] = tuple(dict.fromkeys(name for names in FIELDS.values() for name in names))
# Fields that a rule set must offer; those of no other name are always there.
_OFFERED = ("wild", "horses", "bound", "stakes", "base")


def read_request(hand: str | Hand, fields: Mapping[str, str], rules: RuleSet, command: str = "score") -> Request:
    """What `command` is asked about a hand, written as text or read before, with `fields` by name.

    :raises MjError: with every problem of the text and the fields, each with its place.

    >>> from mjcli.ruleset import load_rules
    >>> asked = read_request("123m456m789p123s5p+5p", {"seat": "S", "from": "W"}, load_rules())
    >>> asked.context.by, asked.context.feeder
    ('discard', Seat('W'))
    """
    problems: list[Problem] = []
    typed = HandText(hand, "") if isinstance(hand, Hand) else tried(partial(read_hand, hand), problems)
    values = _values(fields, rules, command, problems)
    if typed is None or problems:
        raise _error(problems)
    known = _with_fields(typed.hand, values, problems)
    context = _context(known.suffix, values, problems)
    asked = Request(typed, known, context, values.get("visible", ()), values.get("passed", ()))
    problems += _CHECKS[command](asked, rules)
    if problems:
        raise _error([typed.place(problem) for problem in problems])
    return asked


_CHECKS: dict[str, Callable[[Request, RuleSet], Iterable[Problem]]] = {
    "score": lambda asked, rules: check(asked.hand, rules, asked.context),
    "wait": lambda asked, rules: wait_problems(asked.hand, rules, asked.context, asked.visible),
    "discard": lambda asked, rules: discard_problems(asked.hand, rules, asked.context, asked.visible),
    "shanten": lambda asked, rules: check(asked.hand, rules, asked.context),
}


def _values(fields: Mapping[str, str], rules: RuleSet, command: str, problems: list[Problem]) -> dict[str, Any]:
    """The fields read, each by its own reader."""
    values: dict[str, Any] = {}
    for name, raw in fields.items():
        if name not in FIELDS[command]:
            guess = closest(name, FIELDS[command])
            facts = {"command": command, "guess": guess}
            problems.append(Problem("U004", token=name, facts=facts, hint="did-you-mean" if guess else ""))
        elif name in _OFFERED and not rules.offers(name):
            problems.append(Problem("C009", token=name, key=name, facts={"rules": rules.id}))
        else:
            values[name] = tried(partial(_READERS[name], raw), problems, name)
    return values


def _with_fields(hand: Hand, values: Mapping[str, Any], problems: list[Problem]) -> Hand:
    """The hand with the winning tile and the flowers that the fields give."""
    flowers: tuple[Tile, ...] = values.get("flowers") or ()
    problems += (Problem("H015", token=tile.text, key="flowers") for tile in flowers if not tile.is_flower)
    if flowers:
        hand = hand.replace(flowers=hand.flowers + flowers)
    win: Tile | None = values.get("win")
    if win is None:
        return hand
    if win.is_flower:
        problems.append(Problem("H007", token=win.text, key="win"))
    elif hand.added not in (None, win):
        problems.append(Problem("H005", token=win.text, key="win", facts={"added": hand.added}))
    else:
        try:
            return hand.with_win(win)
        except ValueError:
            problems.append(Problem("H006", token=win.text, key="win"))
    return hand


# Fields that a win has under the same name.
_CIRCUMSTANCES = ("seat", "round", "winners", "exempt", "horses", "bound", "stakes", "wild", "base")


def _context(suffix: Suffix | None, values: Mapping[str, Any], problems: list[Problem]) -> WinContext:
    """The circumstances that the fields, and the suffix of the hand, give together."""
    feeder, events = values.get("from"), values.get("event", ())
    by: By | None = values.get("by")
    given = {name: values[name] for name in _CIRCUMSTANCES if name in values}
    if suffix is not None:
        stated = _stated(suffix)
        problems += _contradictions(stated, values)
        given = {"seat": suffix.seat, "round": suffix.round} | given
        by = by or stated["by"]
        if by == stated["by"] == "draw":
            feeder = None  # a feeder contradicts the suffix, and that has been said
        events = _united(events, stated["event"])
    by = by or ("discard" if feeder is not None else "draw")
    if by == "rob" and feeder is None and suffix is None:
        problems.append(Problem("C001", key="by"))
    return WinContext(by=by, feeder=feeder, events=events, **given)


def _stated(suffix: Suffix) -> dict[str, Any]:
    """What a suffix states, under the names of the fields."""
    names = {
        "after-kong": suffix.kong and suffix.self_drawn,
        "last-copy": suffix.last_copy,
        "last-tile": suffix.last_tile,
    }
    by = "draw" if suffix.self_drawn else "rob" if suffix.kong else "discard"
    events = tuple(Event(name) for name, holds in names.items() if holds)
    return {"by": by, "seat": suffix.seat, "round": suffix.round, "event": events}


def _united(events: tuple[Event, ...], stated: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events of the fields, and those of the suffix that the fields do not name themselves."""
    names = {event.name for event in events}
    return events + tuple(event for event in stated if event.name not in names)


_SUFFIX_EVENTS = ("after-kong", "last-copy", "last-tile")


def _contradictions(stated: Mapping[str, Any], values: Mapping[str, Any]) -> Iterator[Problem]:
    """Where a field says otherwise than the suffix."""
    for name in ("seat", "round", "by"):
        if name in values and values[name] != stated[name]:
            yield Problem("C037", token=str(values[name]), key=name, facts={"stated": f"{name}={stated[name]}"})
    if "from" in values and stated["by"] == "draw":
        yield Problem("C037", token=str(values["from"]), key="from", facts={"stated": "by=draw"})
    held = {event.name for event in stated["event"]}
    for event in values.get("event", ()):
        if event.name in _SUFFIX_EVENTS and event.name not in held:
            yield Problem("C038", token=event.text, key="event")


def _error(problems: list[Problem]) -> MjError:
    """The error of the kind that the first problem is of."""
    kinds = {"N": NotationError, "U": UsageError}
    return kinds.get(problems[0].code[0], HandError)(problems)
