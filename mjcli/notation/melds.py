"""Reading a bracket: its tiles, and after the comma where the claimed one came from."""

from __future__ import annotations

from collections.abc import Mapping

from mjcli.hand import Meld, MeldKind
from mjcli.hand.hand import JOKER_IN_MELD
from mjcli.notation.characters import IGNORED, SEAT_MARKS
from mjcli.notation.findings import Findings, Span
from mjcli.notation.layout import Bracket
from mjcli.notation.runs import Dialect, read_run
from mjcli.tiles import JOKER, KINDS, RANKS, SEATS, TILES, Tile

_NO_SET, _NO_CONCEALED_KONG, _CONCEALED_HAS_SOURCE = "N011", "N012", "N013"
_BAD_SOURCE, _OWN_SEAT, _NOT_ADDED, _CHOW_SOURCE, _ADDED_DIGIT = "N014", "N015", "N016", "N017", "N018"
_FLOWER_IN_MELD = "N019"

_CHOW_STARTS = tuple(tile for tile in TILES if tile.is_suited and tile.rank <= RANKS - 2)
_KINDS: Mapping[MeldKind, tuple[Tile, ...]] = {"chow": _CHOW_STARTS, "pung": TILES, "kong": TILES}
# Every chow, pung and kong by its tiles in order.
_SETS: Mapping[tuple[Tile, ...], tuple[MeldKind, Tile]] = {
    Meld(kind, tile).tiles: (kind, tile) for kind, tiles in _KINDS.items() for tile in tiles
}

_ROUND = "("
# A seat is written as its letter, or as its tile.
_SHORT = {mark: seat.letter for mark, seat in SEAT_MARKS.items()}
_SEATS = frozenset(seat.letter for seat in SEATS)
_FROM_SEAT = frozenset(("", "1", "2", "3")) | _SEATS
_FROM_ANYONE = _FROM_SEAT | {"?"}
_ADDED = frozenset(("5", "6", "7", "+?")) | {"+" + seat for seat in _SEATS}
_SOURCES: Mapping[MeldKind, frozenset[str]] = {
    "chow": _FROM_SEAT,
    "pung": _FROM_ANYONE,
    "kong": _FROM_ANYONE | _ADDED,
}

# Sources that say something, but nothing that can be: the code and the hint of each.
_Fault = tuple[str, str]
_OWN = dict.fromkeys(("4", "8", "+4"), (_OWN_SEAT, "own-seat"))
_SPELT_OUT = {f"+{digit}": (_ADDED_DIGIT, f"write-{digit + 4}") for digit in (1, 2, 3)}
_UNKNOWN: _Fault = (_BAD_SOURCE, "sources")
_WRONG_SOURCES: Mapping[MeldKind, Mapping[str, _Fault]] = {
    "chow": dict.fromkeys((*_ADDED, *_OWN, *_SPELT_OUT, "?"), (_CHOW_SOURCE, "")),
    "pung": dict.fromkeys((*_ADDED, *_SPELT_OUT), (_NOT_ADDED, "pung-sources")) | _OWN,
    "kong": {**_OWN, **_SPELT_OUT},
}
_KNOWN_SOURCES = _SOURCES["kong"].union(*_WRONG_SOURCES.values())
_LOWER_SEATS = frozenset(seat.lower() for seat in _SEATS)


def read_bracket(text: str, bracket: Bracket, findings: Findings, dialect: Dialect | None = None) -> Meld | None:
    """The meld in a bracket of folded text, or None where it cannot be told.

    >>> read_bracket("[423p,2]", (0, 5, 8), Findings("[423p,2]"))
    Meld(kind='chow', tile=Tile('2p'), source='2')
    """
    found = _read_set(text, bracket, findings, dialect)
    source = _read_source(text, bracket, found[0] if found else None, findings)
    return Meld(*found, source) if found else None


def _read_set(text: str, bracket: Bracket, findings: Findings, dialect: Dialect | None) -> tuple[MeldKind, Tile] | None:
    """The kind and the lowest tile of the set in a bracket."""
    opening, body_end, stop = bracket
    known = len(findings)
    tiles, spans = read_run(text, (opening + 1, body_end), findings, dialect)
    if max(tiles, default=0) >= KINDS:
        _find_strangers(tiles, spans, findings)
    if len(findings) > known:
        return None
    found = _SETS.get(tuple(sorted(tiles)))
    if text[opening] == _ROUND and (found is None or found[0] != "kong"):
        findings.add(_NO_CONCEALED_KONG, (opening, stop), hint="use-square")
        return None
    if found is None:
        findings.add(_NO_SET, (opening, stop))
    return found


def _find_strangers(tiles: list[Tile], spans: list[Span], findings: Findings) -> None:
    """The first flower and the first joker in a meld."""
    flower = next((at for at, tile in enumerate(tiles) if tile.is_flower), None)
    if flower is not None:
        findings.add(_FLOWER_IN_MELD, spans[flower], token=tiles[flower].text)
    if JOKER in tiles:
        findings.add(JOKER_IN_MELD, spans[tiles.index(JOKER)], token=JOKER.text, hint="stands-for")


def _read_source(text: str, bracket: Bracket, kind: MeldKind | None, findings: Findings) -> str:
    """The source in its short form; where the set is not known, anything that some set can have will do."""
    opening, comma, stop = bracket
    end = stop - 1
    if comma == end:
        return ""
    offsets = [at for at in range(comma + 1, end) if text[at] not in IGNORED]
    span = (offsets[0], offsets[-1] + 1) if offsets else (comma, comma + 1)
    source = "".join([_SHORT.get(text[at], text[at]) for at in offsets])
    if kind and text[opening] == _ROUND:
        findings.add(_CONCEALED_HAS_SOURCE, span, hint="exposed-kong")
    elif not source or source not in (_SOURCES[kind] if kind else _KNOWN_SOURCES):
        code, hint = _WRONG_SOURCES[kind].get(source, _UNKNOWN) if kind else _UNKNOWN
        findings.add(code, span, hint="upper-seat" if source in _LOWER_SEATS else hint)
    else:
        return source
    return ""
