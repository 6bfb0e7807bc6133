"""The screen of one scored hand: how it was read, what it is worth, who pays, and on request why."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group as Lines
from rich.console import RenderableType
from rich.text import Text

from mjcli.answer import Scored
from mjcli.decompose import Group, Reading
from mjcli.report.base_screen import (
    BAD,
    Prose,
    View,
    distance_words,
    hand_rows,
    rows,
    score_reason,
    seat_words,
    some_rows,
    stack,
    title,
)
from mjcli.report.explain_screen import explanation
from mjcli.report.payment_screen import liability_rows, payment_table
from mjcli.report.tally_screen import fan_table, other_readings, total_rows
from mjcli.report.words import note_words
from mjcli.scoring import Score

__all__ = ["View", "score_screen"]


def score_screen(scored: Scored, view: View) -> RenderableType:
    """The screen of a scored hand, whether it wins or not."""
    score, settlement = scored.score, scored.settlement
    return stack(
        title(view.pick(score.rules.name), *circumstances(score, view)),
        hand_block(score, view),
        payment_table(score, settlement, view) if settlement else None,
        some_rows([*(liability_rows(score, settlement, view) if settlement else ()), *_note_rows(scored, view)]),
        explanation(score, settlement, view) if view.explain else None,
        other_readings(scored.others, view),
    )


def hand_block(score: Score, view: View) -> RenderableType:
    """The hand as it was read, its fans, and what they come to or why it is no win."""
    blocks = (
        rows(_hand_rows(score, view)),
        fan_table(score, view),
        some_rows([*total_rows(score, view), *_verdict_rows(score, view)]),
    )
    there = [block for block in blocks if block is not None]
    return Lines(*(part for at, block in enumerate(there) for part in ((Text(), block) if at else (block,))))


def circumstances(score: Score, view: View) -> Iterator[str]:
    """The winner's seat, the round, and where the winning tile came from."""
    context = score.context
    yield from seat_words(context, view)
    if context.wild is not None:
        yield view.say("wild-kind", tile=view.tile(context.wild))
    if score.hand.added is None or not score.is_complete:
        return
    tile = view.tile(score.hand.added)
    if context.feeder is not None:
        yield view.say(f"by-{context.by}", tile=tile, seat=view.seat(context.feeder))
    else:
        yield view.say("by-draw" if context.by == "draw" else f"by-{context.by}.unknown", tile=tile)


def _hand_rows(score: Score, view: View) -> Iterator[tuple[str, RenderableType]]:
    """The hand as it was read: melds with their sources, then the concealed sets; unread if it is not complete."""
    reading = score.reading
    if reading is None:
        yield from hand_rows(score.hand, view)
        return
    if reading.has_melds:
        seats = len(score.rules.table.seats)
        melds = (g.meld for g in reading.groups if g.meld)
        yield view.say("melds"), Prose.of(view.meld_from(meld, score.context.seat, seats) for meld in melds)
    yield view.say("concealed"), Prose.of(_concealed(reading, view))
    if reading.wilds or reading.stood:
        yield view.say("wild"), Prose.of(_stand_for(reading, view))
    if score.hand.flowers:
        yield view.say("flowers"), Prose(view.write(score.hand.flowers))
    if score.context.horses:
        yield view.say("codes"), Prose(" ".join(map(view.tile, score.context.horses)))


def _stand_for(reading: Reading, view: View) -> Iterator[str]:
    """What each wild tile and each stand-in stands for."""
    for tile, face in reading.substitutes:
        said = "wild-itself" if tile == face else "stand-in" if (tile, face) in reading.stood else "wild-as"
        yield view.say(said, tile=view.tile(tile), face=view.tile(face))
    for tile in reading.wilds[len(reading.fills) :]:
        yield view.say("wild-loose", tile=view.tile(tile))


def _concealed(reading: Reading, view: View) -> Iterator[str]:
    """The concealed sets, the winning tile after a plus in the set that it completes."""
    for at, group in enumerate(reading.groups):
        if group.meld is None:
            yield _with_win(group, reading, view) if at == reading.placed else view.write(group.tiles)


def _with_win(group: Group, reading: Reading, view: View) -> str:
    tiles = list(group.tiles)
    if reading.winning in tiles:
        tiles.remove(reading.winning)
    return f"{view.write(tiles)}+{view.tile(reading.winning)}"


def _verdict_rows(score: Score, view: View) -> Iterator[tuple[str, RenderableType]]:
    """Why the hand is no win, and how far it is from waiting."""
    if not score.reason:
        return
    said = score_reason(score, view)
    if not score.is_dead and not score.is_complete:
        distance = distance_words(score.shanten, view) if score.shanten != 0 else view.say("one-short")
        said = view.say("no-win-distance", reason=said, distance=distance)
    yield view.say("result"), Prose(said, BAD)


def _note_rows(scored: Scored, view: View) -> Iterator[tuple[str, RenderableType]]:
    notes = (*scored.score.notes, *(scored.settlement.notes if scored.settlement else ()))
    for note in notes:
        yield view.say("notes"), Prose(note_words(note, view.lang))
