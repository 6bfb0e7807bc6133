"""Every decision of ours is a key: a table that plays otherwise changes one line, and only that changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mjcli.answer import Entry, Scored, Settings, answer
from mjcli.batch.deals import deals_of
from mjcli.deals import answer_deal
from mjcli.ruleset import RuleSet, load_rules

House = Callable[[str, str], RuleSet]
Amounts = tuple[int, ...]
Case = tuple[str, str, str, Amounts | None, Amounts | None]
HEAD = 'id = "house"\nname = {{ zh = "本桌", en = "House" }}\nextends = "{base}"\n{changes}\n'


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Makes a house rule set that extends a base."""

    def make(base: str, changes: str) -> RuleSet:
        path = tmp_path / "house.toml"
        path.write_text(HEAD.format(base=base, changes=changes), "utf-8")
        return load_rules(path)

    return make


def scored(line: str, rules: RuleSet) -> Scored:
    """The answer to a line of a hand file."""
    hand, *fields = line.split()
    found = answer(Entry(hand, dict(field.split("=", 1) for field in fields)), rules, Settings()).answer
    assert isinstance(found, Scored)
    return found


def paid(line: str, rules: RuleSet) -> Amounts | None:
    """What each seat gets."""
    settlement = scored(line, rules).settlement
    return settlement.payments if settlement else None


def deal(text: str, rules: RuleSet) -> Amounts | None:
    """What each seat gets in a whole deal."""
    (found,) = deals_of(text.encode().splitlines(keepends=True))
    outcome = answer_deal(found, rules)
    assert outcome.settlement is not None, outcome.problems
    return outcome.settlement.payments


# Base, the line changed, a hand, payments E S W N as the base has them and as the house has them (None: no win).
HANDS: dict[str, Case] = {
    "honours-in-sets-multiply": (
        "dongyang",
        '[fans.pure-honours]\nexcludes = ["scattered-honours"]',
        "[111z,S][222z,S][333z,W]66z77z+7z wild=9s",
        (48, -16, -16, -16),
        (96, -32, -32, -32),
    ),
    "nothing-is-excluded": (
        "dongyang",
        "[fans.pure-honours]\nexcludes = []",
        "[111z,S][222z,S][333z,W]66z77z+7z wild=9s",
        (48, -16, -16, -16),
        (384, -128, -128, -128),
    ),
    "a-condition-keeps-its-count": (
        "dongyang",
        '[fans.floated-wild]\nfan = 2\ntest = "floated-wild"\nnot = ["after-kong"]',
        "123m456m789p123s9s+9p wild=9s event=float,float",
        (15, -5, -5, -5),
        (21, -7, -7, -7),
    ),
    "suited-pair": (
        "jipinghu",
        '[fans.all-chows]\nall = ["all-chows", "no-honours"]',
        "123m456m789p123s1z+1z",
        (12, -4, -4, -4),
        (6, -2, -2, -2),
    ),
    "patterns-do-not-stack": (
        "jipinghu",
        "[scoring]\nstack = false",
        "123m456m789m123m2z+2z from=S",
        (8, -8, 0, 0),
        (4, -4, 0, 0),
    ),
    "nine-gates-by-shape": (
        "jipinghu",
        '[fans.nine-gates]\ntest = "nine-gates"',
        "1112345567899m+9m",
        (48, -16, -16, -16),
        (192, -64, -64, -64),
    ),
    "limits-add": (
        "jipinghu",
        "[scoring]\nlimits_add = true",
        "123m456m789p123s55p event=heavenly",
        (192, -64, -64, -64),
        (768, -256, -256, -256),
    ),
    "kong-in-between-does-not-end-it": (
        "jipinghu",
        "[liability.kong-replacement]\nended_by_kong = false",
        "[5555p,W][1111s]123m78s66s+9s event=after-kong",
        (24, -8, -8, -8),
        (24, 0, -24, 0),
    ),
    "concealed-kong-among-the-twelve": (
        "jipinghu",
        "[liability.twelve-tiles]\nconcealed_kongs = true",
        "[5555p][123m,1][456m,1][999s,W]2z+2z",
        (6, -2, -2, -2),
        (6, 0, -6, 0),
    ),
    "dragons-before-the-kong": (
        "jipinghu",
        "[liability.kong-replacement]\nprecedence = 3",
        "[555z,S][666z,S][777z,S][5555p,W]2z+2z event=after-kong",
        (192, 0, -192, 0),
        (192, -192, 0, 0),
    ),
    "two-sit-with-three": ("jipinghu-2p", '[table]\nseats = "ESW"', "123m456m789p123s5p+5p", (4, -4), (8, -4, -4)),
    "no-row-of-all-honours": (
        "jipinghu-2p",
        "[fans.all-honours]\noff = true",
        "111z222z333z555z6z+6z",
        (64, -64),
        (8, -8),
    ),
    "additions-do-not-open": (
        "xinzhang-3",
        "[scoring]\nminimum_with_additions = false",
        "123m456m789p123s5p+5p",
        (24, -8, -8, -8),
        None,
    ),
    "concealed-kong-breaks-the-concealed-hand": (
        "xinzhang",
        '[fans.concealed-hand]\nall = ["concealed-hand"]\nnot = ["concealed-kong"]',
        "[1111m]456m789p123s5p+5p",
        (12, -4, -4, -4),
        (6, -2, -2, -2),
    ),
    "all-pay-a-discard": (
        "minjian",
        '[table]\ndiscard_payer = "everyone"',
        "123m456m789m11z22z+2z from=S",
        (6, -6, 0, 0),
        (18, -6, -6, -6),
    ),
    "multiples": (
        "minjian",
        "[fans.half-flush]\nfan = 3",
        "123m456m789m11z22z+2z from=S",
        (6, -6, 0, 0),
        (9, -9, 0, 0),
    ),
    "robbed-by-all": (
        "minjian",
        "[liability.robbed-kong]\noff = true",
        "123m456m789p23s55p+1s by=rob from=W",
        (9, 0, -9, 0),
        (9, -3, -3, -3),
    ),
    "flower-flat": (
        "minjian",
        "[side.flower]\namount = 0",
        "123m456m789p123s5p+5p flowers=12f",
        (15, -5, -5, -5),
        (9, -3, -3, -3),
    ),
    "flowers-paid": (
        "huizhou",
        "[side.flower]\namount = 1",
        "111m555m999p222s3z+3z flowers=12f",
        (27, -9, -9, -9),
        (33, -11, -11, -11),
    ),
    "codes-flat": (
        "huizhou",
        "[codes]\nflat = 3",
        "111m555m999p222s3z+3z horses=1m5m",
        (81, -27, -27, -27),
        (45, -15, -15, -15),
    ),
}

ROB_NOT = '[fans.plain]\ntest = "standard"\nnot = ["robbed-kong"]'
ALL_MAY = '"all-pungs", "melded-hand", "seven-pairs", "unconnected", "three-wilds", "human"'
TEN_FLAT = '[fans.heavenly]\nexcludes = ["seven-pairs", "full-flush", "lone-wild-draw"]'
HEAVENLY, KONGS = "112233445566m9s+8m event=heavenly wild=9s", "[1111m][2222p][3333s]789p5z+5z event=kongs:3 wild=9s"
RUNS, THREE = "159m148p258s1234z+5z wild=9s", "1479m258p36s1z555m+2z wild=5m"
CLAIMED = "[111m,N][222p,N][333s,N]44z66z+6z wild=9s"
MELDS, KONG = "[111m,W][222p,S][333s,N]", "[9999s]456m789p123s"
# The same for the rule sets with wild tiles.
WILD_HANDS: dict[str, Case] = {
    "kong-is-one": (
        "dongyang",
        "[fans.after-kong]\nfan = 1",
        f"{KONG}5p+5p event=after-kong wild=1m",
        (6, -2, -2, -2),
        (3, -1, -1, -1),
    ),
    "kongs-in-a-row-are-one": ("dongyang", "[fans.kong-run]\noff = true", KONGS, (9, -3, -3, -3), (6, -2, -2, -2)),
    "kongs-in-a-row-are-twice-as-much": (
        "dongyang",
        "[fans.kong-run]\nfan = 2",
        KONGS,
        (9, -3, -3, -3),
        (18, -6, -6, -6),
    ),
    "half-is-rounded-down": (
        "dongyang",
        '[payment]\nrounding = "down"',
        f"{RUNS} from=N base=3",
        (7, -2, -2, -3),
        (5, -1, -1, -3),
    ),
    "half-of-all-is-rounded-down": (
        "dongyang",
        '[payment]\nrounding = "down"',
        f"{RUNS} from=W bound=S base=3",
        (8, -4, -4, 0),
        (4, -2, -2, 0),
    ),
    "discarder-alone": (
        "dongyang",
        '[table]\ndiscard_payer = "feeder"',
        f"{RUNS} from=N base=3",
        (7, -2, -2, -3),
        (3, 0, 0, -3),
    ),
    "no-fifth-copy": (
        "dongyang",
        "[wild]\nfifth_copy = false",
        "[123p,N][456p,N][789p,N]555m9s+5m wild=9s",
        (6, -2, -2, -2),
        None,
    ),
    "bound-seats-do-not-share": (
        "dongyang",
        "[liability.bound]\nshared = false",
        f"{CLAIMED} from=S",
        (4, -2, 0, -2),
        (4, -4, 0, 0),
    ),
    "three-claims-first": (
        "dongyang",
        "[liability.third-claim]\nprecedence = 1",
        f"{CLAIMED} from=S",
        (4, -2, 0, -2),
        (4, -4, 0, 0),
    ),
    "no-liability-of-three-claims": (
        "dongyang",
        "[liability.third-claim]\noff = true",
        f"{MELDS}44z66z+6z wild=9s from=W",
        (4, 0, -4, 0),
        (4, -1, -2, -1),
    ),
    "three-wilds-on-a-discard": (
        "dongyang",
        f"[table]\ndiscard_needs = [{ALL_MAY}]",
        f"{THREE} from=S",
        None,
        (3, -1, -1, -1),
    ),
    "three-wilds-are-two": ("dongyang", "[fans.three-wilds]\nfan = 2", THREE, (3, -1, -1, -1), (6, -2, -2, -2)),
    "three-wilds-with-a-kong": (
        "dongyang",
        '[fans.three-wilds]\nexcludes = ["three-wilds-held", "heavenly", "human"]',
        "[9999s]147m258p1z555m+4z event=after-kong wild=5m",
        (3, -1, -1, -1),
        (6, -2, -2, -2),
    ),
    "three-wilds-held-are-drawn": (
        "dongyang",
        '[fans.three-wilds-held]\ntest = "three-wilds-held"\nnot = ["on-discard"]',
        f"{MELDS}6z555m+6z from=N wild=5m",
        (8, 0, 0, -8),
        (4, 0, 0, -4),
    ),
    "no-win-by-three-wilds": (
        "dongyang",
        '[table]\nshapes = ["standard", "seven-pairs", "unconnected", "honours-alone"]',
        THREE,
        (3, -1, -1, -1),
        None,
    ),
    "plain-robs-not": ("dongyang", ROB_NOT, "123m456m789p23s55p+1s by=rob from=W wild=9s", (3, 0, -3, 0), None),
    "robbed-as-a-discard": (
        "dongyang",
        '[payment]\nrobbed = "discard"\n[liability.robbed-kong]\noff = true',
        "456m789m345m23m88m+1m by=rob from=W wild=9s",
        (12, 0, -12, 0),
        (8, -2, -4, -2),
    ),
    "base": ("dongyang", "[scoring]\nbase = 5", RUNS, (3, -1, -1, -1), (15, -5, -5, -5)),
    "heavenly-is-ten-flat": ("dongyang", TEN_FLAT, HEAVENLY, (48, -16, -16, -16), (30, -10, -10, -10)),
    "heavenly-multiplies": (
        "dongyang",
        '[fans.heavenly]\ntier = "multiplier"',
        HEAVENLY,
        (48, -16, -16, -16),
        (480, -160, -160, -160),
    ),
    "human-takes-a-pattern": (
        "dongyang",
        '[table]\ndiscard_needs = ["seven-pairs"]',
        "123m456m789p123s5p+5p seat=S from=E event=human wild=9s",
        (-10, 20, -5, -5),
        None,
    ),
    "scattered-pairs-multiply": (
        "dongyang",
        '[fans.scattered-honours]\nexcludes = ["all-pungs"]',
        "112233445566z7z+7z wild=9s",
        (24, -8, -8, -8),
        (48, -16, -16, -16),
    ),
    "pure-pungs-multiply": (
        "dongyang",
        '[fans.pure-honours]\nexcludes = ["scattered-honours"]\n[fans.scattered-honours]\nexcludes = ["seven-pairs"]',
        "[111z,W][222z,S][333z,N]666z7z+7z wild=9s",
        (48, -16, -16, -16),
        (96, -32, -32, -32),
    ),
    "flowers-are-paid": (
        "dongyang",
        '[side.flower]\namount = 1\npayer = "payers"\nref = "004, 牌型设定"',
        "123m456m789p111s5p+5p flowers=15f wild=9s",
        (3, -1, -1, -1),
        (9, -3, -3, -3),
    ),
    "no-wild-is-two": (
        "huanle",
        "[fans.no-wild]\nfan = 2",
        "12377m789p33456s+7m from=S wild=1z",
        (36, -20, -8, -8),
        (37, -21, -8, -8),
    ),
    "no-row-for-no-wild": (
        "huanle",
        "[fans.no-wild]\noff = true",
        "12377m789p33456s+7m from=S wild=1z",
        (36, -20, -8, -8),
        (35, -19, -8, -8),
    ),
    "huanle-minimum": (
        "huanle",
        "[scoring]\nminimum = 13",
        "12377m789p33456s+7m from=S wild=1z",
        (36, -20, -8, -8),
        None,
    ),
    "huanle-base": (
        "huanle",
        "[payment]\nbase = 0",
        "12377m789p33456s+7m from=S wild=1z",
        (36, -20, -8, -8),
        (12, -12, 0, 0),
    ),
    "huanle-no-fifth-copy": (
        "huanle",
        "[wild]\nfifth_copy = false",
        "[5555m]46m789p123s99s+1z wild=1z",
        (72, -24, -24, -24),
        None,
    ),
}


# A table where discards are halved and seats can be bound to each other, extended by a house that says otherwise.
PACT = """
[table]
chows = true
discard_payer = "halves"

[payment]
base = 0
robbed = "draw"
rounding = "up"
ref = "000, 民间规则与打法 胡法"

[liability.bound]
name = { zh = "承包", en = "Bound seats" }
trigger = "bound"
precedence = 2
exemptible = false
count = 3
shared = true
ref = "000, 民间规则与打法 胡法"

[liability.third-claim]
name = { zh = "三次吃碰", en = "Third claim" }
trigger = "dealt-in"
precedence = 3
exemptible = false
count = 3
concealed_kongs = false
ref = "000, 民间规则与打法 胡法"
"""
NORTH_THRICE, TWO_AND_ONE = "[123m][456m][555p,N]78s11z+9s", "[123m][456m][555p,S]78s11z+9s"
# The line changed, a hand, payments E S W N as the table has them and as the house has them.
PACTS: dict[str, tuple[str, str, Amounts, Amounts]] = {
    "halves-are-rounded-up": (
        '[payment]\nrounding = "down"',
        "123m456m789p111s5p+5p from=S",
        (7, -3, -2, -2),
        (5, -3, -1, -1),
    ),
    "half-of-all-is-rounded-up": (
        '[payment]\nrounding = "down"',
        f"{NORTH_THRICE} from=S",
        (8, -4, 0, -4),
        (4, -2, 0, -2),
    ),
    "half-by-all-others": (
        '[table]\ndiscard_payer = "feeder"',
        "123m456m789p111s5p+5p from=S",
        (7, -3, -2, -2),
        (3, -3, 0, 0),
    ),
    "bound-seats-share": (
        "[liability.bound]\nshared = false",
        f"{NORTH_THRICE} from=S",
        (8, -4, 0, -4),
        (7, -7, 0, 0),
    ),
    "bound-before-the-third-claim": (
        "[liability.third-claim]\nprecedence = 1",
        f"{NORTH_THRICE} from=S",
        (8, -4, 0, -4),
        (7, -7, 0, 0),
    ),
    "bound-after-three": (
        "[liability.bound]\ncount = 4",
        f"{NORTH_THRICE} from=S",
        (8, -4, 0, -4),
        (7, -7, 0, 0),
    ),
    "after-the-third-claim": (
        "[liability.third-claim]\ncount = 4",
        f"{TWO_AND_ONE} from=W",
        (7, 0, -7, 0),
        (7, -2, -3, -2),
    ),
    "concealed-kongs-are-no-claims": (
        "[liability.third-claim]\nconcealed_kongs = true",
        "[123m][1111s][555p,S]6678m+9m stakes=0,0,3 from=W",
        (7, -2, -3, -2),
        (7, 0, -7, 0),
    ),
}


@pytest.mark.parametrize("case", PACTS.values(), ids=PACTS)
def test_one_line_changes_who_pays(house: House, tmp_path: Path, case: tuple[str, str, Amounts, Amounts]) -> None:
    """The same for a table of halves and bound seats."""
    changes, line, before, after = case
    table = HEAD.format(base="minjian", changes=PACT).replace('"house"', '"pact"')
    (tmp_path / "pact.toml").write_text(table, "utf-8")
    assert paid(line, load_rules(tmp_path / "pact.toml")) == before
    assert paid(line, house("pact", changes)) == after


@pytest.mark.parametrize("case", (HANDS | WILD_HANDS).values(), ids=HANDS | WILD_HANDS)
def test_one_line_changes_a_hand(house: House, case: Case) -> None:
    """The base settles as decided, and the house as its line says."""
    base, changes, line, before, after = case
    assert paid(line, load_rules(base)) == before
    assert paid(line, house(base, changes)) == after


EQUALS = "from=E stakes=0,0,1\nS 123m456m789p111s5p+5p\nW 222m666s777s34p11z+5p\n"
DEALS: dict[str, Case] = {
    "equals-are-all-paid": ("minjian", '[winners]\nequals = "all"', EQUALS, (-1, 1, 0, 0), (-2, 1, 1, 0)),
    "kongs-of-a-drawn-deal": ("huizhou", "[table]\ndrawn_kongs = true", "kong W [9999s]\n", (0,) * 4, (-2, -2, 6, -2)),
    "all-winners-are-paid": ("minjian", '[winners]\npaid = "all"', EQUALS, (-1, 1, 0, 0), (-2, 1, 1, 0)),
    "winner-deals-with-all-paid-bets": (
        "minjian",
        '[winners]\npaid = "all"\n[bets]\nwinner_exempt = false',
        EQUALS + "bet S 1m\n",
        (-1, 1, 0, 0),
        (-2, 0, 2, 0),
    ),
}


@pytest.mark.parametrize("case", DEALS.values(), ids=DEALS)
def test_one_line_changes_a_deal(house: House, case: Case) -> None:
    """The same for whole deals."""
    base, changes, text, before, after = case
    assert deal(text, load_rules(base)) == before
    assert deal(text, house(base, changes)) == after


def test_a_kong_that_does_not_void_the_earthly_win(house: House) -> None:
    """地和 stands beside another seat's kong where the table has it so, and else is refused."""
    text = b"S 123m456m789p111s5p+5p event=earthly\nkong W [9999s]\n"
    (found,) = deals_of(text.splitlines(keepends=True))

    refused = answer_deal(found, load_rules("jipinghu"))
    assert [problem.code for problem in refused.problems] == ["D014"]
    assert deal(text.decode(), house("jipinghu", "[table]\nkong_voids_first_turn = false")) == (-64, 192, -64, -64)
