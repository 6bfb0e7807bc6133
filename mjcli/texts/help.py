"""Help of the commands and their options."""

from mjcli.texts import Text

# What click itself says.
CLICK_WORDS: dict[str, Text] = {
    "Usage: ": ("用法：", "Usage: "),
    "Options": ("选项", "Options"),
    "Commands": ("命令", "Commands"),
    "Show this message and exit.": ("显示这段说明", "Show this message and exit."),
    "Show the version and exit.": ("显示版本", "Show the version and exit."),
}

COMMANDS: dict[str, Text] = {
    "mj": (
        "麻将计番与听牌：按各地规则算番、算钱、找听张，每个数字都有出处。",
        "Scores mahjong hands and finds waiting tiles under the rules played in China, with the clause behind every number.",
    ),
    "score": ("计番、结算、包牌。", "Fan breakdown, payments and liability of a win."),
    "wait": (
        "听牌：听哪些张，各剩几张，自摸与点炮各值多少。",
        "Waiting tiles: copies left, and what each is worth by draw and by discard.",
    ),
    "discard": (
        "何切：14 张手牌，每种打法剩几向听、进多少张。",
        "For a 14-tile hand: the distance and acceptance that each discard leaves.",
    ),
    "settle": (
        "整盘结算：一炮多响、各家的杠、买马、跟庄、下一盘谁坐庄。",
        "A whole deal: several winners, everybody's kongs, bets, who deals next.",
    ),
    "convert": ("换一种记法写手牌。", "Write a hand in another notation."),
    "rules": (
        "规则：列表、细则、检查、比较、新建，番种、代码。",
        "Rule sets: list, show, check, compare and write them; fans and codes.",
    ),
    "rules list": ("列出所有规则。", "List the rule sets."),
    "rules show": ("一套规则的番种表与出处。", "The table of a rule set, with the clause of every entry."),
    "rules check": ("检查规则文件，列出全部问题。", "Check rule files and report every problem."),
    "rules diff": (
        "会打前一套规则的人，打后一套前要知道什么。",
        "What a player of the first rule set must know before playing the second.",
    ),
    "rules new": (
        "写一个规则文件的开头，供自己的牌桌修改；改之前与 BASE 算得一样。",
        "Write a rule file for a table to edit; until then it scores as BASE does.",
    ),
    "rules fans": (
        "番种条件的说明与正反例；可只列几个。",
        "The predicates of fans, all or those named: what each asks, hands that have it and hands that do not.",
    ),
    "rules codes": ("结果里的所有代码及其含义。", "Every code of the output, with a sentence each."),
}

# What `mj rules new` says of the file.
WRITTEN: Text = (
    "写好 {path}。改完检查：mj rules check {path}；使用：mj score -r {path} …",
    "{path} is written. To check it once edited: mj rules check {path}; to use it: mj score -r {path} …",
)

# What stands below the description of a command.
EPILOGUES: dict[str, Text] = {
    "settle": (
        "一盘几行，空行隔开：键=值、座位 HAND 键=值、kong 座位 [杠]、bet 座位 牌、follow；或每行一个 JSON。",
        "A deal is some lines, a blank line ends it: key=value, SEAT HAND key=value, kong SEAT [MELD], bet SEAT TILE, follow; or a JSON object a line.",
    ),
    "score": (
        '例：mj score "[111z,W]123m456p99s78s+9s"。没有 HAND 时读管道或 -f 文件，每行：HAND 键=值 …',
        'Example: mj score "[111z,W]123m456p99s78s+9s". Without a HAND it reads a pipe or -f files, a line each: HAND key=value …',
    ),
    "rules list": (
        "MJ_RULES_PATH 所列文件夹里的规则文件，可用文件名（不带 .toml）称呼，与自带的一样。",
        "Rule files of your own, in folders that the environment variable MJ_RULES_PATH lists, go by their names without .toml, as those that come with mj do.",
    ),
    "rules diff": ("例：mj rules diff jipinghu huizhou", "Example: mj rules diff jipinghu huizhou"),
    "rules new": ("例：mj rules new my-table --extends jipinghu", "Example: mj rules new my-table --extends jipinghu"),
    "rules fans": ("例：mj rules fans half-flush nine-gates", "Example: mj rules fans half-flush nine-gates"),
    "wait": ("例：mj wait 1112345678999m", "Example: mj wait 1112345678999m"),
    "discard": ("例：mj discard 123m456m789p1145s9p", "Example: mj discard 123m456m789p1145s9p"),
    "convert": (
        '例：mj convert --to chinese "[111z,W]123m456p99s78s+9s"',
        'Example: mj convert --to chinese "[111z,W]123m456p99s78s+9s"',
    ),
}

OPTIONS: dict[str, Text] = {
    "rules": ("规则：名称或 TOML 文件；也可用环境变量 MJ_RULES", "Rule set: an id or a TOML file; MJ_RULES works too."),
    "extends": ("以哪套规则为底", "The rule set to begin with."),
    "output": (
        "写到哪个文件；默认当前文件夹的 ID.toml；- 为标准输出",
        "The file to write; ID.toml in this folder unless given; - is standard output.",
    ),
    "force": ("文件已存在也覆盖", "Overwrite a file that is there."),
    "lang": ("语言；默认随系统，否则中文", "Language; from the locale, else zh."),
    "json": ("输出 JSON，每手一行", "JSON, one line a hand."),
    "csv": ("输出 CSV，带表头", "CSV with a header."),
    "fields": ("--json、--csv 只写这几栏，按此次序", "The columns of --json or --csv, in this order."),
    "all-rows": ("文件再长也列出每一行", "Show every row of a long file, not only the first."),
    "color": ("颜色；NO_COLOR 有效", "Colour; NO_COLOR is honoured."),
    "tiles": ("牌的写法：文字、名称、图形", "How tiles are written."),
    "file": ("手牌文件，可重复；- 为标准输入", "A hand file; repeatable; - is standard input."),
    "to": ("目标记法", "The notation to write."),
    "win": ("和牌张", "The winning tile."),
    "by": (
        "draw 自摸、discard 点炮、rob 抢杠；不写时看有没有 --from",
        "draw, discard or rob; discard with --from, else draw.",
    ),
    "from": ("放牌或被抢杠的座位", "The seat that discarded or was robbed."),
    "seat": (
        "自己的座位 E S W N（东 南 西 北），默认 E（庄）",
        "One's own seat: E S W N; E, the dealer, unless given.",
    ),
    "round": ("圈风，默认 E", "The prevailing wind; E unless given."),
    "event": ("情况，可重复；见 mj rules codes", "What happened; repeatable; see mj rules codes."),
    "winners": ("同一张牌和了几家", "How many win on the same tile."),
    "exempt": ("已包别家、不再包的座位，可重复", "A seat already liable to another player; repeatable."),
    "flowers": ("花牌", "Flower tiles."),
    "wild": ("翻出的财神是哪种牌", "The kind turned up as wild."),
    "horses": ("马牌", "Code tiles."),
    "bound": ("有承包关系的座位", "The seat bound to the winner."),
    "stakes": ("花、杠、鸡胡三个数", "Stakes of a flower, a kong, a chicken hand."),
    "base": ("基础分：一倍是多少分", "What a multiple of one pays."),
    "visible": ("别处已见的牌", "Tiles that lie open elsewhere."),
    "passed": ("放过没和的牌（漏胡）", "Winning tiles that were let go."),
    "unit": ("每分的单位 N", "What one point is worth."),
    "fee": ("每家每局的台费 A", "What the house takes from each player."),
    "explain": ("逐条说明出处与取舍", "Say which clause gave what, and what did not count."),
    "others": ("也列出其他读法", "List the other readings too."),
    "dead-waits": ("也列出已无剩张的听张", "List waits with no copy left too."),
}
