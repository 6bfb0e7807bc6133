"""Reading the suffix that GB-Mahjong puts after a hand, such as `|EE1000|abe`."""

from __future__ import annotations

from mjcli.hand import Suffix
from mjcli.notation.characters import BAR, GB_FLOWERS, IGNORED, SEAT_MARKS
from mjcli.notation.findings import Findings, Span
from mjcli.tiles import FLOWERS, SEATS, Tile
from mjcli.value import Value

_BAD_LENGTH, _BAD_FIELD, _THIRD_FIELD = "N025", "N026", "N027"

# The one-character fields in their order, as the hints name them, and what each can be.
_YES = "1"
_FLAGS = frozenset(("0", _YES))
_FIELDS = (
    ("suffix-round", SEAT_MARKS),
    ("suffix-seat", SEAT_MARKS),
    ("suffix-self-drawn", _FLAGS),
    ("suffix-last-copy", _FLAGS),
    ("suffix-last-tile", _FLAGS),
    ("suffix-kong", _FLAGS),
)
_MOST_FIELDS = 2
_FLOWER_COUNTS = frozenset(str(count) for count in range(len(FLOWERS) + 1))


class SuffixText(Value):
    """A suffix as it was read: the flowers it names, and the span of all that it says about flowers."""

    suffix: Suffix
    flowers: tuple[Tile, ...] = ()
    spans: tuple[Span, ...] = ()
    flower_field: Span | None = None


_NOTHING = Suffix(SEATS[0], SEATS[0], self_drawn=False, last_copy=False, last_tile=False, kong=False)


def read_suffix(text: str, span: Span, findings: Findings) -> SuffixText:
    """The suffix in a span of folded text that starts with its bar; for a faulty field it says nothing.

    >>> read_suffix("|SW1001|ae", (0, 10), Findings("|SW1001|ae")).flowers
    (Tile('5f'), Tile('1f'))
    """
    fields = _fields(text, span)
    if len(fields) > _MOST_FIELDS:
        findings.add(_THIRD_FIELD, (fields[_MOST_FIELDS][0], span[1]))
    state = _read_state(text, fields[0], findings)
    if len(fields) == 1:
        return SuffixText(state)
    return _read_flowers(text, fields[1][1:], state, findings)


def _fields(text: str, span: Span) -> list[list[int]]:
    """Where the characters of each field are, its bar first."""
    fields: list[list[int]] = []
    for at in range(*span):
        if text[at] == BAR:
            fields.append([at])
        elif text[at] not in IGNORED:
            fields[-1].append(at)
    return fields


def _read_state(text: str, field: list[int], findings: Findings) -> Suffix:
    places = field[1:]
    if len(places) != len(_FIELDS):
        findings.add(_BAD_LENGTH, (field[0], field[-1] + 1), count=len(places))
        return _NOTHING
    known = len(findings)
    for at, (hint, legal) in zip(places, _FIELDS, strict=True):
        if text[at] not in legal:
            findings.add(_BAD_FIELD, (at, at + 1), hint=hint)
    if len(findings) > known:
        return _NOTHING
    round_at, seat_at, *flags = places
    return Suffix(SEAT_MARKS[text[round_at]], SEAT_MARKS[text[seat_at]], *(text[at] == _YES for at in flags))


def _read_flowers(text: str, places: list[int], state: Suffix, findings: Findings) -> SuffixText:
    if not places:
        return SuffixText(state)
    span = (places[0], places[-1] + 1)
    typed = "".join(text[at] for at in places)
    if GB_FLOWERS.keys() >= set(typed):
        flowers = tuple(GB_FLOWERS[letter] for letter in typed)
        return SuffixText(state, flowers, tuple((at, at + 1) for at in places), span)
    if typed not in _FLOWER_COUNTS:
        findings.add(_BAD_FIELD, span, hint="suffix-flowers")
        return SuffixText(state)
    return SuffixText(state.replace(flowers=int(typed)), flower_field=span)
