"""The benchmark works: its hands are what they say, its sides agree where their rules do, and it says so.

No time is tested.
"""

from __future__ import annotations

import doctest
import json
from argparse import Namespace
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest
from bench import __main__ as command
from bench import answers, child, data, loops, own, peers, printing, task
from bench.answers import read_answers
from bench.data import MAKERS, DataSet, hands
from bench.figures import Comparison, Figure, Group, Run, Side, Target, groups, many_mcr
from bench.loops import number_copies, read_tiles
from bench.printing import amount, cells, markdown, surroundings
from bench.running import Clock, Finding, Runner, Trouble
from bench.task import NO, WAITS, WrongAnswerError, checked, total

from mjcli.cli.main import run
from mjcli.notation import parse_hand
from mjcli.ruleset import load_rules
from mjcli.scoring import score_hand
from mjcli.waiting import waits

HERE = Path(__file__).parent
REFERENCE = "PyMahjongGB"
_SHAPES = ("standard", "thirteen-orphans")


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    """One that runs everything once, with the peer of the development environment."""
    known = dict.fromkeys(peers.PEERS) | {REFERENCE: version(REFERENCE)}
    return Runner(tmp_path, DataSet(tmp_path), known, repeats=1)


# --- the hands


@pytest.mark.parametrize("kind", MAKERS)
def test_the_same_seed_makes_the_same_hands_and_fewer_are_the_first(kind: str) -> None:
    """A figure can be measured again on the same hands."""
    many = list(hands(kind, 40))

    assert list(hands(kind, 10)) == many[:10]
    assert list(hands(kind, 40, seed=1)) != many
    assert len(set(many)) > 35


@pytest.mark.parametrize(("kind", "rules"), [("wins", "jipinghu"), ("one-suit", "jipinghu"), ("mcr-wins", "mcr")])
def test_wins_are_complete_and_possible(kind: str, rules: str) -> None:
    """Every line is a complete hand with its winning tile; `score_hand` would reject a fifth copy."""
    known = load_rules(rules)

    assert all(score_hand(parse_hand(line), known).is_complete for line in hands(kind, 150))
    assert all(line.count("+") == 1 for line in hands(kind, 20))


@pytest.mark.parametrize("pairs", ["seven-pairs", "seven-different-pairs"])
def test_seven_pairs_make_no_difference_to_waiting_hands(pairs: str) -> None:
    """Rule sets that know seven pairs, with four alike or without, find the same waits as those that do not."""
    near = [hand for hand in map(parse_hand, hands("tenpai", 4000)) if sum(held // 2 for held in hand.counts) >= 5]

    assert len(near) > 100
    for hand in near:
        found = waits(hand, _SHAPES)
        assert found.waits or found.held
        assert found == waits(hand, (*_SHAPES, pairs))


def test_seven_pairs_and_orphans_are_among_the_wins_of_mcr() -> None:
    """The rarer shapes are measured too."""
    rules = load_rules("mcr")
    shapes = {found.shape for line in hands("mcr-wins", 300) if (found := score_hand(parse_hand(line), rules).reading)}

    assert {"standard", "seven-pairs", "thirteen-orphans"} <= shapes


def test_a_file_is_cut_from_a_longer_one(tmp_path: Path) -> None:
    """Files of other lengths hold the same hands."""
    files = DataSet(tmp_path)
    longer, shorter = files.make("tenpai", 30), files.make("tenpai", 7)

    assert shorter.read_text().splitlines() == longer.read_text().splitlines()[:7]
    assert files.make("tenpai", 40).read_text().startswith(longer.read_text())


def test_tiles_are_read_and_numbered() -> None:
    """What the loops over the peers are given."""
    assert read_tiles("19m5p123s7z\n") == [0, 8, 13, 18, 19, 20, 33]
    assert number_copies([4, 4, 4, 4, 33]) == [19, 18, 17, 16, 135]
    assert len(set(loops.NAMES)) == 34


# --- sides that must agree


@pytest.mark.parametrize("kind", ["mcr-wins", "one-suit"])
def test_one_and_many_at_once_agree_with_the_reference(kind: str, tmp_path: Path) -> None:
    """As many complete hands, and as much fan."""
    path = DataSet(tmp_path).make(kind, 60 + child.WARM_UP)
    found = [child.run_task(name, path)["answers"] for name in ("one-mcr", "many-mcr", "pymahjonggb-score")]

    assert found[0]["complete"] == 60
    assert found[0] == found[1] == found[2]


def test_a_figure_is_measured_in_fresh_processes(runner: Runner) -> None:
    """The whole way of one figure, on a few hands."""
    (finding,) = runner.findings(many_mcr(40))

    assert finding.trouble is None
    assert finding.comparison is not None
    assert finding.comparison.ratio > 0
    assert finding.shared["complete"] == 40
    assert finding.shared["mcr fan"] > 40
    assert finding.differing == {}


def test_whole_files_are_measured_and_read(runner: Runner) -> None:
    """The command beside the plain loop: as many lines, as much fan; a peer that is missing costs its own figure."""
    (group,) = command.chosen(groups(30), ["file-mcr"])
    found = {finding.figure.name: finding for finding in runner.findings(group)}
    measured, left_out = found["file-mcr-PyMahjongGB"], found["file-mcr-riichienv"]

    assert measured.shared["lines"] == measured.shared["complete"] == 30
    assert measured.shared["mcr fan"] > 30
    assert left_out.trouble == Trouble("left out", "riichienv is not installed")
    assert left_out.is_met is None


def test_lines_with_fields_are_measured(runner: Runner) -> None:
    """Each is answered for its seat and round, as the library does."""
    (group,) = command.chosen(groups(400), ["file-fields"])
    (finding,) = runner.findings(group)

    assert finding.trouble is None
    assert finding.differing == {}
    assert finding.shared["lines"] == finding.shared["complete"] == 40


def test_rows_are_read_as_lines_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As much fan in a table as in JSON, and as the library finds."""
    asked = DataSet(tmp_path).make("wins", 30)
    found = []
    for kind, reader in (("--csv", "score-rows-jipinghu"), ("--json", "score-jipinghu")):
        run(["score", kind, "-f", str(asked)])
        (tmp_path / kind).write_text(capsys.readouterr().out)
        found.append(read_answers(reader, tmp_path / kind, asked, 30))

    assert found[0] == found[1]
    assert found[0]["complete"] == found[0]["lines"] == 30


def test_growth_is_measured(runner: Runner) -> None:
    """Memory and cost as files grow."""
    (group,) = command.chosen(groups(20), ["growth-wait"])
    memory, cost = runner.findings(group)

    assert memory.comparison is not None
    assert memory.comparison.other > 1_000_000
    assert cost.comparison is not None
    assert cost.comparison.ratio >= 1


def _only(side: Side) -> Group:
    """A group of one side and one figure."""
    figure = Figure("new", "", ("own",), lambda runs: Comparison(runs["own"].seconds, 1, 1), Target(2))
    return Group("new", {"own": side}, (figure,))


_MJ = ("-c", "from mjcli.__main__ import main; main()")


@pytest.mark.parametrize(
    ("side", "why", "text"),
    [
        (Side((*_MJ, "score", "--no-such"), reader="score-mcr"), "cannot do it", "--no-such"),
        (Side((*_MJ, "wait", "--json", "-f", "{file}"), kind="wins", reader="wait-jipinghu"), "FAILED", "exit code 2"),
        (Side((*_MJ, "score", "--json", "-f", "{file}"), kind="wins", reader="wait-jipinghu"), "FAILED", "waits"),
        (Side(("-c", "raise ValueError('no')")), "FAILED", "ValueError: no"),
        (Side(("-c", "print(0 * 'not a record')"), reader="score-mcr"), "FAILED", "JSONDecodeError"),
    ],
    ids=["unknown option", "malformed lines", "other records", "crash", "no records"],
)
def test_what_goes_wrong_is_said(side: Side, why: str, text: str, runner: Runner) -> None:
    """A command that does not know an option costs a figure; what should work and does not is an error of the run."""
    (finding,) = runner.findings(_only(side._replace(hands=3)))

    assert finding.trouble is not None
    assert finding.trouble.why == why
    assert text in finding.trouble.text
    assert finding.is_met is False
    assert finding.is_wrong is (why == "FAILED")


def test_a_wrong_line_in_a_file_is_said(runner: Runner) -> None:
    """A process that writes another fan than the library's."""
    script = "import json\nfor _ in range(3): print(json.dumps({'win': True, 'fan': 99}))"
    (finding,) = runner.findings(_only(Side(("-c", script), kind="wins", hands=3, reader="score-jipinghu")))

    assert finding.trouble is not None
    assert finding.trouble.why == "WRONG"
    assert "99, and" in finding.trouble.text
    assert finding.is_wrong


def test_sides_that_differ_are_noticed(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same question, other answers: the figure is wrong, whatever its ratio."""
    answered = iter([{"complete": 3, "mcr fan": 24}, {"complete": 3, "mcr fan": 25}])
    monkeypatch.setattr(runner, "_measure", lambda _side, **_: Run(1.0, 3, 9, next(answered)))
    (finding,) = runner.findings(many_mcr(3))

    assert finding.shared == {"complete": 3}
    assert finding.differing == {"mcr fan": (24, 25)}
    assert finding.is_wrong
    assert cells(finding)[-1] == "DIFFER: mcr fan 24 and 25"


def test_an_answer_that_is_not_the_library_s_is_noticed(tmp_path: Path) -> None:
    """What was written is held against the library, hand by hand."""
    asked = DataSet(tmp_path).make("wins", 4)
    written = tmp_path / "written"
    fans = [own.library_score(line, "jipinghu") for line in asked.read_text().splitlines()]

    written.write_text("".join(json.dumps({"win": True, "fan": fan}) + "\n" for fan in fans))
    assert answers.read_answers("score-jipinghu", written, asked, 4)["jipinghu fan"] == sum(fans)

    written.write_text("".join(json.dumps({"win": True, "fan": fan + (fan == fans[3])}) + "\n" for fan in fans))
    with pytest.raises(WrongAnswerError, match=r"and \d+ by the library"):
        answers.read_answers("score-jipinghu", written, asked, 4)


def test_only_a_sample_is_checked() -> None:
    """The library is asked about the first hands alone."""
    assert list(checked([1, 2, 3], ["a", "b", "c"], {"a": 1, "b": 2}.__getitem__, 2)) == [1, 2, 3]
    with pytest.raises(WrongAnswerError):
        list(checked([1, 5], ["a", "b"], {"a": 1, "b": 2}.__getitem__, 2))


@pytest.mark.parametrize(
    ("reader", "line", "amount"),
    [
        ("riichienv-score", "3 40 [1, 9]\n", 3),
        ("riichienv-score", "0 0 []\n", NO),
        ("pymahjonggb-score", "((16, '清龙'), (4, '不求人'))\n", 20),
        ("xiangting-waits", "(1, 511)\n", 9),
        ("xiangting-waits", "(2, 511)\n", NO),
        ("wait-jipinghu", '{"waits": []}\n', NO),
        ("wait-jipinghu", '{"waits": ["1m", "4m"]}\n', 2),
        ("score-mcr", '{"win": false, "complete": true, "fan": 4}\n', 4),
        ("score-mcr", '{"win": false, "complete": false, "shanten": 1}\n', NO),
    ],
)
def test_output_is_read(reader: str, line: str, amount: int) -> None:
    """Each kind of line, and the hand that is none."""
    assert list(answers.READERS[reader].amounts([line])) == [amount]


def test_every_side_is_one_that_a_process_knows() -> None:
    """Tasks, readers, kinds of hands and loops are found, and the sides of every figure are in its group."""
    for group in groups(1000):
        for side in group.sides.values():
            assert not side.task or side.task in own.TASKS | peers.TASKS
            assert not side.reader or side.reader in answers.READERS
            assert not side.kind or side.kind in MAKERS
            assert "{loops}" not in side.command or side.reader in loops.LOOPS
        assert all(name in group.sides for figure in group.figures for name in figure.sides)


@pytest.mark.parametrize("module", [data, loops, printing, task], ids=lambda module: module.__name__)
def test_examples_hold(module: ModuleType) -> None:
    """The folder is not searched for tests, so its examples are run here."""
    found = doctest.testmod(module)

    assert found.attempted > 0
    assert found.failed == 0


# --- what is printed


@pytest.fixture
def finding() -> Finding:
    """A figure that was measured and misses its target."""
    figure = Figure("one-waits", "waits", ("own", "peer"), lambda _: Comparison(1, 1, 1), Target(10))
    return Finding(figure, Comparison(2e-6, 16e-6, 8.0), (7.5, 8.0, 8.25), {"waits": 1234}, notes=("slowly",))


def test_a_finding_says_whether_its_target_is_met(finding: Finding) -> None:
    """Amounts, the ratio and its range, the target."""
    assert cells(finding) == ("one-waits", "2 µs", "16 µs", "8 ×", "7.5–8.25", "≥ 10 ×", "no", "waits 1,234")
    assert Target(5.5, at_least=False).is_met(5.5)
    assert not Target(5.5, at_least=False).is_met(5.6)
    assert Target(4).is_met(4)


@pytest.mark.parametrize(("clock", "least", "most"), [("seconds", 0.2, 60), ("processor", 0, 0.2)])
def test_either_clock_can_count(clock: Clock, least: float, most: float, tmp_path: Path) -> None:
    """A process that sleeps takes time and no processor."""
    sleeper = _only(Side(("-S", "-c", "import time; time.sleep(0.2)")))
    (finding,) = Runner(tmp_path, DataSet(tmp_path), {}, repeats=1, clock=clock).findings(sleeper)

    assert finding.comparison is not None
    assert least <= finding.comparison.own <= most


def test_markdown_has_a_row_for_each_finding(finding: Finding) -> None:
    """A heading with date and versions, the table, the notes."""
    asked = Namespace(lines=1000, repeats=3, processor=False)
    about = surroundings(asked, None, {"mahjong": None, REFERENCE: "1.4.0"})
    lines = markdown(about.ended(), [finding, finding]).splitlines()

    assert about.date in lines[0]
    assert "mahjong not installed, PyMahjongGB 1.4.0" in lines[0]
    assert len({line.count("|") for line in lines[2:6]}) == 1
    assert lines[4].startswith("| `one-waits` | 2 µs |")
    assert lines[-1] == "- `one-waits`: slowly."
    assert about.peer_lines[0] == "mahjong is not installed: its figures are left out"


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [(2.5, "s", "2.5 s"), (0.0604, "s", "60.4 ms"), (4.2e-7, "s", "420 ns"), (50_300_000, "bytes", "50.3 MB")],
)
def test_amounts_have_three_digits(value: float, unit: str, text: str) -> None:
    """Each in the unit that suits it."""
    assert amount(value, unit) == text


def test_totals_leave_out_what_is_none() -> None:
    """A hand that does not wait is not a hand with -1 waits."""
    assert total([2, NO, 1], WAITS) == {"tenpai": 2, "waits": 3}


# --- the command


@pytest.fixture
def _unbound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps the process of the tests on all its cores, and the benchmark from measuring."""
    monkeypatch.setattr(command, "stay_on_one_core", lambda: None)
    monkeypatch.setattr(Runner, "findings", _nothing)


def _nothing(_runner: Runner, group: Group) -> Iterator[Finding]:
    return (Finding(figure, trouble=Trouble("WRONG", "")) for figure in group.figures)


def test_names_choose_groups_and_figures() -> None:
    """A group, or some of its figures and no more sides than they need."""
    known = groups(1000)
    (whole,) = command.chosen(known, ["one-score"])
    (part,) = command.chosen(known, ["one-mcr"])

    assert set(whole.sides) == {"jipinghu", "mcr", "mahjong"}
    assert set(part.sides) == {"mcr", "mahjong"}
    assert command.chosen(known, []) == list(known)
    with pytest.raises(ValueError, match="no group or figure nothing"):
        command.chosen(known, ["nothing"])


def test_the_list_names_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    """`--list` says what can be asked for; an unknown name is refused."""
    assert command.main(["--list"]) == command.AGREED
    listed = capsys.readouterr().out

    assert all(f"  {figure.name}: " in listed for group in groups(1000) for figure in group.figures)
    assert command.main(["--only", "nothing"]) == 2
    assert "nothing" in capsys.readouterr().err


@pytest.mark.usefixtures("_unbound")
@pytest.mark.parametrize("style", [[], ["--json"], ["--markdown"]])
def test_a_wrong_answer_makes_the_exit_code(style: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """In every style a figure with a wrong answer shows, and fails the run."""
    assert command.main(["--only", "many-mcr", "--lines", "100", *style]) == command.DIFFERED

    shown = capsys.readouterr().out
    assert "many-mcr" in shown
    assert "WRONG" in shown


def test_the_readme_says_what_every_figure_means() -> None:
    """A figure that is added is explained."""
    readme = (HERE.parent / "README.md").read_text("utf-8")

    assert "python -m tests.bench" in readme
    assert [figure.name for group in groups(1000) for figure in group.figures if f"`{figure.name}`" not in readme] == []
