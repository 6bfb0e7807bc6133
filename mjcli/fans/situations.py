"""How the hand was won."""

from mjcli.decompose import Reading
from mjcli.fans.aspects import BY, EVENTS, FLOWERS, WINNERS
from mjcli.fans.registry import NOWHERE, Aspect, Finding, miss, predicate
from mjcli.hand import WinContext
from mjcli.tiles import COPIES

_ALL_THE_OTHERS = 3


def _if_event(context: WinContext, name: str) -> Finding:
    return NOWHERE if context.has(name) else miss("no-event")


@predicate("self-draw", BY)
def self_draw(_reading: Reading, context: WinContext) -> Finding:
    """自摸 Self-draw: the winning tile came from the wall.

    和牌张是自己摸到的。

    Yes: 123m456m789p123s5p+5p
    No: 123m456m789p123s5p+5p from=W
    """
    return NOWHERE if context.by == "draw" else miss("not-drawn")


@predicate("on-discard", BY)
def on_discard(_reading: Reading, context: WinContext) -> Finding:
    """点炮 Win on a discard: the winning tile was discarded by another; a robbed kong is none.

    和别人打出的牌，抢杠不算。

    Yes: 123m456m789p123s5p+5p from=W
    No: 123m456m789p123s5p+5p
    No: 123m456m789p23s55p+1s by=rob from=W
    """
    return NOWHERE if context.by == "discard" else miss("not-discarded")


@predicate("kong-run", EVENTS, events=("kongs",))
def kong_run(_reading: Reading, context: WinContext) -> Finding:
    """连杠 Kongs in a row: counts once for each of two or more kongs made one after another up to the win.

    连开两个以上的杠之后杠开，每杠计一次。

    Yes: [5555p][6666p]123m45m11z+6m event=kongs:2
    No: [5555p][6666p]123m45m11z+6m event=after-kong
    No: [5555p][6666p]123m45m11z+6m event=kongs:1
    """
    run = next((event.count for event in context.events if event.is_run), 0)
    return NOWHERE * run or miss("no-event")


@predicate("after-kong", EVENTS, events=("after-kong", "kongs"))
def after_kong(_reading: Reading, context: WinContext) -> Finding:
    """杠上开花 After a kong: the winning tile replaced a kong's fourth.

    开杠后补的牌成和。

    Yes: [5555p]123m456m78s11z+9s event=after-kong
    No: [5555p]123m456m78s11z+9s
    No: [5555p]123m456m78s11z+9s event=kongs:1
    """
    return NOWHERE if context.kong_event is not None else miss("no-event")


@predicate("last-tile-draw", BY, EVENTS, events=("last-tile",))
def last_tile_draw(_reading: Reading, context: WinContext) -> Finding:
    """海底捞月 Last tile drawn: a self-draw of the wall's last tile.

    自摸牌墙最后一张成和。

    Yes: 123m456m789p123s5p+5p event=last-tile
    No: 123m456m789p123s5p+5p event=last-tile from=W
    """
    return _if_event(context, "last-tile") if context.by == "draw" else miss("not-drawn")


@predicate("last-tile-discard", BY, EVENTS, events=("last-tile",))
def last_tile_discard(_reading: Reading, context: WinContext) -> Finding:
    """海底捞月 Last tile claimed: a win on the discard after the wall's last tile.

    和摸完牌墙后打出的最后一张牌。

    Yes: 123m456m789p123s5p+5p event=last-tile from=W
    No: 123m456m789p123s5p+5p event=last-tile
    """
    return _if_event(context, "last-tile") if context.by == "discard" else miss("drawn")


def _shown(reading: Reading) -> int:
    """How many tiles of the winning kind the claimed sets have."""
    if reading.groups[0].meld is None:
        return 0  # melds come first
    claimed = (one for one in reading.groups if one.meld is not None and one.meld.is_claimed)
    return sum(one.tiles.count(reading.winning) for one in claimed)


SHOWN = Aspect("reading", _shown)


@predicate("last-copy", SHOWN, EVENTS, events=("last-copy",))
def last_copy(reading: Reading, context: WinContext) -> Finding:
    """和绝张 Last copy: the other three of the winning tile lie open, which one's own claimed sets can show too.

    和牌张的其余三张都已亮明；自己的明牌里有三张也算。

    Yes: 12m456m789p123s55p+3m event=last-copy
    Yes: [333m,W]12m789p123s55p+3m
    No: 12m456m789p123s55p+3m
    """
    if context.has("last-copy"):
        return NOWHERE
    return NOWHERE if _shown(reading) == COPIES - 1 else miss("copies-unseen")


@predicate("robbed-kong", BY)
def robbed_kong(_reading: Reading, context: WinContext) -> Finding:
    """抢杠 Robbed kong: the tile with which another player was making a kong.

    和别家开杠的那张牌。

    Yes: 123m456m789p23s55p+1s by=rob from=W
    No: 123m456m789p23s55p+1s from=W
    """
    return NOWHERE if context.by == "rob" else miss("no-event")


@predicate("three-winners", WINNERS)
def three_winners(_reading: Reading, context: WinContext) -> Finding:
    """一炮三响 Three winners: all three others win on one tile.

    一张牌同时点了三家。

    Yes: 123m456m789p23s55p+1s from=W winners=3
    No: 123m456m789p23s55p+1s from=W winners=2
    """
    return NOWHERE if context.winners == _ALL_THE_OTHERS else miss("no-event")


@predicate("heavenly", EVENTS, events=("heavenly",))
def heavenly(_reading: Reading, context: WinContext) -> Finding:
    """天和 Heavenly win: the dealer's dealt hand is complete.

    庄家起手十四张即成和。

    Yes: 123m456m789p123s55p event=heavenly
    No: 123m456m789p123s55p
    """
    return _if_event(context, "heavenly")


@predicate("earthly", EVENTS, events=("earthly",))
def earthly(_reading: Reading, context: WinContext) -> Finding:
    """地和 Earthly win: another player's first draw, before any claim.

    闲家第一巡自摸的第一张牌成和，其间无人吃碰。

    Yes: 123m456m789p123s55p event=earthly seat=S
    No: 123m456m789p123s55p seat=S
    """
    return _if_event(context, "earthly")


@predicate("human", EVENTS, events=("human",))
def human(_reading: Reading, context: WinContext) -> Finding:
    """人和 Human win: another player wins on the dealer's first discard.

    闲家和庄家打出的第一张牌。

    Yes: 123m456m789p123s5p+5p event=human seat=S from=E
    No: 123m456m789p123s5p+5p seat=S from=E
    """
    return _if_event(context, "human")


@predicate("flower", FLOWERS)
def flower(reading: Reading, _context: WinContext) -> Finding:
    """花牌 Flower: counts once for each flower beside the hand.

    每张花牌计一次。

    Yes: 123m456m789p123s5p1f+5p
    No: 123m456m789p123s5p+5p
    """
    return NOWHERE * reading.flowers or miss("no-flower")
