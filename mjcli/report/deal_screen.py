"""The screen of a whole deal: each hand that was called, one table of payments, and who deals next."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType

from mjcli.report.base_screen import BAD, Prose, View, some_rows, stack, title
from mjcli.report.payment_screen import deal_table, liability_rows, settled
from mjcli.report.score_screen import circumstances, hand_block
from mjcli.report.words import fill, note_words
from mjcli.settlement import DealSettlement, Winner
from mjcli.texts.terms import DEALERS


def deal_screen(deal: DealSettlement, view: View, name: str = "") -> RenderableType:
    """The screen of a settled deal; `name` tells it from others of the same file."""
    facts = [name] * bool(name) + [view.say("no-winner")] * (not deal.winners)
    return stack(
        title(view.pick(deal.rules.name), *facts),
        *(block for winner in deal.winners for block in _winner_blocks(winner, view)),
        deal_table(deal, view),
        some_rows(_last_rows(deal, view)),
    )


def _winner_blocks(winner: Winner, view: View) -> Iterator[RenderableType | None]:
    """Who called, with which hand; and by whom it was beaten."""
    yield title(*circumstances(winner.score, view))
    yield hand_block(winner.score, view)
    if winner.beaten_by is not None:
        yield Prose(view.say("beaten", seat=view.seat(winner.beaten_by)), BAD)


def _last_rows(deal: DealSettlement, view: View) -> Iterator[tuple[str, RenderableType]]:
    """Who is liable, notes, and who deals next."""
    for score, settlement in settled(deal):
        yield from liability_rows(score, settlement, view)
    notes = [note for winner in deal.winners for note in winner.score.notes] + list(deal.notes)
    for note in notes:
        yield view.say("notes"), Prose(note_words(note, view.lang))
    said = fill(DEALERS[deal.dealer_reason], {"seat": view.seat(deal.dealer)}, view.lang)
    yield view.say("next-dealer"), Prose(said)
