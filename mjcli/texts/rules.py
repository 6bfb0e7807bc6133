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
    "R030": (
        "这个文件与自带的规则“{token}”同名：请改名，或移出 MJ_RULES_PATH 用路径指定",
        "the file has the id of a rule set that comes with mj, {token!r}: rename it, or move it out of MJ_RULES_PATH and name it by its path",
    ),
    "R031": ("MJ_RULES_PATH 中没有这个文件夹：{token}", "MJ_RULES_PATH names a folder that is not there: {token}"),
    "R032": (
        "按名称找到的规则，id 要与文件名相同：这里是 {id}，文件名是 {name}",
        "the id must be the file's name, {name!r}, for the rules to be found by it; it is {id!r}",
    ),
    "R033": ("被 MJ_RULES_PATH 中靠前的 {first} 遮住", "hidden by {first}, which comes first in MJ_RULES_PATH"),
}

# What stands between the blocks of a new rule file.
STARTER: dict[str, Text] = {
    "head": (
        "{name}：一桌自己的规矩。没有写的都与 {base} 相同；改完用 mj rules check 检查。\n紧跟在 # 后面、没有空格的几行是例子，去掉 # 就生效。",
        "{name}: a table's own rules. What is not written here is as in {base}; mj rules check looks over it.\nLines with text right after the # are examples: without the # they hold.",
    ),
    "texts": (
        "自己的规矩从哪里来；ref 引用这里的编号。",
        "Where the table's rules come from; a ref begins with the key here.",
    ),
    "scoring": ("计分", "How hands are counted"),
    "row": ("一行的倍数与分数：{fan_zh}", "What a row is worth: {fan_en}"),
    "stakes": ("注码：花、杠、鸡胡", "The stakes of a flower, a kong, a chicken hand"),
    "codes": (
        "马：most 最多几张；flat 每中一张加几分，0 为按牌的分数再付一份",
        "Codes: most are turned at most; each hit pays flat points more, or with 0 the hand's points once more",
    ),
    "code-map": (
        "每张马属于从庄家数起的第几家：ranks 是一到九，others 是字牌和花牌",
        "The seat, counted from the dealer, that each code falls to: ranks for one to nine, others for honours and flowers",
    ),
    "off": ("例：不算{fan_zh}", "Example: {fan_en} does not count"),
    "value": ("例：{fan_zh}的另一种算法", "Example: another value of {fan_en}"),
    "composed": (
        "例：用已有的番种（mj rules fans）组成新的；all 全要，any 有一个，not 都没有",
        "Example: a fan made of known ones (mj rules fans); all of them, any of them, not any of them",
    ),
    "composed-all-pungs": ("门清碰碰胡", "Concealed pungs"),
    "composed-full-flush": ("自摸清一色", "Drawn flush"),
}

# What the numbers of the ways of counting mean.
NUMBERS: dict[str, Text] = {
    "cap": ("牌型与附加最多几番", "the most fan of patterns and additions"),
    "factor": ("每多一番乘几", "each fan multiplies the points by it"),
    "minimum": ("几番起和，0 为不限", "the least fan of a win, 0 for none"),
    "base": ("一倍几分（基础分）", "the points of a multiple of 1"),
}

HINTS: dict[str, Text] = {
    "did-you-mean": ("是不是 {guess}？", "did you mean {guess}?"),
}
