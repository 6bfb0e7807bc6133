"""Taking a text apart at its brackets, pluses and bar, before any tile is read."""

from __future__ import annotations

from collections.abc import Iterator

from mjcli.notation.characters import BAR, BLANK, BRACKETS, CLOSING, COMMA, OPENING, PLUS
from mjcli.notation.findings import Findings, Span

_UNCLOSED, _UNOPENED, _NESTED, _MISMATCHED = "N007", "N008", "N009", "N010"
_SECOND_PLUS, _AFTER_PLUS = "N022", "N023"
# A bracket: where it opens, where its tiles end (at the comma, or where it closes), and where it is over.
Bracket = tuple[int, int, int]

_MARKS = frozenset(OPENING + CLOSING + PLUS + BAR)


class Layout:
    """The pieces of a folded text, each as a span; what does not fit together is found.

    `runs` are the concealed tiles; `added` is what follows the plus.  `loose`
    are pieces whose place in the hand nobody knows, such as the inside of a
    bracket that is never closed: their tiles are looked at for mistakes, and
    not used.  `suffix` starts at the first bar.
    """

    def __init__(self, text: str, findings: Findings) -> None:
        self.runs: list[Span] = []
        self.brackets: list[Bracket] = []
        self.added: Span | None = None
        self.loose: list[Span] = []
        self.suffix: Span | None = None
        if _MARKS.isdisjoint(text):
            self.runs.append((0, len(text)))
        else:
            _Splitter(self, text, findings).split()

    @property
    def tile_spans(self) -> Iterator[Span]:
        """Where tiles are written."""
        yield from self.runs
        for opening, body_end, _ in self.brackets:
            yield opening + 1, body_end
        yield from self.loose
        if self.added:
            yield self.added


class _Splitter:
    """Walks over the marks of a text and fills its layout.

    `piece` is where the current piece starts, `opened` the bracket that is
    open.  A bracket opened inside another takes its place, and `excused` counts
    the closing brackets that are too many because of that.  `may_go_on` says
    whether something can follow the added tile without complaint.
    """

    def __init__(self, layout: Layout, text: str, findings: Findings) -> None:
        self.layout = layout
        self.text = text
        self.findings = findings
        self.piece = 0
        self.opened: int | None = None
        self.excused = 0
        self.in_added = False
        self.may_go_on = True

    def split(self) -> None:
        bar = self.text.find(BAR)
        end = len(self.text) if bar < 0 else bar
        if bar >= 0:
            self.layout.suffix = (bar, len(self.text))
        for at, char in enumerate(self.text[:end]):
            if char not in _MARKS:
                continue
            if char in OPENING:
                self._open(at)
            elif char in CLOSING:
                self._close(at)
            elif self.opened is None:
                self._add(at)
        self._finish(end)

    def _open(self, at: int) -> None:
        if self.opened is None:
            self._end_piece(at)
        else:
            self.findings.add(_NESTED, (at, at + 1))
            self.excused += 1
            self._give_up(self.opened, at)
        self.opened = at

    def _close(self, at: int) -> None:
        if self.opened is None:
            self._end_piece(at)
            self._close_nothing(at)
        else:
            opening = self.text[self.opened]
            if self.text[at] != BRACKETS[opening]:
                self.findings.add(_MISMATCHED, (at, at + 1), closing=BRACKETS[opening])
            self.layout.brackets.append((self.opened, self._body_end(self.opened, at), at + 1))
            self._check_end((self.opened, at + 1))
            self.opened = None
        self.piece = at + 1

    def _close_nothing(self, at: int) -> None:
        if self.excused:
            self.excused -= 1
        else:
            self.findings.add(_UNOPENED, (at, at + 1))

    def _add(self, at: int) -> None:
        is_repeated = self.in_added and self._is_blank(at)
        if not is_repeated:
            self._end_piece(at)
        if is_repeated or self.layout.added:
            self.findings.add(_SECOND_PLUS, (at, at + 1))
        self.in_added = True
        self.piece = at + 1

    def _end_piece(self, stop: int) -> None:
        """What stood between two marks belongs to the plus, or is a run of concealed tiles."""
        piece = (self.piece, stop)
        is_blank = self._is_blank(stop)
        if not self.in_added:
            if not is_blank:
                self.layout.runs.append(piece)
                self._check_end(piece)
        elif self.layout.added:
            self.layout.loose.append(piece)
        else:
            self.layout.added = piece
            # A plus without its tile is found by whoever reads the tile: nothing else is wrong there.
            self.may_go_on = is_blank
        self.in_added = False

    def _is_blank(self, stop: int) -> bool:
        return not self.text[self.piece : stop].strip(BLANK)

    def _check_end(self, piece: Span) -> None:
        """No piece may come after the added tile; one complaint is enough."""
        if self.layout.added and not self.may_go_on:
            self.findings.add(_AFTER_PLUS, piece)
            self.may_go_on = True

    def _finish(self, end: int) -> None:
        if self.opened is None:
            self._end_piece(end)
            return
        self._give_up(self.opened, end)
        if not self.excused:
            self.findings.add(_UNCLOSED, (self.opened, self.opened + 1))

    def _give_up(self, opened: int, stop: int) -> None:
        """A bracket that is not closed makes no meld."""
        if opened + 1 < stop:
            self.layout.loose.append((opened + 1, self._body_end(opened, stop)))

    def _body_end(self, opened: int, stop: int) -> int:
        comma = self.text.find(COMMA, opened, stop)
        return stop if comma < 0 else comma
