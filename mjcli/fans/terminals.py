"""Ones, nines and honours."""

from mjcli.decompose import Reading
from mjcli.fans.aspects import HAS_HONOURS
from mjcli.fans.registry import Finding, every, every_group, miss, predicate, some
from mjcli.hand import WinContext

_HONOURS, _HAS_SUITED = every(lambda one: one.tile.is_honour), some(lambda one: one.tile.is_suited)
_ENDS = every(lambda one: all(tile.is_terminal for tile in one.tiles))
_ENDS_OR_HONOURS = every(lambda one: all(tile.is_terminal or tile.is_honour for tile in one.tiles))


@predicate("terminals-and-honours", _ENDS_OR_HONOURS, HAS_HONOURS, _HAS_SUITED)
def terminals_and_honours(reading: Reading, _context: WinContext) -> Finding:
    """混幺 Terminals and honours: only ones, nines and honours, both present.

    全部是一、九和字牌，幺九牌和字牌都要有。

    Yes: 111m999m111p222z3z+3z
    Yes: 19m19p19s1234567z+1m
    No: 111m999m111p999p1s+1s
    No: 111m999m222p222z3z+3z
    No: 111z222z333z444z5z+5z
    """
    found = every_group(reading, _ENDS_OR_HONOURS, "not-terminal")
    if found and not any(g.tile.is_honour for g in reading.groups):
        return miss("no-honours")
    if found and not any(g.tile.is_suited for g in reading.groups):
        return miss("no-suit")
    return found


@predicate("all-terminals", _ENDS)
def all_terminals(reading: Reading, _context: WinContext) -> Finding:
    """清幺 All terminals: only ones and nines.

    全部是一、九，没有字牌。

    Yes: 111m999m111p999p1s+1s
    No: 111m999m111p999p1z+1z
    No: 123m999m111p999p1s+1s
    """
    return every_group(reading, _ENDS, "not-terminal")


@predicate("all-honours", _HONOURS)
def all_honours(reading: Reading, _context: WinContext) -> Finding:
    """字一色 All honours: only winds and dragons.

    全部是字牌。

    Yes: 111z222z333z555z6z+6z
    No: 111z222z333z555z6m+6m
    """
    return every_group(reading, _HONOURS, "not-honour")
