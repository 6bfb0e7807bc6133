"""`mj score`: what hands are worth, and who pays."""

from __future__ import annotations

from typing import Any

from mjcli.answer import Settings
from mjcli.cli.hands import answer_hands, seat_fields, tile_fields
from mjcli.cli.options import (
    batch_options,
    command,
    fee_option,
    field,
    file_option,
    hands_argument,
    option,
    output_options,
    rules_option,
    together,
    unit_option,
)

_win_fields = together(
    field("win", "TILE"),
    field("by", "draw|discard|rob"),
    field("from", "SEAT"),
    seat_fields,
    field("event", "NAME", repeatable=True),
    field("winners", "N"),
    field("exempt", "SEAT", repeatable=True),
    tile_fields,
    field("horses", "TILES"),
    field("bound", "SEAT"),
    field("stakes", "F,K,C"),
    field("base", "N"),
)


@command("score")
@hands_argument
@rules_option
@_win_fields
@unit_option
@fee_option
@option("--explain", about="explain", is_flag=True)
@option("--all", "others", about="others", is_flag=True)
@file_option
@batch_options
@output_options
def score(hands: tuple[str, ...], unit: int, fee: int, others: bool, **options: Any) -> int:
    """The `mj score` command."""
    return answer_hands(Settings("score", unit, fee, others), hands, options)
