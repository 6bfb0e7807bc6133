"""The scores of whole columns as lines of JSON, composed of parts that are made once.

Each line is what `JsonWriter` writes of the same hand.  The record of a
concealed hand follows from its text, its groups, what it is worth, where its fans
hold, the shape, and whether the winning tile stood apart.  So a line is a
*template* for all but the texts of the hand and of the groups that the fans name,
with which it is filled.  A template is put together from the text of each fan and
from a *frame*, the rest of the record.  `tests/test_score_columns.py` holds the
lines to those of single hands.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from io import TextIOWrapper
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO, TypeGuard

from mjcli.decompose import Group
from mjcli.fans import Hit
from mjcli.hand import Hand, WinContext
from mjcli.memo import Kept, Memo
from mjcli.report.records import fan_record, picked, score_record
from mjcli.report.words import note_words, write_group
from mjcli.ruleset import RuleSet
from mjcli.scoring import Found, Score
from mjcli.scoring.score import last_written
from mjcli.settlement import settle
from mjcli.tiles import TILES

if TYPE_CHECKING:
    from mjcli.batch.columns.score_block import ScoreBlock
    from mjcli.batch.columns.scores import Scores
    from mjcli.batch.columns.worths import Valued
    from mjcli.report.writers import Form
    from mjcli.scoring.matter import Source

# The most that is kept: texts of fans, frames, ways to fill a line, and lines of hands in rare shapes.
_MOST_FANS, _MOST_FRAMES, _MOST_TAKES, _MOST_RARE = 1 << 12, 1 << 14, 1 << 14, 1 << 14
# What a line is filled with by place: the hand, the note on the last tile, the groups together, then each of them.
_HAND, _NOTE, _GROUPS, _FIRST = range(4)
# What stands for these in a record; no text of a record has such a character.
_MARKS = ("\x01hand", "\x01note", "\x01groups")
_FANS = "\x01fans"
_IN_LIST, _FILL = ", ", "%s"
_JOINT, _JOINT_LENGTH = _IN_LIST.encode(), len(_IN_LIST)

Encode = Callable[[Any], str]
_Take = Callable[[tuple[bytes, ...]], Any]


class _Template(NamedTuple):
    """A line with `%s` for each part that differs, and what takes these parts from all that a line is filled with.

    `joined` has the groups of each piece of the shape together, and `groups` each by
    itself, None where no single one is named.
    """

    text: bytes
    take: _Take
    joined: list[bytes]
    groups: list[tuple[bytes, ...]] | None


class _Text(NamedTuple):
    """The text of a template, and what it is filled with before the groups of fans and after.

    `whole` is how many groups a hand has, 0 where those of the fans are not told.
    """

    text: bytes
    before: tuple[int, ...]
    after: tuple[int, ...]
    whole: int


# So many bytes at once are worth passing a text stream by, and flushing it first.
_LEAST_BYTES = 1 << 13


def _writes_utf8(stream: TextIO) -> TypeGuard[TextIOWrapper]:
    """Whether a stream writes text as it is, in UTF-8: no line ends of its own, and no `write` of its own."""
    return type(stream) is TextIOWrapper and stream.encoding.lower() == "utf-8" and os.linesep == "\n"


class EncodedLines(NamedTuple):
    """Lines in UTF-8."""

    lines: list[bytes]

    def write(self, stream: TextIO, start: int, stop: int | None = None) -> None:
        """Writes the lines from `start` to before `stop`."""
        data = b"".join(self.lines[start:stop])
        if len(data) < _LEAST_BYTES or not _writes_utf8(stream):
            stream.write(data.decode())
            return
        stream.flush()  # what was written as text comes first
        stream.buffer.write(data)
        if stream.line_buffering:
            stream.buffer.flush()


class ScoreLines:
    """Composes the lines of blocks of scores; `encode` gives the JSON text of a value."""

    def __init__(self, rules: RuleSet, form: Form, encode: Encode) -> None:
        self._rules, self._form, self._encode = rules, form, encode
        # By the fan's id, how often it holds, and how many of its groups are named: a fan is a large value.
        self._fans: Kept[tuple[str, int, int], str] = Kept(_MOST_FANS)
        self._group_text: Memo[Group, bytes] = Memo(lambda one: encode(write_group(one)).encode(), _MOST_FANS)
        self._frames: Kept[tuple[Any, ...], list[str | int]] = Kept(_MOST_FRAMES)
        self._notes = [encode(note_words(last_written(tile), form.lang)).encode() for tile in TILES]
        self._takes: Memo[tuple[int, ...], _Take] = Memo(_taking, _MOST_TAKES)
        self._rare: Kept[tuple[bytes, bool], bytes] = Kept(_MOST_RARE)
        self._forget(None)

    def _forget(self, numbers: tuple[Scores, int] | None) -> None:
        """Forgets what goes by the numbers of worths and of pieces, since others hold from now on."""
        self._numbers = numbers
        # By what hands are alike in.
        self._templates: dict[int, _Template] = {}
        # By the worth, whether the winning tile stood apart, and how many groups each fan holds in.
        self._texts: dict[tuple[int, bool, tuple[int, ...]], _Text] = {}
        self._sources: dict[int, tuple[Source, ...]] = {}
        # The groups of each piece, by shape: each by itself, and together.
        self._groups: dict[int, tuple[list[tuple[bytes, ...]], list[bytes]]] = {}

    def write(self, block: ScoreBlock) -> EncodedLines:
        """The lines of all hands of a block."""
        # Each file of a command may have columns of its own, which number what they meet in their own order.
        numbers = block.scores, block.scores.generation
        if numbers != self._numbers:
            self._forget(numbers)
        lines = self._lines(block)
        for row, (score,) in block.best.rare.items():
            lines[row] = self._rare_line(score, block.hands[row], block.last[row], is_added=block.is_added[row])
        return EncodedLines(lines)

    def _lines(self, block: ScoreBlock) -> list[bytes]:
        """The lines of the hands that are not in a rare shape, and none in the place of one that is."""
        for shape in range(len(block.scores.shapes)):
            self._add_groups(block, shape)
        lines, notes = [], self._notes
        for template, hand, last, m, p, s, z in zip(
            self._templates_of(block), block.hands, block.last, *block.best.pieces.tolist(), strict=True
        ):
            if template is None:
                lines.append(b"")
                continue
            text, take, joined, groups = template
            # Each piece begins with what stands between two groups.
            every = (joined[m] + joined[p] + joined[s] + joined[z])[_JOINT_LENGTH:]
            if groups is None:
                lines.append(text % take((hand, notes[last], every)))
            else:
                lines.append(text % take((hand, notes[last], every, *groups[m], *groups[p], *groups[s], *groups[z])))
        return lines

    def _templates_of(self, block: ScoreBlock) -> list[_Template | None]:
        """The template of each hand, None for one in a rare shape."""
        found = list(map(self._templates.get, block.alike))
        new = [row for row, template in enumerate(found) if template is None and row not in block.best.rare]
        self._add_templates(block, {block.alike[row]: row for row in new})
        for row in new:
            found[row] = self._templates[block.alike[row]]
        return found

    def _add_templates(self, block: ScoreBlock, new: Mapping[int, int]) -> None:
        """Puts templates together: what hands are alike in, each with the row of one such hand."""
        rows, best = list(new.values()), block.best
        shapes = best.shapes[rows].tolist()
        for shape, of_shape in enumerate(block.scores.shapes):
            own = [row for row, at in zip(rows, shapes, strict=True) if at == shape]
            worths, codes = best.worths[0][own].tolist(), of_shape.first_way.answers.some(best.answers[own])
            for row, worth, answers in zip(own, worths, codes, strict=True):
                valued = block.scores.worths.all[worth]
                if worth not in self._sources:
                    self._sources[worth] = of_shape.first_way.matters.sources(valued.worth.tally)
                holds = [source.of(answers) for source in self._sources[worth]]
                key = worth, block.is_added[row], tuple(map(len, holds))
                if key not in self._texts:
                    self._texts[key] = self._text(valued, key)
                self._templates[block.alike[row]] = self._template(self._texts[key], holds, shape)

    def _add_groups(self, block: ScoreBlock, shape: int) -> None:
        """Adds the texts of the groups of each piece that is new, and these joined."""
        texts, joined = self._groups.setdefault(shape, ([], []))
        write = self._group_text.__getitem__
        new = [tuple(map(write, groups)) for groups in block.scores.shapes[shape].pieces.groups(len(texts))]
        texts += new
        joined += [b"".join([_JOINT + text for text in own]) for own in new]

    def _template(self, text: _Text, holds: list[Hit], shape: int) -> _Template:
        """The template of hands in a shape, by its text and where each of the fans holds."""
        texts, joined = self._groups[shape]
        named = []
        if text.whole:
            named = [at for hit in holds for at in ((_GROUPS,) if len(hit) == text.whole else map(_FIRST.__add__, hit))]
        take = self._takes[*text.before, *named, *text.after]
        return _Template(text.text, take, joined, texts if any(at >= _FIRST for at in named) else None)

    def _text(self, valued: Valued, key: tuple[int, bool, tuple[int, ...]]) -> _Text:
        """The text of templates that differ in nothing but which groups they name."""
        _, is_added, sizes = key
        parts = self._frame_of(valued, is_added=is_added)
        names_groups = _FANS in parts
        at = parts.index(_FANS) if names_groups else len(parts)
        groups = len(valued.reading.groups)
        fans = [self._fan(found, size, groups) for found, size in zip(valued.worth.tally.counted, sizes, strict=True)]
        text = _filled(parts[:at]) + _IN_LIST.join(fans) * names_groups + _filled(parts[at + 1 :])
        return _Text(text.encode(), _places(parts[:at]), _places(parts[at + 1 :]), groups if names_groups else 0)

    def _frame_of(self, valued: Valued, *, is_added: bool) -> list[str | int]:
        """The record but for its fans, in parts, which are kept."""
        tally = valued.worth.tally
        totals = (tally.adjustments, tally.factors, tally.fan, tally.points)
        key = (valued.reading.shape, valued.worth.reason, valued.worth.notes, is_added, totals)
        frame = self._frames.get(key)
        return self._frames.keep(key, self._frame(valued, is_added=is_added)) if frame is None else frame

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

    def _fan(self, found: Found, size: int, groups: int) -> str:
        """The text of a fan that names `size` of the groups; where it names all, these are one."""
        key = (found.rule.id, len(found.hits), size if size < groups else 1)
        text = self._fans.get(key)
        if text is None:
            empty = self._encode([])
            head = _escaped(self._encode(fan_record(None, found, self._form.lang)).removesuffix(empty + "}"))
            text = self._fans.keep(key, head + "[" + _IN_LIST.join([_FILL] * key[2]) + "]}")
        return text

    def _rare_line(self, score: Score, hand: bytes, last: int, *, is_added: bool) -> bytes:
        """The line of a hand in a rare shape; the same hand has the same."""
        line = self._rare.get((hand, is_added))
        if line is None:
            notes = () if is_added else (last_written(TILES[last]),)
            noted = score.replace(notes=notes + score.notes)
            record = score_record(noted, settle(noted, unit=self._form.unit, fee=self._form.fee), lang=self._form.lang)
            line = (self._encode(picked(record, self._form.fields)) + "\n").encode()
            self._rare.keep((hand, is_added), line)
        return line


def _parted(text: str | int, mark: str, part: str | int) -> Iterator[str | int]:
    """A text with `part` for each mark in it."""
    pieces = text.split(mark) if isinstance(text, str) and text != _FANS else [text]
    for at, piece in enumerate(pieces):
        if at:
            yield part
        yield piece


def _filled(parts: list[str | int]) -> str:
    """The text of parts; a number stands for what a line is filled with there."""
    return "".join([_FILL if isinstance(part, int) else _escaped(part) for part in parts])


def _escaped(text: str) -> str:
    return text.replace("%", "%%")


def _places(parts: list[str | int]) -> tuple[int, ...]:
    """What a line is filled with, in order."""
    return tuple([part for part in parts if isinstance(part, int)])


def _taking(places: tuple[int, ...]) -> _Take:
    """What takes those places of all that a line is filled with; one alone is taken bare, which `%` takes too."""
    return itemgetter(*places) if places else _nothing


def _nothing(_parts: tuple[bytes, ...]) -> tuple[()]:
    return ()
