"""Words of the results: reasons, notes, events, what stands in the way of a pattern, labels of the screens."""

from mjcli.texts import Text

# Why a hand is no win, or no waiting hand.
REASONS: dict[str, Text] = {
    "incomplete": ("不成和", "not complete"),
    "too-many-tiles": ("大相公：多 {tiles} 张，是死牌", "too many tiles by {tiles} (大相公): a dead hand"),
    "too-few-tiles": ("小相公：少 {tiles} 张，是死牌", "too few tiles by {tiles} (小相公): a dead hand"),
    "under-minimum": ("牌形已成，{fan} 番，要 {minimum} 番起和", "shape complete, {fan} fan, needs {minimum}"),
    "no-pattern": (
        "炸胡：牌形已成，但不是可和的牌型",
        "a false win (炸胡): shape complete, but no pattern that may win",
    ),
    "last-discard": ("最后一张打出的牌不能和", "the discard after the last tile cannot be won"),
    "not-on-discard": (
        "牌形已成，但只能自摸，不能和别人打出的牌",
        "shape complete, but it can be won by self-draw only, not on a discard",
    ),
}

NOTES: dict[str, Text] = {
    "last-written": (
        "没有标明和牌张，以最后写的 {tile} 为和牌张（可用 + 标明）",
        "the winning tile is not marked: the last tile written, {tile}, is taken for it (mark it with +)",
    ),
    "event-without-value": ("{event} 在 {rules} 中不计", "{event} has no value in {rules}"),
    "event-not-counted": ("{event} 在这手牌中不计", "{event} does not count in this hand"),
    "flowers-without-value": ("{rules} 的花牌不计", "flowers have no value in {rules}"),
    "exempt": (
        "{seat} 已包另一家，包先不包后，{cause}不成立",
        "{seat} is already liable to another player, so {cause} does not bind it (包先不包后)",
    ),
    "exempt-without-value": (
        "{rules} 没有包先不包后，exempt 不起作用",
        "{rules} has no 包先不包后, so exempt changes nothing",
    ),
    "bound-without-value": (
        "不是点炮，与 {seat} 的承包关系不起作用",
        "no discard was won, so that {seat} is bound to the winner changes nothing",
    ),
    "liable-unknown": (
        "{cause}成立，但 {meld} 没有写来源，按普通自摸结算",
        "{cause} holds, but {meld} has no source: settled as an ordinary self-draw",
    ),
    "feeder-unknown": (
        "不知道是哪家放的牌，不能结算（用 --from 说明）",
        "it is not known who fed the tile, so there are no payments (say it with --from)",
    ),
    "kong-unpaid": (
        "{meld} 不知道是谁放的杠，这个杠不算钱",
        "it is not known who fed {meld}, so that kong is not paid",
    ),
    "held-waits": (
        "{tiles} 能成和，但四张都在自己手里，不算听牌",
        "{tiles} would complete the hand, but all four copies are in it, so it does not count as waiting",
    ),
}

EVENTS: dict[str, Text] = {
    "after-kong": (
        "杠后补牌成和，可写明是哪个杠（after-kong:5p）",
        "won on a kong's replacement; the kong can be named: after-kong:5p",
    ),
    "last-tile": ("牌墙的最后一张", "the last tile of the wall"),
    "last-copy": ("绝张：其余三张都已亮明", "the last copy: the other three lie open"),
    "heavenly": ("天和：庄家起手成和", "the dealer's dealt hand is complete"),
    "earthly": ("地和：闲家第一次摸牌成和", "another player's first draw completes the hand"),
    "human": ("人和：和庄家打出的第一张牌", "won on the dealer's first discard"),
    "called": ("已叫牌", "the hand was called"),
    "float": ("漂财：打出一张财神，可重复", "a wild tile was discarded; repeatable"),
    "kongs": ("连杠：和牌前连开几个杠（kongs:2）", "consecutive kongs before the win: kongs:2"),
}

# Why a fan that holds does not count.
UNCOUNTED: dict[str, Text] = {
    "special": ("{by}为特殊牌型，不再加其他番", "{by} takes its own value and nothing is added"),
    "lower-pattern": ("只计较大的{by}", "only the higher {by} counts"),
    "lower-row": ("只计最高的{by}", "only the highest row counts, {by}"),
    "excluded": ("不与{by}同计", "not counted beside {by}"),
    "at-cap": ("牌型已到封顶，不再加番", "the patterns have reached the cap already"),
    "implied": ("不重复：已含在{by}中，不与它同计", "implied by {by}, beside which it does not count (不重复)"),
    "same-fan": (
        "不得相同：其中一副已计过{by}",
        "one of its sets counts for {by} already (不得相同)",
    ),
    "joined": (
        "套算一次：这几副牌已由{by}等番连在一起",
        "its sets are joined already, by {by} among others (套算一次)",
    ),
    "lower-multiplier": ("只计较大的{by}", "only the higher {by} counts"),
    "limit": ("{by}独计", "{by} counts alone"),
    "above-floor": ("已过此数，按实际牌型计", "the hand is worth more as it is"),
}

# What stands in the way of a pattern.
MISSES: dict[str, Text] = {
    "wrong-shape": ("牌形不同", "another shape of hand"),
    "has-pung": ("{groups} 不是顺子", "{groups}: not a chow"),
    "has-chow": ("{groups} 不是刻子", "{groups}: not a pung"),
    "second-suit": ("{groups} 是另一门", "{groups}: another suit"),
    "no-honours": ("没有字牌", "no honours"),
    "has-honours": ("{groups} 是字牌", "{groups}: honours"),
    "no-suit": ("没有序数牌", "no suited tiles"),
    "not-terminal": ("{groups} 不全是幺九", "{groups}: not all terminals"),
    "not-honour": ("{groups} 不是字牌", "{groups}: not honours"),
    "few-dragons": ("缺 {lacking}", "{lacking} lacking"),
    "few-winds": ("缺 {lacking}", "{lacking} lacking"),
    "no-pair-of-them": ("将牌不是其中一种", "the pair is not one of them"),
    "no-seat-wind": ("没有门风刻子", "no pung of the seat wind"),
    "no-round-wind": ("没有圈风刻子", "no pung of the round wind"),
    "not-concealed": ("{groups} 已经亮出", "{groups}: on the table"),
    "no-kong": ("没有暗杠", "no concealed kong"),
    "no-gates": ("缺 {lacking}", "{lacking} lacking"),
    "not-nine-sided": ("和牌前不是听九张", "the wait was not nine-sided"),
    "not-drawn": ("不是自摸", "not self-drawn"),
    "no-event": ("没有这个情况", "did not happen"),
    "excluded": ("含有排除的牌型", "has what it must not have"),
    "few-sets": ("没有这样的几副牌", "no such sets"),
    "not-related": ("几副牌的数字不合", "the numbers of the sets do not fit"),
    "no-flower": ("没有花牌", "no flowers"),
    "few-honours": ("缺 {lacking}", "{lacking} lacking"),
    "all-suits": ("三门序数牌齐全", "all three suits"),
    "not-all-types": ("五门不齐", "not of all types"),
    "wrong-tiles": ("{groups} 的牌不合", "{groups}: other tiles"),
    "few-concealed": ("暗刻不够", "too few concealed pungs"),
    "few-kongs": ("没有这样的杠", "no such kongs"),
    "concealed-set": ("{groups} 不是吃、碰、明杠", "{groups}: not claimed"),
    "drawn": ("是自摸", "self-drawn"),
    "copies-unseen": ("其余三张没有都亮明", "the other three do not lie open"),
    "no-such-wait": ("不是这样的听口", "not such a wait"),
    "not-discarded": ("不是和别人打出的牌", "not won on a discard"),
    "few-claimed": ("吃、碰、明杠不到三副", "fewer than three claimed sets"),
    "wild-used": ("有财神当别的牌用", "a wild tile stands for another"),
    "few-wilds": ("财神不到三张", "fewer than three wild tiles"),
    "stand-in-used": ("有白板当别的牌用", "a stand-in stands for another tile"),
    "not-in-runs": ("不都在 147、258 或 369 上", "not all on 147, 258 or 369"),
    "several-waits": ("不止听一种牌", "waits for more than one kind"),
}

CAUSES: dict[str, Text] = {
    "hand": ("和牌", "the hand"),
    "codes": ("马牌", "codes"),
    "kong": ("杠", "kong"),
    "flowers": ("花", "flowers"),
    "follow": ("跟庄", "the dealer's first discard matched"),
    "bet": ("买马", "bet"),
}

# Who deals next, and why.
DEALERS: dict[str, Text] = {
    "dealer-won": ("{seat} 续庄：庄家和牌", "{seat} deals again: the dealer won"),
    "drawn": ("{seat} 续庄：没有人和牌", "{seat} deals again: nobody won"),
    "passes": ("{seat} 坐庄：庄家没和，轮到下家", "{seat} deals next: the dealer did not win, so the deal passes on"),
    "rotates": ("{seat} 坐庄：每盘轮庄", "{seat} deals next: every hand has the next dealer"),
    "winner": ("{seat} 坐庄：和牌者坐庄", "{seat} deals next: the winner deals"),
}

# The last word after a file of hands.
SUMMARIES: dict[str, Text] = {
    "score": (
        "共 {hands:,} 手：和 {good:,}，不和 {others:,}，有误 {bad:,}",
        "{hands:,} hands: {good:,} wins, {others:,} no wins, {bad:,} errors",
    ),
    "wait": (
        "共 {hands:,} 手：听牌 {good:,}，未听 {others:,}，有误 {bad:,}",
        "{hands:,} hands: {good:,} waiting, {others:,} not, {bad:,} errors",
    ),
    "discard": (
        "共 {hands:,} 手：可切 {good:,}，死牌 {others:,}，有误 {bad:,}",
        "{hands:,} hands: {good:,} answered, {others:,} dead, {bad:,} errors",
    ),
}
# What follows a summary: how long it took, or how many rows of a long table are shown.
TOOK: Text = ("；{seconds:.1f} 秒", "; {seconds:.1f} s")
SHOWN: Text = ("；只列前 {rows:,} 行，--all-rows 全部列出", "; the first {rows:,} rows are shown, --all-rows shows all")
