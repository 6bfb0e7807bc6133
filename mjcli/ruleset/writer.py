"""Writes rule files for people to edit: TOML values, and comments in Chinese and English between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import tomli_w

from mjcli.errors import MjError, Problem, UsageError
from mjcli.ruleset.catalogue import SUFFIX, base_rules, rule_ids
from mjcli.ruleset.schema import Codes, FanRule, RuleSet
from mjcli.ruleset.section import ID_LETTERS
from mjcli.texts import LANGUAGES, pick
from mjcli.texts.rules import NUMBERS, STARTER

# The number under which a house rule cites its own table.
_HOUSE = "house"
# What the example of a composed fan is called, and of what it may be composed: a fan as its predicate has it, another.
_COMPOSED = "house-fan"
_PARTS = {"all-pungs": "concealed-hand", "full-flush": "self-draw"}
# How much more than the row it is made after the composed fan is worth.
_MORE = 1
_FALLBACK = "fallback"


def new_rules(name: str, base: str, path: Path) -> str:
    """The text of a starter file at `path` for house rules called `name` that extend `base`.

    Until it is edited it scores as `base` does.

    :raises UsageError: the name cannot be, the file would extend itself, or there is no such base.
    :raises RulesError: the base cannot be used.
    """
    problems = list(_problems(name, base, path))
    try:
        rules = base_rules(base, path.parent)
    except MjError as error:
        raise UsageError([*problems, *error.problems]) from error
    if problems:
        raise UsageError(problems)
    return starter(name, base, rules)


def save(text: str, path: Path, *, force: bool = False) -> None:
    """Writes a new file; one that is there is kept unless `force`.

    :raises UsageError: the file is there, or cannot be written.
    """
    try:
        with open(path, "w" if force else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise UsageError([Problem("U034", token=str(path))]) from error
    except OSError as error:
        raise UsageError([Problem("U035", token=str(path), facts={"reason": error.strerror})]) from error


def _problems(name: str, base: str, path: Path) -> Iterator[Problem]:
    if not name or not ID_LETTERS.issuperset(name):
        yield Problem("U030", token=name)
    elif name in rule_ids():
        yield Problem("U031", token=name)
    elif base in (name, path.stem):
        yield Problem("U032", token=base)
    if name and path.suffix != SUFFIX:
        yield Problem("U033", token=str(path))


def starter(name: str, base: str, rules: RuleSet) -> str:
    """A rule file that extends `rules`, known as `base`, and says what it says already.

    >>> from mjcli.ruleset import load_rules
    >>> import tomllib
    >>> tomllib.loads(starter("ours", "jipinghu", load_rules()))["scoring"]["cap"]
    3
    """
    zh, en = rules.name
    blocks = [
        _comment("head", {"base": base, "name": name}),
        _toml({"id": name, "extends": base, "name": {"zh": f"{zh}（{name}）", "en": f"{en} ({name})"}}),
        _block("texts", {"texts": {_HOUSE: name}}),
        *_numbers(rules),
        *(_codes(rules.codes) if rules.codes else ()),
        *_examples(rules),
    ]
    return "\n".join(blocks)


def _numbers(rules: RuleSet) -> Iterator[str]:
    """What a table changes most often: the numbers of the way of counting, or else a row's; the stakes."""
    policy = _whole_numbers(rules.scoring)
    if policy:
        said = [_lines(f"{key}: {{}}", NUMBERS[key]) for key in policy if key in NUMBERS]
        yield "".join([_comment("scoring"), *said, _toml({"scoring": policy})])
    else:
        row = _rows(rules)[0]
        yield _block("row", _row(row), _named(row))
    if rules.stakes:
        yield _block("stakes", {"stakes": _whole_numbers(rules.stakes)})


def _whole_numbers(one: Any) -> dict[str, int]:
    """The fields of a value that are numbers, yes and no apart."""
    found = {field: getattr(one, field) for field in type(one)._fields}
    return {field: said for field, said in found.items() if isinstance(said, int) and not isinstance(said, bool)}


def _rows(rules: RuleSet) -> list[FanRule]:
    """The rows of the table, but for the one of a hand without any."""
    return [rule for rule in rules.fans if rule.tier != _FALLBACK] or list(rules.fans)


def _row(rule: FanRule, more: int = 0) -> dict[str, Any]:
    """The value of a row as a table of a rule file."""
    values = {"fan": rule.fan + more} | ({} if rule.points is None else {"points": rule.points + more})
    return {"fans": {rule.id: values}}


def _named(rule: FanRule) -> dict[str, str]:
    """A row's names, for a comment in either language."""
    return {f"fan_{lang}": pick(rule.name, lang) for lang in LANGUAGES}


def _codes(codes: Codes) -> Iterator[str]:
    """The numbers of the codes, and their map as an example to change."""
    others = {tile.text: seat for tile, seat in codes.map.others.items()}
    yield "".join(
        (
            _block("codes", {"codes": {"most": codes.most, "flat": codes.flat}}),
            _comment("code-map"),
            _off(_toml({"ranks": list(codes.map.ranks)})),
            _off(_toml({"codes": {"others": others}})),
        )
    )


def _examples(rules: RuleSet) -> Iterator[str]:
    """Commented out: a row switched off, another value, a fan composed of known ones."""
    rows = _rows(rules)
    written = None if _whole_numbers(rules.scoring) else rows[0]
    row = next((rule for rule in rows if rule != written), rows[0])
    needless = next(
        (rule for rule in reversed(rows) if rule not in (written, row) and not _is_needed(rule, rules)), None
    )
    if needless:
        yield _block("off", {"fans": {needless.id: {"off": True}}}, _named(needless), is_example=True)
    yield _block("value", _row(row, _MORE), _named(row), is_example=True)
    yield _block("composed", {"fans": {_COMPOSED: _composed(row, rules)}}, is_example=True)


def _is_needed(rule: FanRule, rules: RuleSet) -> bool:
    """Whether something else in the rule set names the row."""
    named = [*rules.winners.first, *rules.table.discard_needs]
    named += [name for one in rules.liabilities for name in one.patterns]
    named += [name for fan in rules.fans for name in (*fan.excludes, *fan.excludes_there, *fan.excludes_once)]
    return rule.id in named


def _composed(row: FanRule, rules: RuleSet) -> dict[str, Any]:
    """A fan of two known ones, which counts as `row` does and for more than the first of them."""
    rows = {rule.id: rule for rule in rules.fans}
    # A name means the row of the base, which may ask for what the second part forbids.
    part = next((name for name in _PARTS if name not in rows or rows[name].condition.operator == "test"), row.id)
    like = rows.get(part, row)
    made: dict[str, Any] = {"name": dict(zip(LANGUAGES, STARTER[f"composed-{part}"], strict=True)), "tier": like.tier}
    made |= _row(like, _MORE)["fans"][like.id]
    if like.id == part and len(rules.scoring.tiers) > 1:
        made["excludes"] = [like.id]
    return made | {"all": [part, _PARTS[part]], "ref": f"{_HOUSE}, 1"}


_NO_FACTS: Mapping[str, str] = MappingProxyType({})


def _block(
    key: str, values: Mapping[str, Any], facts: Mapping[str, str] = _NO_FACTS, *, is_example: bool = False
) -> str:
    """A table under the comment about it."""
    written = _toml(values)
    return _comment(key, facts) + (_off(written) if is_example else written)


def _toml(values: Mapping[str, Any]) -> str:
    """The values as TOML, a list on one line."""
    return _LIST.sub(lambda found: f"[{' '.join(found[1].split())}]", tomli_w.dumps(values))


_LIST = re.compile(r"\[\n([^]]*),\n\]")


def _off(written: str) -> str:
    """Lines commented out."""
    return "".join(f"#{line}\n" for line in written.splitlines() if line)


def _comment(key: str, facts: Mapping[str, str] = _NO_FACTS) -> str:
    """A comment in both languages."""
    return _lines("{}", tuple(text.format_map(facts) for text in STARTER[key]))


def _lines(form: str, texts: tuple[str, ...]) -> str:
    return "".join(f"# {form.format(line)}\n" for text in texts for line in text.splitlines())
