"""东阳麻将 by trying everything: what a hand with wild tiles is worth, slowly and plainly.

Every wild tile is put in place of every kind and every 白板 taken as itself or
as the wild kind's face; each complete hand of 14 plain tiles that comes of it is
taken apart in every way.  It shares no code with the package but the types that
say what a hand is.  Kinds that stand next to nothing are left out where they
could not be of use, which a test holds against trying all 34.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from mjcli.hand import Hand, WinContext

KINDS = range(34)
SUITS = (range(9), range(9, 18), range(18, 27))
HONOURS = range(27, 34)
WHITE = 31
Counts = tuple[int, ...]
NOTHING: Counts = (0,) * len(KINDS)
EVEN = frozenset(range(0, 15, 2))
FIRST_TURN_MULTIPLE = 10


class Reading(NamedTuple):
    """One way to take the hand: its patterns and what they multiply to; `is_open` where it may win on a discard."""

    patterns: frozenset[str]
    product: int
    is_burst: bool = False
    is_open: bool = True


class Verdict(NamedTuple):
    """What a hand comes to: why it is no win (empty for a win), its multiple, and the patterns of the best reading."""

    reason: str
    multiple: int
    patterns: frozenset[str]


class Fill(NamedTuple):
    """Concealed tiles as kinds: those that are not wild by what they count as, and what the wild ones stand for."""

    fixed: tuple[int, ...]
    wilds: tuple[int, ...]
    stood: int
    counts: Counts

    @property
    def kinds(self) -> tuple[int, ...]:
        return self.fixed + self.wilds


# --- plain hands: taking counts apart


@cache
def splits(counts: Counts, runs: bool) -> frozenset[tuple[int | None, bool]]:
    """Every way to take one suit apart as sets and at most one pair: the pair's place, and whether there is a chow."""
    first = next((at for at, count in enumerate(counts) if count), None)
    if first is None:
        return frozenset({(None, False)})
    found: set[tuple[int | None, bool]] = set()
    if counts[first] >= 2:
        found |= {(first, chow) for pair, chow in splits(less(counts, first, first), runs) if pair is None}
    if counts[first] >= 3:
        found |= splits(less(counts, first, first, first), runs)
    if runs and first + 2 < len(counts) and counts[first + 1] and counts[first + 2]:
        found |= {(pair, True) for pair, _ in splits(less(counts, first, first + 1, first + 2), runs)}
    return frozenset(found)


def less(counts: Counts, *places: int) -> Counts:
    """Counts without a tile at each of some places."""
    left = list(counts)
    for at in places:
        left[at] -= 1
    return tuple(left)


def counted(kinds: Iterable[int], base: Counts = NOTHING) -> Counts:
    """How many there are of each kind, beside those of `base`."""
    counts = list(base)
    for kind in kinds:
        counts[kind] += 1
    return tuple(counts)


def arrangements(counts: Counts) -> set[tuple[int, bool]]:
    """Every way to take plain tiles apart as sets and a pair: the kind of the pair, and whether there is a chow."""
    found: set[tuple[int | None, bool]] = {(None, False)}
    for part in (*SUITS, HONOURS):
        ways = splits(counts[part.start : part.stop], part is not HONOURS)
        found = {
            (pair if own is None else part.start + own, chow or own_chow)
            for pair, chow in found
            for own, own_chow in ways
            if pair is None or own is None
        }
        if not found:
            return set()
    return {(pair, chow) for pair, chow in found if pair is not None}


# --- a hand with wild tiles


def fixed_tiles(tiles: tuple[int, ...], wild: int, stood: int) -> tuple[int, ...]:
    """The tiles that are not wild, so many 白板 as the wild kind's face."""
    others = [tile for tile in tiles if tile != wild]
    for _ in range(stood):
        others[others.index(WHITE)] = wild
    return tuple(others)


@lru_cache(maxsize=2)  # a draw and a discard of the same tiles follow one another
def complete_fills(tiles: tuple[int, ...], wild: int, nearby: bool) -> list[tuple[Fill, set[tuple[int, bool]]]]:
    """Every assignment that makes sets and a pair, or pairs alone, with the ways to take it apart as sets and a pair.

    With `nearby`, of the kinds that complete no set or pair with a tile held the wild kind alone is tried.
    """
    found = []
    for stood in range(1 if wild == WHITE else tiles.count(WHITE) + 1):
        fixed = fixed_tiles(tiles, wild, stood)
        kinds = sorted({wild}.union(*map(beside, fixed))) if nearby else KINDS
        base = counted(fixed)
        for wilds in combinations_with_replacement(kinds, tiles.count(wild)):
            fill = Fill(fixed, wilds, stood, counted(wilds, base))
            ways = arrangements(fill.counts)
            if ways or EVEN.issuperset(fill.counts):
                found.append((fill, ways))
    return found


class Deal:
    """A hand, its wild kind and how it is won."""

    def __init__(self, hand: Hand, context: WinContext, nearby: bool = True) -> None:
        assert hand.added is not None
        assert context.wild is not None
        self.win, self.wild, self.by = int(hand.added), int(context.wild), context.by
        self.tiles = tuple(int(tile) for tile in hand.closed_tiles)
        self.rest = tuple(int(tile) for tile in hand.concealed)
        self.melds = hand.melds
        self.melded = tuple(int(tile) for meld in hand.melds for tile in meld.tiles)
        self.context = context
        self.nearby = nearby
        self.held = self.tiles.count(self.wild)
        self.whites = 0 if self.wild == WHITE else self.tiles.count(WHITE)

    def fixed(self, stood: int) -> tuple[int, ...]:
        """The tiles that are not wild, so many 白板 as the wild kind's face."""
        return fixed_tiles(self.tiles, self.wild, stood)

    def readings(self) -> Iterator[Reading]:
        """Every way to take the hand, apart from 三财神 as the whole of it."""
        for fill, ways in complete_fills(self.tiles, self.wild, self.nearby):
            yield from self.standard(fill, ways)
            yield from self.pairs(fill)
        yield from self.loose()
        if self.is_honours(self.fixed(0)):
            yield Reading(frozenset({"乱风"}), 8)

    def standard(self, fill: Fill, ways: set[tuple[int, bool]]) -> Iterator[Reading]:
        """Four sets and a pair."""
        for pair, chow in ways:
            burst = self.is_burst(fill, pair)
            if self.is_honours(fill.fixed):
                yield Reading(frozenset({"清风"}), 16, burst)
                continue
            found = self.flush(fill)
            if not chow and self.has_claimed_pungs():
                found["碰碰胡"] = 2
            if self.is_begging():
                found["全求人"] = 2
            yield reading(found or {"平胡": 1}, burst, is_open=bool(found))

    def pairs(self, fill: Fill) -> Iterator[Reading]:
        """Seven pairs; four alike are two."""
        if self.melds or not EVEN.issuperset(fill.counts):
            return
        for pair in set(fill.kinds):
            burst = self.is_burst(fill, pair)
            if self.is_honours(fill.fixed):
                yield Reading(frozenset({"乱风"}), 8, burst)
            else:
                yield reading(self.flush(fill) | {"七对": 2}, burst)

    def loose(self) -> Iterator[Reading]:
        """十三不靠 and its better kinds."""
        for stood in range(0 if self.melds else self.whites + 1):
            fixed = self.fixed(stood)
            if not are_apart(fixed):
                continue
            able = [kind for kind in KINDS if are_apart((*fixed, kind))]
            for wilds in combinations(able, self.held):
                fill = Fill(fixed, wilds, stood, counted((*fixed, *wilds)))
                honours = sum(kind in HONOURS for kind in fill.kinds)
                if honours >= 5 and are_apart(fill.kinds):
                    yield reading(self.loose_patterns(fill), False)

    def loose_patterns(self, fill: Fill) -> dict[str, int]:
        """What a hand of fourteen single tiles is, with what each multiplies."""
        found = {}
        if self.is_seven_honours(fill):
            found["七风"] = 2
        if not fill.stood and all(on_one_line(kind for kind in fill.kinds if kind in suit) for suit in SUITS):
            found["真十三不靠"] = 2
        return found or {"十三不靠": 1}

    def is_seven_honours(self, fill: Fill) -> bool:
        """七风: no wild tile stands for an honour, but 白板 for itself; a wild honour is a second 白板."""
        by_wilds = {kind for kind in fill.wilds if kind in HONOURS}
        takes_white = self.wild in HONOURS and self.wild != WHITE
        return (
            set(HONOURS) <= set(fill.kinds)
            and by_wilds <= ({WHITE} if self.wild == WHITE else set())
            and fill.stood == int(takes_white)
        )

    # --- what the patterns ask

    def flush(self, fill: Fill) -> dict[str, int]:
        """清一色: the tiles that are not wild are of one suit."""
        kinds = (*fill.fixed, *self.melded)
        return {"清一色": 4} if any(all(kind in suit for kind in kinds) for suit in SUITS) else {}

    def is_honours(self, fixed: tuple[int, ...]) -> bool:
        return all(kind in HONOURS for kind in (*fixed, *self.melded))

    def has_claimed_pungs(self) -> bool:
        """Whether all melds are pungs or kongs, three of them claimed."""
        return all(meld.kind != "chow" for meld in self.melds) and sum(meld.is_claimed for meld in self.melds) >= 3

    def is_begging(self) -> bool:
        """全求人: four claimed sets, a lone tile that is not wild, and a discard."""
        claimed = sum(meld.is_claimed for meld in self.melds)
        return claimed == 4 and self.by == "discard" and self.wild not in self.rest

    def is_burst(self, fill: Fill, pair: int) -> bool:
        """爆头: the pair can be a wild tile and the winning tile, which is no discard.  Tiles alike change places."""
        if self.by == "discard":
            return False
        stands = fill.wilds.count(pair)
        if self.win == self.wild:
            return stands >= 2
        if self.win == WHITE and self.whites:
            turned = self.wild if fill.stood == self.whites else WHITE
            return stands >= 1 and (pair == turned or (0 < fill.stood < self.whites and pair in (WHITE, self.wild)))
        return stands >= 1 and pair == self.win

    # --- the multiple

    def verdict(self) -> Verdict:
        """The best of the readings that may win so."""
        every = set(self.readings())
        is_first = self.context.has("heavenly") or self.context.has("human")
        legal = [one for one in every if self.by != "discard" or one.is_open or is_first]
        worth = [self.worth(one) for one in legal]
        if worth and is_first:
            worth.append(Verdict("", FIRST_TURN_MULTIPLE, frozenset({"天胡"})))
        if self.held >= 3 and self.by != "discard":
            worth.append(Verdict("", 1, frozenset({"三财神"})))
        if worth:
            return max(worth, key=lambda one: (one.multiple, sorted(one.patterns)))
        return Verdict("not-on-discard" if every or self.held >= 3 else "incomplete", 0, frozenset())

    def worth(self, one: Reading) -> Verdict:
        """P x A x K."""
        added, addition, kongs = set(), 1, self.kongs()
        floats = self.context.floats if one.is_burst else 0
        if one.is_burst:
            addition += 1 + floats
            added |= {"爆头", "漂财"} if floats else {"爆头"}
        if self.held + floats >= 3:
            addition += 1
            added.add("三财神+")
        if kongs > 1:
            added.add("杠上开花" if kongs == 2 else "连杠")
        return Verdict("", one.product * addition * kongs, one.patterns | added)

    def kongs(self) -> int:
        """K: two after a kong, as many as there were where several came in a row."""
        run = max((event.count for event in self.context.events if event.name == "kongs"), default=1)
        return max(run, 2 if self.context.has("after-kong") else 1)


def reading(patterns: dict[str, int], is_burst: bool, is_open: bool = True) -> Reading:
    """A reading of some patterns, with their product."""
    product = 1
    for multiple in patterns.values():
        product *= multiple
    return Reading(frozenset(patterns), product, is_burst, is_open)


@cache
def beside(kind: int) -> frozenset[int]:
    """The kinds that can be in a set or a pair with a kind."""
    if kind in HONOURS:
        return frozenset({kind})
    return frozenset(other for suit in SUITS if kind in suit for other in suit if abs(other - kind) <= 2)


def are_apart(kinds: tuple[int, ...]) -> bool:
    """No honour twice, and the tiles of each suit at least three apart."""
    return all(
        one != other and (one in HONOURS or other in HONOURS or one // 9 != other // 9 or abs(one - other) >= 3)
        for one, other in combinations(kinds, 2)
    )


def on_one_line(kinds: Iterable[int]) -> bool:
    """All on 147, on 258 or on 369."""
    return len({kind % 3 for kind in kinds}) <= 1


def verdict(hand: Hand, context: WinContext) -> Verdict:
    """What a hand, its winning tile added, is worth won so."""
    return Deal(hand, context).verdict()
