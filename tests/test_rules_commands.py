"""Rule sets of one's own: files written by hand or by `mj rules new`, found by id, compared, and wrong in every way.

Fundamental: a rule file changes scores as it is written, and whatever is wrong with one is a sentence, never a
traceback.  Configurable: the wording of the screens, which `--update-golden` rewrites.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mjcli.cli.main import run
from mjcli.errors import MjError
from mjcli.fans import PREDICATES
from mjcli.report.problems import cell_width
from mjcli.ruleset import Condition, Product, RuleSet, WildRule, load_rules, rule_ids, rules_folder
from mjcli.ruleset.catalogue import FOLDERS_VARIABLE
from mjcli.ruleset.diff import compare
from mjcli.ruleset.schema import Factor
from mjcli.texts import pick
from mjcli.tiles import JOKER, Tile

WON, MALFORMED = 0, 2
WIDTH = 80
PUNGS = "111m555p999s222m7s+7s"
# Hands with wild tiles: 爆头, 平胡, 清一色, one that wants a fifth 3m, 七对 without a wild tile.
LONE_WILD = "123m456m789p123s9s+5p --wild 9s"
PLAIN = "123m456m789p123s5p+5p --wild 9s"
FLUSH = "123m456m789m123m5m+5m --wild 9s"
FIFTH = "[3333m]456p78p12m9s55p+9p --wild 9s"
HELD_ALONE = "1133m5577p224s66z+4s --wild 9s"
SETTINGS = ("LANG", "LC_ALL", "LC_MESSAGES", "MJ_RULES", FOLDERS_VARIABLE, "NO_COLOR", "FORCE_COLOR", "COLUMNS")
HEADER = 'id = "{id}"\nextends = "{base}"\nname = {{ zh = "本桌", en = "Our table" }}\n'
# A file so old that a change of it shows.
OLD = 1_000_000_000


class Result(NamedTuple):
    """What came of a command: its exit code, and what it wrote where."""

    code: int
    out: str
    err: str

    @property
    def record(self) -> Any:
        """The JSON value on standard output."""
        return json.loads(self.out)


Mj = Callable[..., Result]
Write = Callable[..., Path]


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing is set in the environment, and the current folder is empty."""
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def mj(capsys: pytest.CaptureFixture[str]) -> Mj:
    """Runs a command line in this process."""
    return lambda *args: Result(run(args), *capsys.readouterr())


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a rule file `id` that extends `base` and has that body, into a folder below the current one."""

    def write_file(body: str = "", *, id: str = "house", base: str = "jipinghu", folder: str = "rules") -> Path:  # noqa: A002
        path = tmp_path / folder / f"{id}.toml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(HEADER.format(id=id, base=base) + body, "utf-8")
        return path

    return write_file


@pytest.fixture
def folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., None]:
    """Sets MJ_RULES_PATH to folders below the current one."""

    def set_folders(*names: str) -> None:
        monkeypatch.setenv(FOLDERS_VARIABLE, os.pathsep.join(str(tmp_path / name) for name in names))

    return set_folders


def code_of(result: Result) -> str:
    """The code of the one problem on standard error."""
    (code,) = re.findall(r"\b[A-Z]\d{3}\b", result.err)
    return str(code)


# --- TOML alone


COMPOSED = """[fans.three-of-one]
name = { zh = "三同", en = "Three of one" }
tier = "special"
fan = 7
all = ["all-pungs", "concealed-hand"]
not = ["half-flush"]
ref = "002, 六"
"""


class Change(NamedTuple):
    """A rule file by its base and body, and the points of a hand before and after: None for no win."""

    base: str
    body: str
    hand: str
    before: int | None
    after: int | None


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(
            Change("jipinghu", "[scoring]\ncap = 5\n", "555m999m222z3z666z+3z", 16, 16), id="cap-beside-special"
        ),
        pytest.param(Change("jipinghu", "[scoring]\ncap = 2\n", PUNGS, 8, 4), id="cap"),
        pytest.param(Change("jipinghu", "[scoring]\nfactor = 3\n", PUNGS, 8, 27), id="factor"),
        pytest.param(Change("jipinghu", "[fans.all-pungs]\nfan = 1\n", PUNGS, 8, 4), id="value"),
        pytest.param(Change("jipinghu", "[fans.all-pungs]\noff = true\n", PUNGS, 8, 2), id="off"),
        pytest.param(Change("jipinghu", COMPOSED, PUNGS, 8, 128), id="composed"),
        pytest.param(Change("huizhou", "[fans.all-pungs]\npoints = 30\n", PUNGS, 9, 30), id="printed-points"),
        pytest.param(Change("minjian", "[stakes]\nchicken = 7\n", PUNGS, 3, 7), id="stakes"),
        pytest.param(Change("dongyang", "[scoring]\nbase = 5\n", LONE_WILD, 2, 10), id="base"),
        pytest.param(
            Change("dongyang", "[fans.lone-wild-draw]\nfan = 3\n", LONE_WILD, 2, 4), id="addition-of-a-product"
        ),
        pytest.param(
            Change("dongyang", "[table]\ndiscard_needs = []\n", f"{PLAIN} --from S", None, 1),
            id="a-discard-needs-nothing",
        ),
        pytest.param(
            Change("dongyang", '[table]\ndiscard_needs = ["seven-pairs"]\n', f"{FLUSH} --from S", 4, None),
            id="a-discard-needs-another",
        ),
        pytest.param(Change("dongyang", "[wild]\nfifth_copy = false\n", FIFTH, 1, None), id="fifth-copy"),
        pytest.param(Change("huanle", "[fans.no-wild]\noff = true\n", HELD_ALONE, 26, 25), id="no-wild"),
    ],
)
def test_a_house_rule_changes_the_score(mj: Mj, write: Write, change: Change) -> None:
    """What the file says is what counts, and nothing else changes."""
    path = str(write(change.body, base=change.base))

    points = [
        mj("score", "--json", "-r", rules, *change.hand.split()).record.get("points")
        for rules in (change.base, path, change.base)
    ]
    assert points == [change.before, change.after, change.before]


def test_a_minimum_of_a_house(mj: Mj, write: Write) -> None:
    """A hand below the minimum is complete and no win."""
    record = mj("score", "--json", "-r", str(write("[scoring]\nminimum = 4\n")), PUNGS).record

    assert (record["win"], record["reason"]) == (False, "under-minimum")


def test_another_code_map(mj: Mj, write: Write) -> None:
    """The seat that a code falls to is the file's."""
    hand = ("--json", "--horses", "2m5p", "111m555m999m222m3z+3z")
    path = str(write("[codes]\nranks = [2, 1, 3, 4, 2, 1, 3, 4, 2]\n", base="huizhou"))

    usual, house = (mj("score", "-r", rules, *hand).record["payments"]["E"] for rules in ("huizhou", path))

    # Seat 1: 5p under the table's own map, 2m under the house's; the other falls to seat 2.
    assert usual == house
    only = ("--json", "--horses", "2m6m", *hand[3:])
    usual, house = (mj("score", "-r", rules, *only).record["payments"]["E"] for rules in ("huizhou", path))
    assert house == 3 * usual


# --- files that are wrong


def test_each_mistake_is_one_clear_error(mj: Mj, write: Write, tmp_path: Path) -> None:
    """Unknown key, circles, a negative number, a giant file: one problem with file and key, and exit code 2."""
    write(id="one", base="circle")
    files = {
        "R002": write("[scoring]\ncapp = 4\n", id="unknown-key"),
        "R015": write(id="circle", base="one"),
        "R018": write(COMPOSED.replace('"all-pungs", ', '"three-of-one", '), id="itself"),
        "R006": write("[scoring]\ncap = -1\n", id="negative"),
        "R011": write("#" * 10_000_000, id="giant"),
        "R014": write(id="orphan", base="nowhere"),
        "R010": write("[[", id="not-toml"),
        "R012": tmp_path / "rules" / "not-there.toml",
    }
    for code, path in files.items():
        for args in (("rules", "check"), ("rules", "show"), ("score", PUNGS, "-r"), ("rules", "diff", "jipinghu")):
            result = mj(*args, str(path))

            assert (result.code, result.out, code_of(result)) == (MALFORMED, "", code), (args, path)
            assert path.stem in result.err


# --- mj rules new


@pytest.mark.parametrize("base", rule_ids())
def test_a_new_file_is_its_base(mj: Mj, base: str) -> None:
    """It loads at once, and plays and scores as its base does."""
    assert mj("rules", "new", "my-table", "--extends", base).code == WON

    assert mj("rules", "check", "my-table.toml").code == WON
    assert mj("rules", "diff", base, "my-table.toml", "--json").record["equal"]
    assert tomllib.loads(Path("my-table.toml").read_text("utf-8"))["extends"] == base


@pytest.mark.parametrize("base", rule_ids())
def test_the_examples_of_a_new_file_hold(mj: Mj, base: str) -> None:
    """With the # taken away every example loads and is a difference."""
    text = mj("rules", "new", "my-table", "--extends", base, "-o", "-").out
    Path("my-table.toml").write_text(re.sub(r"(?m)^#(?=[^ ])", "", text), "utf-8")

    found = mj("rules", "diff", base, "my-table.toml", "--json").record["changes"]

    assert [one["key"] for one in found if one["kind"] == "added"] == ["fans.house-fan"]
    assert {"changed", "added", "gone"} == {one["kind"] for one in found}


def test_a_new_file_has_both_languages(mj: Mj) -> None:
    """Every comment stands in Chinese and in English, every number of the policy is there to change."""
    text = mj("rules", "new", "my-table", "--extends", "jipinghu", "-o", "-").out
    comments = [line for line in text.splitlines() if line.startswith("# ")]

    assert len([line for line in comments if line.isascii()]) * 2 == len(comments)
    assert tomllib.loads(text)["scoring"] == {"cap": 3, "factor": 2, "minimum": 0}
    assert not Path("my-table.toml").exists()


@pytest.mark.parametrize("base", ["jipinghu", "huizhou", "minjian", "dongyang"])
def test_a_new_file_as_recorded(mj: Mj, golden: Callable[[str, str], None], base: str) -> None:
    """The whole text of a starter file for each way of counting."""
    golden(f"rules-new-{base}", mj("rules", "new", "my-table", "--extends", base, "-o", "-").out)


def test_a_new_file_never_overwrites(mj: Mj) -> None:
    """A file that is there stays as it is, but for --force."""
    args = ("rules", "new", "my-table", "--extends", "jipinghu")
    Path("my-table.toml").write_text("mine", "utf-8")

    assert code_of(mj(*args)) == "U034"
    assert Path("my-table.toml").read_text("utf-8") == "mine"
    assert mj(*args, "--force").code == WON
    assert load_rules("my-table.toml").id == "my-table"


def test_a_new_file_extends_a_file_beside_it(mj: Mj, write: Write) -> None:
    """The base is looked up from where the file will stand."""
    path = write("[scoring]\ncap = 4\n", id="parent").with_name("child.toml")

    assert mj("rules", "new", "child", "--extends", "parent", "-o", str(path), "--json").record["file"] == str(path)
    assert load_rules(path).lineage == ("child", "parent", "jipinghu")


@pytest.mark.parametrize(
    ("args", "code"),
    [
        pytest.param(("My_Table", "--extends", "jipinghu"), "U030", id="bad-id"),
        pytest.param(("", "--extends", "jipinghu"), "U030", id="empty-id"),
        pytest.param(("huizhou", "--extends", "jipinghu"), "U031", id="packaged-id"),
        pytest.param(("mine", "--extends", "jipingu"), "U003", id="unknown-base"),
        pytest.param(("mine", "--extends", "jipinghu", "-o", "jipinghu.toml"), "U032", id="its-own-base"),
        pytest.param(("mine", "--extends", "jipinghu", "-o", "mine.txt"), "U033", id="no-toml"),
        pytest.param(("mine", "--extends", "jipinghu", "-o", "no/where.toml"), "U035", id="no-folder"),
        pytest.param(("mine",), "U012", id="no-base"),
    ],
)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_new_file_that_cannot_be(mj: Mj, args: tuple[str, ...], code: str, lang: str) -> None:
    """Each reason has a code and a sentence, and nothing is written."""
    result = mj("rules", "new", *args, "--lang", lang)

    assert (result.code, result.out, code_of(result)) == (MALFORMED, "", code)
    assert bool(re.search("[一-鿿]", result.err)) == (lang == "zh")
    assert list(Path().iterdir()) == []


def test_a_new_file_reports_everything_at_once(mj: Mj) -> None:
    """A bad id and an unknown base are two problems."""
    result = mj("rules", "new", "Bad", "--extends", "nothing", "-o", "x.txt")

    assert re.findall(r"\bU\d{3}\b", result.err) == ["U030", "U033", "U003"]


# --- MJ_RULES_PATH


def test_rules_are_found_by_id(mj: Mj, write: Write, folders: Callable[..., None]) -> None:
    """A file in a folder of MJ_RULES_PATH goes by its id: for scoring, for others to extend, for showing."""
    write("[scoring]\ncap = 2\n", id="my-table")
    child = write("[scoring]\nfactor = 3\n", id="child", base="my-table", folder="elsewhere")
    folders("rules")

    assert mj("score", "--json", "-r", "my-table", PUNGS).record["points"] == 4
    assert mj("score", "--json", "-r", str(child), PUNGS).record["points"] == 9
    assert mj("rules", "show", "my-table", "--json").record["extends"] == ["jipinghu"]
    assert mj("rules", "diff", "jipinghu", "my-table", "--json").record["changes"][0]["key"] == "scoring.cap"


def test_without_the_variable_nothing_is_found(mj: Mj, write: Write) -> None:
    """The id alone says nothing; a file of that name in the current folder is suggested."""
    write(id="my-table", folder=".")

    result = mj("score", "-r", "my-table", PUNGS)

    assert code_of(result) == "U003"
    assert "my-table.toml" in result.err


def test_the_list_says_where_rules_come_from(
    mj: Mj, write: Write, folders: Callable[..., None], tmp_path: Path
) -> None:
    """Rule sets of the package first, then each folder of the user with its own."""
    write(id="my-table")
    folders("rules")

    result, record = mj("rules", "list"), mj("rules", "list", "--json").record

    lines = result.out.splitlines()
    at = next(n for n, line in enumerate(lines) if str(tmp_path / "rules") in line)
    assert (result.code, result.err) == (WON, "")
    assert not any("my-table" in line for line in lines[:at])
    assert any(line.startswith("my-table") for line in lines[at:])
    assert [one["id"] for one in record if "folder" not in one] == list(rule_ids())
    assert [(one["id"], one["folder"]) for one in record if "folder" in one] == [("my-table", str(tmp_path / "rules"))]


def test_the_list_goes_on(mj: Mj, write: Write, folders: Callable[..., None]) -> None:
    """Folders that are not there, broken, hidden and misnamed files are said; the others are listed."""
    write(id="good")
    write("[scoring]\ncap = -1\n", id="broken")
    write(id="good", folder="second")
    write(id="renamed").rename(write(id="misnamed"))
    write(id="huizhou")
    folders("rules", "nowhere", "second")

    result, record = mj("rules", "list"), mj("rules", "list", "--json").record

    errors = [(one["id"], one["error"]["code"]) for one in record if "error" in one]
    expected = [("broken", "R006"), ("huizhou", "R030"), ("misnamed", "R032"), (None, "R031"), ("good", "R033")]
    assert result.code == MALFORMED
    assert errors == expected
    assert re.findall(r"\bR\d{3}\b", result.err) == [code for _, code in expected]
    assert any(line.startswith("good") for line in result.out.splitlines())


@pytest.mark.parametrize(
    ("name", "code"), [("broken", "R006"), ("huizhou", "R030"), ("misnamed", "R032"), ("brokn", "U003")]
)
def test_an_id_that_cannot_be_used(mj: Mj, write: Write, folders: Callable[..., None], name: str, code: str) -> None:
    """A broken file gives its problems; one that hides a rule set of the package is never taken in silence."""
    write("[scoring]\ncap = -1\n", id="broken")
    write(id="renamed").rename(write(id="misnamed"))
    write(id="huizhou")
    folders("rules")

    assert code_of(mj("score", "-r", name, PUNGS)) == code
    assert mj("score", "-r", "jipinghu", PUNGS).code == WON


def test_a_base_that_hides_a_packaged_one(mj: Mj, write: Write, folders: Callable[..., None]) -> None:
    """It is an error for the user's files; those of the package extend one another as ever."""
    write(id="jipinghu", base="huizhou")
    write(id="child")
    folders("rules")

    assert code_of(mj("rules", "show", "child")) == "R030"
    assert load_rules("xinzhang").lineage == ("xinzhang", "jipinghu")


def test_the_folder_of_the_package_hides_nothing(mj: Mj, monkeypatch: pytest.MonkeyPatch) -> None:
    """MJ_RULES_PATH may name the package's own folder."""
    monkeypatch.setenv(FOLDERS_VARIABLE, str(rules_folder()))

    result = mj("rules", "list", "--json")

    assert (result.code, [one["id"] for one in result.record]) == (WON, list(rule_ids()))
    assert mj("score", "-r", "huizhou", PUNGS).code == WON


def test_a_changed_file_is_read_anew(write: Write, folders: Callable[..., None]) -> None:
    """A file that is as it was is read once; a change of it, or of one it extends, shows at the next load."""
    paths = write("[scoring]\ncap = 4\n", id="parent"), write(id="child", base="parent")
    for path in paths:
        os.utime(path, (OLD, OLD))
    folders("rules")
    first = load_rules("child")

    assert load_rules("child") is first
    write("[scoring]\ncap = 5\n", id="parent")
    assert load_rules("child").scoring == first.scoring.replace(cap=5)
    write(id="child", base="jipinghu")
    assert load_rules("child").scoring == load_rules().scoring
    paths[1].unlink()
    with pytest.raises(MjError):
        load_rules("child")


def test_another_base_is_read_anew(write: Write, folders: Callable[..., None]) -> None:
    """The same file extends another one of that name when MJ_RULES_PATH changes."""
    for folder, cap in (("first", 4), ("second", 5)):
        os.utime(write(f"[scoring]\ncap = {cap}\n", id="parent", folder=folder), (OLD, OLD))
    child = write(id="child", base="parent")
    os.utime(child, (OLD, OLD))
    caps = []
    for folder in ("first", "second"):
        folders(folder)
        caps.append(load_rules(child).scoring)

    assert caps == [load_rules().scoring.replace(cap=4), load_rules().scoring.replace(cap=5)]
    folders("nowhere")
    with pytest.raises(MjError):
        load_rules(child)


# --- mj rules diff


DIFFERENCES = [
    ("jipinghu", "xinzhang-3"),
    ("jipinghu", "huizhou"),
    ("huizhou", "minjian"),
    ("huizhou", "huizhou"),
    ("mcr", "huanle"),
    ("huizhou", "dongyang"),
]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(("before", "after"), DIFFERENCES, ids=["-to-".join(pair) for pair in DIFFERENCES])
def test_a_difference_as_recorded(
    mj: Mj, golden: Callable[[str, str], None], before: str, after: str, lang: str
) -> None:
    """The screen that a player reads, no line wider than the terminal."""
    result = mj("rules", "diff", before, after, "--lang", lang)

    assert (result.code, result.err) == (WON, "")
    assert [line for line in result.out.splitlines() if cell_width(line.rstrip()) > WIDTH] == []
    golden(f"rules-diff-{before}-{after}.{lang}", result.out)


@pytest.mark.parametrize("after", rule_ids())
@pytest.mark.parametrize("before", rule_ids())
def test_every_two_can_be_compared(mj: Mj, before: str, after: str) -> None:
    """Both ways say the same keys; a rule set equals itself."""
    there, back = (mj("rules", "diff", *pair, "--json").record for pair in ((before, after), (after, before)))

    assert there["equal"] == (before == after)
    assert {one["key"] for one in there["changes"]} == {one["key"] for one in back["changes"]}
    assert mj("rules", "diff", before, after, "--lang", "en").code == WON


def test_the_record_of_a_difference(mj: Mj) -> None:
    """Each change has its key, both sides, and the clause and decision of the second rule set."""
    record = mj("rules", "diff", "jipinghu", "xinzhang-3", "--json").record
    changes = {one["key"]: one for one in record["changes"]}
    fan = changes["fans.all-pungs"]
    flush = changes["fans.half-flush-pungs"]

    assert (record["before"]["id"], record["after"]["id"]) == ("jipinghu", "xinzhang-3")
    assert (changes["scoring.minimum"]["before"], changes["scoring.minimum"]["after"]) == (0, 3)
    assert changes["scoring.minimum"]["decided"]["zh"].startswith("自摸")
    assert (fan["kind"], fan["fields"], fan["before"]["fan"], fan["after"]["fan"]) == ("changed", ["fan"], 2, 3)
    assert fan["ref"] == load_rules("xinzhang-3").fan("all-pungs").ref
    assert flush["after"]["excludes"] == ["half-flush", "all-pungs"]
    assert (changes["fans.concealed-hand"]["before"], changes["fans.nine-gates"]["after"]) == (None, None)


def test_another_wording_is_no_difference() -> None:
    """Clauses, decisions, and the order of what stands side by side do not change the play."""
    rules = load_rules("huizhou")
    test = {name: Condition("test", name) for name in ("half-flush", "all-pungs", "terminals-and-honours")}
    parts = tuple(test.values())
    flat = Condition("all", parts=parts)
    nested = Condition("all", parts=(Condition("all", parts=(*parts[:0:-1], parts[1])), parts[0]))

    def reworded(condition: Condition) -> RuleSet:
        fans = [fan.replace(condition=condition) if fan.id == "half-terminals" else fan for fan in rules.fans]
        return rules.replace(fans=tuple(fan.replace(ref="003, 1", decided=("甲", "a")) for fan in fans))

    either = Condition("all", parts=(Condition("any", parts=parts[:2]), parts[2]))
    assert compare(rules, reworded(flat)).changes == compare(rules, reworded(nested)).changes == ()
    assert [change.fields for change in compare(rules, reworded(either)).changes] == [("condition",)]


def test_what_differs_in_products_and_wild_tiles() -> None:
    """The base, what is wild, what a discard needs; not the names of the factors, nor the order of a list."""
    rules = load_rules("dongyang")
    assert isinstance(rules.scoring, Product)
    assert rules.wild is not None
    factors = tuple(one.replace(name=("甲", "a"), ref="004, 1", decided=None) for one in rules.scoring.factors)
    needs = rules.table.discard_needs
    reworded = rules.replace(
        scoring=rules.scoring.replace(factors=factors),
        wild=rules.wild.replace(decided=None, ref="004, 2"),
        table=rules.table.replace(discard_needs=needs[::-1]),
    )
    other = rules.replace(
        scoring=rules.scoring.replace(base=2),
        wild=rules.wild.replace(stand_in=Tile.of("6z")),
        table=rules.table.replace(discard_needs=needs[1:]),
    )

    assert compare(rules, reworded).changes == ()
    assert [(one.key, one.fields) for one in compare(rules, other).changes] == [
        ("table.discard_needs", ()), ("wild", ("stand_in",)), ("scoring.base", ()),
    ]  # fmt: skip
    assert [(one.key, one.kind) for one in compare(load_rules("mcr"), load_rules("huanle")).changes] == [
        ("wild", "added"), ("fans.no-wild", "added"),
    ]  # fmt: skip


def every_part(rules: RuleSet) -> RuleSet:
    """A rule set in which every key differs that a difference can be about."""
    fans = tuple(
        fan.replace(fan=fan.fan + 1, condition=Condition("any", parts=(fan.condition, Condition("test", "self-draw"))))
        for fan in rules.fans
    )
    liabilities = tuple(
        one.replace(
            name=("别的", "Other"),
            precedence=one.precedence + 1,
            exemptible=not one.exemptible,
            concealed_kongs=not one.concealed_kongs,
            ended_by_kong=not one.ended_by_kong,
            called=not one.called,
            patterns=(),
        )
        for one in rules.liabilities
    )
    needed = () if rules.table.discard_needs else tuple(fan.id for fan in rules.fans[:2])
    frame = rules.table.replace(
        shapes=rules.table.shapes[:1], formal_tenpai=not rules.table.formal_tenpai, discard_needs=needed
    )
    scoring = rules.scoring
    if isinstance(scoring, Product):
        scoring = scoring.replace(base=scoring.base + 1)
    wild = WildRule(tiles=(JOKER,), turned="never", stand_in=None, fifth_copy=False, ref=rules.dealer.ref)
    return rules.replace(fans=fans, liabilities=liabilities, table=frame, scoring=scoring, wild=wild)


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("base", rule_ids())
def test_every_difference_has_words(mj: Mj, monkeypatch: pytest.MonkeyPatch, base: str, lang: str) -> None:
    """Whatever a rule file can say differently, the screen can say."""
    rules = load_rules(base)
    monkeypatch.setattr("mjcli.cli.rules.load_rules", {"a": rules, "b": every_part(rules)}.get)

    result = mj("rules", "diff", "a", "b", "--lang", lang)

    assert result.code == WON
    assert [line for line in result.out.splitlines() if cell_width(line.rstrip()) > WIDTH] == []


# --- mj rules show, mj rules fans


def test_the_record_of_a_rule_set_is_whole(mj: Mj) -> None:
    """Codes, side payments, stakes, bets, winners and dealer are in it, with their clauses."""
    huizhou, minjian = (mj("rules", "show", name, "--json").record for name in ("huizhou", "minjian"))

    assert (huizhou["codes"]["most"], huizhou["codes"]["map"]["ranks"][0]) == (8, 1)
    assert huizhou["codes"]["map"]["others"]["7z"] == 1
    assert (huizhou["follow"]["each"], huizhou["winners"]["first"]) == (1, ["thirteen-orphans"])
    assert (huizhou["stakes"], huizhou["bets"], huizhou["dealer"]["next"]) == (None, None, "winner")
    assert minjian["stakes"] == {"flower": 1, "kong": 2, "chicken": 3}
    assert {one["id"] for one in minjian["side_payments"]} == {
        "flower", "added-kong", "concealed-kong", "exposed-kong",
    }  # fmt: skip
    assert minjian["bets"]["ref"].startswith("000")
    assert (minjian["codes"], minjian["winners"]["paid"], minjian["table"]["seats"]) == (None, "largest", "ESWN")
    assert huizhou["fans"][1]["points"] == 9


def test_the_record_of_a_product(mj: Mj) -> None:
    """The policy with its base and its factors, what is wild, what a discard needs."""
    rules, record = load_rules("dongyang"), mj("rules", "show", "dongyang", "--json").record
    scoring = record["scoring"]

    assert (scoring["policy"], scoring["base"]) == ("product", 1)
    assert [(one["id"], one["name"]["zh"]) for one in scoring["factors"]] == [
        ("P", "牌型"), ("A", "敲响与财神"), ("K", "杠"),
    ]  # fmt: skip
    assert [one["ref"].partition(",")[0] for one in scoring["factors"]] == ["004"] * 3
    assert (record["wild"]["tiles"], record["wild"]["turned"], record["wild"]["stand_in"]) == ([], "required", "5z")
    assert record["table"]["discard_needs"] == list(rules.table.discard_needs)
    assert mj("rules", "show", "huanle", "--json").record["wild"]["stand_in"] is None
    assert "wild" not in mj("rules", "show", "mcr", "--json").record


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_screen_has_what_is_wild_and_the_product(mj: Mj, lang: str) -> None:
    """Every factor, the wild tiles and every fan that a discard needs stand on it, with their clauses."""
    rules = load_rules("dongyang")
    assert isinstance(rules.scoring, Product)
    assert rules.wild is not None
    explained: tuple[Factor | WildRule, ...] = (*rules.scoring.factors, rules.wild)
    text = re.sub(r"\s+", "", mj("rules", "show", "dongyang", "--lang", lang).out)
    said = [
        *(f"{one.id}{pick(one.name, lang)}" for one in rules.scoring.factors),
        *(one.ref for one in explained),
        *(pick(one.decided, lang) for one in explained if one.decided),
        *(pick(rules.fan(name).name, lang) for name in rules.table.discard_needs),
        *("--wild", "--base", "5z", "P", "A", "K", "×2", "+1"),
    ]

    assert [one for one in said if re.sub(r"\s+", "", one) not in text] == []


def test_a_table_that_wins_by_self_draw_alone(mj: Mj, write: Write) -> None:
    """Where every fan that a discard needs is switched off, the screen says so, and so does the score."""
    path = str(write('[table]\ndiscard_needs = ["seven-pairs"]\n[fans.seven-pairs]\noff = true\n', base="dongyang"))

    assert "none: every hand is won by self-draw only" in mj("rules", "show", path, "--lang", "en").out
    assert mj("score", "--json", "-r", path, *FLUSH.split(), "--from", "S").record["reason"] == "not-on-discard"


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("name", ["huizhou", "minjian"])
def test_the_screen_has_who_is_paid_and_who_deals(mj: Mj, name: str, lang: str) -> None:
    """Each of these tables stands on the screen with its clause."""
    rules, shown = load_rules(name), mj("rules", "show", name, "--lang", lang).out
    parts = [one for one in (rules.winners, rules.dealer, rules.follow, rules.bets, rules.codes) if one is not None]
    text = re.sub(r"\s+", "", shown)

    assert [one.ref for one in parts if re.sub(r"\s+", "", one.ref) not in text] == []


def test_a_row_switched_off_can_still_be_named(mj: Mj, write: Write) -> None:
    """Another fan may exclude it, or a liability want it: the rule set is shown without it."""
    path = write("[fans.half-flush]\noff = true\n[fans.thirteen-orphans]\noff = true\n", base="xinzhang")

    assert mj("rules", "show", str(path)).code == WON
    assert (
        mj("rules", "diff", "huizhou", str(write("[fans.thirteen-orphans]\noff = true\n", base="huizhou"))).code == WON
    )


def test_some_of_the_fans(mj: Mj) -> None:
    """Those named are shown, in that order, each once."""
    record = mj("rules", "fans", "nine-gates", "half-flush", "nine-gates", "--json").record

    assert [one["id"] for one in record] == ["nine-gates", "half-flush"]
    assert [one["id"] for one in mj("rules", "fans", "--json").record] == list(PREDICATES)
    assert "half-flush" not in mj("rules", "fans", "nine-gates").out


def test_a_fan_that_wants_a_predicate_absent_is_not_valued_by_it(mj: Mj) -> None:
    """爆头 is worth something by its predicate; 全求人, which must not be one, is not named beside it."""
    shown = mj("rules", "fans", "lone-wild").out.splitlines()

    assert [line.split() for line in shown if line.startswith("dongyang")] == [["dongyang", "爆头", "+1"]]
    assert any("wild=9s" in line for line in shown)


def test_unknown_fans(mj: Mj) -> None:
    """Every name that nothing has is a problem, with the nearest one there is."""
    result = mj("rules", "fans", "half-flsh", "nine-gates", "xyz", "--lang", "en")

    assert (result.code, result.out) == (MALFORMED, "")
    assert re.findall(r"U036.*'(.*?)'", result.err) == ["half-flsh", "xyz"]
    assert "did you mean half-flush?" in result.err


def test_fans_are_valued_in_rules_of_ones_own(mj: Mj, write: Write, folders: Callable[..., None]) -> None:
    """A user's rule sets stand beside those of the package."""
    write("[fans.half-flush]\nfan = 9\n", id="my-table")
    folders("rules")

    assert mj("rules", "fans", "half-flush", "--json").record[0]["used"]["my-table"] == [
        "half-flush",
        "half-flush-pungs",
    ]
