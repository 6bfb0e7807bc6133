"""Deals as records for machines: the objects that `mj settle --json` writes."""

from __future__ import annotations

from mjcli.deals import DealOutcome
from mjcli.report.records import Record, by_seat, error_record, line_record, score_record
from mjcli.report.words import note_words
from mjcli.settlement import Winner


def deal_record(outcome: DealOutcome, lang: str) -> Record:
    """The record of a deal, or of what is wrong with it."""
    deal, found = outcome.deal, outcome.settlement
    if found is None:
        return error_record(outcome.problems, name=deal.name, line=deal.line, lang=lang)
    seats = found.rules.table.seats
    record: Record = {
        "id": deal.name,
        "rules": found.rules.id,
        "winners": [_winner(one, lang) for one in found.winners],
        "payments": by_seat(found.payments, seats),
        "lines": [{"seat": line.seat.letter, **line_record(line, seats)} for line in found.lines],
        "dealer": {"next": found.dealer.letter, "reason": found.dealer_reason},
    }
    if found.fees:
        record["fees"] = by_seat(found.fees, seats)
    return record | {"notes": [note_words(note, lang) for note in found.notes]}


def _winner(winner: Winner, lang: str) -> Record:
    """The score of one who called a win, with its seat and whether it is paid."""
    record = score_record(winner.score, winner.settlement, lang=lang)
    del record["id"], record["rules"]
    beaten = {"beaten_by": winner.beaten_by.letter} if winner.beaten_by is not None else {}
    return {"seat": winner.score.context.seat.letter, "paid": winner.settlement is not None, **beaten, **record}
