"""Ones, nines and honours."""

from mjcli.decompose import Group, Reading
from mjcli.fans.registry import Finding, every_group, miss, predicate
from mjcli.hand import WinContext


def _only(one: Group, *, honours: bool) -> bool:
    return all(tile.is_terminal or (honours and tile.is_honour) for tile in one.tiles)


@predicate("terminals-and-honours")
def terminals_and_honours(reading: Reading, _context: WinContext) -> Finding:
    """混幺 Terminals and honours: only ones, nines and honours, both present.

    全部是一、九和字牌，幺九牌和字牌都要有。

    Yes: 111m999m111p222z3z+3z
    Yes: 19m19p19s1234567z+1m
    No: 111m999m111p999p1s+1s
    No: 111m999m222p222z3z+3z
    No: 111z222z333z444z5z+5z
    """
    found = every_group(reading, lambda g: _only(g, honours=True), "not-terminal")
    if found and not any(g.tile.is_honour for g in reading.groups):
        return miss("no-honours")
    if found and not any(g.tile.is_suited for g in reading.groups):
        return miss("no-suit")
    return found


@predicate("all-terminals")
def all_terminals(reading: Reading, _context: WinContext) -> Finding:
    """清幺 All terminals: only ones and nines.

    全部是一、九，没有字牌。

    Yes: 111m999m111p999p1s+1s
    No: 111m999m111p999p1z+1z
    No: 123m999m111p999p1s+1s
    """
    return every_group(reading, lambda g: _only(g, honours=False), "not-terminal")


@predicate("all-honours")
def all_honours(reading: Reading, _context: WinContext) -> Finding:
    """字一色 All honours: only winds and dragons.

    全部是字牌。

    Yes: 111z222z333z555z6z+6z
    No: 111z222z333z555z6m+6m
    """
    return every_group(reading, lambda g: g.tile.is_honour, "not-honour")
