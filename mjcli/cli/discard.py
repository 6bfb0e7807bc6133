"""`mj discard`: what each discard of a hand leaves."""

from __future__ import annotations

from typing import Any

from mjcli.answer import Settings
from mjcli.cli.hands import answer_hands, seat_fields, tile_fields
from mjcli.cli.options import batch_options, command, field, file_option, hands_argument, output_options, rules_option


@command("discard")
@hands_argument
@rules_option
@seat_fields
@field("visible", "TILES")
@tile_fields
@file_option
@batch_options
@output_options
def discard(hands: tuple[str, ...], **options: Any) -> int:
    """The `mj discard` command."""
    return answer_hands(Settings("discard"), hands, options)
