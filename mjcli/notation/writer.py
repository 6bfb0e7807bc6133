"""From hand to text, in each of the notations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from mjcli.errors import Problem, UsageError
from mjcli.hand import Hand, Meld, Suffix
from mjcli.hand.meld import UNKNOWN
from mjcli.memo import Memo
from mjcli.notation.characters import BOTZONE_ROWS, GB_FLOWERS
from mjcli.tiles import FLOWERS, JOKER, SEATS, TILES, Seat, Tile

_NO_GB_SOURCE, _NO_GB_FLOWERS, _NO_NOTATION, _NO_JOKER = "N031", "N032", "N033", "N035"
_SET = 3
_COMPLETE_REST = 2

# Writes tiles of one suit, already sorted; flowers are a suit.
_Group = Callable[[Sequence[Tile]], str]


def _digits_then_suit(tiles: Sequence[Tile]) -> str:
    return "".join(str(tile.rank) for tile in tiles) + tiles[0].suit


def _suit_then_digits(tiles: Sequence[Tile]) -> str:
    return tiles[0].suit + "".join(str(tile.rank) for tile in tiles)


def _honours_as_letters(tiles: Sequence[Tile]) -> str:
    return "".join(tile.letter for tile in tiles) if tiles[0].is_honour else _digits_then_suit(tiles)


def _glyphs(tiles: Sequence[Tile]) -> str:
    return "".join(tile.glyph for tile in tiles)


def _chinese(tiles: Sequence[Tile]) -> str:
    names = [tile.name("zh") for tile in tiles]
    if not tiles[0].is_suited:
        return "".join(names)
    return "".join(name[0] for name in names) + names[0][1]


_BOTZONE = {tile: letter + digit for letter, row in BOTZONE_ROWS.items() for digit, tile in row.items()}


def _botzone(tiles: Sequence[Tile]) -> str:
    return "".join(_BOTZONE[tile] for tile in tiles)


_GB = "gb"
_GROUPS: Mapping[str, _Group] = {
    "mpsz": _digits_then_suit,
    "suit-first": _suit_then_digits,
    "letters": _honours_as_letters,
    "unicode": _glyphs,
    "chinese": _chinese,
    "botzone": _botzone,
    _GB: _honours_as_letters,
}
NOTATIONS = tuple(_GROUPS)
# The texts of tiles of one suit in each notation: there are some thousands of them in the hands of a file.
_TEXTS: Mapping[str, Memo[tuple[Tile, ...], str]] = {to: Memo(group, 1 << 14) for to, group in _GROUPS.items()}
_SUIT_OF = tuple(tile.suit for tile in (*TILES, *FLOWERS))
# A joker, in the notations that can write it.
_JOKERS = dict.fromkeys(("mpsz", "suit-first", "letters"), JOKER.letter) | {
    "unicode": JOKER.glyph,
    "chinese": JOKER.name("zh"),
}

# Steps in playing order from a meld's owner to the seat it was claimed from, as a source's digit.
_RELATIVE = {3: 1, 2: 2, 1: 3}
_ADDED = 4
_GB_LETTERS = {tile: letter for letter, tile in GB_FLOWERS.items()}


def format_tiles(tiles: Iterable[Tile], to: str = "mpsz") -> str:
    """Tiles in order, those of a suit together.

    >>> from mjcli.notation import read_tiles
    >>> format_tiles(read_tiles("E 9p 12m 9p"), "chinese")
    '一二万九九筒东'

    :raises UsageError: there is no such notation, or it has no joker.
    """
    texts, ordered = _texts(to), sorted(tiles)
    jokers = ordered.count(JOKER)
    if not jokers:
        return "".join([texts[tuple(same)] for _, same in groupby(ordered, _SUIT_OF.__getitem__)])
    if to not in _JOKERS:
        raise UsageError([_no_joker(to)])
    # A joker sorts last.
    return format_tiles(ordered[:-jokers], to) + _JOKERS[to] * jokers


def format_meld(meld: Meld, to: str = "mpsz", *, seat: Seat = SEATS[0]) -> str:
    """A meld with its source; `gb` makes the source relative to `seat`, the owner's.

    >>> kong = Meld("kong", Tile.of("E"), "+W")
    >>> format_meld(kong, "chinese"), format_meld(kong, "gb", seat=Seat.of("S"))
    ('[东东东东,+西]', '[EEEE,7]')

    :raises UsageError: there is no such notation, or `gb` cannot say where the meld came from.
    """
    tiles = format_tiles(meld.tiles, to)
    source = _source(meld, to, seat)
    if source is None:
        raise UsageError([_unsayable(meld, seat)])
    return f"[{tiles},{source}]" if source else f"[{tiles}]"


def format_hand(hand: Hand, to: str = "mpsz", *, seat: Seat | None = None, suffix: bool = False) -> str:
    """The hand: melds in order, concealed tiles and flowers sorted, and the added tile.

    The last tile of a complete hand stays last where none was added: it is the
    winning one.  `gb` makes sources relative to `seat` (by default the suffix's,
    or East), has the winning tile last, without a plus, and flowers in a suffix.
    The other notations keep each source as it was written, and write the hand's
    suffix only if `suffix` asks for it.

    >>> from mjcli.notation import parse_hand
    >>> hand = parse_hand("[333z,W] 66p 453m 12f + 6p")
    >>> format_hand(hand), format_hand(hand, "gb")
    ('[333z,W]345m66p12f+6p', '[WWW,2]345m66p6p|EE0000|ef')

    :raises UsageError: there is no such notation, or it cannot carry something of the hand.
    """
    if to == _GB:
        return _gb_hand(hand, seat)
    _texts(to)
    problems = tuple(_unwritable_jokers(hand, to))
    if problems:
        raise UsageError(problems)
    melds = "".join(format_meld(meld, to) for meld in hand.melds)
    rest, last = _last_apart(hand)
    plus = "" if hand.added is None else "+"
    stated = _suffix(hand.suffix) if suffix and hand.suffix else ""
    return melds + format_tiles(rest + hand.flowers, to) + plus + format_tiles(last, to) + stated


def _last_apart(hand: Hand) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """The concealed tiles but the winning one, and that one if there is one."""
    if hand.added is not None:
        return hand.concealed, (hand.added,)
    ends = len(hand.concealed) % _SET == _COMPLETE_REST
    return (hand.concealed[:-1], hand.concealed[-1:]) if ends else (hand.concealed, ())


def _texts(to: str) -> Memo[tuple[Tile, ...], str]:
    if to not in _TEXTS:
        raise UsageError([Problem(_NO_NOTATION, token=to, facts={"known": NOTATIONS})])
    return _TEXTS[to]


def _no_joker(to: str, spot: tuple[str, int] | None = None) -> Problem:
    return Problem(_NO_JOKER, token=JOKER.text, facts={"to": to}, spot=spot)


def _unwritable_jokers(hand: Hand, to: str) -> Iterator[Problem]:
    """The first joker of a hand in a notation that has none."""
    if hand.jokers and to not in _JOKERS:
        at = hand.closed_tiles.index(JOKER)
        yield _no_joker(to, ("concealed", at) if at < len(hand.concealed) else ("added", 0))


def _source(meld: Meld, to: str, seat: Seat) -> str | None:
    """The source in a notation, or None where the notation cannot say it."""
    if to == _GB:
        return _gb_source(meld, seat)
    stated = meld.stated_seat
    return meld.source if stated is None or to != "chinese" else meld.source.replace(stated.letter, stated.name("zh"))


def _gb_source(meld: Meld, seat: Seat) -> str | None:
    """The digit of GB-Mahjong, which has no seats in sources and takes a kong without one for concealed."""
    if meld.kind == "pung" and meld.source == UNKNOWN:
        return ""
    stated = meld.stated_seat
    if stated is None:
        return None if UNKNOWN in meld.source else meld.source
    if meld.kind == "chow":
        return "" if stated == meld.feeder(seat) else None
    digit = _RELATIVE.get((stated - seat) % len(SEATS))
    return None if digit is None else str(digit + _ADDED * meld.is_added_kong)


def _unsayable(meld: Meld, seat: Seat, spot: tuple[str, int] | None = None) -> Problem:
    return Problem(_NO_GB_SOURCE, token=format_meld(meld), facts={"seat": seat}, spot=spot)


def _gb_hand(hand: Hand, seat: Seat | None) -> str:
    stated = hand.suffix.seat if hand.suffix else SEATS[0]
    owner = stated if seat is None else seat
    problems = [
        _unsayable(meld, owner, ("meld", i)) for i, meld in enumerate(hand.melds) if _gb_source(meld, owner) is None
    ]
    if hand.flowers and hand.suffix and hand.suffix.flowers:
        problems.append(Problem(_NO_GB_FLOWERS, token=format_tiles(hand.flowers), facts={"count": hand.suffix.flowers}))
    problems += _unwritable_jokers(hand, _GB)
    if problems:
        raise UsageError(problems)
    melds = "".join(format_meld(meld, _GB, seat=owner) for meld in hand.melds)
    rest, last = _last_apart(hand)
    return melds + format_tiles(rest, _GB) + format_tiles(last, _GB) + _gb_suffix(hand, owner)


def _gb_suffix(hand: Hand, owner: Seat) -> str:
    """The suffix, where there is something to say in it.

    A text without one means `|EE0000` to GB-Mahjong, so these defaults, at the
    seat in question, add nothing where only flowers call for a suffix.
    """
    suffix = hand.suffix
    if suffix is None:
        if not hand.flowers:
            return ""
        suffix = Suffix(SEATS[0], owner, self_drawn=False, last_copy=False, last_tile=False, kong=False)
    if hand.flowers:
        return f"{_suffix(suffix)}|" + "".join(sorted(_GB_LETTERS[tile] for tile in hand.flowers))
    return _suffix(suffix)


def _suffix(suffix: Suffix) -> str:
    """A suffix with the flowers that it gives by number."""
    flags = (suffix.self_drawn, suffix.last_copy, suffix.last_tile, suffix.kong)
    state = f"|{suffix.round}{suffix.seat}" + "".join("1" if flag else "0" for flag in flags)
    return f"{state}|{suffix.flowers}" if suffix.flowers else state
