"""Sentences for U (usage) and F (files) problems."""

from mjcli.texts import Text

PROBLEMS: dict[str, Text] = {
    "U001": ("没有“{token}”这种牌", "there is no tile {token!r}"),
    "U002": (
        "没有“{token}”这个座位，应为 E S W N 或 东 南 西 北",
        "there is no seat {token!r}: E S W N or 东 南 西 北",
    ),
    "U003": ("没有叫“{token}”的规则，现有：{known}", "there is no rule set {token!r}; there are: {known}"),
    "U004": ("mj {command} 没有 {token} 这一项", "mj {command} has no field {token}"),
    "U006": ("和牌方式不能是“{token}”，可选：{known}", "a win is not by {token!r}; it is one of: {known}"),
    "U007": ("“{token}”应为不带符号的整数", "{token!r} must be a whole number without a sign"),
    "U008": ("没有叫“{token}”的事件，可选：{known}", "there is no event {token!r}; there are: {known}"),
    "U009": (
        "事件“{token}”的写法不对：只有 after-kong:牌 和 kongs:次数 带冒号",
        "the event {token!r} is not written so: only after-kong:TILE and kongs:NUMBER have a colon",
    ),
}

HINTS: dict[str, Text] = {
    "did-you-mean": ("是不是 {guess}？", "did you mean {guess}?"),
}
