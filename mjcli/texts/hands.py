"""Sentences for H (the hand's tiles) and C (the circumstances of the win) problems."""

from mjcli.texts import Text

PROBLEMS: dict[str, Text] = {
    "H001": ("{token} 出现了五张，每种牌只有四张", "a fifth {token}: there are four of each tile"),
    "H002": ("花牌 {token} 出现了两次，每种花只有一张", "the flower {token} twice: there is one of each"),
    "H003": ("{count} 张花，花牌一共只有八张", "{count} flowers: there are eight in all"),
    "H004": ("{rules} 用 136 张牌，没有花牌", "{rules} is played with 136 tiles, without flowers"),
    "H005": ("--win {token} 与手牌中 + 后的 {added} 不一致", "--win {token} disagrees with the +{added} of the hand"),
    "H006": ("手里没有 {token}，不能指定它为和牌张", "{token} is not in the hand, so it cannot be the winning tile"),
    "H007": ("花牌 {token} 不能作和牌张", "the flower {token} cannot be the winning tile"),
    "H008": ("听牌手牌应为 13 张，这里有 14 张", "a waiting hand has 13 tiles, this one has 14"),
    "H009": ("何切要 14 张手牌，这里有 {count} 张", "choosing a discard takes 14 tiles, this hand has {count}"),
    "H010": (
        "{token} 在手牌与这里写的牌中合计超过 {most} 张",
        "more than {most} of {token} in the hand and among these tiles together",
    ),
    "H011": ("听牌手牌不带和牌张，这里写了 +{token}", "a waiting hand has no winning tile, this one has +{token}"),
    "C001": ("抢杠要用 --from 说明被抢的是哪家", "a robbed kong needs --from: whose kong was robbed"),
    "H012": ("{rules} 不能吃牌，不能有顺子副露", "in {rules} no chow can be claimed, so none can lie open"),
    "H013": (
        "马牌应为 0 至 {most} 之间的双数，这里有 {count} 张",
        "an even number of code tiles, {most} at most, not {count}",
    ),
    "H014": ("马牌最多 {most} 张，这里有 {count} 张", "{most} code tiles at most, not {count}"),
    "H015": ("{token} 不是花牌", "{token} is no flower"),
    "H016": ("百搭 {token} 出现了九张，一共只有八张", "a ninth joker {token}: there are eight in all"),
    "H017": ("百搭 {token} 不能写在副露里", "the joker {token} cannot be in a meld"),
    "H018": ("{rules} 没有百搭牌", "{rules} is played without jokers"),
    "H019": ("百搭 {token} 不属于任何座位", "the joker {token} falls to no seat"),
    "C002": ("自摸没有放牌者，却写了 --from {token}", "a self-draw has no feeder, yet --from {token} is given"),
    "C003": ("{token} 不能和自己打出的牌", "{token} cannot win on its own discard"),
    "C004": ("{token} 不能抢自己的杠", "{token} cannot rob its own kong"),
    "C005": ("{token} 是和牌者，不能又是免包者", "{token} is the winner and cannot be exempt from paying"),
    "C006": ("同时和牌的家数只能是 1 至 {most}，不能是 {token}", "1 to {most} seats can win at once, not {token}"),
    "C007": ("自摸只有一家和牌，不能有 {token} 家", "a self-draw has one winner, not {token}"),
    "C008": ("{rules} 没有 {token} 这个座位", "{rules} has no seat {token}"),
    "C009": ("{rules} 没有这一项：{token}", "{rules} has no such thing: {token}"),
    "C010": ("副露的来源是和牌者自己（{token}）", "the meld's source is the winner's own seat ({token})"),
    "C011": (
        "顺子只能吃上家（{seat}）的牌，不能来自 {token}",
        "a chow comes from the seat before ({seat}), not from {token}",
    ),
    "C012": ("{token} 是和牌者，不能与自己有承包关系", "{token} is the winner and cannot be bound to itself"),
    "C020": ("事件 {token} 写了不止一次", "the event {token} is given more than once"),
    "C021": ("{token} 与 {other} 不能同时成立", "{token} and {other} cannot both be"),
    "C022": ("摸完最后一张后不能再杠，所以没有抢杠", "after the last tile nobody can kong, so there is none to rob"),
    "C023": ("天和（{token}）只属于庄家（座位 E）", "{token} belongs to the dealer alone (seat E)"),
    "C024": (
        "地和、人和（{token}）只属于闲家（座位不是 E）",
        "{token} belongs to the other three, not to the dealer (seat E)",
    ),
    "C025": ("人和（{token}）是和庄家打出的牌，不是自摸或抢杠", "{token} is a win on a discard"),
    "C026": ("{token} 是自摸，不能是点炮或抢杠", "{token} is a self-draw"),
    "C027": ("人和（{token}）只能和庄家（E）打出的第一张牌", "{token} is a win on the first discard of the dealer (E)"),
    "C028": ("天和、地和、人和之前不能有副露或暗杠", "no set can be made before a heavenly, earthly or human win"),
    "C030": ("{token} 是摸补牌自摸，不能是点炮或抢杠", "{token} is a self-draw of the replacement tile"),
    "C031": ("{token} 要有杠，这手牌没有可补牌的杠", "{token} needs a kong that was just made, and the hand has none"),
    "C032": ("{token}：手里没有这个杠", "{token}: the hand has no such kong"),
    "C033": (
        "{token}：这个杠之后又做了别的副露，补牌早已摸过",
        "{token}: another set was made after that kong, so its replacement was drawn before",
    ),
    "C034": ("{token}：手里只有 {held} 个杠", "{token}: the hand has only {held}"),
    "C035": (
        "被抢的 {token} 应是第四张，和牌者手里不能再有",
        "the robbed {token} is the fourth copy, so the winner can hold no other",
    ),
    "C036": (
        "绝张 {token} 的其余三张应已亮明，手里不能再有",
        "the other three of a last copy lie open, so the concealed tiles hold no {token}",
    ),
    "C037": ("后缀写明 {stated}，与 {token} 矛盾", "the suffix says {stated}, which {token} contradicts"),
    "C038": ("后缀没有写明 {token}", "the suffix does not say {token}"),
    "C042": ("百搭 {token} 不能抢杠", "the joker {token} cannot be robbed"),
    "C039": (
        "{rules} 要说明财神是哪种牌：命令用 --wild 牌，文件里写 wild=牌",
        "{rules} needs the kind that is wild: --wild TILE, or wild=TILE in a file",
    ),
    "C040": ("{token} 不能作财神，要用 34 种牌之一", "{token} cannot be wild: it takes one of the 34 kinds"),
    "C041": (
        "财神 {token} 只有四张，手里有 {held} 张，不能又漂出 {floats} 张",
        "there are four of the wild {token}: with {held} in the hand, {floats} cannot have been discarded",
    ),
}

HINTS: dict[str, Text] = {
    "use-discard": ("14 张手牌请用 mj discard", "for 14 tiles use mj discard"),
    "use-wait": ("13 张手牌请用 mj wait", "for 13 tiles use mj wait"),
    "stands-for": (
        "副露里代替别的牌的百搭，写成它所代替的那张",
        "a joker in a laid down set is written as the tile that it stands for",
    ),
    "use-score": ("要算这张牌和了多少，请用 mj score", "to value a win use mj score"),
}
