"""Hands of a shape of their own: seven pairs, knitted tiles."""

from itertools import pairwise

from mjcli.decompose import Reading
from mjcli.fans.aspects import HAS_SUITS, STOOD, TILE
from mjcli.fans.registry import Aspect, Finding, Miss, miss, place, predicate, some, whole
from mjcli.hand import WinContext
from mjcli.tiles import DRAGONS, HONOURS, SUITED, WINDS

_PAIRS = ("seven-pairs", "seven-different-pairs")
_KNITTED_TILES = 9
_RUN_STEP = 3
_HAS_WINDS, _HAS_DRAGONS = some(lambda one: one.tile in WINDS), some(lambda one: one.tile in DRAGONS)


def _one_suit(reading: Reading) -> tuple[int, ...] | None:
    """The ranks of all the tiles, if they are concealed and of one suit of the three."""
    first, last = reading.groups[0], reading.groups[-1]
    if first.meld is not None or first.tile.suit != last.tile.suit or first.tile.is_honour:
        return None
    return tuple([tile.rank for one in reading.groups for tile in one.tiles])


# The ranks of hands of one suit; hands of more suits are all alike.
ONE_SUIT = Aspect("reading", _one_suit)
_KNITTED = place(lambda one: one.kind == "knitted" or (one.kind == "single" and one.tile.is_suited))
FILLED = Aspect("reading", lambda reading: (reading.wilds, reading.fills, reading.stood, reading.deal.stand_in))
_IN_KNITTED = Aspect(
    "reading", lambda reading: any(one.kind == "knitted" and reading.winning in one.tiles for one in reading.groups)
)


@predicate("seven-pairs", shapes=_PAIRS)
def seven_pairs(reading: Reading, _context: WinContext) -> Finding:
    """七对 Seven pairs: seven pairs.

    由七个对子组成。

    Yes: 1133m5577p224s66z+4s
    Yes: 1111m5577p224s66z+4s
    No: 123m456m789p123s5p+5p
    """
    return whole(reading) if reading.shape in _PAIRS else miss("wrong-shape")


@predicate("seven-shifted-pairs", ONE_SUIT, shapes=_PAIRS)
def seven_shifted_pairs(reading: Reading, _context: WinContext) -> Finding:
    """连七对 Seven shifted pairs: seven pairs of a suit that follow on one another.

    一种花色序数相连的七个对子。

    Yes: 1122334455667m+7m
    No: 1122334455668m+8m
    No: 1122334455667z+7z
    """
    if reading.shape not in _PAIRS:
        return miss("wrong-shape")
    ranks = _one_suit(reading)
    if ranks is None or any(after - before != 1 for before, after in pairwise(ranks[::2])):
        return miss("not-related")
    return whole(reading)


@predicate("knitted-honours", shapes=("knitted-honours",))
def knitted_honours(reading: Reading, _context: WinContext) -> Finding:
    """全不靠 Knitted honours: fourteen single tiles, honours and the 147, 258 and 369 of three suits.

    三种花色的 147、258、369 与字牌中的任意十四张，没有将牌。

    Yes: 147m258p369s12345z
    Yes: 147m25p369s123456z
    No: 19m19p19s1234567z+1m
    """
    return whole(reading) if reading.shape == "knitted-honours" else miss("wrong-shape")


@predicate("seven-stars", TILE, shapes=("knitted-honours",))
def seven_stars(reading: Reading, _context: WinContext) -> Finding:
    """七星不靠 Seven stars: knitted honours with all seven honours.

    全不靠，并且东南西北中发白齐全。

    Yes: 147m25p36s1234567z
    No: 147m25p369s123456z
    """
    if reading.shape != "knitted-honours":
        return miss("wrong-shape")
    lacking = tuple(tile for tile in HONOURS if tile not in {one.tile for one in reading.groups})
    return Miss("few-honours", lacking=lacking) if lacking else whole(reading)


@predicate("knitted-straight", _KNITTED, shapes=("knitted-straight", "knitted-honours"))
def knitted_straight(reading: Reading, _context: WinContext) -> Finding:
    """组合龙 Knitted straight: 147, 258 and 369, one in each of the three suits.

    三种花色的 147、258、369 各一副，不错位。

    Yes: 147m258p369s123m5m+5m
    Yes: 147m258p369s12345z
    No: 147m25p369s123456z
    """
    runs = tuple(at for at, one in enumerate(reading.groups) if one.kind == "knitted")
    singles = tuple(at for at, one in enumerate(reading.groups) if one.kind == "single" and one.tile.is_suited)
    if reading.shape == "knitted-honours" and len(singles) == _KNITTED_TILES:
        return (singles,)
    return (runs,) if runs else miss("wrong-shape")


@predicate("unconnected", shapes=("unconnected",))
def unconnected(reading: Reading, _context: WinContext) -> Finding:
    """十三不靠 Unconnected tiles: fourteen single tiles, five honours or more, those of a suit at least three apart.

    十四张单牌：至少五种字牌，每门的牌至少相隔两张。

    Yes: 159m148p258s12345z
    Yes: 159m148p36s123456z
    No: 123m456m789p123s5p+5p
    """
    return whole(reading) if reading.shape == "unconnected" else miss("wrong-shape")


@predicate("unconnected-runs", TILE, STOOD, shapes=("unconnected",))
def unconnected_runs(reading: Reading, context: WinContext) -> Finding:
    """真十三不靠 Unconnected tiles in runs: those of each suit lie on one of 147, 258 and 369.

    十三不靠，并且每门的牌都在 147、258 或 369 上；白板只能当白板。

    Yes: 147m258p369s12345z
    Yes: 147m258p369s1234z9s wild=9s
    No: 159m148p258s12345z
    No: 147m258p36s12345z5z wild=9s
    """
    found = unconnected(reading, context)
    if isinstance(found, Miss):
        return found
    if reading.stood:
        return miss("stand-in-used")
    lines = {(one.tile.suit, one.tile.rank % _RUN_STEP) for one in reading.groups if one.tile.is_suited}
    return found if len(lines) == len({suit for suit, _ in lines}) else miss("not-in-runs")


@predicate("unconnected-winds", TILE, FILLED, shapes=("unconnected",))
def unconnected_winds(reading: Reading, context: WinContext) -> Finding:
    """七风 Seven honours unconnected: unconnected tiles with all seven honours, none of which a wild tile stands for.

    十三不靠，并且七种字牌齐全，财神不能代替字牌；字牌作财神时由假财神代替，白板作财神时有一张算白板。

    Yes: 159m14p36s1234567z
    Yes: 159m14p36s2345567z wild=1z
    Yes: 159m14p3s12345567z wild=5z
    No: 159m148p36s123456z
    No: 159m14p36s123456z9s wild=9s
    No: 159m14p36s1234567z wild=1z
    """
    found = unconnected(reading, context)
    if isinstance(found, Miss):
        return found
    lacking = tuple(tile for tile in HONOURS if tile not in {one.tile for one in reading.groups})
    if lacking:
        return Miss("few-honours", lacking=lacking)
    if any(not face.is_honour for _, face in reading.stood):
        return miss("stand-in-used")
    own = reading.deal.stand_in
    filled = (fill for wild, fill in zip(reading.wilds, reading.fills, strict=True) if not wild == fill == own)
    return miss("wild-used") if any(fill.is_honour for fill in filled) else found


@predicate("wait-in-knitted", _IN_KNITTED, shapes=("knitted-straight",))
def wait_in_knitted(reading: Reading, _context: WinContext) -> Finding:
    """和牌张在龙内 Wait in the straight: the winning tile is of a kind that the knitted straight has too.

    和牌张与组合龙中的一张相同。

    Yes: 147m258p369s46p55m+5p from=W
    No: 147m258p369s12m55m+3m from=W
    """
    return whole(reading) if _IN_KNITTED.of(reading) else miss("no-such-wait")


@predicate("one-suit-absent", *HAS_SUITS)
def one_suit_absent(reading: Reading, _context: WinContext) -> Finding:
    """缺一门 One suit absent: not all three suits.

    缺少一种花色的序数牌，缺两种也算。

    Yes: 123m456m789p111z5p+5p
    Yes: 123m456m789m111z2z+2z
    No: 123m456m789p123s5p+5p
    """
    suits = {one.tile.suit for one in reading.groups if one.tile.is_suited}
    return whole(reading) if len(suits) < len(SUITED) else miss("all-suits")


@predicate("all-types", *HAS_SUITS, _HAS_WINDS, _HAS_DRAGONS)
def all_types(reading: Reading, _context: WinContext) -> Finding:
    """五门齐 All types: all three suits, winds and dragons.

    三种序数牌、风牌、箭牌齐全。

    Yes: 123m456p789s111z5z+5z
    No: 123m456p789s111z2z+2z
    """
    tiles = {one.tile for one in reading.groups}
    suits = {tile.suit for tile in tiles if tile.is_suited}
    has_all = len(suits) == len(SUITED) and not tiles.isdisjoint(WINDS) and not tiles.isdisjoint(DRAGONS)
    return whole(reading) if has_all else miss("not-all-types")
