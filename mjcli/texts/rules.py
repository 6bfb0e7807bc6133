"""Sentences for R problems: rule files."""

from mjcli.texts import Text

PROBLEMS: dict[str, Text] = {
    "R002": ("不认识的键 {token}", "unknown key {token}"),
    "R003": ("缺少键 {token}", "the key {token} is missing"),
    "R005": ("{token} 应为{expected}", "{token} must be {expected}"),
    "R006": ("{token} 不能小于 {least}，这里是 {value}", "{token} must be at least {least}, not {value}"),
    "R007": ("{token} 不能是“{value}”，可选：{options}", "{token} cannot be {value!r}; it is one of: {options}"),
    "R008": ("{token}：没有“{value}”这种牌", "{token}: there is no tile {value!r}"),
    "R009": (
        "{token} 只用小写字母、数字和连字符，不能是“{value}”",
        "{token} has lower-case letters, digits and hyphens only, not {value!r}",
    ),
    "R010": ("不是有效的 TOML：{reason}", "not valid TOML: {reason}"),
    "R011": ("文件太大：{size} 字节，规则文件最多 {most} 字节", "{size} bytes: a rule file has at most {most}"),
    "R012": ("打不开 {token}：{reason}", "cannot open {token}: {reason}"),
    "R013": ("{token} 不是 UTF-8 文本", "{token} is not UTF-8 text"),
    "R014": ("找不到所继承的规则“{token}”", "extends {token!r}, which cannot be found"),
    "R015": ("继承成环：{chain}", "extends goes round in a circle: {chain}"),
    "R016": ("decided 说明的键 {token} 不存在", "decided explains {token}, a key that does not exist"),
    "R017": (
        "出处“{value}”不在 texts 列出的文本中：{options}",
        "the text {value!r} is not among those in texts: {options}",
    ),
    "R018": ("番种的条件成环：{chain}", "the fan's condition goes round in a circle: {chain}"),
    "R019": ("没有叫“{value}”的番种或条件", "there is no fan or predicate {value!r}"),
    "R020": ("{token} 不能大于 {most}，这里是 {value}", "{token} must be at most {most}, not {value}"),
    "R021": ("番种的条件太大，最多 {most} 项", "the fan's condition is too large: {most} parts at most"),
}

HINTS: dict[str, Text] = {
    "did-you-mean": ("是不是 {guess}？", "did you mean {guess}?"),
}
