"""What the sets are: chows, pungs, or a shape of their own."""

from mjcli.decompose import Reading
from mjcli.fans.aspects import KONG, NOT_CLAIMED
from mjcli.fans.registry import NOWHERE, Finding, each_group, every, every_group, miss, predicate, whole
from mjcli.hand import WinContext

_NO_PUNG = every(lambda one: not one.is_pung)
_NO_CHOW = every(lambda one: one.kind != "chow")
_WITH_CHOWS = ("standard", "knitted-straight")


@predicate("chicken")
def chicken(_reading: Reading, _context: WinContext) -> Finding:
    """鸡胡 Chicken hand: any complete hand.

    任何成和的牌。

    Yes: 123m456m789p111s5p+5p
    """
    return NOWHERE


@predicate("standard", shapes=("standard",))
def standard(reading: Reading, _context: WinContext) -> Finding:
    """基本牌型 Standard shape: four sets and a pair.

    四副顺子、刻子或杠，加一对将。

    Yes: 123m456m789p111s5p+5p
    Yes: 111z222z333z444z5z+5z
    No: 1133m5577p224s66z+4s
    """
    return whole(reading) if reading.shape == "standard" else miss("wrong-shape")


@predicate("all-chows", _NO_PUNG, shapes=_WITH_CHOWS)
def all_chows(reading: Reading, _context: WinContext) -> Finding:
    """平胡 All chows: every set is a chow, exposed or not; the pair is any.

    四副都是顺子，可以吃牌，将牌不限。

    Yes: 123m456m789p123s5p+5p
    Yes: [123m,1]456m789p123s1z+1z
    Yes: 147m258p369s123m5m+5m
    No: 111m456m789p123s5p+5p
    No: 19m19p19s1234567z+1m
    """
    if reading.shape not in _WITH_CHOWS:
        return miss("wrong-shape")
    return every_group(reading, _NO_PUNG, "has-pung")


@predicate("all-pungs", _NO_CHOW, shapes=("standard",))
def all_pungs(reading: Reading, _context: WinContext) -> Finding:
    """碰碰胡 All pungs: every set is a pung or a kong.

    四副都是刻子或杠，没有顺子。

    Yes: 111m555m999p222s3z+3z
    Yes: [1111m][555m,W]999p222s3z+3z
    No: 111m555m999p234s3z+3z
    No: 19m19p19s1234567z+1m
    """
    if reading.shape != "standard":
        return miss("wrong-shape")
    return every_group(reading, _NO_CHOW, "has-chow")


@predicate("thirteen-orphans", shapes=("thirteen-orphans",))
def thirteen_orphans(reading: Reading, _context: WinContext) -> Finding:
    """十三幺 Thirteen orphans: one of each terminal and honour, and any one of them again.

    三门的一、九和七种字牌各一张，其中任意一种再有一张作将。

    Yes: 19m19p19s1234567z+1m
    No: 111m999m111p999p1z+1z
    """
    return whole(reading) if reading.shape == "thirteen-orphans" else miss("wrong-shape")


@predicate("concealed-hand", NOT_CLAIMED)
def concealed_hand(reading: Reading, _context: WinContext) -> Finding:
    """门前清 Concealed hand: no set was claimed; a concealed kong may lie on the table.

    没有吃、碰、明杠；暗杠不算，和别人打出的牌也可以。

    Yes: 123m456m789p123s5p+5p from=W
    Yes: [1111m]456m789p123s5p+5p
    No: [111m,W]456m789p123s5p+5p
    No: [1111m,W]456m789p123s5p+5p
    """
    return every_group(reading, NOT_CLAIMED, "not-concealed")


@predicate("concealed-kong", KONG)
def concealed_kong(reading: Reading, _context: WinContext) -> Finding:
    """暗杠 Concealed kong: counts once for each.

    每副暗杠计一次。

    Yes: [1111m]456m789p123s5p+5p
    No: [1111m,W]456m789p123s5p+5p
    """
    return each_group(reading, lambda one: KONG.of(one) == "concealed", "no-kong")
