"""`mj wait`: the tiles that hands are waiting for."""

from __future__ import annotations

from typing import Any

from mjcli.answer import Settings
from mjcli.cli.hands import answer_hands, seat_fields, tile_fields
from mjcli.cli.options import (
    batch_options,
    command,
    field,
    file_option,
    hands_argument,
    option,
    output_options,
    rules_option,
)


@command("wait")
@hands_argument
@rules_option
@seat_fields
@field("visible", "TILES")
@field("passed", "TILES")
@tile_fields
@option("--all", "dead_waits", about="dead-waits", is_flag=True)
@file_option
@batch_options
@output_options
def wait(hands: tuple[str, ...], **options: Any) -> int:
    """The `mj wait` command."""
    return answer_hands(Settings("wait"), hands, options)
