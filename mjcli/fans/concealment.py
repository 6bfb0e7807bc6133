"""Which sets are concealed, which are kongs, and what the hand waited for."""

from collections.abc import Callable

from mjcli.decompose import Group, Reading, waited_for
from mjcli.fans.registry import Finding, each_group, enough_groups, every_group, miss, predicate
from mjcli.hand import WinContext
from mjcli.tiles import RANKS

_SETS = 4
_THREE = 3
_TWO = 2


# --- concealed pungs


def _concealed_pungs(reading: Reading, context: WinContext, least: int) -> Finding:
    """Pungs that no discard went into: one completed by another's tile is exposed."""
    exposed = None
    if context.by != "draw" and reading.placed is not None:
        exposed = reading.groups[reading.placed]

    def is_concealed(one: Group) -> bool:
        return one.is_pung and (one.meld is None or one.meld.is_concealed_kong) and one is not exposed

    return enough_groups(reading, is_concealed, least, "few-concealed")


@predicate("two-concealed-pungs")
def two_concealed_pungs(reading: Reading, context: WinContext) -> Finding:
    """双暗刻 Two concealed pungs: two pungs or kongs without a discard of another's.

    两个暗刻，暗杠也算。

    Yes: 111m333p456p789s5s+5s from=W
    No: 111m33p456p789s55s+3p from=W
    No: [111m,W]333p456p789s5s+5s from=W
    """
    return _concealed_pungs(reading, context, _TWO)


@predicate("three-concealed-pungs")
def three_concealed_pungs(reading: Reading, context: WinContext) -> Finding:
    """三暗刻 Three concealed pungs: three pungs or kongs without a discard of another's.

    三个暗刻，暗杠也算。

    Yes: 111m333p555s456p7s+7s from=W
    No: 111m333p55s456p77s+5s from=W
    """
    return _concealed_pungs(reading, context, _THREE)


@predicate("four-concealed-pungs")
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
    return one.kind == "kong"


def _is_concealed_kong(one: Group) -> bool:
    return one.meld is not None and one.meld.is_concealed_kong


def _is_melded_kong(one: Group) -> bool:
    return _is_kong(one) and not _is_concealed_kong(one)


@predicate("melded-kong")
def melded_kong(reading: Reading, _context: WinContext) -> Finding:
    """明杠 Melded kong: counts once for each kong that was claimed or added to a pung.

    直杠或加杠，每副计一次。

    Yes: [1111m,W]456m789p123s5p+5p
    Yes: [1111m,6]456m789p123s5p+5p
    No: [1111m]456m789p123s5p+5p
    """
    return each_group(reading, _is_melded_kong, "few-kongs")


@predicate("two-melded-kongs")
def two_melded_kongs(reading: Reading, _context: WinContext) -> Finding:
    """双明杠 Two melded kongs: two kongs that were claimed or added.

    两个明杠。

    Yes: [1111m,W][2222p,6]789p123s5p+5p
    No: [1111m,W][2222p]789p123s5p+5p
    """
    return enough_groups(reading, _is_melded_kong, _TWO, "few-kongs")


@predicate("two-concealed-kongs")
def two_concealed_kongs(reading: Reading, _context: WinContext) -> Finding:
    """双暗杠 Two concealed kongs: two concealed kongs.

    两个暗杠。

    Yes: [1111m][2222p]789p123s5p+5p
    No: [1111m,W][2222p]789p123s5p+5p
    """
    return enough_groups(reading, _is_concealed_kong, _TWO, "few-kongs")


@predicate("mixed-kongs")
def mixed_kongs(reading: Reading, _context: WinContext) -> Finding:
    """明暗杠 Mixed kongs: one melded kong and one concealed.

    一个明杠和一个暗杠。

    Yes: [1111m,W][2222p]789p123s5p+5p
    No: [1111m][2222p]789p123s5p+5p
    """
    is_mixed = len({_is_concealed_kong(one) for one in reading.groups if _is_kong(one)}) == _TWO
    return enough_groups(reading, _is_kong, _TWO, "few-kongs") if is_mixed else miss("few-kongs")


@predicate("three-kongs")
def three_kongs(reading: Reading, _context: WinContext) -> Finding:
    """三杠 Three kongs: three kongs of any kind.

    三个杠。

    Yes: [1111m,W][2222p][3333s,5]456s5p+5p
    No: [1111m,W][2222p]333s456s5p+5p
    """
    return enough_groups(reading, _is_kong, _THREE, "few-kongs")


@predicate("four-kongs")
def four_kongs(reading: Reading, _context: WinContext) -> Finding:
    """四杠 Four kongs: four kongs of any kind.

    四个杠。

    Yes: [1111m,W][2222p][3333s,5][4444z]5p+5p
    No: [1111m,W][2222p][3333s,5]444z5p+5p
    """
    return enough_groups(reading, _is_kong, _SETS, "few-kongs")


@predicate("melded-hand")
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
    return every_group(reading, lambda one: one.kind == "pair" or _is_claimed(one), "concealed-set")


def _is_claimed(one: Group) -> bool:
    return one.meld is not None and one.meld.is_claimed


@predicate("three-claimed-sets")
def three_claimed_sets(reading: Reading, _context: WinContext) -> Finding:
    """碰过三次 Three claimed sets: three sets or more were claimed before the win.

    和牌前吃、碰、明杠至少已有三副，暗杠不算。

    Yes: [123m,1][555p,W][789s,2]22z44s+4s
    No: [123m,1][555p,W][7777s]22z44s+4s
    """
    return enough_groups(reading, _is_claimed, _THREE, "few-claimed")


# --- waits: one kind alone waited for


def _sole_wait(reading: Reading, fits: Callable[[Group], bool]) -> Finding:
    """The concealed groups that the winning tile completes in the way asked for, where no other kind would do."""
    places = tuple((at,) for at, one in enumerate(reading.groups) if one.meld is None and fits(one))
    if not places:
        return miss("no-such-wait")
    return places[:1] if len(waited_for(reading)) == 1 else miss("several-waits")


@predicate("edge-wait")
def edge_wait(reading: Reading, _context: WinContext) -> Finding:
    """边张 Edge wait: 3 alone for 12, or 7 alone for 89.

    单和 123 的 3 或 789 的 7。

    Yes: 12m456p789p123s55s+3m
    Yes: 1233m456p789p111s+3m
    No: 12345m456p789p55s+3m
    No: 23m456p789p123s55s+1m
    """

    def is_edge(one: Group) -> bool:
        first, last = one.tile.rank, one.tiles[-1].rank
        return one.kind == "chow" and (
            (first == 1 and reading.winning == one.tiles[-1]) or (last == RANKS and reading.winning == one.tile)
        )

    return _sole_wait(reading, is_edge)


@predicate("closed-wait")
def closed_wait(reading: Reading, _context: WinContext) -> Finding:
    """坎张 Closed wait: the middle tile of a chow alone.

    单和顺子中间的一张。

    Yes: 46m456p789p123s55s+5m
    Yes: 4556m456p789p111s+5m
    No: 45567m456p789p11s+6m
    """
    return _sole_wait(reading, lambda one: one.kind == "chow" and reading.winning == one.tiles[1])


@predicate("single-wait")
def single_wait(reading: Reading, _context: WinContext) -> Finding:
    """单钓将 Single wait: the second tile of the pair alone.

    单钓一张牌作将。

    Yes: 123m456p789p123s5s+5s
    No: 1234m456p789p123s+4m
    """
    return _sole_wait(reading, lambda one: one.kind == "pair" and reading.winning == one.tile)
