"""The scores of whole columns as lines of JSON, composed of parts that are made once.

Each line is what `JsonWriter` writes of the same hand.  The record of a
concealed hand follows from its text, its groups, what it is worth, the shape, and
whether the winning tile stood apart.  So a line is a *template* for the worth,
filled with the texts of the hand and of the groups that the fans name.  A
template is put together from the text of each fan and from a *frame*, the rest of
the record.  `tests/test_score_columns.py` holds the lines to those of single hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from mjcli.decompose import Group
from mjcli.hand import Hand, WinContext
from mjcli.memo import Kept, Memo
from mjcli.report.records import fan_record, picked, score_record
from mjcli.report.wait_lines import Lines
from mjcli.report.words import note_words, write_group
from mjcli.ruleset import RuleSet
from mjcli.scoring import Found, Score
from mjcli.scoring.score import last_written
from mjcli.settlement import settle
from mjcli.tiles import TILES

if TYPE_CHECKING:
    from mjcli.batch.columns.score_block import ScoreBlock
    from mjcli.batch.columns.scores import Scores, Valued
    from mjcli.report.writers import Form

# The most that is kept: texts of fans, frames, and lines of hands in rare shapes.
_MOST_FANS, _MOST_FRAMES, _MOST_RARE = 1 << 12, 1 << 14, 1 << 14
# What a line is filled with by place: the hand, the note on the last tile, the groups together, then each of them.
_HAND, _NOTE, _GROUPS, _FIRST = range(4)
# What stands for these in a record; no text of a record has such a character.
_MARKS = ("\x01hand", "\x01note", "\x01groups")
_FANS = "\x01fans"
_IN_LIST = ", "
_JOINT_LENGTH = len(_IN_LIST)

Encode = Callable[[Any], str]


class _Template(NamedTuple):
    """A line with `%s` for each part that differs, and what takes these parts from all that a line is filled with."""

    text: str
    take: Callable[[tuple[str, ...]], Any]
    # Whether single groups are among these, and not only all together.
    has_groups: bool


class ScoreLines:
    """Composes the lines of blocks of scores; `encode` gives the JSON text of a value."""

    def __init__(self, rules: RuleSet, form: Form, encode: Encode) -> None:
        self._rules, self._form, self._encode = rules, form, encode
        # By the fan's id: a fan is a large value, and to look one up by itself takes long.
        self._fans: Kept[tuple[str, Any, int], list[str | int]] = Kept(_MOST_FANS)
        self._group_text: Memo[Group, str] = Memo(lambda one: encode(write_group(one)), _MOST_FANS)
        self._frames: Kept[tuple[Any, ...], list[str | int]] = Kept(_MOST_FRAMES)
        self._notes = [encode(note_words(last_written(tile), form.lang)) for tile in TILES]
        self._rare: Kept[tuple[str, bool], str] = Kept(_MOST_RARE)
        self._forget(None)

    def _forget(self, numbers: tuple[Scores, int] | None) -> None:
        """Forgets what goes by the numbers of worths and of pieces, since others hold from now on."""
        self._numbers = numbers
        # By whether the winning tile stood apart, then by worth.
        self._templates: tuple[dict[int, _Template], dict[int, _Template]] = {}, {}
        self._groups: dict[int, tuple[list[tuple[str, ...]], list[str]]] = {}

    def write(self, block: ScoreBlock) -> Lines:
        """The lines of all hands of a block."""
        # Each file of a command may have columns of its own, which number what they meet in their own order.
        numbers = block.scores, block.scores.generation
        if numbers != self._numbers:
            self._forget(numbers)
        lines = list(self._lines(block))
        for row, (score,) in block.best.rare.items():
            lines[row] = self._rare_line(score, block.hands[row], block.last[row], is_added=block.is_added[row])
        return Lines(lines, 1)

    def _lines(self, block: ScoreBlock) -> Iterator[str]:
        """The lines of the hands that are not in a rare shape, and none in the place of one that is."""
        best = block.best
        groups = {shape: self._group_texts(block, shape) for shape in range(len(block.scores.shapes))}
        shapes, worths, pieces = best.shapes.tolist(), best.worths[0].tolist(), best.pieces.tolist()
        templates, notes = self._templates, self._notes
        for hand, is_added, last, shape, worth, m, p, s, z in zip(
            block.hands, block.is_added, block.last, shapes, worths, *pieces, strict=True
        ):
            if worth < 0:
                yield ""
                continue
            texts, joined = groups[shape]
            text, take, has_groups = templates[is_added].get(worth) or self._template(block, worth, is_added=is_added)
            # Each piece begins with what stands between two groups.
            every = (joined[m] + joined[p] + joined[s] + joined[z])[_JOINT_LENGTH:]
            if has_groups:
                yield text % take((hand, notes[last], every, *texts[m], *texts[p], *texts[s], *texts[z]))
            else:
                yield text % take((hand, notes[last], every))

    def _group_texts(self, block: ScoreBlock, shape: int) -> tuple[list[tuple[str, ...]], list[str]]:
        """The texts of the groups of each piece, and these joined."""
        texts, joined = self._groups.setdefault(shape, ([], []))
        write = self._group_text.__getitem__
        new = [tuple(map(write, piece.groups)) for piece in block.scores.shapes[shape].pieces.all[len(texts) :]]
        texts += new
        joined += ["".join([_IN_LIST + text for text in own]) for own in new]
        return texts, joined

    def _template(self, block: ScoreBlock, worth: int, *, is_added: bool) -> _Template:
        """The template of a worth, put together and kept."""
        valued = block.scores.worths.all[worth]
        tally, groups = valued.worth.tally, len(valued.reading.groups)
        totals = (tally.adjustments, tally.factors, tally.fan, tally.points)
        key = (valued.reading.shape, valued.worth.reason, valued.worth.notes, is_added, totals)
        frame = self._frames.get(key)
        if frame is None:
            frame = self._frame(valued, is_added=is_added)
            self._frames.keep(key, frame)
        parts: list[str | int] = []
        for part in frame:
            if part == _FANS:
                for at, found in enumerate(tally.counted):
                    parts += [_IN_LIST] if at else []
                    parts += self._fan_parts(found, groups)
            else:
                parts.append(part)
        template = self._templates[is_added][worth] = _joined(parts)
        return template

    def _frame(self, valued: Valued, *, is_added: bool) -> list[str | int]:
        """The record but for its fans, in parts."""
        reading, worth = valued.reading, valued.worth
        hand = Hand((), (), reading.winning)
        score = Score(hand, self._rules, WinContext(), reading, worth.tally, worth.reason, notes=worth.notes)
        record = score_record(score, settle(score, unit=self._form.unit, fee=self._form.fee), lang=self._form.lang)
        notes = record["notes"] if is_added else [_MARKS[_NOTE], *record["notes"]]
        marked = {"hand": _MARKS[_HAND], "sets": [_MARKS[_GROUPS]], "fans": [_FANS], "notes": notes}
        text = self._encode(picked(record | marked, self._form.fields)) + "\n"
        parts: list[str | int] = [text]
        # The text of a hand is filled in between its quotes, the others with theirs.
        quoted = [self._encode(mark) for mark in (*_MARKS, _FANS)]
        quoted[_HAND] = quoted[_HAND][1:-1]
        places: tuple[str | int, ...] = (_HAND, _NOTE, _GROUPS, _FANS)
        for mark, place in zip(quoted, places, strict=True):
            parts = [piece for one in parts for piece in _parted(one, mark, place)]
        return parts

    def _fan_parts(self, found: Found, groups: int) -> list[str | int]:
        """A fan in parts, which are kept."""
        key = (found.rule.id, found.hits, groups)
        parts = self._fans.get(key)
        if parts is None:
            parts = self._fan(found, groups)
            self._fans.keep(key, parts)
        return parts

    def _fan(self, found: Found, groups: int) -> list[str | int]:
        """A fan in parts; the sets of a fan of the whole hand are one."""
        text = self._encode(fan_record(None, found, self._form.lang))
        empty = self._encode([])
        head, tail = text.removesuffix(empty + "}"), "}"
        if len(found.groups) == groups:
            return [head + "[", _GROUPS, "]" + tail]
        parts: list[str | int] = [head + "["]
        for at, group in enumerate(found.groups):
            parts += [_IN_LIST] if at else []
            parts.append(_FIRST + group)
        return [*parts, "]" + tail]

    def _rare_line(self, score: Score, hand: str, last: int, *, is_added: bool) -> str:
        """The line of a hand in a rare shape; the same hand has the same."""
        line = self._rare.get((hand, is_added))
        if line is None:
            notes = () if is_added else (last_written(TILES[last]),)
            noted = score.replace(notes=notes + score.notes)
            record = score_record(noted, settle(noted, unit=self._form.unit, fee=self._form.fee), lang=self._form.lang)
            line = self._encode(picked(record, self._form.fields)) + "\n"
            self._rare.keep((hand, is_added), line)
        return line


def _parted(text: str | int, mark: str, part: str | int) -> Iterator[str | int]:
    """A text with `part` for each mark in it."""
    pieces = text.split(mark) if isinstance(text, str) and text != _FANS else [text]
    for at, piece in enumerate(pieces):
        if at:
            yield part
        yield piece


def _joined(parts: list[str | int]) -> _Template:
    """The template of parts; a number stands for what a line is filled with there."""
    places = [part for part in parts if isinstance(part, int)]
    text = "".join(["%s" if isinstance(part, int) else part.replace("%", "%%") for part in parts])
    if not places:
        return _Template(text, lambda _: (), False)
    # One place alone is taken bare, which `%` takes too.
    return _Template(text, itemgetter(*places), max(places) >= _FIRST)
