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
    "U010": ("没有选项 {token}", "no such option: {token}"),
    "U011": ("没有命令 {token}", "no such command: {token}"),
    "U012": ("缺少参数 {token}", "missing argument: {token}"),
    "U013": ("{token} 的值可选：{known}", "{token} takes one of: {known}"),
    "U014": (
        "没有手牌：写在命令后面，或用 -f 文件、管道输入",
        "no hand: write one, name a file with -f, or pipe one in",
    ),
    "U015": ("--json 与 --csv 只能用一个", "--json and --csv exclude each other"),
    "U017": ("{token} 的值应为不小于 {least} 的整数", "{token} takes a whole number of at least {least}"),
    "U018": ("“{token}”应为三个数：花,杠,鸡胡", "{token!r} must be three numbers: flower,kong,chicken"),
    "U019": ("没有文件：写在命令后面，或用管道输入", "no file: name one, or pipe one in"),
    "U020": ("选项 {token} 要带一个值，或不能带值", "the option {token} takes a value, or takes none"),
    "U016": ("命令用法不对：{reason}", "wrong usage: {reason}"),
    "U021": ("--fields 没有 {token} 这一栏，可选：{known}", "--fields has no column {token!r}; there are: {known}"),
    "U022": ("--fields 要与 --json 或 --csv 同用", "--fields goes with --json or --csv"),
    "U030": (
        "规则的名称只用小写字母、数字和连字符，不能是“{token}”",
        "the id of a rule set has lower-case letters, digits and hyphens only, not {token!r}",
    ),
    "U031": ("“{token}”是自带的规则，请用别的名称", "{token!r} is a rule set that comes with mj: choose another id"),
    "U032": ("文件不能继承自己：{token}", "a rule file cannot extend itself: {token}"),
    "U033": ("规则文件的名称以 .toml 结尾，不能是“{token}”", "a rule file ends in .toml, not so {token!r}"),
    "U034": ("{token} 已经存在；用 --force 覆盖", "{token} is there already; --force overwrites it"),
    "U035": ("写不了文件 {token}：{reason}", "cannot write {token}: {reason}"),
    "U037": ("写不了结果：{reason}", "the output cannot be written: {reason}"),
    "U036": ("没有叫“{token}”的番种条件", "there is no predicate {token!r}"),
    "F001": ("不是有效的 JSON：{reason}", "not valid JSON: {reason}"),
    "F002": ("缺少 {token} 这一项", "{token} is missing"),
    "F003": (
        "{token} 的值应为字符串、整数或字符串列表",
        "{token} must be a string, a whole number or a list of strings",
    ),
    "F004": ("“{token}”不是 键=值", "{token!r} is not key=value"),
    "F005": ("{token} 写了两次", "{token} is given twice"),
    "F006": ("这一行不是 UTF-8 文本（字节 {token}）", "the line is not UTF-8 text (bytes {token})"),
    "F007": ("不是有效的 CSV：{reason}", "not valid CSV: {reason}"),
    "F008": ("这一行有 {count} 格，表头有 {columns} 列", "the row has {count} cells, the header {columns} columns"),
    "F009": ("打不开文件 {token}：{reason}", "cannot open {token}: {reason}"),
}

HINTS: dict[str, Text] = {
    "did-you-mean": ("是不是 {guess}？", "did you mean {guess}?"),
}
