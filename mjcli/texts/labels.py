"""Fixed words of the screens: labels, headings, short sentences, and names of what a rule file says in keys.

An English entry that counts something has a twin for one of them, `<key>.one`.
"""

from mjcli.texts import Text

LABELS: dict[str, Text] = {
    # The hand and how it was won
    "dealer": ("{seat}家（庄）", "{seat} seat (dealer)"),
    "seat": ("{seat}家", "{seat} seat"),
    "round": ("{round}风圈", "{round} round"),
    "by-draw": ("自摸 {tile}", "self-draw {tile}"),
    "by-discard": ("{seat}家点炮 {tile}", "{tile} discarded by {seat}"),
    "by-rob": ("抢{seat}家的杠 {tile}", "{tile} robbed from the kong of {seat}"),
    "by-discard.unknown": ("点炮 {tile}，不知哪家", "{tile} discarded, not known by whom"),
    "by-rob.unknown": ("抢杠 {tile}，不知哪家", "{tile} robbed from a kong, not known whose"),
    "melds": ("副露", "melds"),
    "concealed": ("手牌", "concealed"),
    "hand": ("手牌", "hand"),
    "flowers": ("花牌", "flowers"),
    "meld-from": ("{meld}({seat})", "{meld} ({seat})"),
    "meld-from.unknown": ("{meld}(?)", "{meld} (?)"),
    # Fans and the total
    "fan-name": ("番种", "fan"),
    "fan": ("番", "fan"),
    "points": ("分", "points"),
    "count": ("次", "times"),
    "sets": ("牌", "sets"),
    "ref": ("出处", "clause"),
    "whole-hand": ("全副", "whole hand"),
    "at-least": ("至少 {fan}", "at least {fan}"),
    "total": ("合计", "total"),
    "fans": ("{n} 番", "{n} fan"),
    "worth": ("{n} 分", "{n} points"),
    "worth.one": ("{n} 分", "{n} point"),
    "step-sum": ("{terms} = {fan} 番", "{terms} = {fan} fan"),
    "step-cap": ("爆胡封顶 {after} 番", "capped at {after} fan"),
    "step-floor": ("{by}不足 {after} 番按 {after} 番", "{by} raises it to {after} fan"),
    "step-limit": ("另加{by} {fan} 番", "plus {fan} fan for {by}"),
    "joint": ("，", ", "),
    # Payments
    "payments": ("收付", "payments"),
    "fees": ("另交", "to the house"),
    "liability": ("包牌", "liability"),
    "liable": ("{seat}家包：{cause}", "{seat} pays for all: {cause}"),
    "liable-by": ("{seat}家包：{cause}，因 {meld}", "{seat} pays for all: {cause}, by {meld}"),
    "liable.unknown": ("{cause}，不知是哪家", "{cause}, not known who"),
    "liable-by.unknown": ("{cause}，因 {meld}，不知是哪家", "{cause}, by {meld}, not known who"),
    "notes": ("注", "note"),
    "result": ("结果", "result"),
    # No win
    "away": ("差 {n} 张听牌", "{n} tiles from waiting"),
    "away.one": ("差 {n} 张听牌", "{n} tile from waiting"),
    "waiting": ("听牌", "waiting"),
    "complete": ("已成和", "complete"),
    "never": ("这样的牌永远不能成和", "it can never be complete"),
    "no-win-distance": ("{reason}，{distance}", "{reason}: {distance}"),
    # Explain
    "explain": ("依据", "why"),
    "clause": ("《{title}》{section}", "{title}, {section}"),
    "decided": ("取法：{text}", "our reading: {text}"),
    "cap": ("封顶", "cap"),
    "why-cap": (
        "牌型与附加共 {before} 番，爆胡以内最多 {after} 番",
        "patterns and additions come to {before} fan, and {after} is the most within the cap",
    ),
    "why-floor": ("{before} 番不足，按 {after} 番计", "{before} fan is less, so it counts as {after}"),
    "why-floor-met": ("牌型已够 {fan} 番，不另加", "the hand has {fan} fan already: nothing is added"),
    "uncounted": ("不计：{why}", "not counted: {why}"),
    "nearest": ("差一点", "nearest"),
    "nearest-words": ("{name}（{fan} 番）：{misses}", "{name} ({fan} fan): {misses}"),
    "others": ("其他拆法", "other readings"),
    "reading": ("拆法", "reading"),
    # Waits
    "waits": ("听", "waits"),
    "wait-total": ("听 {kinds} 种，余 {copies} 张", "{kinds} kinds, {copies} tiles left"),
    "wait-total.one": ("听 {kinds} 种，余 {copies} 张", "one kind, {copies} tiles left"),
    "tile": ("牌", "tile"),
    "left": ("余", "left"),
    "on-draw": ("自摸", "by draw"),
    "on-discard": ("点炮", "by discard"),
    "dead": ("已绝", "none left"),
    "passed": ("漏胡", "passed"),
    "none": ("-", "-"),
    "not-tenpai": ("未听牌，{distance}", "not waiting: {distance}"),
    "dead-hidden": ("另有 {n} 种已绝（--all 列出）", "and {n} kinds of which none is left (--all lists them)"),
    "dead-hidden.one": ("另有 {n} 种已绝（--all 列出）", "and one kind of which none is left (--all lists it)"),
    "why-passed": (
        "漏胡：放过了能和的牌，自己行牌之前不能点炮和",
        "passed: a winning tile was let go, so no win by discard until the player's own turn",
    ),
    "not-a-win": ("不能和", "no win"),
    # Discards
    "throw": ("打", "discard"),
    "distance": ("打后", "leaves"),
    "kinds": ("种", "kinds"),
    "copies": ("张", "tiles"),
    "accepts": ("进张", "accepts"),
    "is-complete": (
        "已经成和，打出一张则成下表（要算番用 mj score）",
        "complete as it is (mj score values it); a discard leaves what the table says",
    ),
    # Rule sets
    "id": ("规则", "id"),
    "name": ("名称", "name"),
    "extends": ("继承", "extends"),
    "texts": ("规则文本", "rule texts"),
    "table": ("牌桌", "table"),
    "players": ("{n} 家：{seats}", "{n} players: {seats}"),
    "tiles-136": ("136 张，无花牌", "136 tiles, no flowers"),
    "tiles-144": ("144 张，有花牌", "144 tiles with flowers"),
    "shapes": ("和牌牌形", "shapes"),
    "missed-win": ("漏胡", "passed win"),
    "tenpai": ("听牌", "waiting"),
    "formal": ("待牌全在自己手里也算听牌", "a hand waits even if it holds all the tiles it waits for"),
    "not-formal": (
        "待牌全在自己手里不算听牌",
        "a hand that holds all the tiles it waits for does not wait",
    ),
    "scoring": ("计分", "scoring"),
    "doubling": ("0 番 1 分，每多一番乘 {factor}", "0 fan is 1 point, each fan more multiplies by {factor}"),
    "capped": (
        "封顶：爆胡以内最多 {cap} 番；特殊牌型不受此限",
        "cap: {cap} fan at most; special patterns lie beyond it",
    ),
    "stacked": ("爆胡以内的牌型相加", "patterns within the cap add up"),
    "not-stacked": ("爆胡以内的牌型只计最大的一个", "of the patterns within the cap the highest counts alone"),
    "limits-add": ("天和、地和、人和与牌型相加", "heavenly, earthly and human wins add to the hand"),
    "limits-alone": ("天和、地和、人和不与牌型相加", "heavenly, earthly and human wins add to nothing"),
    "liabilities": ("包牌", "liability"),
    "decisions": ("文本未明之处的取法", "our readings of open points"),
    "condition": ("条件", "condition"),
    "all-of": ("{parts}", "{parts}"),
    "and": (" + ", " + "),
    "or": (" 或 ", " or "),
    "not": ("非{part}", "not {part}"),
    "key": ("键", "key"),
    "text": ("取法", "reading"),
    "yes": ("是", "yes"),
    "no": ("否", "no"),
    "in-rules": ("{rules}: {values}", "{rules}: {values}"),
    "not-used": ("现有规则都没有用到", "no rule set uses it"),
    # Codes
    "code": ("代码", "code"),
    "meaning": ("意思", "meaning"),
    "reasons": ("不和的原因（reason）", "why a hand is no win (reason)"),
    "causes": ("包牌的原因（liability.cause）", "what makes a seat liable (liability.cause)"),
    "line-causes": ("收付的项目（lines.cause）", "what is paid for (lines.cause)"),
    "events": ("事件（event）", "events (event)"),
    "errors": ("错误（error.code）", "errors (error.code)"),
    # Batches
    "number": ("号", "no."),
    "best": ("何切", "discard"),
    # Problems
    "at-column": ("第 {column} 列", "column {column}"),
    "at-line": ("第 {line} 行", "line {line}"),
}

# What a meld is called; a kong by how it was made.
MELDS: dict[str, Text] = {
    "chow": ("吃", "chow"),
    "pung": ("碰", "pung"),
    "concealed-kong": ("暗杠", "concealed kong"),
    "exposed-kong": ("大明杠", "exposed kong"),
    "added-kong": ("加杠", "added kong"),
}

# What a seat has to do with a win.
ROLES: dict[str, Text] = {
    "winner": ("和牌", "wins"),
    "discard": ("点炮", "discards"),
    "rob": ("被抢", "robbed"),
    "liable": ("包", "liable"),
}

# Dead hands in few words, for a row.
SHORT_REASONS: dict[str, Text] = {
    "incomplete": ("不成和", "not complete"),
    "too-many-tiles": ("大相公 +{tiles}", "{tiles} too many"),
    "too-few-tiles": ("小相公 -{tiles}", "{tiles} too few"),
}

# Names of what rule files say in keys.
TIERS: dict[str, Text] = {
    "fallback": ("爆胡以内：无牌型", "within the cap: no pattern"),
    "pattern": ("爆胡以内：牌型", "within the cap: patterns"),
    "addition": ("爆胡以内：附加", "within the cap: additions"),
    "special": ("特殊牌型", "special patterns"),
    "floor": ("特殊情况（不足者按此数）", "situations (what is less is raised to it)"),
    "limit": ("天和、地和、人和", "wins of the first turn"),
}
SHAPES: dict[str, Text] = {
    "standard": ("四副一对", "four sets and a pair"),
    "thirteen-orphans": ("十三幺", "thirteen orphans"),
}
MISSED_WINS: dict[str, Text] = {
    "same-kind": ("只禁同一种牌", "blocks the same tile alone"),
    "all-waits": ("所有听张都禁", "blocks every wait"),
    "none": ("不禁", "blocks nothing"),
}

# The families of error codes, by their first letter.
FAMILIES: dict[str, Text] = {
    "N": ("N 牌的写法", "N: how a hand is written"),
    "H": ("H 手牌", "H: the hand"),
    "C": ("C 和牌的情况", "C: the circumstances of the win"),
    "U": ("U 命令的用法", "U: the usage of a command"),
    "R": ("R 规则文件", "R: rule files"),
    "F": ("F 手牌文件", "F: files of hands"),
}
