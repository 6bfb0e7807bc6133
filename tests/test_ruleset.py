"""Rule files: what a table may write, what comes of it, and what is said where a file is wrong.

A house file extends the rule set of the package, so that a test writes only what it is about.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import mjcli
from mjcli.analysis import WaitReport
from mjcli.answer import Answer, Scored, Settings, answer
from mjcli.batch import read_line
from mjcli.errors import Problem, RulesError, UsageError
from mjcli.ruleset import RuleSet, load_rules, rule_ids, rules_folder
from mjcli.value import FrozenMap, Value

PACKAGE = Path(mjcli.__file__).parent
# Three lines, so that what a test writes begins on the fourth.
HEADER = 'id = "house"\nextends = "jipinghu"\nname = { zh = "本桌", en = "Our table" }\n'
NEW_FAN = 'tier = "addition"\nfan = 1\nname = { zh = "新番", en = "New fan" }\nref = "002, 六"\n'

House = Callable[..., RuleSet]


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a rule file into a folder of its own."""

    def write_file(body: str, *, header: str = HEADER, name: str = "house") -> Path:
        path = tmp_path / f"{name}.toml"
        path.write_text(header + body, "utf-8")
        return path

    return write_file


@pytest.fixture
def house(write: Callable[..., Path]) -> House:
    """The rule set of a house file with that body."""

    def load(body: str, **how: str) -> RuleSet:
        return load_rules(write(body, **how))

    return load


def problems_of(path: Path) -> tuple[Problem, ...]:
    """Everything that is wrong with a rule file."""
    with pytest.raises(RulesError) as caught:
        load_rules(path)
    return caught.value.problems


def answered(line: str, rules: RuleSet, command: str = "score") -> Answer:
    """The answer about a line of a hand file."""
    entry = read_line(line)
    assert entry is not None
    outcome = answer(entry, rules, Settings(command=command))
    assert outcome.answer is not None, [problem.message() for problem in outcome.problems]
    return outcome.answer


class Worth(NamedTuple):
    """What a hand comes to, and the Chinese names of the fans that count."""

    fan: int | None
    points: int | None
    names: tuple[str, ...]


def worth(line: str, rules: RuleSet) -> Worth:
    """What a line of a hand file is worth."""
    found = answered(line, rules)
    assert isinstance(found, Scored)
    tally = found.score.tally
    return Worth(found.score.fan, found.score.points, tuple(one.rule.name[0] for one in tally.counted) if tally else ())


# What is wrong with a file


class Fault(NamedTuple):
    """A problem as the tests name it: code, key, line, and what may have been meant."""

    code: str
    key: str
    line: int | None
    guess: str = ""


def faults_of(path: Path) -> list[Fault]:
    """The problems of a file, in order of their lines."""
    found = [Fault(one.code, one.key, one.line, one.facts.get("guess") or "") for one in problems_of(path)]
    return sorted(found, key=lambda fault: (fault.line or 0, fault.key, fault.code))


BODIES = {
    "unknown-key": ("[scoring]\ncapp = 4\n", [Fault("R002", "scoring.capp", 5, "cap")]),
    "unknown-key-at-the-top": ("zzz = 4\n", [Fault("R002", "zzz", 4)]),
    "unknown-key-of-a-fan": ("[fans.chicken]\nfann = 1\n", [Fault("R002", "fans.chicken.fann", 5, "fan")]),
    "number-as-text": ('[scoring]\ncap = "three"\n', [Fault("R005", "scoring.cap", 5)]),
    "number-as-truth": ("[scoring]\ncap = true\n", [Fault("R005", "scoring.cap", 5)]),
    "number-with-a-point": ("[scoring]\ncap = 3.0\n", [Fault("R005", "scoring.cap", 5)]),
    "truth-as-number": ("[scoring]\nstack = 1\n", [Fault("R005", "scoring.stack", 5)]),
    "text-as-number": ("[fans.chicken]\nref = 2\n", [Fault("R005", "fans.chicken.ref", 5)]),
    "empty-text": ('[fans.chicken]\nref = " "\n', [Fault("R005", "fans.chicken.ref", 5)]),
    "name-in-one-language": (
        f'[fans.ours]\n{NEW_FAN.replace(", en = {0}New fan{0}".format(chr(34)), "")}all = ["all-pungs"]\n',
        [Fault("R005", "fans.ours.name", 7)],
    ),
    "names-not-in-a-list": ('[fans.all-pungs]\nall = "half-flush"\n', [Fault("R005", "fans.all-pungs.all", 5)]),
    "a-shape-twice": ('[table]\nshapes = ["standard", "standard"]\n', [Fault("R005", "table.shapes", 5)]),
    "no-names-in-the-list": ("[fans.all-pungs]\nany = []\n", [Fault("R005", "fans.all-pungs.any", 5)]),
    "negative-cap": ("[scoring]\ncap = -1\n", [Fault("R006", "scoring.cap", 5)]),
    "factor-of-nought": ("[scoring]\nfactor = 0\n", [Fault("R006", "scoring.factor", 5)]),
    "negative-fan": ("[fans.chicken]\nfan = -1\n", [Fault("R006", "fans.chicken.fan", 5)]),
    "missing-key": (
        f'[fans.ours]\n{NEW_FAN.replace("fan = 1" + chr(10), "")}all = ["all-pungs"]\n',
        [Fault("R003", "fans.ours.fan", 4)],
    ),
    "unknown-tier": ('[fans.chicken]\ntier = "fallbak"\n', [Fault("R007", "fans.chicken.tier", 5, "fallback")]),
    "unknown-policy": ('[scoring]\npolicy = "capped"\n', [Fault("R007", "scoring.policy", 5, "capped-fan")]),
    "unknown-shape": ('[table]\nshapes = ["standrad"]\n', [Fault("R007", "table.shapes", 5, "standard")]),
    "unknown-seats": ('[table]\nseats = "EN"\n', [Fault("R007", "table.seats", 5)]),
    "unknown-tile": ('[liability.twelve-tiles]\nkinds = ["5q"]\n', [Fault("R008", "liability.twelve-tiles.kinds", 5)]),
    "unknown-predicate": ('[fans.chicken]\ntest = "all-pung"\n', [Fault("R019", "fans.chicken.test", 5, "all-pungs")]),
    "unknown-part": (
        '[fans.chicken]\nall = ["all-pungs", "half-flsh"]\n',
        [Fault("R019", "fans.chicken.all", 5, "half-flush")],
    ),
    "unknown-part-is-no-fan-of-a-test": (
        f'[fans.ours]\n{NEW_FAN}all = ["all-pungs"]\n[fans.chicken]\ntest = "ours"\n',
        [Fault("R019", "fans.chicken.test", 11)],
    ),
    "fan-that-names-itself": (f'[fans.ours]\n{NEW_FAN}not = ["ours"]\n', [Fault("R018", "fans.ours.not", 9)]),
    "fans-in-a-circle": (
        f'[fans.ours]\n{NEW_FAN}all = ["yours"]\n[fans.yours]\n{NEW_FAN}all = ["ours"]\n',
        [Fault("R018", "fans.ours.all", 9), Fault("R018", "fans.yours.all", 15)],
    ),
    "unknown-text": ('[fans.chicken]\nref = "009, 六"\n', [Fault("R017", "fans.chicken.ref", 5)]),
    "line-in-a-text-is-no-key": (
        '[texts]\n"003" = """\ncap = 1\n"""\n[scoring]\ncap = -1\n',
        [Fault("R006", "scoring.cap", 9)],
    ),
    "section-that-is-no-table": ("scoring = 3\n", [Fault("R005", "scoring", 4)]),
    "fan-that-is-no-table": ("[fans]\nchicken = 5\n", [Fault("R005", "fans.chicken", 5)]),
    "new-fan-that-is-no-table": ("[fans]\nours = 5\n", [Fault("R005", "fans.ours", 5)]),
    "liability-that-is-no-table": ("[liability]\nours = 5\n", [Fault("R005", "liability.ours", 5)]),
    "unknown-trigger": (
        '[liability.twelve-tiles]\ntrigger = "claim"\n',
        [Fault("R007", "liability.twelve-tiles.trigger", 5, "claims")],
    ),
    "circle-of-different-operators": (
        f'[fans.ours]\n{NEW_FAN}all = ["yours"]\n[fans.yours]\n{NEW_FAN}any = ["ours"]\n',
        [Fault("R018", "fans.ours.all", 9), Fault("R018", "fans.yours.any", 15)],
    ),
    "fan-not-in-kebab-case": (f'[fans.Our_Fan]\n{NEW_FAN}all = ["all-pungs"]\n', [Fault("R009", "fans.Our_Fan", 4)]),
    "decision-on-no-key": (
        '[decided]\n"scoring.capp" = { zh = "三番", en = "three" }\n',
        [Fault("R016", "decided.scoring.capp", 5)],
    ),
    "fan-without-end": ("[fans.chicken]\nfan = 99999999\n", [Fault("R020", "fans.chicken.fan", 5)]),
    "factor-without-end": ("[scoring]\nfactor = 1000\n", [Fault("R020", "scoring.factor", 5)]),
    "several": (
        '[scoring]\ncapp = 4\nfactor = "two"\n[fans.chicken]\ntier = "none"\nfan = -1\n'
        '[fans.all-pungs]\ntest = "pungs"\n',
        [
            Fault("R002", "scoring.capp", 5, "cap"),
            Fault("R005", "scoring.factor", 6),
            Fault("R007", "fans.chicken.tier", 8),
            Fault("R006", "fans.chicken.fan", 9),
            Fault("R019", "fans.all-pungs.test", 11, "all-pungs"),
        ],
    ),
}


WILD = '[wild]\nfifth_copy = true\nref = "002, 六"\n'
# Wild tiles, in a file that extends a rule set without any.
WILDS = {
    "turned-never-and-no-tiles": (f'{WILD}turned = "never"\n', [Fault("R003", "wild.tiles", 4)]),
    "turned-never-and-a-stand-in": (
        f'{WILD}turned = "never"\ntiles = ["j"]\nstand_in = "5z"\n',
        [Fault("R002", "wild.stand_in", 9)],
    ),
    "unknown-turned": (f'{WILD}turned = "requird"\n', [Fault("R007", "wild.turned", 7, "required")]),
    "flower-as-stand-in": (f'{WILD}turned = "optional"\nstand_in = "1f"\n', [Fault("R005", "wild.stand_in", 8)]),
    "joker-as-stand-in": (f'{WILD}turned = "optional"\nstand_in = "j"\n', [Fault("R005", "wild.stand_in", 8)]),
    "number-as-stand-in": (f'{WILD}turned = "optional"\nstand_in = 5\n', [Fault("R005", "wild.stand_in", 8)]),
    "two-as-stand-in": (f'{WILD}turned = "optional"\nstand_in = "56z"\n', [Fault("R008", "wild.stand_in", 8)]),
    "no-wild-tiles-in-the-list": (f'{WILD}turned = "optional"\ntiles = []\n', [Fault("R005", "wild.tiles", 8)]),
    "unknown-wild-tile": (f'{WILD}turned = "never"\ntiles = ["j", "9z"]\n', [Fault("R008", "wild.tiles", 8)]),
    "flower-as-wild-tile": (f'{WILD}turned = "never"\ntiles = ["j", "1f"]\n', [Fault("R005", "wild.tiles", 8)]),
    "unknown-key-of-wild": (
        f'{WILD}turned = "optional"\nstandin = "5z"\n',
        [Fault("R002", "wild.standin", 8, "stand_in")],
    ),
    "unknown-text-of-wild": (
        WILD.replace("002", "009") + 'turned = "optional"\n',
        [Fault("R017", "wild.ref", 6)],
    ),
    "wild-that-is-no-table": ("wild = 5\n", [Fault("R005", "wild", 4)]),
    "wild-that-lacks-keys": (
        '[wild]\ntiles = ["j"]\n',
        [Fault("R003", f"wild.{key}", 4) for key in ("fifth_copy", "ref", "turned")],
    ),
}
# Products, in a file that extends one.
PRODUCTS = {
    "base-of-nought": ("[scoring]\nbase = 0\n", [Fault("R006", "scoring.base", 5)]),
    "base-with-a-point": ("[scoring]\nbase = 1.5\n", [Fault("R005", "scoring.base", 5)]),
    "misspelled-key-of-a-product": ("[scoring]\nbas = 2\n", [Fault("R002", "scoring.bas", 5, "base")]),
    "keys-of-another-policy": (
        "[scoring]\ncap = 3\nminimum = 1\n",
        [Fault("R002", "scoring.cap", 5), Fault("R002", "scoring.minimum", 6)],
    ),
    "misspelled-policy": ('[scoring]\npolicy = "prodct"\n', [Fault("R007", "scoring.policy", 5, "product")]),
    "unknown-factor": (
        '[scoring.factors.Q]\nname = { zh = "牌", en = "Tiles" }\nref = "004, 1"\n',
        [Fault("R002", "scoring.factors.Q", 4)],
    ),
    "factors-that-are-no-table": ("[scoring]\nfactors = 3\n", [Fault("R005", "scoring.factors", 5)]),
    "factor-that-is-no-table": ("[scoring.factors]\nA = 3\n", [Fault("R005", "scoring.factors.A", 5)]),
    "unknown-key-of-a-factor": (
        "[scoring.factors.K]\nnam = 3\n",
        [Fault("R002", "scoring.factors.K.nam", 5, "name")],
    ),
    "unknown-text-of-a-factor": (
        '[scoring.factors.P]\nref = "009, 1"\n',
        [Fault("R017", "scoring.factors.P.ref", 5)],
    ),
    "tier-of-another-policy": (
        '[fans.full-flush]\ntier = "special"\n',
        [Fault("R007", "fans.full-flush.tier", 5)],
    ),
    "unknown-fan-that-a-discard-needs": (
        '[table]\ndiscard_needs = ["full-flush", "all-pung"]\n',
        [Fault("R019", "table.discard_needs", 5, "all-pungs")],
    ),
    "a-discard-needs-no-list": (
        '[table]\ndiscard_needs = "full-flush"\n',
        [Fault("R005", "table.discard_needs", 5)],
    ),
}
WRONG = [
    pytest.param(HEADER.replace("jipinghu", base) + body, expected, id=name)
    for base, bodies in (("jipinghu", BODIES), ("jipinghu", WILDS), ("dongyang", PRODUCTS))
    for name, (body, expected) in bodies.items()
]


@pytest.mark.parametrize(("text", "expected"), WRONG)
def test_problems_have_a_code_a_key_and_a_line(write: Callable[..., Path], text: str, expected: list[Fault]) -> None:
    """Each mistake is reported once, at its key, and nothing else is."""
    path = write(text, header="")

    assert faults_of(path) == expected
    assert {problem.file for problem in problems_of(path)} == {str(path)}


@pytest.mark.parametrize(("text", "expected"), WRONG)
def test_problems_are_said_in_words(write: Callable[..., Path], text: str, expected: list[Fault]) -> None:
    """Both languages have a sentence, with what may have been meant."""
    for problem in problems_of(write(text, header="")):
        for lang in ("zh", "en"):
            said = problem.message(lang)

            assert "{" not in said.replace("{ zh", "")
            assert (problem.facts.get("guess") or "") in said
    assert len(expected) == len(problems_of(write(text, header="")))


PRODUCT_ALONE = """id = "ours"
[table]
discard_needs = ["plain"]
[scoring]
policy = "product"
base = 1
[scoring.factors.P]
name = { zh = "牌型", en = "Patterns" }
[fans.plain]
tier = "fallback"
"""


def test_a_product_lacks_factors(write: Callable[..., Path]) -> None:
    """A factor that is not there lacks its name and its clause; what the file does have is not reported."""
    lacking = {fault.key for fault in faults_of(write(PRODUCT_ALONE, header="")) if fault.code == "R003"}

    assert {f"scoring.factors.{key}" for key in ("P.ref", "A.name", "A.ref", "K.name", "K.ref")} <= lacking
    assert not lacking & {"scoring.base", "scoring.factors.P.name", "table.discard_needs", "scoring.cap"}


def test_conditions_that_grow_without_end(write: Callable[..., Path]) -> None:
    """Fans that name each other twice over, or one by one for ever, are stopped: they cost neither time nor depth."""
    for count, times in ((25, 2), (600, 1)):
        fans = "".join(f"[fans.f{number}]\n{NEW_FAN}all = {[f'f{number - 1}'] * times}\n" for number in range(1, count))
        problems = problems_of(write(f'[fans.f0]\n{NEW_FAN}all = ["all-pungs"]\n{fans}'))

        assert {problem.code for problem in problems} == {"R021"}


def test_a_problem_of_the_base_is_placed_there(write: Callable[..., Path]) -> None:
    """What the extended file got wrong is reported in that file, at its line."""
    base = write("[scoring]\ncap = -1\n", name="base", header=HEADER.replace("house", "base"))
    child = write("[fans.chicken]\nfan = -1\n", header=HEADER.replace("jipinghu", "base"))

    found = {(problem.file, problem.key, problem.line) for problem in problems_of(child)}

    assert found == {(str(base), "scoring.cap", 5), (str(child), "fans.chicken.fan", 5)}


EXTENDS = {
    "nothing-known": ('id = "house"\nextends = "nothing"\n', "R014"),
    "itself": ('id = "house"\nextends = "house"\n', "R015"),
    "no-id": ('id = "house"\nextends = 3\n', "R005"),
}


@pytest.mark.parametrize(("header", "code"), EXTENDS.values(), ids=list(EXTENDS))
def test_extends_that_cannot_be(write: Callable[..., Path], header: str, code: str) -> None:
    """A base that does not exist, is the file itself or has no name is an error at `extends`."""
    assert faults_of(write("", header=header)) == [Fault(code, "extends", 2)]


def test_files_that_extend_each_other(write: Callable[..., Path]) -> None:
    """A circle of files is an error that names all of them."""
    write("", header='id = "one"\nextends = "two"\n', name="one")
    path = write("", header='id = "two"\nextends = "one"\n', name="two")

    (problem,) = problems_of(path)

    assert problem.code == "R015"
    assert problem.facts["chain"] == "two → one → two"


def test_an_id_is_not_inherited(write: Callable[..., Path]) -> None:
    """A house file has an id of its own, so that no result under it bears another's name."""
    path = write("", header='extends = "jipinghu"\n')

    assert faults_of(path) == [Fault("R003", "id", None)]
    assert problems_of(path)[0].file == str(path)


def test_a_file_without_a_base_must_say_everything(write: Callable[..., Path]) -> None:
    """Keys that lack are reported together."""
    keys = {fault.key for fault in faults_of(write("", header='id = "alone"\n')) if fault.code == "R003"}

    assert {"name", "table.seats", "scoring.cap", "scoring.factor"} <= keys


@pytest.mark.parametrize("name", ["Our Table", "our_table", "本桌", "OURS"])
def test_an_id_is_in_kebab_case(write: Callable[..., Path], name: str) -> None:
    """An id stands on command lines and in records."""
    assert faults_of(write("", header=HEADER.replace('"house"', f'"{name}"'))) == [Fault("R009", "id", 1)]


def make_folder(path: Path) -> None:
    """A folder where a file should be."""
    path.mkdir()


FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "not-toml": (lambda path: path.write_text("[scoring\ncap = 3\n"), "R010"),
    "nested-without-end": (lambda path: path.write_text("a = " + "[" * 3000 + "]" * 3000), "R010"),
    "two-values-for-a-key": (lambda path: path.write_text("cap = 3\ncap = 4\n"), "R010"),
    "ten-megabytes": (lambda path: path.write_text("# " + "x" * 10_000_000), "R011"),
    "a-folder": (make_folder, "R012"),
    "absent": (Path.exists, "R012"),
    "not-utf-8": (lambda path: path.write_bytes(HEADER.encode("gb18030")), "R013"),
}


@pytest.mark.parametrize(("make", "code"), FILES.values(), ids=list(FILES))
def test_files_that_cannot_be_read(tmp_path: Path, make: Callable[[Path], object], code: str) -> None:
    """What is no rule file at all is one problem that names the file."""
    path = tmp_path / "house.toml"
    make(path)

    (problem,) = problems_of(path)

    assert (problem.code, problem.file) == (code, str(path))
    assert "{" not in problem.message("en") + problem.message("zh")


def test_an_unknown_rule_set_of_the_package() -> None:
    """The ids that there are, and the nearest one, are named."""
    with pytest.raises(UsageError) as caught:
        load_rules("jipingu")

    (problem,) = caught.value.problems
    assert (problem.code, problem.facts["guess"]) == ("U003", "jipinghu")
    assert set(problem.facts["known"]) == set(rule_ids())


# What a file says


def test_extends_joins_and_overrides(house: House) -> None:
    """A house file changes what it writes and keeps all else, down to the single key."""
    base, rules = load_rules("jipinghu"), house("[scoring]\ncap = 4\n[fans.all-pungs]\nfan = 3\n")

    assert (rules.id, rules.lineage, rules.name) == ("house", ("house", "jipinghu"), ("本桌", "Our table"))
    assert rules.scoring == base.scoring.replace(cap=4)
    assert rules.table == base.table
    assert rules.liabilities == base.liabilities
    assert [one.id for one in rules.fans] == [one.id for one in base.fans]
    assert rules.fan("all-pungs") == base.fan("all-pungs").replace(fan=3)
    assert rules.fan("half-flush") == base.fan("half-flush")


def test_a_file_extends_a_file_beside_it(write: Callable[..., Path]) -> None:
    """The nearest word counts, over three generations."""
    write("[scoring]\ncap = 4\nfactor = 3\n", name="parent", header=HEADER.replace("house", "parent"))
    rules = load_rules(write("[scoring]\ncap = 5\n", header=HEADER.replace("jipinghu", "parent")))

    assert rules.lineage == ("house", "parent", "jipinghu")
    assert rules.scoring == load_rules("jipinghu").scoring.replace(cap=5, factor=3)


ALL_CHOWS, WITH_HONOUR_PAIR = "123m456m789p123s5p+5p from=S", "123m456m789p123s1z+1z from=S"
HALF_FLUSH_OF_CHOWS = "123m456m789m123m1z+1z from=S"
ALL_PUNGS = "111m555m999p222s3z+3z from=S"
FULL_FLUSH = "123m456m789m23m55m+4m from=S"
SHAPED_GATES = "1112345567899m+9m from=S"
DEALT_CHOWS, DEALT_FLUSH = "123m456m789p123s55p event=heavenly", "123m456m789m234m55m event=heavenly"

# The body of a house file, a hand, and what it is worth under the house rules and under those of the package.
HOUSES = {
    "cap-lifted": (
        "[scoring]\ncap = 5\n",
        "111z555z123m456p9s+9s",
        Worth(4, 16, ("鸡胡", "自摸", "门风", "圈风", "三元牌")),
        3,
    ),
    "cap-lowered": ("[scoring]\ncap = 2\n", HALF_FLUSH_OF_CHOWS, Worth(2, 4, ("平胡", "混一色")), 3),
    "cap-spares-specials": ("[scoring]\ncap = 2\n", FULL_FLUSH, Worth(4, 16, ("清一色",)), 4),
    "factor": ("[scoring]\nfactor = 3\n", HALF_FLUSH_OF_CHOWS, Worth(3, 27, ("平胡", "混一色")), 3),
    "factor-of-one": ("[scoring]\nfactor = 1\n", FULL_FLUSH, Worth(4, 1, ("清一色",)), 4),
    "no-stack": ("[scoring]\nstack = false\n", HALF_FLUSH_OF_CHOWS, Worth(2, 4, ("混一色",)), 3),
    "no-stack-keeps-additions": (
        "[scoring]\nstack = false\n",
        HALF_FLUSH_OF_CHOWS.removesuffix(" from=S"),
        Worth(3, 8, ("混一色", "自摸")),
        3,
    ),
    "limits-add-to-patterns": (
        "[scoring]\nlimits_add = true\n",
        DEALT_CHOWS,
        Worth(8, 256, ("平胡", "自摸", "天和")),
        6,
    ),
    "limits-add-to-specials": ("[scoring]\nlimits_add = true\n", DEALT_FLUSH, Worth(10, 1024, ("清一色", "天和")), 6),
    "value": ("[fans.all-pungs]\nfan = 3\n", ALL_PUNGS, Worth(3, 8, ("碰碰胡",)), 2),
    "name": ('[fans.all-pungs]\nname = { zh = "对对胡" }\n', ALL_PUNGS, Worth(2, 4, ("对对胡",)), 2),
    "tier": ('[fans.all-pungs]\ntier = "special"\n', ALL_PUNGS.removesuffix(" from=S"), Worth(2, 4, ("碰碰胡",)), 3),
    "floor-over-a-small-special": (
        "[fans.full-flush]\nfan = 2\n",
        FULL_FLUSH + " winners=3",
        Worth(3, 8, ("清一色", "一炮三响")),
        4,
    ),
    "floor-passed": (
        "[scoring]\ncap = 5\n",
        "111m555p666z777z3z+3z from=S winners=3",
        Worth(4, 16, ("碰碰胡", "三元牌")),
        3,
    ),
    "floor": ("[fans.three-winners]\nfan = 2\n", ALL_CHOWS + " winners=3", Worth(2, 4, ("平胡", "一炮三响")), 3),
    "off": ("[fans.full-flush]\noff = true\n", FULL_FLUSH, Worth(1, 2, ("平胡",)), 4),
    "off-is-still-a-condition": (
        "[fans.half-flush]\noff = true\n",
        "111m333m777m222z5z+5z from=S",
        Worth(4, 16, ("混碰",)),
        4,
    ),
    "test": ('[fans.nine-gates]\ntest = "nine-gates"\n', SHAPED_GATES, Worth(6, 64, ("九莲宝灯",)), 4),
    "test-drops-any": (
        '[fans.self-draw]\ntest = "self-draw"\n[fans.robbed-kong]\noff = true\n',
        "123m456m789p23s55p+1s by=rob from=W",
        Worth(1, 2, ("平胡",)),
        3,
    ),
    "any-drops-all": (
        '[fans.full-flush-pungs]\nany = ["all-pungs"]\n',
        ALL_PUNGS,
        Worth(5, 32, ("清碰",)),
        2,
    ),
    "all-drops-the-predicate": (
        '[fans.all-chows]\nall = ["all-chows", "no-honours"]\n',
        WITH_HONOUR_PAIR,
        Worth(0, 1, ("鸡胡",)),
        1,
    ),
    "all-that-holds": ('[fans.all-chows]\nall = ["all-chows", "no-honours"]\n', ALL_CHOWS, Worth(1, 2, ("平胡",)), 1),
    "any-of-two": (
        f'[fans.ours]\n{NEW_FAN}any = ["all-pungs", "seat-wind"]\n',
        ALL_PUNGS,
        Worth(3, 8, ("碰碰胡", "新番")),
        2,
    ),
    "any-of-none": (f'[fans.ours]\n{NEW_FAN}any = ["all-pungs", "seat-wind"]\n', ALL_CHOWS, Worth(1, 2, ("平胡",)), 1),
    "not": (f'[fans.ours]\n{NEW_FAN}not = ["no-honours"]\n', WITH_HONOUR_PAIR, Worth(2, 4, ("平胡", "新番")), 1),
    "not-of-what-holds": (f'[fans.ours]\n{NEW_FAN}not = ["no-honours"]\n', ALL_CHOWS, Worth(1, 2, ("平胡",)), 1),
    "not-of-several": (
        f'[fans.ours]\n{NEW_FAN}not = ["all-pungs", "no-honours"]\n',
        ALL_PUNGS,
        Worth(2, 4, ("碰碰胡",)),
        2,
    ),
    "all-and-not-together": (
        f'[fans.ours]\n{NEW_FAN}all = ["all-chows"]\nnot = ["self-draw", "half-flush"]\n',
        ALL_CHOWS,
        Worth(2, 4, ("平胡", "新番")),
        1,
    ),
    "all-but-not": (
        f'[fans.ours]\n{NEW_FAN}all = ["all-chows"]\nnot = ["self-draw", "half-flush"]\n',
        HALF_FLUSH_OF_CHOWS,
        Worth(3, 8, ("平胡", "混一色")),
        3,
    ),
    "parts-that-are-fans-of-the-file": (
        f'[fans.ours]\n{NEW_FAN}any = ["all-chows", "all-pungs"]\n'
        f'[fans.yours]\n{NEW_FAN}all = ["ours", "no-honours"]\n',
        ALL_CHOWS,
        Worth(3, 8, ("平胡", "新番", "新番")),
        1,
    ),
    "thirteen-orphans-do-not-win": (
        '[table]\nshapes = ["standard"]\n',
        "19m19p19s1234567z+1m",
        Worth(None, None, ()),
        6,
    ),
}


@pytest.mark.parametrize(("body", "line", "expected", "usual"), HOUSES.values(), ids=list(HOUSES))
def test_a_house_rule_changes_a_score_as_written(
    house: House, body: str, line: str, expected: Worth, usual: int
) -> None:
    """The hand is worth what the house file says, and the package's own rules stay as they are."""
    rules = house(body)

    assert worth(line, rules)[:2] == expected[:2]
    assert sorted(worth(line, rules).names) == sorted(expected.names)
    assert worth(line, load_rules("jipinghu")).fan == usual


def test_a_limit_that_adds_is_not_left_out_too(house: House) -> None:
    """What counts beside a special pattern is not also said not to count."""
    found = answered(DEALT_FLUSH, house("[scoring]\nlimits_add = true\n"))
    assert isinstance(found, Scored)
    tally = found.score.tally
    assert tally is not None

    left_out = {one.found.rule.id for one in tally.uncounted}
    assert left_out & {one.rule.id for one in tally.counted} == set()


def test_a_toml_mistake_has_its_line(write: Callable[..., Path]) -> None:
    """The line that the TOML reader tells only in words."""
    (problem,) = problems_of(write("[scoring]\ncap = [1\n[x]\n"))

    assert (problem.code, problem.line) == ("R010", 6)


def test_a_liability_can_be_off(house: House) -> None:
    """A table that does not play 十二张落地包 says so in one line."""
    rules = house("[liability.twelve-tiles]\noff = true\n")
    found = answered("[123m,1][555p,W][777s,S][999s,N]2z+2z", rules)

    assert isinstance(found, Scored)
    assert found.settlement is not None
    assert (found.settlement.liability, found.settlement.payments) == (None, (6, -2, -2, -2))


@pytest.mark.parametrize(
    ("body", "line", "payments"),
    [
        (
            "[liability.robbed-kong]\nexemptible = true\n",
            "123m456m789p23s55p+1s by=rob from=W exempt=W",
            (24, -8, -8, -8),
        ),
        ("[liability.twelve-tiles]\nconcealed_kongs = true\n", "[123m,1][555p,W][7777s][999s,S]2z+2z", (6, -6, 0, 0)),
        ("[liability.twelve-tiles]\ncount = 3\n", "[123m,1][555p,W][777s,S]678s2z+2z", (6, -6, 0, 0)),
        (
            "[liability.kong-replacement]\nended_by_kong = false\n",
            "[5555p,W][1111m]234m78s11z+9s event=after-kong",
            (24, 0, -24, 0),
        ),
        (
            "[liability.kong-replacement]\nprecedence = 3\n",
            "[555z,S][666z,W][777z,N][9999s,W]2p+2p event=after-kong",
            (192, 0, 0, -192),
        ),
    ],
    ids=["exemptible", "concealed-kongs", "count", "not-ended-by-kong", "precedence"],
)
def test_a_house_rule_changes_who_pays(house: House, body: str, line: str, payments: tuple[int, ...]) -> None:
    """Each key of a liability does what it says."""
    found = answered(line, house(body))

    assert isinstance(found, Scored)
    assert found.settlement is not None
    assert found.settlement.payments == payments


@pytest.mark.parametrize(("formal", "waiting"), [("true", True), ("false", False)])
def test_formal_tenpai(house: House, formal: str, waiting: bool) -> None:
    """Whether a hand waits that holds all four of the only tile it waits for."""
    found = answered("1111m456m789p123s", house(f"[table]\nformal_tenpai = {formal}\n"), "wait")

    assert isinstance(found, WaitReport)
    assert (found.is_tenpai, found.shanten == 0) == (waiting, waiting)
    assert [tile.text for tile in found.held] == ([] if waiting else ["1m"])


@pytest.mark.parametrize(("missed", "open_waits"), [("none", ["2s", "5s"]), ("same-kind", ["5s"]), ("all-waits", [])])
def test_missed_win(house: House, missed: str, open_waits: list[str]) -> None:
    """What a passed win blocks: nothing, that kind, or every wait; and no draw ever."""
    rules = house(f'[table]\nmissed_win = "{missed}"\n')
    found = answered("123m456m789p2345s passed=2s", rules, "wait")

    assert isinstance(found, WaitReport)
    assert [wait.tile.text for wait in found.waits if wait.discard] == open_waits
    assert all(wait.draw for wait in found.waits)


def test_two_rule_sets_do_not_affect_each_other(house: House) -> None:
    """Rule sets loaded side by side, and asked in turn, each give their own scores."""
    base = load_rules("jipinghu")
    kept, before = repr(base), worth(FULL_FLUSH, base)
    other = house("[scoring]\ncap = 1\nfactor = 5\n[fans.full-flush]\nfan = 1\n")

    for _ in range(3):
        assert worth(FULL_FLUSH, other) == Worth(1, 5, ("清一色",))
        assert worth(FULL_FLUSH, base) == before
    assert repr(base) == kept == repr(load_rules("jipinghu"))


# Results that nobody can change


def mutable_parts(value: object, path: str = "") -> list[str]:
    """Where, within a value, something stands that could be changed."""
    if isinstance(value, Value):
        return [
            found for name in type(value)._fields for found in mutable_parts(getattr(value, name), f"{path}.{name}")
        ]
    if isinstance(value, (tuple, frozenset)):
        return [found for item in value for found in mutable_parts(item, f"{path}[]")]
    if isinstance(value, FrozenMap):
        return [found for item in value.values() for found in mutable_parts(item, f"{path}{{}}")]
    return [] if value is None or isinstance(value, (int, str, bool)) else [f"{path}: {type(value).__name__}"]


def test_a_rule_set_cannot_be_changed(house: House) -> None:
    """Neither a field nor anything within one."""
    for rules in (load_rules("jipinghu"), house("")):
        assert mutable_parts(rules) == []
        with pytest.raises(AttributeError):
            rules.id = "other"  # type: ignore[misc]
        with pytest.raises(TypeError):
            rules.texts["002"] = "other"  # type: ignore[index]


@pytest.mark.parametrize(
    "line",
    [
        "123m456m789p23s55p+1s by=rob from=W",
        "[123m,1][555p,W][777s,S][999s]2z2z event=called exempt=S",
        "123m456m789p123s5p",
        "1133557799m113p+3p",
    ],
)
def test_an_answer_cannot_be_changed(line: str) -> None:
    """A score, its trace, its notes and its settlement are values all through."""
    found = answered(line, load_rules("jipinghu"))
    assert isinstance(found, Scored)

    assert mutable_parts(found.score.replace(rules=None)) == []
    assert mutable_parts(found.settlement) == []


# Where rule files are


@pytest.mark.parametrize("rules_at", ["mjcli/rules", "rules"], ids=["installed", "source-tree"])
def test_rules_are_found(tmp_path: Path, rules_at: str) -> None:
    """In the package, as a wheel has them, or beside it, as a source tree does."""
    shutil.copytree(PACKAGE, tmp_path / "mjcli", ignore=shutil.ignore_patterns("__pycache__", "rules"))
    (tmp_path / rules_at).mkdir()
    for file in rules_folder().glob("*.toml"):
        shutil.copy(file, tmp_path / rules_at)
    script = (
        "from mjcli.ruleset import load_rules, rule_ids, rules_folder\n"
        "print(rules_folder(), load_rules().id, *rule_ids(), sep='\\n')"
    )

    result = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)

    folder, default, *ids = result.stdout.splitlines()
    assert Path(folder) == tmp_path / rules_at
    assert default == "jipinghu"
    assert tuple(ids) == rule_ids()


@pytest.mark.parametrize("name", rule_ids())
def test_rule_sets_of_the_package_load(name: str) -> None:
    """Each one is found by its id and cites its texts."""
    rules = load_rules(name)

    assert rules.id == name == rules.lineage[0]
    assert rules.fans
    assert all(rule.ref.partition(",")[0] in rules.texts for rule in rules.fans)
    assert all(rule.ref.partition(",")[0] in rules.texts for rule in rules.liabilities)


def test_a_path_may_be_text(write: Callable[..., Path]) -> None:
    """A name that ends in .toml, or has a folder in it, is a path."""
    path: Any = write("")

    assert load_rules(str(path)) == load_rules(path)
