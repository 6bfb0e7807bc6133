"""Sentences for N problems: the notation of a hand."""

from mjcli.texts import Text

PROBLEMS: dict[str, Text] = {
    "N001": ("手牌是空的", "the hand is empty"),
    "N002": ("“{token}”不是麻将牌的写法", "{token} is no way to write a tile"),
    "N003": ("数字 {token} 没有写花色", "the digits {token} have no suit"),
    "N004": ("花色 {token} 没有写数字", "the suit {token} has no digits"),
    "N005": ("没有 {token} 这种牌", "there is no tile {token}"),
    "N006": ("这里有一个看不见的字符（{name}）", "an invisible character stands here ({name})"),
    "N007": ("括号 {token} 没有合上", "the bracket {token} is never closed"),
    "N008": ("这个 {token} 前面没有打开的括号", "the {token} closes nothing: no bracket is open"),
    "N009": (
        "前一个括号还没有合上，又出现了 {token}",
        "the {token} opens a bracket inside another: the one before it is not closed yet",
    ),
    "N010": (
        "这里应以 {closing} 合上括号，写的却是 {token}",
        "the bracket should be closed by {closing}, not by {token}",
    ),
    "N011": ("{token} 不是顺子、刻子或杠", "{token} is no chow, pung or kong"),
    "N012": (
        "圆括号表示暗杠，{token} 不是四张相同的牌",
        "round brackets hold a concealed kong, and {token} is not four of a tile",
    ),
    "N013": (
        "圆括号表示暗杠，没有来源，却写了 {token}",
        "a concealed kong in round brackets comes from nobody, yet {token} is given",
    ),
    "N014": ("看不懂副露的来源“{token}”", "{token} does not say where the meld came from"),
    "N015": (
        "来源 {token} 指的是自己，副露的牌来自别家",
        "the source {token} would be the player itself: a claimed tile comes from another",
    ),
    "N016": ("来源 {token} 是加杠的写法，这是碰", "the source {token} is for an added kong, and this is a pung"),
    "N017": (
        "顺子总是吃上家的牌，逗号后的数字 1、2、3 表示吃进的是第几小的牌，不能写 {token}",
        "a chow always comes from the seat before; after its comma 1, 2 or 3 says which of its tiles was taken, not {token}",
    ),
    "N018": ("加杠的来源 {token} 应写成一个数字", "the source {token} of an added kong is written as one digit"),
    "N019": ("花牌 {token} 不能放在副露里", "the flower {token} cannot be in a meld"),
    "N020": ("加号后面没有牌", "no tile follows the plus"),
    "N021": ("加号后面只能有一张牌，{token} 有 {count} 张", "one tile follows the plus, and {token} has {count}"),
    "N022": ("加号只能有一个", "a second plus: only one tile can be added"),
    "N023": (
        "加号后的那张牌应写在最后，{token} 要放到加号前面",
        "the tile after the plus comes last: {token} belongs before the plus",
    ),
    "N024": ("花牌 {token} 不能写在加号后面", "the flower {token} cannot follow the plus"),
    "N025": (
        "后缀 {token} 有 {count} 个字符，应是六个：圈风、门风、自摸、绝张、海底、杠，例如 |EE1000",
        "the suffix {token} has {count} characters and should have six: round, seat, self-drawn, last copy, last tile, kong, as in |EE1000",
    ),
    "N026": ("后缀里的“{token}”不对", "the {token} in the suffix is wrong"),
    "N027": ("后缀只有两段，多出了 {token}", "a suffix has two fields: {token} is one too many"),
    "N028": (
        "花牌已经写在手牌里，后缀里又写了 {token}",
        "the flowers are among the tiles, and the suffix gives {token} again",
    ),
    "N029": ("这里应写牌，却是空的", "tiles are wanted here, and there is none"),
    "N030": ("这里只要一张牌，{token} 有 {count} 张", "one tile is wanted here, and {token} has {count}"),
    "N031": (
        "gb 记法写不出 {token} 的来源（从 {seat} 家看）",
        "the notation gb cannot say where {token} came from (as seen from {seat})",
    ),
    "N032": (
        "gb 记法的花牌要么写名字，要么写张数，写不出 {token} 另加 {count} 张",
        "the notation gb has flowers by name or by number, not {token} and {count} more",
    ),
    "N033": ("没有 {token} 这种记法，可用的有：{known}", "there is no notation {token}; there are {known}"),
    "N034": ("另外还有 {count} 处问题没有列出", "problems that are not listed: {count} more"),
    "N035": ("{to} 记法写不出百搭 {token}", "the notation {to} cannot write a joker {token}"),
}

HINTS: dict[str, Text] = {
    "south-or-bamboo": ("大写 S 是南，条子请写小写 s", "S is the South wind; for bamboo write s"),
    "white-or-dots": ("大写 P 是白，筒子请写小写 p", "P is the White dragon; for dots write p"),
    "green-or-flower": ("大写 F 是发，花牌请写小写 f", "F is the Green dragon; for flowers write f"),
    "west-or-characters": ("大写 W 是西，万子请写小写 m", "W is the West wind; for characters write m"),
    "lower-suit": ("花色字母要小写：m 万、p 筒、s 条、z 字、f 花", "suit letters are lower case: m, p, s, z, f"),
    "suit-m": ("万子写 m，例如 123m", "characters are written m, as in 123m"),
    "suit-p": ("筒子写 p，例如 123p", "dots are written p, as in 123p"),
    "suit-s": ("条子写 s，例如 123s", "bamboo is written s, as in 123s"),
    "lower-honour": (
        "字牌字母要大写：E 东、S 南、W 西、N 北、C 中、F 发、P 白",
        "honour letters are upper case: E S W N, and C red, F green, P white",
    ),
    "joker-digits": ("一个 j 就是一张百搭，不带数字", "each j is one joker, and takes no digits"),
    "lower-joker": (
        "百搭写小写 j，不带数字；J1–J3 只用于全用 Botzone 写法的手牌",
        "a joker is a lower-case j without digits; J1-J3 are tiles where the whole hand is Botzone",
    ),
    "suit-order": (
        "花色写在数字后面（123m），或者整段都写在前面（m123p99）",
        "the suit follows its digits (123m), or leads in the whole part (m123p99)",
    ),
    "honour-digits": ("字牌是 1-7z：东南西北白发中", "honours are 1-7z: East South West North White Green Red"),
    "flower-digits": ("花牌是 1-8f：春夏秋冬梅兰竹菊", "flowers are 1-8f: four seasons, then four plants"),
    "sources": (
        "来源可写 1 上家、2 对家、3 下家，座位 E S W N，或 ?（不明）；加杠写 5、6、7、+座位或 +?",
        "it can be 1 (seat before), 2 (across), 3 (seat after), a seat E S W N or ? (unknown); for an added kong 5 6 7, + and a seat, or +?",
    ),
    "upper-seat": ("座位字母要大写：E S W N", "seats are upper case: E S W N"),
    "own-seat": ("1 上家、2 对家、3 下家", "1 is the seat before, 2 across, 3 the seat after"),
    "pung-sources": (
        "碰牌写 1、2、3 或座位；四张牌的加杠才写 5、6、7",
        "a pung takes 1, 2, 3 or a seat; 5, 6, 7 are for four tiles",
    ),
    "write-5": ("碰上家后加杠写 5", "for a kong added to a pung from the seat before write 5"),
    "write-6": ("碰对家后加杠写 6", "for a kong added to a pung from across write 6"),
    "write-7": ("碰下家后加杠写 7", "for a kong added to a pung from the seat after write 7"),
    "use-square": ("碰和吃请用方括号，例如 [111m,2]", "for a chow or pung use square brackets, as in [111m,2]"),
    "exposed-kong": ("明杠请用方括号，例如 [1111m,2]", "for an exposed kong use square brackets, as in [1111m,2]"),
    "suffix-round": ("第一位是圈风：E S W N", "the first character is the round: E S W N"),
    "suffix-seat": ("第二位是门风：E S W N", "the second character is the seat: E S W N"),
    "suffix-self-drawn": ("第三位是自摸：1 是，0 否", "the third character is the self-draw: 1 or 0"),
    "suffix-last-copy": ("第四位是绝张：1 是，0 否", "the fourth character is the last copy: 1 or 0"),
    "suffix-last-tile": ("第五位是海底：1 是，0 否", "the fifth character is the last tile: 1 or 0"),
    "suffix-kong": (
        "第六位是杠（杠开或抢杠）：1 是，0 否",
        "the sixth character is the kong (replacement or robbed): 1 or 0",
    ),
    "suffix-flowers": (
        "花牌写字母 a-h（梅兰竹菊春夏秋冬），或写张数 0-8",
        "flowers are letters a-h (four plants, then four seasons) or their number 0-8",
    ),
}
