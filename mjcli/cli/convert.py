"""`mj convert`: hands in another notation, the fields of a hand file with them."""

from __future__ import annotations

import sys
from typing import Any

import click

from mjcli.answer import MALFORMED, WON, Entry
from mjcli.cli.options import command, field, file_option, hands_argument, json_option, option, screen_options
from mjcli.cli.output import complain, print_json, screen_lang
from mjcli.cli.sources import sources_of
from mjcli.errors import MjError, Problem, UsageError
from mjcli.notation import NOTATIONS, format_hand, read_hand
from mjcli.report.records import error_record
from mjcli.tiles import Seat


@command("convert")
@hands_argument
@option("--to", about="to", type=click.Choice(NOTATIONS), default=NOTATIONS[0], show_default=True)
@field("seat", "SEAT")
@file_option
@json_option
@screen_options
def convert(hands: tuple[str, ...], to: str, files: tuple[str, ...], as_json: bool, **options: Any) -> int:
    """The `mj convert` command."""
    seat = Seat.of(options["field_seat"]) if options["field_seat"] else None
    lang = screen_lang()
    code = WON
    for source in sources_of(hands, files):
        for entry in source.entries("convert", {}):
            try:
                text = _converted(entry, to, seat)
            except MjError as error:
                code = MALFORMED
                if as_json:
                    print_json(error_record(error.problems, name=entry.name, line=entry.line, lang=lang))
                sys.stdout.flush()
                complain(problem.replace(line=entry.line) for problem in error.problems)
                continue
            _print(entry, text, as_json=as_json)
    return code


def _converted(entry: Entry, to: str, seat: Seat | None) -> str:
    """The hand of an entry in another notation.

    :raises MjError: it cannot be read, or the notation cannot carry it.
    """
    if entry.problems:
        raise MjError(entry.problems)
    if "seat" in entry.fields:
        seat = Seat.of(entry.fields["seat"])
    hand = read_hand(entry.text).hand
    if seat is not None and hand.suffix is not None and hand.suffix.seat != seat:
        facts = {"stated": f"seat={hand.suffix.seat}"}
        raise UsageError([Problem("C037", token=str(seat), key="seat", facts=facts)])
    return format_hand(hand, to, seat=seat, suffix=True)


def _print(entry: Entry, text: str, *, as_json: bool) -> None:
    """Prints a converted hand; the fields that stood beside it stay beside it."""
    names = {"id": entry.name} if entry.name is not None else {}
    if as_json or any(len(value.split()) != 1 for value in (names | dict(entry.fields)).values()):
        # A line of text cannot hold such a value, and a record can.
        print_json({"id": entry.name, "hand": text, **entry.fields})
    else:
        print(text, *(f"{name}={value}" for name, value in (names | dict(entry.fields)).items()))
