"""What a rule set is, once its file has been read: immutable data, and no arithmetic.

Every entry keeps `ref`, the rule text and section it comes from, and `decided`,
our own words where the texts leave the point open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from mjcli.hand import NO_WILDS, Stakes, Wilds
from mjcli.texts import Text
from mjcli.tiles import JOKER, Seat, Tile
from mjcli.value import Value

MissedWin = Literal["same-kind", "all-waits", "none"]
HumanWin = Literal["first-discard", "first-round"]
Rounding = Literal["up", "down"]
Operator = Literal["test", "all", "any", "not"]
Tier = Literal["pattern", "special", "fallback", "addition", "floor", "limit", "row", "relation", "bonus", "multiplier"]


class Condition(Value):
    """When a fan holds: a predicate, or all, any or none of several conditions."""

    operator: Operator
    predicate: str = ""
    parts: tuple[Condition, ...] = ()

    def predicates(self) -> frozenset[str]:
        """The ids of every predicate in it."""
        own = {self.predicate} if self.predicate else set()
        return frozenset(own.union(*(part.predicates() for part in self.parts)))


class FanRule(Value):
    """A row of the table: what it is called, when it holds, what it is worth, and how it counts.

    `fan` is the value of one hit; for a floor it is the fan a hand is raised to,
    for a row of a price list its printed multiple, and `points` its printed
    total.  `excludes` are fans that do not count beside it; `excludes_there`
    those that do not count in the sets it holds in, `excludes_once` those that
    count one time less.  `events` are the events of a win that its condition reads.
    """

    id: str
    name: Text
    tier: Tier
    fan: int
    condition: Condition
    events: frozenset[str]
    ref: str
    decided: Text | None = None
    points: int | None = None
    excludes: tuple[str, ...] = ()
    excludes_there: tuple[str, ...] = ()
    excludes_once: tuple[str, ...] = ()


class CappedFan(Value):
    """Fans that double: points are `factor ** fan`, patterns and additions together at most `cap`.

    `stack` lets patterns within the cap add up; `limits_add` adds the fan of a
    heavenly, earthly or human win to the hand's own.  A hand of fewer than
    `minimum` fan may not win; `minimum_with_additions` lets additions count
    towards it.
    """

    cap: int
    factor: int
    stack: bool
    limits_add: bool
    minimum: int
    minimum_with_additions: bool

    tiers: ClassVar[tuple[Tier, ...]] = ("pattern", "special", "fallback", "addition", "floor", "limit")


class BestRow(Value):
    """A price list: the row of the highest points counts alone, and a hand without a row may not win.

    A row without printed points is worth the stake of a chicken hand times its multiple.
    """

    minimum: ClassVar[int] = 0
    tiers: ClassVar[tuple[Tier, ...]] = ("row",)


class AccountOnce(Value):
    """Fans that add up under the principles of 国标麻将: 不重复, 不拆移, 不得相同, 就高不就低, 套算一次.

    A `relation` of sets counts only while it joins sets that no others have
    joined.  A hand of fewer than `minimum` fan, each `bonus` apart, may not win.
    Points are the fan.
    """

    minimum: int

    tiers: ClassVar[tuple[Tier, ...]] = ("pattern", "relation", "fallback", "bonus")


# What a multiple is the product of: patterns, additions, multipliers.
FACTORS = ("P", "A", "K")


class Factor(Value):
    """One of the numbers that a multiple is the product of: its letter, what it is, and where it comes from."""

    id: str
    name: Text
    ref: str
    decided: Text | None = None


class Product(Value):
    """Multiples 倍: patterns multiply (P), additions add to one (A), and the highest multiplier counts (K).

    The multiple is P x A x K; one of the tier `limit` stands alone unless that is
    more.  Points are the multiple times `base` 基础分.  `factors` say what P, A
    and K are, in that order.
    """

    base: int
    factors: tuple[Factor, ...]

    minimum: ClassVar[int] = 0
    tiers: ClassVar[tuple[Tier, ...]] = ("pattern", "fallback", "addition", "multiplier", "limit")


Scoring = CappedFan | BestRow | AccountOnce | Product


class SeatMap(Value):
    """The seat that a tile falls to, counted from the dealer as 1.

    `ranks` gives it for each rank of a suit, `others` for honours and flowers.
    """

    ranks: tuple[int, ...]
    others: Mapping[Tile, int]

    def seat_of(self, tile: Tile) -> Seat:
        """The seat of a tile."""
        return Seat((self.ranks[tile.rank - 1] if tile.is_suited else self.others[tile]) - 1)


class Codes(Value):
    """Code tiles 马 turned at the end: each that falls to the winner's seat raises what is paid.

    At most `most` are turned, an even number if `even`.  A hit adds the hand's
    points once more, or `flat` points if that is not 0.
    """

    map: SeatMap
    most: int
    even: bool
    flat: int
    ref: str
    decided: Text | None = None


class Bets(Value):
    """Side bets 买马: any seat may bet on the seat that its tile falls to, and wins or loses with it.

    With `winner_exempt` a winner who bet on a loser pays nothing.
    """

    map: SeatMap
    winner_exempt: bool
    ref: str
    decided: Text | None = None


class Follow(Value):
    """跟庄: all three others match the dealer's first discard, and the dealer pays each of them `each`."""

    each: int
    ref: str
    decided: Text | None = None


class Payment(Value):
    """What a win costs beside its points: every other seat pays `base`, whoever feeds the tile.

    `robbed` says whether a robbed kong is paid as a `draw`, by all, or as a
    `discard`, which the seat whose kong it was feeds.  `rounding` is that of a
    half to whole units, None where nothing is halved.
    """

    base: int
    robbed: Literal["draw", "discard"]
    ref: str
    decided: Text | None = None
    rounding: Rounding | None = None


class Winners(Value):
    """Who is paid when several win on one tile: `all`, the `largest` hand, or the `nearest` in turn.

    A hand with one of the fans `first` beats every other.  Of equal hands the
    `nearest` is paid, or `all` of them.
    """

    paid: Literal["all", "largest", "nearest"]
    equals: Literal["nearest", "all"]
    first: tuple[str, ...]
    ref: str
    decided: Text | None = None


class NextDealer(Value):
    """Who deals next: the `winner`; or the dealer stays after its own win and else it `passes` to the next seat.

    After a hand that nobody wins the dealer stays.  Or the deal `rotates`: each
    hand has the next dealer, whoever won.
    """

    next: Literal["winner", "passes", "rotates"]
    ref: str
    decided: Text | None = None


class SidePayment(Value):
    """What the winner is paid beside the hand for each kong of a kind, or each flower.

    `payer` says who pays `amount`, times the stake of a kong or of a flower if
    `stake` names one: every other seat by itself (`each`), whoever fed the kong
    (`feeder`), or those who pay for the hand (`payers`).
    """

    id: str
    payer: Literal["each", "feeder", "payers"]
    amount: int
    stake: Literal["", "flower", "kong"]
    ref: str
    decided: Text | None = None


SIDE_KINDS = ("concealed-kong", "exposed-kong", "added-kong", "flower")


class WildRule(Value):
    """Which tiles are wild 财神: those of `tiles` in every deal, and a kind that is turned up where `turned` has it so.

    With `stand_in` that kind is itself or stands for the kind turned up, tile by
    tile.  With `fifth_copy` a wild tile may stand for a kind held four times.
    """

    tiles: tuple[Tile, ...]
    turned: Literal["never", "optional", "required"]
    stand_in: Tile | None
    fifth_copy: bool
    ref: str
    decided: Text | None = None

    def of_deal(self, face: Tile | None) -> Wilds:
        """The wild tiles of a deal in which the kind `face` was turned up, None where none was."""
        kinds = self.tiles if face is None or face in self.tiles else (*self.tiles, face)
        return Wilds(kinds, self.stand_in, face, self.fifth_copy)


class Table(Value):
    """The frame of the game: seats in play, tiles, shapes that win, what a passed win blocks.

    `chows` is whether a discard may be claimed for a chow; `last_discard_wins`
    whether the discard after the last tile of the wall may be won; `human_win`
    whether 人和 is a win on the dealer's first discard or on any of the first round;
    `discard_payer` whether a discard is paid by its feeder, by everyone, or by
    its feeder whole and by every other seat a half (`halves`);
    `drawn_kongs` whether kongs are paid in a deal that nobody wins;
    `kong_voids_first_turn` whether another seat's kong voids 地和 and its like.
    `discard_needs` are the fans of which a win on a discard needs one, if there are any.
    """

    seats: tuple[Seat, ...]
    shapes: tuple[str, ...]
    chows: bool
    flowers: bool
    last_discard_wins: bool
    formal_tenpai: bool
    missed_win: MissedWin
    human_win: HumanWin
    discard_payer: Literal["feeder", "everyone", "halves"]
    drawn_kongs: bool
    kong_voids_first_turn: bool
    discard_needs: tuple[str, ...] = ()


class Liability(Value):
    """A cause for which one seat pays everybody's share of a win.

    `trigger` says what makes the seat liable.  On a rob: it was `robbed`.  On a
    self-draw: its discard was konged and the `replacement` won; or it fed the set
    that makes `count` claimed sets of `kinds` (any kinds if empty, `claims`).  On
    a discard: it discarded to so many claimed sets (`dealt-in`); or it is `bound`
    to the winner, one of them having claimed `count` times from the other.  A
    bound seat pays for its own discard, and with `shared` half of it all where a
    third seat discards, which pays the other half.

    Of several causes the one of the lowest `precedence` stands, then the earliest.
    `called` wants the event of that name; `patterns` are fans of which the hand
    must have one.
    """

    id: str
    name: Text
    trigger: Literal["robbed", "replacement", "claims", "dealt-in", "bound"]
    precedence: int
    exemptible: bool
    ref: str
    decided: Text | None = None
    count: int = 0
    kinds: tuple[Tile, ...] = ()
    concealed_kongs: bool = False
    ended_by_kong: bool = True
    called: bool = False
    patterns: tuple[str, ...] = ()
    shared: bool = False


class RuleSet(Value):
    """A whole set of rules.

    `lineage` names it and the rule sets it extends, itself first; `texts` are
    the titles of the rule texts cited; `decisions` our decisions on single keys,
    by dotted path.
    """

    id: str
    name: Text
    lineage: tuple[str, ...]
    texts: Mapping[str, str]
    table: Table
    scoring: Scoring
    fans: tuple[FanRule, ...]
    liabilities: tuple[Liability, ...]
    decisions: Mapping[str, Text]
    side_payments: tuple[SidePayment, ...]
    winners: Winners
    dealer: NextDealer
    codes: Codes | None = None
    bets: Bets | None = None
    follow: Follow | None = None
    stakes: Stakes | None = None
    payment: Payment | None = None
    wild: WildRule | None = None

    def offers(self, option: str) -> bool:
        """Whether the rule set has what an option is about."""
        if option == "wild":
            return self.wild is not None and self.wild.turned != "never"
        if option == "base":
            return isinstance(self.scoring, Product)
        parts = {"horses": self.codes, "stakes": self.stakes, "bet": self.bets, "follow": self.follow}
        if option == "bound":
            return any(rule.trigger == option for rule in self.liabilities)
        return parts.get(option) is not None

    @property
    def has_jokers(self) -> bool:
        """Whether the game has joker tiles, which are none of the 34 kinds."""
        return self.wild is not None and JOKER in self.wild.tiles

    def wilds(self, face: Tile | None) -> Wilds:
        """The wild tiles of a deal in which `face` was turned up, if any was."""
        return self.wild.of_deal(face) if self.wild else NO_WILDS

    def fan(self, name: str) -> FanRule:
        """The row with that id.

        :raises KeyError: there is none.
        """
        for rule in self.fans:
            if rule.id == name:
                return rule
        raise KeyError(name)
