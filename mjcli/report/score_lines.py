"""The scores of whole columns as lines of JSON or CSV, composed of parts that are made once.

Each line is what the writers of single outcomes write of the same hand.  The record
of a concealed hand follows from its text, its groups, what it is worth, where its fans
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
from itertools import chain, islice, repeat
from operator import call, itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO, TypeGuard

from mjcli.batch.each import each
from mjcli.fans import Hit
from mjcli.hand import Hand, WinContext
from mjcli.memo import Kept, Memo
from mjcli.report.records import Form, Record, score_record
from mjcli.report.score_texts import FILL, FIRST, GROUPS, Texts, escaped
from mjcli.ruleset import RuleSet
from mjcli.scoring import Score
from mjcli.scoring.score import last_written
from mjcli.settlement import settle
from mjcli.tiles import TILES

if TYPE_CHECKING:
    from mjcli.batch.columns.score_block import Kind, Part, RareHand, ScoreBlock
    from mjcli.batch.columns.scores import Scores
    from mjcli.batch.columns.worths import Shape, Valued
    from mjcli.scoring.matter import Source
    from mjcli.scoring.questions import Codes

# The most that is kept: frames, ways to fill a line, and lines of hands in rare shapes.
_MOST_FRAMES, _MOST_TAKES, _MOST_RARE = 1 << 14, 1 << 14, 1 << 14

_Take = Callable[[tuple[bytes, ...]], Any]


class _Frame(NamedTuple):
    """A record but for its fans: the texts before them and after, `%s` for what each is filled with, and what that is.

    Where fans are not told, all is before them.
    """

    before: bytes
    filled_before: tuple[int, ...]
    after: bytes
    filled_after: tuple[int, ...]
    tells_fans: bool


class _Text(NamedTuple):
    """The parts of a line, and its frame.

    Most parts are those of other lines too: together they are few, so that they stay in the fastest memory.
    """

    parts: tuple[bytes, ...]
    frame: _Frame


# So many bytes at once are worth passing a text stream by, and flushing it first.
_LEAST_BYTES = 1 << 13


def _writes_utf8(stream: TextIO) -> TypeGuard[TextIOWrapper]:
    """Whether a stream writes text as it is, in UTF-8: no line ends of its own, and no `write` of its own."""
    return type(stream) is TextIOWrapper and stream.encoding.lower() == "utf-8" and os.linesep == "\n"


# So many lines are written at once: what they take is still in the fastest memory then.
_AT_ONCE = 256


class EncodedLines:
    """Lines in UTF-8, composed as they are written, one after the other."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._lines = lines

    def write(self, stream: TextIO, start: int, stop: int | None = None) -> None:
        """Writes the next lines, which are to be those from `start` to before `stop`."""
        lines = self._lines if stop is None else islice(self._lines, stop - start)
        while data := b"".join(islice(lines, _AT_ONCE)):
            if len(data) < _LEAST_BYTES or not _writes_utf8(stream):
                stream.write(data.decode())
                continue
            stream.flush()  # what was written as text comes first
            stream.buffer.write(data)
            if stream.line_buffering:
                stream.buffer.flush()


class _Templates:
    """The templates of hands in one shape, by what hands are alike in.

    A template is a line in parts, `%s` in them for each text that differs, and what
    takes these texts from all that a line is filled with.
    """

    def __init__(self, shape: Shape, whole: int) -> None:
        self.matters, self.whole = shape.first_way.matters, whole
        self.parts: list[tuple[bytes, ...]] = []
        self.takes: list[_Take] = []
        # By the worth, whether the winning tile stood apart, and how many groups each fan holds in.
        self.known: dict[tuple[int, bool, tuple[int, ...]], _Text] = {}
        # Where the fans of each worth hold, and what a line is filled with where a fan names those groups.
        self.sources: dict[int, tuple[Source, ...]] = {}
        self.named: Memo[Hit, tuple[int, ...]] = Memo(self._named, _MOST_TAKES)

    def holds(self, worth: int, answers: Codes, valued: Valued) -> list[Hit]:
        """The groups that each fan of a hand with that worth and those answers holds in."""
        sources = self.sources.get(worth)
        if sources is None:
            sources = self.sources[worth] = self.matters.sources(valued.tally, answers)
        return [source.of(answers) for source in sources]

    def _named(self, hit: Hit) -> tuple[int, ...]:
        return (GROUPS,) if len(hit) == self.whole else tuple([FIRST + at for at in hit])


class ScoreLines:
    """Composes the lines of blocks of scores; `texts` says how their parts are written."""

    def __init__(self, rules: RuleSet, form: Form, texts: Texts) -> None:
        # Here for large inputs alone.
        from mjcli.batch.columns.pieces import concealed_groups  # noqa: PLC0415

        self._rules, self._form, self._texts = rules, form, texts
        # By the numbers of groups, 0 for none.
        self._groups = (b"", *map(texts.group, concealed_groups()))
        self._frames: Kept[tuple[Any, ...], _Frame] = Kept(_MOST_FRAMES)
        self._notes = [*map(texts.note, TILES)]
        self._takes: Memo[tuple[int, ...], _Take] = Memo(_taking, _MOST_TAKES)
        # The text with `%s` for the number, where that is told.
        self._rare: Kept[tuple[bytes, bool], tuple[bytes, tuple[int, ...]]] = Kept(_MOST_RARE)
        # What goes by the numbers of worths, and of what hands are alike in: whose numbers, and the templates by shape.
        self._numbers: tuple[Scores, int] | None = None
        self._templates: list[_Templates] = []

    def write(self, block: ScoreBlock) -> EncodedLines:
        """The lines of all hands of a block; blocks of the same columns are to come one after the other."""
        # Each file of a command may have columns of its own, which number what they meet in their own order.
        shapes, numbers = block.scores.shapes, (block.scores, block.scores.generation)
        if numbers != self._numbers:
            self._numbers = numbers
            self._templates = [
                _Templates(shape, len(part.groups)) for shape, part in zip(shapes, block.parts, strict=True)
            ]
        for part, templates in zip(block.parts, self._templates, strict=True):
            for kind in part.kinds:
                self._add(templates, kind, block.scores.worths.all[kind.worth])
        lines = [*map(self._lines, block.parts, self._templates), map(self._rare_line, block.rare)]
        return EncodedLines(map(next, each(lines, block.order)))

    def _lines(self, part: Part, templates: _Templates) -> Iterator[bytes]:
        """The lines of the hands of a shape.

        A line takes about as long as a few calls in Python: no step of a loop here is one.
        """
        groups = [each(self._groups, numbers) for numbers in part.groups]
        joined = map(self._texts.joint.join, zip(*groups, strict=True))
        numbers = map(b"%d".__mod__, part.numbers.tolist()) if self._texts.is_numbered else repeat(b"")
        notes = each(self._notes, part.last)
        filled = zip(part.hands, numbers, notes, joined, *groups)  # noqa: B905 - of no number there is no end
        taken = map(call, each(templates.takes, part.alike), filled)
        return map(bytes.__mod__, map(b"".join, each(templates.parts, part.alike)), taken)

    def _add(self, templates: _Templates, kind: Kind, valued: Valued) -> None:
        """Adds the template of hands of a kind that is new."""
        worth, answers, is_added = kind
        holds = templates.holds(worth, answers, valued) if self._texts.names_sets else ()
        key = worth, is_added, tuple(map(len, holds))
        text = templates.known.get(key)
        if text is None:
            text = templates.known[key] = self._text(valued, key, templates.whole)
        frame = text.frame
        named = chain.from_iterable(map(templates.named.__getitem__, holds)) if frame.tells_fans else ()
        templates.parts.append(text.parts)
        templates.takes.append(self._takes[*frame.filled_before, *named, *frame.filled_after])

    def _text(self, valued: Valued, key: tuple[int, bool, tuple[int, ...]], groups: int) -> _Text:
        """The text of templates that differ in nothing but which of their groups they name."""
        _, is_added, sizes = key
        frame = self._frame_of(valued, is_added=is_added)
        told = self._texts.fans(valued.tally.counted, sizes, groups) if frame.tells_fans else ()
        return _Text((frame.before, *told, frame.after), frame)

    def _frame_of(self, valued: Valued, *, is_added: bool) -> _Frame:
        """The record but for its fans, which is kept."""
        tally = valued.tally
        totals = (tally.adjustments, tally.factors, tally.fan, tally.points)
        key = (valued.shape.name, valued.worth.reason, valued.worth.notes, is_added, totals)
        frame = self._frames.get(key)
        return self._frames.keep(key, self._frame(valued, is_added=is_added)) if frame is None else frame

    def _frame(self, valued: Valued, *, is_added: bool) -> _Frame:
        """The record but for its fans."""
        reading, worth = valued.reading, valued.worth
        score = Score(
            Hand((), (), reading.winning),
            self._rules,
            WinContext(),
            reading,
            worth.fan,
            worth.points,
            worth.reason,
            worth.notes,
        )
        text = self._texts.line(self._record(score), is_added=is_added)
        before, fans, after = text.partition(self._texts.fans_mark)
        return _Frame(*_filled(before, self._texts.marks), *_filled(after, self._texts.marks), bool(fans))

    def _record(self, score: Score) -> Record:
        settlement = settle(score, unit=self._form.unit, fee=self._form.fee)
        return score_record(score, settlement, lang=self._form.lang)

    def _rare_line(self, rare: RareHand) -> bytes:
        """The line of a hand in a rare shape; the same hand has the same, but for its number."""
        known = self._rare.get((rare.hand, rare.is_added))
        if known is None:
            notes = () if rare.is_added else (last_written(TILES[rare.last]),)
            noted = rare.score.replace(notes=notes + rare.score.notes)
            line = self._texts.whole_line(self._record(noted))
            known = self._rare.keep((rare.hand, rare.is_added), _filled(line, self._texts.whole_marks))
        text, numbers = known
        return text % ((b"%d" % rare.number,) * len(numbers))


def _filled(text: str, marks: Mapping[str, int]) -> tuple[bytes, tuple[int, ...]]:
    """A text with `%s` for each of the marks in it, and what these stand for in their order."""
    found = sorted((text.index(mark), place) for mark, place in marks.items() if mark in text)
    text = escaped(text)
    for mark in marks:
        text = text.replace(mark, FILL)
    return text.encode(), tuple(place for _, place in found)


def _taking(places: tuple[int, ...]) -> _Take:
    """What takes those places of all that a line is filled with; one alone is taken bare, which `%` takes too."""
    return itemgetter(*places) if places else _nothing


def _nothing(_parts: tuple[bytes, ...]) -> tuple[()]:
    return ()
