"""From text to hand: the pieces of a text read one by one, and every problem with its place."""

from __future__ import annotations

from mjcli.errors import HandError, NotationError, Problem
from mjcli.hand import Hand, Meld
from mjcli.notation.characters import fold
from mjcli.notation.findings import Findings, Span
from mjcli.notation.layout import Layout
from mjcli.notation.melds import read_bracket
from mjcli.notation.plain import read_plain
from mjcli.notation.runs import BOTZONE, Dialect, Tiles, is_botzone, read_run
from mjcli.notation.suffix import SuffixText, read_suffix
from mjcli.tiles import KINDS, Tile
from mjcli.value import Value, keeper, once

_EMPTY = "N001"
_PLUS_ALONE, _PLUS_MANY, _PLUS_FLOWER = "N020", "N021", "N024"
_FLOWERS_TWICE = "N028"
_NO_TILES, _NOT_ONE = "N029", "N030"


class Spans(Value):
    """Where each part of a hand stands in its text, under the names that `Problem.spot` uses."""

    concealed: tuple[Span, ...] = ()
    meld: tuple[Span, ...] = ()
    added: tuple[Span, ...] = ()
    flower: tuple[Span, ...] = ()
    suffix: tuple[Span, ...] = ()


class HandText(Value):
    """A hand with the text it was read from.

    >>> typed = read_hand("123m [555p,W]")
    >>> typed.place(Problem("C010", spot=("meld", 0))).token
    '[555p,W]'
    """

    hand: Hand
    text: str

    @once
    def spans(self) -> Spans:
        """Where each part of the hand stands in the text."""
        return _Reader(self.text, Findings(self.text)).read().spans

    def place(self, problem: Problem) -> Problem:
        """The problem with its spot turned into `source`, `start` and, unless it has one, `token`.

        A problem without a spot, or with one that the text does not have (a
        winning tile given by an option), comes back as it is.
        """
        span = self._span(problem)
        if span is None:
            return problem
        token = problem.token or self.text[slice(*span)]
        return problem.replace(source=self.text, start=span[0], token=token)

    def _span(self, problem: Problem) -> Span | None:
        if problem.spot is None:
            return None
        part, place = problem.spot
        spans: tuple[Span, ...] = getattr(self.spans, part)
        if place < len(spans):
            return spans[place]
        return self._winning_span(problem.token) if part == "added" else None

    def _winning_span(self, token: str) -> Span | None:
        """Where a winning tile that was written without a plus stands: last among its equals."""
        for tile, span in zip(reversed(self.hand.concealed), reversed(self.spans.concealed), strict=True):
            if tile.text == token:
                return span
        return None


_keep_spans = keeper(HandText, "spans")


def read_hand(text: str) -> HandText:
    """Reads a hand in any notation, and keeps where everything stands.

    >>> read_hand("[333z,W] 345m 一二筒 三筒 +9s").hand.added
    Tile('9s')
    >>> read_hand("123m456")
    Traceback (most recent call last):
        ...
    mjcli.errors.NotationError: the digits 456 have no suit

    :raises NotationError: something in the text cannot be read; it has all problems, those of the hand included.
    :raises HandError: the hand that is written is impossible by itself.
    """
    plain = read_plain(text)
    if plain is not None and not any(plain.problems()):
        return HandText(plain, text)
    findings = Findings(text)
    typed = _Reader(text, findings).read()
    impossible = [typed.place(problem) for problem in typed.hand.problems()]
    if findings:
        raise NotationError(findings.problems(impossible))
    if impossible:
        raise HandError(findings.problems(impossible))
    return typed


def parse_hand(text: str) -> Hand:
    """Reads a hand in any notation.

    >>> parse_hand("123m55p").concealed
    (Tile('1m'), Tile('2m'), Tile('3m'), Tile('5p'), Tile('5p'))

    :raises NotationError: something in the text cannot be read.
    :raises HandError: the hand that is written is impossible by itself.
    """
    return read_hand(text).hand


def read_tiles(text: str) -> tuple[Tile, ...]:
    """Reads loose tiles in any notation, flowers among them, in the order written.

    >>> read_tiles("19m E 春")
    (Tile('1m'), Tile('9m'), Tile('1z'), Tile('1f'))

    :raises NotationError: something in the text is no tile, or there is none.
    """
    findings = Findings(text)
    folded = fold(text)
    whole = (0, len(text))
    tiles, _ = read_run(folded, whole, findings, BOTZONE if is_botzone(folded, [whole]) else None)
    if not tiles and not findings:
        findings.add(_NO_TILES, (0, 0))
    if findings:
        raise NotationError(findings.problems())
    return tuple(tiles)


def read_tile(text: str) -> Tile:
    """Reads exactly one tile in any notation.

    >>> read_tile("红中")
    Tile('7z')

    :raises NotationError: the text is not exactly one tile.
    """
    tile, *others = read_tiles(text)
    if others:
        findings = Findings(text)
        findings.add(_NOT_ONE, (0, len(text)), count=len(others) + 1)
        raise NotationError(findings.problems())
    return tile


class _Reader:
    """Reads the pieces of one text."""

    def __init__(self, text: str, findings: Findings) -> None:
        self.typed = text
        self.text = fold(text)
        self.findings = findings
        self.layout = Layout(self.text, findings)
        self.dialect: Dialect | None = BOTZONE if is_botzone(self.text, self.layout.tile_spans) else None

    def read(self) -> HandText:
        """The hand as far as it can be read."""
        concealed, concealed_spans = self._concealed()
        melds, meld_spans = self._melds()
        added, added_spans = self._added()
        for piece in self.layout.loose:
            self._run(piece)
        flowers, flower_spans = _take_flowers(concealed, concealed_spans)
        suffix = self._suffix(bool(flowers))
        if suffix:
            flowers += suffix.flowers
            flower_spans += suffix.spans
        if not (concealed or melds or added_spans or self.findings):
            self.findings.add(_EMPTY, (0, 0))
        hand = Hand(tuple(concealed), melds, added, flowers, suffix.suffix if suffix else None)
        suffix_spans = (self.layout.suffix,) if self.layout.suffix else ()
        typed = HandText(hand, self.typed)
        _keep_spans(typed, Spans(tuple(concealed_spans), meld_spans, added_spans, flower_spans, suffix_spans))
        return typed

    def _run(self, span: Span) -> Tiles:
        return read_run(self.text, span, self.findings, self.dialect)

    def _concealed(self) -> Tiles:
        tiles: list[Tile] = []
        spans: list[Span] = []
        for run in self.layout.runs:
            run_tiles, run_spans = self._run(run)
            tiles += run_tiles
            spans += run_spans
        return tiles, spans

    def _melds(self) -> tuple[tuple[Meld, ...], tuple[Span, ...]]:
        melds: list[Meld] = []
        spans: list[Span] = []
        for bracket in self.layout.brackets:
            meld = read_bracket(self.text, bracket, self.findings, self.dialect)
            if meld:
                melds.append(meld)
                spans.append((bracket[0], bracket[2]))
        return tuple(melds), tuple(spans)

    def _added(self) -> tuple[Tile | None, tuple[Span, ...]]:
        """The tile after the plus; of several the first, so that its copies are counted."""
        piece = self.layout.added
        if piece is None:
            return None, ()
        known = len(self.findings)
        tiles, spans = self._run(piece)
        if len(self.findings) == known:
            self._check_added(tiles, spans, piece)
        return (tiles[0], (spans[0],)) if tiles and not tiles[0].is_flower else (None, ())

    def _check_added(self, tiles: list[Tile], spans: list[Span], piece: Span) -> None:
        if not tiles:
            self.findings.add(_PLUS_ALONE, (piece[0] - 1, piece[0]))
        elif len(tiles) > 1:
            self.findings.add(_PLUS_MANY, (spans[0][0], piece[1]), count=len(tiles))
        elif tiles[0].is_flower:
            self.findings.add(_PLUS_FLOWER, spans[0], token=tiles[0].text)

    def _suffix(self, has_flowers: bool) -> SuffixText | None:
        if self.layout.suffix is None:
            return None
        read = read_suffix(self.text, self.layout.suffix, self.findings)
        if has_flowers and read.flower_field:
            self.findings.add(_FLOWERS_TWICE, read.flower_field)
            return read.replace(flowers=(), spans=())
        return read


def _take_flowers(tiles: list[Tile], spans: list[Span]) -> tuple[tuple[Tile, ...], tuple[Span, ...]]:
    """Takes the flowers out of the concealed tiles."""
    if not tiles or max(tiles) < KINDS:
        return (), ()
    both = list(zip(tiles, spans, strict=True))
    flowers = [(tile, span) for tile, span in both if tile.is_flower]
    rest = [(tile, span) for tile, span in both if not tile.is_flower]
    tiles[:] = [tile for tile, _ in rest]
    spans[:] = [span for _, span in rest]
    return tuple(tile for tile, _ in flowers), tuple(span for _, span in flowers)
