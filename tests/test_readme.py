"""The README is true: its commands run, its record and its rule file are what they say, nothing is left out."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path
from typing import get_args

import click
import pytest

from mjcli.answer import MALFORMED, Entry, Scored, Settings, answer
from mjcli.cli.main import cli, run
from mjcli.report.records import score_record
from mjcli.ruleset import RuleSet, Scoring, Table, WildRule, load_rules, rule_ids

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
# The two set-up lines make environments of their own: the checks of a clean checkout run them.
_SET_UP = ".venv"


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def shell_lines() -> list[str]:
    """Every command of the README, without its comment."""
    lines = [line for block in blocks("sh") for line in block.splitlines() if line.strip()]
    return [line for line in lines if _SET_UP not in line]


def _words(line: str) -> list[str]:
    return shlex.split(line, comments=True)


def test_commands_are_found() -> None:
    """The README has commands at all, so that the next test cannot pass on none."""
    assert len(shell_lines()) > 20


@pytest.mark.parametrize("line", shell_lines())
def test_command_runs(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each command runs in a folder with the examples and the README's own rule file, and says something."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "my-table.toml").write_text(blocks("toml")[0], "utf-8")
    monkeypatch.chdir(tmp_path)
    command, _, source = line.partition(" < ")
    if "|" in _words(command):
        *_, command = command.split(" | ")[:2]
        source = "examples/jipinghu-patterns.txt"
    words = _words(command)
    assert words[0] == "mj", line
    with (Path(_words(source)[0]) if source else Path(os.devnull)).open("r", encoding="utf-8") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert run(words[1:]) != MALFORMED

    assert capsys.readouterr().out


def test_record_is_what_the_command_prints() -> None:
    """The JSON record of the README, to the letter."""
    shown = json.loads(blocks("json")[0])
    outcome = answer(Entry(shown["hand"], name="7"), load_rules(), Settings())

    assert outcome.answer is not None
    assert shown == score_record(outcome.answer.score, outcome.answer.settlement, name="7")  # type: ignore[union-attr]


def test_rule_file_changes_scores_as_written(tmp_path: Path) -> None:
    """The README's house rules: a suited pair for 平胡, a row of their own, another cap."""
    house = _house_rules("my-table", tmp_path)
    honour_pair, suited_pair = "123m456m789p123s1z+1z", "123m456m789p123s5p+5p"

    def fans(hand: str) -> list[str]:
        found = answer(Entry(hand), house, Settings()).answer
        return [one.rule.id for one in found.score.tally.counted]  # type: ignore[union-attr]

    assert fans(honour_pair) == ["chicken", "self-draw"]
    assert fans(suited_pair) == ["all-chows", "drawn-chows", "self-draw"]


def test_rules_with_jokers_score_as_written(tmp_path: Path) -> None:
    """The README's rule set with jokers reads a hand with one."""
    found = answer(Entry("j66m23456777889s"), _house_rules("with-jokers", tmp_path), Settings()).answer

    assert isinstance(found, Scored)
    assert found.score.is_win


def _house_rules(name: str, folder: Path) -> RuleSet:
    """The rule set that the README writes under that id."""
    path = folder / f"{name}.toml"
    path.write_text(next(block for block in blocks("toml") if f'id = "{name}"' in block), "utf-8")
    return load_rules(path)


def test_library_lines_run() -> None:
    """The Python of the README, its assertions included."""
    for block in blocks("python"):
        exec(block, {})


def _commands(group: click.Group, name: str = "mj") -> list[tuple[str, click.Command]]:
    context = click.Context(group)
    found = []
    for one in group.list_commands(context):
        command = group.get_command(context, one)
        assert command is not None
        nested = (
            _commands(command, f"{name} {one}") if isinstance(command, click.Group) else [(f"{name} {one}", command)]
        )
        found += nested
    return found


@pytest.mark.parametrize(("name", "command"), _commands(cli))
def test_every_command_is_in_it_and_has_help(name: str, command: click.Command) -> None:
    """Each command stands in the README and describes itself."""
    assert name in README
    assert command.help


def test_every_option_is_in_it() -> None:
    """Each option that is not the same everywhere stands in the README."""
    options = {
        option
        for _, command in _commands(cli)
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for option in parameter.opts
        if option.startswith("--")
    }

    assert {option for option in options if option not in README} == set()


def test_every_rule_set_tier_and_example_is_in_it() -> None:
    """Rule sets, the tiers and keys of every way of counting, of the table and of wild tiles, and the examples."""
    assert [name for name in rule_ids() if f"`{name}`" not in README] == []
    policies = get_args(Scoring)
    assert [tier for policy in policies for tier in policy.tiers if f"`{tier}`" not in README] == []
    keys = {key for one in (Table, WildRule, *policies) for key in one._fields} - {"factors", "ref", "decided"}
    assert {key for key in keys if f"`{key}`" not in README} == set()
    assert [path.name for path in (ROOT / "examples").iterdir() if path.name not in README] == []
