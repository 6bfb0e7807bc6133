"""Which tiles a hand is made of."""

from collections.abc import Collection

from mjcli.decompose import Reading
from mjcli.fans.registry import Aspect, Finding, each_group, every, every_group, miss, place, predicate
from mjcli.hand import WinContext
from mjcli.tiles import ORPHANS, TILES, Tile, tile_at

_FIVE = 5
# Tiles that look the same upside down, and those without a stroke of red.
_REVERSIBLE = frozenset(
    {tile_at("p", rank) for rank in (1, 2, 3, 4, 5, 8, 9)}
    | {tile_at("s", rank) for rank in (2, 4, 5, 6, 8, 9)}
    | {tile_at("z", 5)}
)
_GREEN = frozenset({tile_at("s", rank) for rank in (2, 3, 4, 6, 8)} | {tile_at("z", 6)})
_SIMPLES = frozenset(TILES) - frozenset(ORPHANS)


def _suited(ranks: Collection[int]) -> frozenset[Tile]:
    """The tiles of those numbers, of all suits."""
    return frozenset(tile for tile in TILES if tile.is_suited and tile.rank in ranks)


def _only(kinds: Collection[Tile]) -> Aspect:
    """Groups whose tiles are all of those kinds."""
    wanted = frozenset(kinds)
    return every(lambda one: wanted.issuperset(one.tiles))


_GREENS, _REVERSIBLES, _NO_ENDS = _only(_GREEN), _only(_REVERSIBLE), _only(_SIMPLES)
_UPPER, _MIDDLE, _LOWER = (_only(_suited(ranks)) for ranks in ((7, 8, 9), (4, 5, 6), (1, 2, 3)))
_OVER_FIVE, _UNDER_FIVE = (_only(_suited(ranks)) for ranks in ((6, 7, 8, 9), (1, 2, 3, 4)))
_EVEN = _suited((2, 4, 6, 8))
_EVEN_PUNGS = every(lambda one: one.kind != "chow" and one.tile in _EVEN)
_FIVES = every(lambda one: any(tile.is_suited and tile.rank == _FIVE for tile in one.tiles))
_OUTSIDE = every(lambda one: one.has_terminal_or_honour)
_OUTSIDE_PUNG = place(lambda one: one.is_pung and one.has_terminal_or_honour)


@predicate("all-green", _GREENS)
def all_green(reading: Reading, _context: WinContext) -> Finding:
    """绿一色 All green: only 2, 3, 4, 6 and 8 of 索, and 发.

    由 23468 索和发字组成，没有发字也可以。

    Yes: 223344s666s888s6z+6z
    Yes: 222333444666s8s+8s
    No: 223344s666s888s5z+5z
    """
    return every_group(reading, _GREENS, "wrong-tiles")


@predicate("reversible-tiles", _REVERSIBLES)
def reversible_tiles(reading: Reading, _context: WinContext) -> Finding:
    """推不倒 Reversible tiles: only tiles that look the same upside down.

    由 1234589 筒、245689 索和白板组成。

    Yes: 123p345p888p456s5z+5z
    No: 123p345p888p456s6z+6z
    No: 123p345p678p456s5z+5z
    """
    return every_group(reading, _REVERSIBLES, "wrong-tiles")


@predicate("upper-tiles", _UPPER)
def upper_tiles(reading: Reading, _context: WinContext) -> Finding:
    """全大 Upper tiles: only sevens, eights and nines.

    由序数牌 789 组成。

    Yes: 789m789p777s888s9m+9m
    No: 789m789p777s678s9m+9m
    """
    return every_group(reading, _UPPER, "wrong-tiles")


@predicate("middle-tiles", _MIDDLE)
def middle_tiles(reading: Reading, _context: WinContext) -> Finding:
    """全中 Middle tiles: only fours, fives and sixes.

    由序数牌 456 组成。

    Yes: 456m456p444s555s6m+6m
    No: 456m456p444s567s6m+6m
    """
    return every_group(reading, _MIDDLE, "wrong-tiles")


@predicate("lower-tiles", _LOWER)
def lower_tiles(reading: Reading, _context: WinContext) -> Finding:
    """全小 Lower tiles: only ones, twos and threes.

    由序数牌 123 组成。

    Yes: 123m123p111s222s3m+3m
    No: 123m123p111s234s3m+3m
    """
    return every_group(reading, _LOWER, "wrong-tiles")


@predicate("over-five", _OVER_FIVE)
def over_five(reading: Reading, _context: WinContext) -> Finding:
    """大于五 Over five: only sixes to nines.

    由序数牌 6 至 9 组成。

    Yes: 678m789p666s777s9m+9m
    No: 678m789p666s567s9m+9m
    """
    return every_group(reading, _OVER_FIVE, "wrong-tiles")


@predicate("under-five", _UNDER_FIVE)
def under_five(reading: Reading, _context: WinContext) -> Finding:
    """小于五 Under five: only ones to fours.

    由序数牌 1 至 4 组成。

    Yes: 123m234p111s222s4m+4m
    No: 123m234p111s345s4m+4m
    """
    return every_group(reading, _UNDER_FIVE, "wrong-tiles")


@predicate("all-simples", _NO_ENDS)
def all_simples(reading: Reading, _context: WinContext) -> Finding:
    """断幺 All simples: no ones, nines or honours.

    没有一、九和字牌。

    Yes: 234m456m678p234s5p+5p
    No: 123m456m678p234s5p+5p
    No: 234m456m678p234s1z+1z
    """
    return every_group(reading, _NO_ENDS, "wrong-tiles")


@predicate("even-pungs", _EVEN_PUNGS, shapes=("standard",))
def even_pungs(reading: Reading, _context: WinContext) -> Finding:
    """全双刻 Even pungs: four pungs and a pair of even numbers.

    由 2、4、6、8 的刻子和将牌组成。

    Yes: 222m444m666p888s2p+2p
    No: 222m444m666p888s1p+1p
    No: 222m444m666p678s2p+2p
    """
    if reading.shape != "standard":
        return miss("wrong-shape")
    return every_group(reading, _EVEN_PUNGS, "wrong-tiles")


@predicate("all-fives", _FIVES)
def all_fives(reading: Reading, _context: WinContext) -> Finding:
    """全带五 All fives: every set and the pair has a five.

    每副牌和将牌都有序数五。

    Yes: 345m456p567s555s5m+5m
    No: 345m456p567s555s6m+6m
    """
    return every_group(reading, _FIVES, "wrong-tiles")


@predicate("outside-hand", _OUTSIDE)
def outside_hand(reading: Reading, _context: WinContext) -> Finding:
    """全带幺 Outside hand: every set and the pair has a one, a nine or an honour.

    每副牌和将牌都有幺九牌或字牌。

    Yes: 123m789p111s999s1z+1z
    No: 123m678p111s999s1z+1z
    """
    return every_group(reading, _OUTSIDE, "wrong-tiles")


@predicate("terminal-pung", _OUTSIDE_PUNG)
def terminal_pung(reading: Reading, _context: WinContext) -> Finding:
    """幺九刻 Pung of terminals or honours: counts once for each pung or kong of ones, nines or honours.

    一、九或字牌的刻子或杠，每副计一次。

    Yes: 111m456m789p123s5p+5p
    Yes: 333z456m789p123s5p+5p
    No: 222m456m789p123s5p+5p
    """
    return each_group(reading, lambda one: bool(_OUTSIDE_PUNG.of(one)), "few-sets")
