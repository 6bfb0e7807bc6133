"""Which sets are concealed, which are kongs, and what the hand waited for."""

from functools import cache

from mjcli.decompose import Group, Reading, group, waited_for_one
from mjcli.fans.aspects import BY, KONG, PLACED
from mjcli.fans.registry import Aspect, Finding, each_group, enough_groups, every, every_group, miss, place, predicate
from mjcli.hand import WinContext
from mjcli.tiles import RANKS, TILES, Tile

_SETS = 4
_THREE = 3
_TWO = 2


# --- concealed pungs


def _is_hidden_pung(one: Group) -> bool:
    return one.is_pung and (one.meld is None or one.meld.is_concealed_kong)


_HIDDEN_PUNG = place(_is_hidden_pung)


def _concealed_pungs(reading: Reading, context: WinContext, least: int) -> Finding:
    """Pungs that no discard went into: one completed by another's tile is exposed."""
    exposed = None if context.by == "draw" else reading.placed
    found = tuple(at for at, one in enumerate(reading.groups) if _is_hidden_pung(one) and at != exposed)
    return (found,) if len(found) >= least else miss("few-concealed")


@predicate("two-concealed-pungs", _HIDDEN_PUNG, PLACED, BY)
def two_concealed_pungs(reading: Reading, context: WinContext) -> Finding:
    """双暗刻 Two concealed pungs: two pungs or kongs without a discard of another's.

    两个暗刻，暗杠也算。

    Yes: 111m333p456p789s5s+5s from=W
    No: 111m33p456p789s55s+3p from=W
    No: [111m,W]333p456p789s5s+5s from=W
    """
    return _concealed_pungs(reading, context, _TWO)


@predicate("three-concealed-pungs", _HIDDEN_PUNG, PLACED, BY)
def three_concealed_pungs(reading: Reading, context: WinContext) -> Finding:
    """三暗刻 Three concealed pungs: three pungs or kongs without a discard of another's.

    三个暗刻，暗杠也算。

    Yes: 111m333p555s456p7s+7s from=W
    No: 111m333p55s456p77s+5s from=W
    """
    return _concealed_pungs(reading, context, _THREE)


@predicate("four-concealed-pungs", _HIDDEN_PUNG, PLACED, BY)
def four_concealed_pungs(reading: Reading, context: WinContext) -> Finding:
    """四暗刻 Four concealed pungs: four pungs or kongs without a discard of another's.

    四个暗刻，暗杠也算。

    Yes: 111m333p555s777p7s+7s from=W
    Yes: 111m333p55s777p77s+5s
    No: 111m333p55s777p77s+5s from=W
    """
    return _concealed_pungs(reading, context, _SETS)


# --- kongs


def _is_kong(one: Group) -> bool:
    return KONG.of(one) != ""


def _is_concealed_kong(one: Group) -> bool:
    return KONG.of(one) == "concealed"


def _is_melded_kong(one: Group) -> bool:
    return KONG.of(one) == "melded"


@predicate("melded-kong", KONG)
def melded_kong(reading: Reading, _context: WinContext) -> Finding:
    """明杠 Melded kong: counts once for each kong that was claimed or added to a pung.

    直杠或加杠，每副计一次。

    Yes: [1111m,W]456m789p123s5p+5p
    Yes: [1111m,6]456m789p123s5p+5p
    No: [1111m]456m789p123s5p+5p
    """
    return each_group(reading, _is_melded_kong, "few-kongs")


@predicate("two-melded-kongs", KONG)
def two_melded_kongs(reading: Reading, _context: WinContext) -> Finding:
    """双明杠 Two melded kongs: two kongs that were claimed or added.

    两个明杠。

    Yes: [1111m,W][2222p,6]789p123s5p+5p
    No: [1111m,W][2222p]789p123s5p+5p
    """
    return enough_groups(reading, _is_melded_kong, _TWO, "few-kongs")


@predicate("two-concealed-kongs", KONG)
def two_concealed_kongs(reading: Reading, _context: WinContext) -> Finding:
    """双暗杠 Two concealed kongs: two concealed kongs.

    两个暗杠。

    Yes: [1111m][2222p]789p123s5p+5p
    No: [1111m,W][2222p]789p123s5p+5p
    """
    return enough_groups(reading, _is_concealed_kong, _TWO, "few-kongs")


@predicate("mixed-kongs", KONG)
def mixed_kongs(reading: Reading, _context: WinContext) -> Finding:
    """明暗杠 Mixed kongs: one melded kong and one concealed.

    一个明杠和一个暗杠。

    Yes: [1111m,W][2222p]789p123s5p+5p
    No: [1111m][2222p]789p123s5p+5p
    """
    is_mixed = len({_is_concealed_kong(one) for one in reading.groups if _is_kong(one)}) == _TWO
    return enough_groups(reading, _is_kong, _TWO, "few-kongs") if is_mixed else miss("few-kongs")


@predicate("three-kongs", KONG)
def three_kongs(reading: Reading, _context: WinContext) -> Finding:
    """三杠 Three kongs: three kongs of any kind.

    三个杠。

    Yes: [1111m,W][2222p][3333s,5]456s5p+5p
    No: [1111m,W][2222p]333s456s5p+5p
    """
    return enough_groups(reading, _is_kong, _THREE, "few-kongs")


@predicate("four-kongs", KONG)
def four_kongs(reading: Reading, _context: WinContext) -> Finding:
    """四杠 Four kongs: four kongs of any kind.

    四个杠。

    Yes: [1111m,W][2222p][3333s,5][4444z]5p+5p
    No: [1111m,W][2222p][3333s,5]444z5p+5p
    """
    return enough_groups(reading, _is_kong, _SETS, "few-kongs")


def _is_claimed(one: Group) -> bool:
    return one.meld is not None and one.meld.is_claimed


_CLAIMED, _PAIR_OR_CLAIMED = place(_is_claimed), every(lambda one: one.kind == "pair" or _is_claimed(one))


@predicate("melded-hand", _PAIR_OR_CLAIMED, BY)
def melded_hand(reading: Reading, context: WinContext) -> Finding:
    """全求人 Melded hand: four claimed sets, and the pair won on another's tile.

    四副都是吃、碰、明杠，单钓别人打出的牌。

    Yes: [123m,1][555p,W][789s,2][222z,N]5s+5s from=W
    No: [123m,1][555p,W][789s,2][222z,N]5s+5s
    No: [123m,1][555p,W][789s,2]222z5s+5s from=W
    """
    if context.by == "draw":
        return miss("drawn")
    if len(reading.groups) != _SETS + 1:
        return miss("wrong-shape")
    return every_group(reading, _PAIR_OR_CLAIMED, "concealed-set")


@predicate("three-claimed-sets", _CLAIMED)
def three_claimed_sets(reading: Reading, _context: WinContext) -> Finding:
    """碰过三次 Three claimed sets: three sets or more were claimed before the win.

    和牌前吃、碰、明杠至少已有三副，暗杠不算。

    Yes: [123m,1][555p,W][789s,2]22z44s+4s
    No: [123m,1][555p,W][7777s]22z44s+4s
    """
    return enough_groups(reading, _is_claimed, _THREE, "few-claimed")


# --- waits: one kind alone waited for


@cache
def ways_to_complete(tile: Tile) -> dict[Group, str]:
    """The concealed groups that a tile completes in a way of its own, and which."""
    near = (group("chow", first) for first in TILES[max(0, tile - 2) : tile + 1] if _begins_chow(first))
    ways = {one: _way_into_chow(one, tile) for one in near if tile in one.tiles}
    return {one: way for one, way in ways.items() if way} | {group("pair", tile): "single"}


def _begins_chow(tile: Tile) -> bool:
    return tile.is_suited and tile.rank + 2 <= RANKS


def _way_into_chow(one: Group, tile: Tile) -> str:
    """`edge` for 3 of 123 and 7 of 789, `closed` for a middle tile, else empty."""
    first, middle, last = one.tiles
    if tile == middle:
        return "closed"
    return "edge" if (first.rank == 1 and tile == last) or (last.rank == RANKS and tile == first) else ""


def _ways(reading: Reading) -> tuple[str | None, ...]:
    """How the winning tile completes each group."""
    return tuple(map(ways_to_complete(reading.winning).get, reading.groups))


# Where other kinds were waited for too, as in most hands, the ways make no difference.
SOLE_WAYS = Aspect("reading", lambda reading: _ways(reading) if waited_for_one(reading) else None)


def _sole_wait(reading: Reading, way: str) -> Finding:
    """The first of the concealed groups that the winning tile completes in a way, where no other kind would do."""
    ways = _ways(reading)
    if way not in ways:
        return miss("no-such-wait")
    return ((ways.index(way),),) if waited_for_one(reading) else miss("several-waits")


@predicate("edge-wait", SOLE_WAYS)
def edge_wait(reading: Reading, _context: WinContext) -> Finding:
    """边张 Edge wait: 3 alone for 12, or 7 alone for 89.

    单和 123 的 3 或 789 的 7。

    Yes: 12m456p789p123s55s+3m
    Yes: 1233m456p789p111s+3m
    No: 12345m456p789p55s+3m
    No: 23m456p789p123s55s+1m
    """
    return _sole_wait(reading, "edge")


@predicate("closed-wait", SOLE_WAYS)
def closed_wait(reading: Reading, _context: WinContext) -> Finding:
    """坎张 Closed wait: the middle tile of a chow alone.

    单和顺子中间的一张。

    Yes: 46m456p789p123s55s+5m
    Yes: 4556m456p789p111s+5m
    No: 45567m456p789p11s+6m
    """
    return _sole_wait(reading, "closed")


@predicate("single-wait", SOLE_WAYS)
def single_wait(reading: Reading, _context: WinContext) -> Finding:
    """单钓将 Single wait: the second tile of the pair alone.

    单钓一张牌作将。

    Yes: 123m456p789p123s5s+5s
    No: 1234m456p789p123s+4m
    """
    return _sole_wait(reading, "single")
