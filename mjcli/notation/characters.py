"""What single characters mean: the tables behind every notation that is read.

A text is folded before it is read: each character that has a plainer twin (full
width, Chinese digits and suits, Chinese names) is replaced by it, one for one,
so that offsets in the folded text are offsets in the text as it was typed.
After that `一二三万` is `123m`, and four tables are enough for all notations.
"""

from __future__ import annotations

from collections.abc import Mapping

from mjcli.tiles import DRAGONS, FLOWERS, HONOURS, JOKER, SEATS, SUITED, TILES, WINDS, Seat, Tile, tile_at

Row = Mapping[str, Tile]

DIGITS = frozenset("0123456789")
# Spaces are free, and a variation selector only says how a tile is to be drawn.
SELECTORS = "\ufe0e\ufe0f"
BLANK = " \t" + SELECTORS
IGNORED = frozenset(BLANK)
OPENING, CLOSING = "[(", "])"
BRACKETS = {"[": "]", "(": ")"}
COMMA, PLUS, BAR = ",", "+", "|"

_RED_FIVE = "0"


def _row(tiles: tuple[Tile, ...]) -> dict[str, Tile]:
    return {str(place): tile for place, tile in enumerate(tiles, 1)}


def _suit_row(suit: str) -> dict[str, Tile]:
    row = {str(rank): tile_at(suit, rank) for rank in range(1, 10)}
    return row | {_RED_FIVE: row["5"]}


# Suit letter -> digit -> tile.
ROWS: Mapping[str, Row] = {suit: _suit_row(suit) for suit in SUITED} | {"z": _row(HONOURS), "f": _row(FLOWERS)}

_WHITE, _GREEN, _RED = DRAGONS
BOTZONE_ROWS: Mapping[str, Row] = {
    "W": _row(TILES[0:9]),
    "B": _row(TILES[9:18]),
    "T": _row(TILES[18:27]),
    "F": _row(WINDS),
    "J": _row((_RED, _GREEN, _WHITE)),
    "H": _row(FLOWERS),
}

# Characters that are a whole tile.
SINGLES: Mapping[str, Tile] = {tile.letter: tile for tile in (*HONOURS, JOKER)} | {
    tile.glyph: tile for tile in (*TILES, *FLOWERS, JOKER)
}

SEAT_MARKS: Mapping[str, Seat] = {mark: seat for seat in SEATS for mark in (seat.letter, seat.wind.glyph)}

# GB-Mahjong's letters for the flowers: 梅兰竹菊, then 春夏秋冬.
GB_FLOWERS: Mapping[str, Tile] = dict(zip("abcdefgh", FLOWERS[4:] + FLOWERS[:4], strict=True))

# Tiles named by two characters: the one that is kept, and a filler for the other.
_WORDS = {"红中": "中", "紅中": "中", "白板": "白", "发财": "发", "發財": "發", JOKER.name("zh"): JOKER.glyph}
_FILLER = SELECTORS[0]

_FULL_WIDTH = range(0xFF01, 0xFF5F)
_FOLD: Mapping[int, int | str] = (
    {code: code - 0xFEE0 for code in _FULL_WIDTH}
    | str.maketrans("一二三四五六七八九万萬筒饼餅索条條", "123456789mmpppsss")
    | str.maketrans("【】〔〕、\u3000\xa0", "[][],  ")
    | {ord(tile.name("zh")): tile.glyph for tile in HONOURS + FLOWERS}
    | str.maketrans("東發", WINDS[0].glyph + _GREEN.glyph)
)


def fold(text: str) -> str:
    """The text with every character in its plainest form; offsets stay the same.

    >>> fold("１二三萬，東")
    '123m,🀀'
    """
    if text.isascii():
        return text
    for word, name in _WORDS.items():
        text = text.replace(word, name + _FILLER)
    return text.translate(_FOLD)
