"""The auction: the player to speak, the legal calls, the meaning of a jump, and the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from scoring.core.problem import Problem
from scoring.core.reader import Reader

PASS, HOLD = "pass", "hold"
BIDS = ("three", "two", "one", "solo")
# The bids to which a lone three may be raised, if the rules allow it.
RAISED = ("two", "one")
CALLS = (PASS, *BIDS, HOLD)
SOLO = len(BIDS) - 1

Call = tuple[str, str]


class Conventions(Protocol):
    """The bidding options of a game's house rules.

    Source: scoring/RULEBOOK.md, section 1, "Auction".
    """

    @property
    def hold_rule(self) -> str: ...

    @property
    def solo_jump(self) -> str: ...

    @property
    def hold_jump(self) -> str: ...

    @property
    def invite_after_hold(self) -> bool: ...

    @property
    def pais_xvii(self) -> bool: ...

    @property
    def raise_lone_three(self) -> bool: ...


class Contract(Protocol):
    """The fields of a played hand that state the outcome of its auction.

    Source: docs/reference/format.md, "Hands: paskievics, illustrated".
    """

    @property
    def declarer(self) -> str | None: ...

    @property
    def bid(self) -> str | None: ...

    @property
    def called(self) -> str | None: ...

    @property
    def partner(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction so far, with only legal calls.

    order: active players in speaking order.
    bids: every bid and hold, as (player, place in BIDS).
    held: whether the last bid was a hold.
    passed: players who have passed.
    last: player who spoke last.
    cue: the cue bid, as (player, card).

    Source: scoring/RULEBOOK.md, section 1, "Auction".
    """

    order: tuple[str, ...]
    bids: tuple[tuple[str, int], ...] = ()
    held: bool = False
    passed: tuple[str, ...] = ()
    last: str | None = None
    cue: Call | None = None


@dataclass(frozen=True, slots=True)
class AuctionResult:
    """The result of an auction.

    declarer, bid: highest bidder and bid so far, None before the first bid.
    called: tarokk that the declarer must call (roman numeral), None if free to choose.
    shown_by: player who showed that tarokk.
    yielded: whether the tarokk was shown by yielding the game rather than by a cue bid.
    speaker: player who speaks next, None if the auction is over.
    fault: fault of the first illegal call, None if all are legal; only the calls before it count.
    own_cue: tarokk that the declarer showed by a cue bid (roman numeral), or None.

    Source: scoring/RULEBOOK.md, section 1, "Auction".
    """

    declarer: str | None
    bid: str | None
    called: str | None
    shown_by: str | None
    yielded: bool
    speaker: str | None
    fault: Problem | None
    own_cue: str | None = None


@dataclass(frozen=True, slots=True)
class LegalCall:
    """A legal call.

    shows: tarokk that the call promises by convention (roman numeral), or None.

    Source: scoring/RULEBOOK.md, section 1, "Auction".
    """

    call: str
    shows: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The next player to speak and every legal call, pass first.

    Source: scoring/RULEBOOK.md, section 1, "Auction".
    """

    player: str
    choices: tuple[LegalCall, ...]


def read_auction(reader: Reader) -> tuple[Call, ...] | None:
    """Return the valid calls at key `auction` as (player, call), or None without a list.

    Source: docs/reference/format.md, "Hands: paskievics, illustrated".
    """
    raw = reader.get("auction")
    if raw is None:
        return None
    if not isinstance(raw, list):
        reader.note_fault("not_list", "auction")
        return None
    calls: list[Call] = []
    for place, item in enumerate(raw):
        pair = isinstance(item, list) and len(item) == 2
        if pair and isinstance(item[0], str) and item[1] in CALLS:
            calls.append((item[0], item[1]))
        else:
            reader.note_fault("auction_not_call", f"auction.{place}", allowed=", ".join(CALLS))
    return tuple(calls)


def derive_result(
    calls: tuple[Call, ...], *, order: tuple[str, ...], rules: Conventions
) -> AuctionResult:
    """Return the result of `calls`, up to the first illegal call.

    order: players in speaking order.

    >>> from scoring.games.hungarian.rules import HungarianRules
    >>> calls = (("A", "two"), ("B", "pass"), ("C", "pass"), ("D", "one"), ("A", "pass"))
    >>> found = derive_result(calls, order=("A", "B", "C", "D"), rules=HungarianRules())
    >>> found.declarer, found.bid, found.called
    ('D', 'one', 'XIX')

    Source: scoring/RULEBOOK.md, section 1, "Auction".
    """
    auction, fault = _replay_calls(calls, order, rules)
    speaker = _find_next_speaker(auction, _list_waiting_players(auction), rules)
    top, level = auction.bids[-1] if auction.bids else (None, 0)
    called, shown_by, own_cue = None, None, None
    yielded = speaker is None and _is_yielded(auction)
    if yielded:
        called, shown_by = "XX", auction.bids[0][0]
    elif auction.cue is not None and auction.cue[0] != top:
        shown_by, called = auction.cue
    elif auction.cue is not None:
        own_cue = auction.cue[1]
    return AuctionResult(
        declarer=top,
        bid=BIDS[level] if top is not None else None,
        called=called,
        shown_by=shown_by,
        yielded=yielded,
        speaker=speaker,
        fault=fault,
        own_cue=own_cue,
    )


def find_next_turn(
    calls: tuple[Call, ...], *, order: tuple[str, ...], rules: Conventions
) -> Turn | None:
    """Return the next player and the legal calls; None if the auction is over or illegal.

    A player who could only pass is skipped.

    Source: scoring/RULEBOOK.md, section 1, "Auction".
    """
    auction, fault = _replay_calls(calls, order, rules)
    player = _find_next_speaker(auction, _list_waiting_players(auction), rules)
    if fault is not None or player is None:
        return None
    choices = [LegalCall(PASS, "XX" if _would_yield(auction, player) else None)]
    if _find_hold_fault(auction, player, rules) is None:
        choices.append(LegalCall(HOLD))
    lowest = auction.bids[-1][1] + 1 if auction.bids else 0
    choices += [
        LegalCall(BIDS[level], _find_promised_card(auction, player, level, rules))
        for level in range(lowest, len(BIDS))
    ]
    return Turn(player, tuple(choices))


def find_auction_faults(
    calls: tuple[Call, ...],
    *,
    order: tuple[str, ...],
    rules: Conventions,
    record: Contract,
    partners: bool = True,
) -> list[Problem]:
    """Return the faults of the auction, or else of the fields of `record` that contradict it.

    partners: whether the partner is checked too.

    An auction that is illegal, unfinished or passed out is a fault of `auction`.

    Source: scoring/RULEBOOK.md, section 1, "Auction"; docs/reference/format.md, "auction".
    """
    derived = derive_result(calls, order=order, rules=rules)
    if derived.fault is not None:
        return [derived.fault]
    if derived.speaker is not None:
        return [Problem("auction_unfinished", "auction", {"expected_player": derived.speaker})]
    if derived.declarer is None:
        return [Problem("auction_passed_out", "auction")]
    problems = []
    if record.declarer != derived.declarer:
        problems.append(Problem("auction_declarer", "declarer", {"declarer": derived.declarer}))
    if record.bid != derived.bid and not (
        rules.raise_lone_three and _is_lone_three(calls, order) and record.bid in RAISED
    ):
        problems.append(Problem("auction_bid", "bid", {"bid": f"bid.{derived.bid}"}))
    if derived.called is not None and record.called not in (None, derived.called):
        code = "auction_called_yielded" if derived.yielded else "auction_called_cue"
        problems.append(
            Problem(code, "called", {"by": derived.shown_by, "numeral": derived.called})
        )
    if partners and record.declarer == derived.declarer:
        problems += _find_partner_faults(derived, record)
    return problems


def _find_partner_faults(derived: AuctionResult, record: Contract) -> list[Problem]:
    """Return a fault if the auction showed that the partner does not hold the called card."""
    if derived.called is not None:
        if record.partner == derived.shown_by:
            return []
        code = "auction_partner_yielded" if derived.yielded else "auction_partner_cue"
        return [Problem(code, "partner", {"by": derived.shown_by, "numeral": derived.called})]
    if record.partner is None or derived.own_cue is None or record.called != derived.own_cue:
        return []
    values = {"by": derived.declarer, "numeral": derived.own_cue, "player": record.partner}
    return [Problem("auction_partner_own", "partner", values)]


def _is_lone_three(calls: tuple[Call, ...], order: tuple[str, ...]) -> bool:
    """Return whether the calls are a three, then a pass by every other player."""
    bids = [call for _player, call in calls if call != PASS]
    return bids == [BIDS[0]] and len(calls) == len(order)


def _replay_calls(
    calls: tuple[Call, ...], order: tuple[str, ...], rules: Conventions
) -> tuple[Auction, Problem | None]:
    auction = Auction(order)
    for number, (player, call) in enumerate(calls, 1):
        code = _find_call_fault(auction, player, call, rules)
        if code is not None:
            values = {"call": number, "player": player}
            expected = _find_next_speaker(auction, _list_waiting_players(auction), rules)
            if expected is not None:
                values["expected_player"] = expected
            return auction, Problem(code, "auction", values)
        auction = _add_call(auction, player, call, rules)
    return auction, None


def _add_call(auction: Auction, player: str, call: str, rules: Conventions) -> Auction:
    bids, held, passed, cue = auction.bids, auction.held, auction.passed, auction.cue
    if call == PASS:
        passed = (*passed, player)
    elif call == HOLD:
        bids, held = (*bids, (player, bids[-1][1])), True
    else:
        level = BIDS.index(call)
        card = _find_promised_card(auction, player, level, rules)
        cue = cue if card is None else (player, card)
        bids, held = (*bids, (player, level)), False
    return Auction(auction.order, bids, held, passed, player, cue)


def _list_waiting_players(auction: Auction) -> list[str]:
    """Return the players still in the auction, in turn, except the player who bid last."""
    start = 0 if auction.last is None else auction.order.index(auction.last) + 1
    top = auction.bids[-1][0] if auction.bids else None
    rotated = auction.order[start:] + auction.order[:start]
    return [player for player in rotated if player != top and player not in auction.passed]


def _find_next_speaker(auction: Auction, waiting: list[str], rules: Conventions) -> str | None:
    """Return the first waiting player who can do more than pass, or None if the auction is over."""
    may_bid = not auction.bids or auction.bids[-1][1] < SOLO
    for player in waiting:
        if may_bid or _find_hold_fault(auction, player, rules) is None:
            return player
    return None


def _find_call_fault(auction: Auction, player: str, call: str, rules: Conventions) -> str | None:
    if player not in auction.order:
        return "auction_stranger"
    if player in auction.passed:
        return "auction_passed_before"
    waiting = _list_waiting_players(auction)
    if (expected := _find_next_speaker(auction, waiting, rules)) is None:
        return None if call == PASS and player in waiting else "auction_over"
    if player not in waiting or waiting.index(player) > waiting.index(expected):
        return "auction_out_of_turn"
    if call == PASS:
        return None
    if call == HOLD:
        return _find_hold_fault(auction, player, rules)
    higher = not auction.bids or BIDS.index(call) > auction.bids[-1][1]
    return None if higher else "auction_not_higher"


def _find_hold_fault(auction: Auction, player: str, rules: Conventions) -> str | None:
    if not auction.bids:
        return "auction_nothing_to_hold"
    if auction.held:
        return "auction_held_once"
    if rules.hold_rule == "old":
        earlier = auction.order.index(player) < auction.order.index(auction.bids[-1][0])
        return None if earlier else "auction_hold_not_earlier"
    return None if _count_bids(auction, player) else "auction_hold_without_bid"


def _count_bids(auction: Auction, player: str) -> int:
    return sum(bidder == player for bidder, _level in auction.bids)


def _find_promised_card(
    auction: Auction, player: str, level: int, rules: Conventions
) -> str | None:
    """Return the tarokk that a bid promises by its jump (roman numeral), None if it promises none.

    level: place of the bid in BIDS.

    A legal hold that the player skips counts as a skipped bid.
    """
    if auction.cue is not None or (_was_held(auction) and not rules.invite_after_hold):
        return None
    may_hold = False
    if auction.bids:
        may_hold = _find_hold_fault(auction, player, rules) is None
        jumped = level - auction.bids[-1][1] - 1 + may_hold
    elif level == SOLO or len(auction.passed) == len(auction.order) - 1:
        return None  # no partner could bid higher to call the card
    else:
        jumped = level
    if jumped == 0:
        return None
    if jumped > 1 or (level == SOLO and rules.solo_jump == "xviii"):
        return "XVIII"
    if may_hold and rules.hold_jump == "xviii":
        return "XVIII"
    return "XVII" if rules.pais_xvii and _count_bids(auction, player) == 1 else "XIX"


def _was_held(auction: Auction) -> bool:
    """Return whether a player has held a bid so far, so that the same level occurs twice."""
    levels = [level for _player, level in auction.bids]
    return len(set(levels)) < len(levels)


def _is_yielded(auction: Auction) -> bool:
    """Return whether the bids are a three, then a two by another player, and nothing else."""
    return len(auction.bids) == 2 and auction.bids[0][1] == 0 and auction.bids[1][1] == 1


def _would_yield(auction: Auction, player: str) -> bool:
    if not _is_yielded(auction) or auction.bids[0][0] != player:
        return False
    return len(auction.passed) == len(auction.order) - 2
