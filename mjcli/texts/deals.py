"""Sentences for D problems: the hands of one deal together."""

from mjcli.texts import Text

PROBLEMS: dict[str, Text] = {
    "D001": ("{token} 家写了不止一手牌", "{token} has more than one hand"),
    "D002": ("几家和的不是同一张牌，或来源不同", "the winners do not win on the same tile from the same seat"),
    "D003": ("{token} 家写了不止一次", "{token} is given more than once"),
    "D004": ("“{token}”应全是杠，如 [5555p][1111z,W]", "{token!r} must be kongs and nothing else: [5555p][1111z,W]"),
    "D005": ("自摸只有一家和牌，这里写了 {token} 家", "a self-draw has one winner, not {token}"),
    "D006": ("{token} 家叫了和，杠和副露写在手牌里", "{token} called a win: its kongs and melds stand in its hand"),
    "D007": (
        "各家手牌合计有 {count} 张 {token}，每种牌只有四张",
        "{count} {token} in all hands together: there are four of each tile",
    ),
    "D008": (
        "“{token}”开头的行看不懂：应为座位加手牌、kong、melds、bet、follow 或 键=值",
        "a line that begins {token!r}: it must be a seat and a hand, kong, melds, bet, follow, or key=value",
    ),
    "D009": ("{token} 应为 true 或 false", "{token} must be true or false"),
    "D010": (
        "{token} 的形式不对：winners 是对象的列表，kongs、melds、bets 是以座位为键的对象",
        "{token} has the wrong form: winners is a list of objects; kongs, melds and bets are objects by seat",
    ),
    "D012": (
        "{token} 属于整盘，写在单独的 键=值 行",
        "{token} holds for the whole deal: write it on a line of its own",
    ),
    "D013": ("几家和牌由这一盘本身决定，不用写 winners", "how many win follows from the deal: winners is not written"),
    "D014": ("别家已有副露或杠，{token} 已失效", "another seat has laid down a set, so {token} is void"),
    "D015": ("几家和牌要写明是哪家放的牌（from）", "with several winners the deal must say who fed them (from)"),
    "D016": (
        "{token} 家既有 kong 又有 melds：杠与其他副露一起写在 melds 里",
        "{token} has both kong and melds: its kongs stand among its melds",
    ),
    "D017": ("“{token}”应全是副露，如 [123m][555p,W]", "{token!r} must be melds and nothing else: [123m][555p,W]"),
    "D018": ("{token} 家写了 {count} 副，一手牌最多四副", "{token} has {count} melds: a hand has four sets"),
    "D011": ("没有人和牌，{token} 没有意义", "nobody won, so {token} means nothing"),
}

HINTS: dict[str, Text] = {}
