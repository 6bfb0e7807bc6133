"""Layer 1: tiles, suits, named sets of tiles, seats.

Tiles are kinds: the four copies of 5p are one `Tile`.  Kinds are ordered
万 1-9, 筒 1-9, 索 1-9, 东南西北, 白发中, so that `counts[tile]` works on a sequence
of 34 counts; after them the eight flowers, and last the joker 百搭, which stands
for other tiles and is none of the kinds itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from mjcli.errors import Problem, UsageError

COPIES = 4
RANKS = 9
KINDS = 34

_HONOUR_LETTERS = "ESWNPFC"
_HONOUR_NAMES = ("东", "南", "西", "北", "白", "发", "中")
_HONOUR_ENGLISH = ("East", "South", "West", "North", "White", "Green", "Red")
_FLOWER_NAMES = ("春", "夏", "秋", "冬", "梅", "兰", "竹", "菊")
_FLOWER_ENGLISH = ("Spring", "Summer", "Autumn", "Winter", "Plum", "Orchid", "Bamboo", "Chrysanthemum")
_DIGIT_NAMES = ("一", "二", "三", "四", "五", "六", "七", "八", "九")
_SUIT_NAMES = {"m": "万", "p": "筒", "s": "索"}
_UNICODE_SUITS = {"m": 0x1F007, "s": 0x1F010, "p": 0x1F019}
_UNICODE_HONOURS = (0x1F000, 0x1F001, 0x1F002, 0x1F003, 0x1F006, 0x1F005, 0x1F004)
_UNICODE_PLUM, _UNICODE_SPRING = 0x1F022, 0x1F026
_UNICODE_JOKER = 0x1F02A
_JOKER_LETTER, _JOKER_NAME, _JOKER_ENGLISH = "j", "百搭", "Joker"
# 000: eight 百搭 tiles.
_JOKERS = 8
_SEASONS = 4


class Tile(int):
    """A kind of tile, also its index 0-33 (34-41 for flowers, 42 for the joker).

    >>> Tile.of("5p"), Tile.of("7z").name("zh"), Tile.of("E").name("en")
    (Tile('5p'), '中', 'East')
    """

    __slots__ = ()

    @classmethod
    def of(cls, text: str) -> Tile:
        """The tile written as `5p`, `7z`, `3f`, `j` or an honour letter.

        :raises UsageError: no tile is written so.
        """
        found = _BY_TEXT.get(text)
        if found is None:
            raise UsageError([Problem("U001", token=text)])
        return found

    @property
    def suit(self) -> str:
        """`m`, `p`, `s`, `z` for honours, `f` for flowers or `j` for the joker."""
        if self < KINDS:
            return "mpsz"[self // RANKS]
        return _JOKER_LETTER if self.is_joker else "f"

    @property
    def rank(self) -> int:
        """1-9 in a suit, 1-7 for an honour, 1-8 for a flower, 1 for the joker."""
        if self < KINDS:
            return self % RANKS + 1
        return 1 if self.is_joker else self - KINDS + 1

    @property
    def is_suited(self) -> bool:
        return self < EAST

    @property
    def is_honour(self) -> bool:
        return EAST <= self < KINDS

    @property
    def is_terminal(self) -> bool:
        """A one or a nine."""
        return self.is_suited and self.rank in (1, RANKS)

    @property
    def is_flower(self) -> bool:
        return KINDS <= self < JOKER

    @property
    def is_joker(self) -> bool:
        return self == JOKER

    @property
    def copies(self) -> int:
        """How many there are: four, one of a flower, or eight jokers."""
        if self < KINDS:
            return COPIES
        return _JOKERS if self.is_joker else 1

    @property
    def text(self) -> str:
        """The tile in the tile-and-suit notation, `5p`; the joker is its letter alone."""
        return _JOKER_LETTER if self.is_joker else f"{self.rank}{self.suit}"

    @property
    def letter(self) -> str:
        """The tile as players type it: a letter for an honour, else `5p`."""
        return _HONOUR_LETTERS[self - EAST] if self.is_honour else self.text

    @property
    def glyph(self) -> str:
        """The tile's Unicode character."""
        if self.is_honour:
            return chr(_UNICODE_HONOURS[self - EAST])
        if self.is_joker:
            return chr(_UNICODE_JOKER)
        if self.is_flower:
            late = self.rank > _SEASONS
            return chr((_UNICODE_PLUM - _SEASONS if late else _UNICODE_SPRING) + self.rank - 1)
        return chr(_UNICODE_SUITS[self.suit] + self.rank - 1)

    def name(self, lang: str = "zh") -> str:
        """The tile's name: 五筒, 东, 春, 百搭; in English the notation, East, Spring, Joker."""
        if self.is_honour:
            return (_HONOUR_NAMES if lang == "zh" else _HONOUR_ENGLISH)[self - EAST]
        if self.is_flower:
            return (_FLOWER_NAMES if lang == "zh" else _FLOWER_ENGLISH)[self - KINDS]
        if self.is_joker:
            return _JOKER_NAME if lang == "zh" else _JOKER_ENGLISH
        return _DIGIT_NAMES[self.rank - 1] + _SUIT_NAMES[self.suit] if lang == "zh" else self.text

    def __repr__(self) -> str:
        return f"Tile({self.text!r})"

    def __str__(self) -> str:
        return self.text


EAST = Tile(27)
TILES = tuple(Tile(i) for i in range(KINDS))
FLOWERS = tuple(Tile(KINDS + i) for i in range(len(_FLOWER_NAMES)))
JOKER = Tile(KINDS + len(FLOWERS))
WINDS = TILES[27:31]
DRAGONS = TILES[31:34]
HONOURS = WINDS + DRAGONS
TERMINALS = tuple(tile for tile in TILES if tile.is_terminal)
ORPHANS = TERMINALS + HONOURS
SUITED = "mps"

_BY_TEXT = {tile.text: tile for tile in (*TILES, *FLOWERS, JOKER)} | {tile.letter: tile for tile in HONOURS}

# How many of each kind.  Those of tiles are bytes: they are looked up by much, and as bytes take a fifth of the room.
Counts = bytes | tuple[int, ...]
_MOST = 255


def tile_at(suit: str, rank: int) -> Tile:
    """The tile of a suit letter and a rank that exists in it."""
    return _BY_TEXT[f"{rank}{suit}"]


def count_tiles(tiles: Iterable[Tile]) -> bytes:
    """How many of each of the 34 kinds; flowers and jokers are not counted, nor more than 255 of a kind."""
    counts = count_every(tiles)[:KINDS]
    try:
        return bytes(counts)
    except ValueError:
        return bytes([min(count, _MOST) for count in counts])


def count_every(tiles: Iterable[Tile]) -> list[int]:
    """How many of each tile, flowers and the joker among them."""
    counts = [0] * (JOKER + 1)
    for tile in tiles:
        counts[tile] += 1
    return counts


def less(counts: Counts, kind: int) -> bytes:
    """Counts of tiles with one less of a kind."""
    left = bytearray(counts)
    left[kind] -= 1
    return bytes(left)


class Seat(int):
    """A seat, also its distance from the dealer in playing order: E S W N.

    >>> Seat.of("东").after(1), Seat.of("W").letter
    (Seat('S'), 'W')
    """

    __slots__ = ()

    @classmethod
    def of(cls, text: str) -> Seat:
        """The seat written `E S W N` or `东 南 西 北`.

        :raises UsageError: no seat is written so.
        """
        found = _SEATS_BY_TEXT.get(text)
        if found is None:
            raise UsageError([Problem("U002", token=text)])
        return found

    @property
    def letter(self) -> str:
        return _HONOUR_LETTERS[self]

    @property
    def wind(self) -> Tile:
        """The wind tile of the seat."""
        return WINDS[self]

    def name(self, lang: str = "zh") -> str:
        return self.wind.name(lang)

    def after(self, steps: int, seats: int = 4) -> Self:
        """The seat `steps` places on in playing order at a table of `seats`."""
        return type(self)((self + steps) % seats)

    def __repr__(self) -> str:
        return f"Seat({self.letter!r})"

    def __str__(self) -> str:
        return self.letter


SEATS = tuple(Seat(i) for i in range(4))
_SEATS_BY_TEXT = {
    key: seat for seat in SEATS for key in (seat.letter, seat.wind.name("zh"), "東" if seat == 0 else seat.letter)
}
SEAT_NAMES = frozenset(_SEATS_BY_TEXT)
