"""Contradictions within a Danish hand, checked from record schema 3 on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.core.problem import Problem
from scoring.games.danish.holdings import (
    HALF_KINGS,
    Fact,
    collect_facts,
    fits_any_deal,
    is_king,
)
from scoring.games.danish.record import PAGAT_WON, PLAYED, SUITS, DanishHand
from scoring.games.danish.tables import (
    COUNTED,
    DEALERS_HAND,
    FOOL,
    HAND,
    KINGS_IN_DECK,
    MATADORS_IN_ORDER,
    MONDO,
    PAGAT_CARD,
    RANKS,
)

# A trump loses only to a higher trump, so at most half of all trumps can be beaten; the fool,
# which counts as a trump, loses to any card.
_MOST_BEATEN = COUNTED["trumps"][1] // 2
_CARD_TERMS = {"fool": "da.card.fool", "trump": "da.card.trump", "trump.1": "da.card.pagat"}

# The kinds of cards that are counted for each player.
_RANKS = (*RANKS, "trump")
_RANK_OF_CARD = {
    **{f"{rank}.{suit}": rank for rank in RANKS for suit in SUITS},
    **{card: "trump" for card in MATADORS_IN_ORDER if card != FOOL},
}


def find_contradictions(record: DanishHand, dealer: str) -> Iterator[Problem]:
    """Yield a fault for each group of facts of `record` that cannot all be true.

    dealer: player whose hand has three more cards than the others, until the discard.

    Source: scoring/RULEBOOK.md, section 6.
    """
    facts: Sequence[Fact] = ()
    all_or_none = record.announced_tout or record.tout is not None or record.nolo is not None
    if len(record.declarations) > 1:
        yield from _find_repeated_declarations(record)
    if record.declarations and (all_or_none or not fits_any_deal(record)):
        facts = collect_facts(record)
        yield from find_fact_faults(facts, dealer)
    if all_or_none and record.outcome == PLAYED:
        yield from _find_tout_and_nolo_faults(record, dealer, facts)


def find_fact_faults(facts: Sequence[Fact], dealer: str) -> Iterator[Problem]:
    """Yield a fault for each card that two facts dispute, and for too many cards of a kind.

    Source: scoring/RULEBOOK.md, section 6.
    """
    yield from _find_double_holders(facts)
    yield from _find_missing_kings(facts)
    hands = _Hands(facts)
    yield from _find_king_faults(facts, hands)
    yield from _find_trump_faults(facts, hands)
    yield from _find_oversized_hands(facts, hands, dealer)


def _build_exclusion_problem(code: str, fact: Fact, other: Fact, **more: object) -> Problem:
    """Return the fault of two facts that exclude each other, at the field of `fact`."""
    values = {"what": fact.term, "player": fact.player, "other": other.term, "by": other.player}
    return Problem(code, fact.field, {**values, **more})


def _find_repeated_declarations(record: DanishHand) -> Iterator[Problem]:
    declared = set()
    for place, declaration in enumerate(record.declarations):
        key = declaration.player, declaration.kind, declaration.suit
        if key in declared:
            values = {"player": declaration.player, "what": f"da.{declaration.kind}"}
            yield Problem("declared_twice", f"declarations.{place}.kind", values)
        declared.add(key)


def _find_double_holders(facts: Sequence[Fact]) -> Iterator[Problem]:
    """Yield a fault for each card that two players held, or that a player both held and lacked."""
    holders: dict[str, Fact] = {}
    lacking: dict[tuple[str, str], Fact] = {}
    for fact in facts:
        for card in fact.cards:
            other = holders.setdefault(card, fact)
            if other.player != fact.player:
                yield _build_exclusion_problem(
                    "exclude_card", fact, other, card=_find_card_term(card)
                )
                break
            missed = lacking.get((fact.player, card))
            if missed is not None:
                yield _build_exclusion_problem(
                    "exclude_missing", fact, missed, card=_find_card_term(card)
                )
                break
        for card in fact.lacks:
            held = holders.get(card)
            lacking[fact.player, card] = fact
            if held is not None and held.player == fact.player:
                yield _build_exclusion_problem(
                    "exclude_missing", held, fact, card=_find_card_term(card)
                )


def _find_missing_kings(facts: Sequence[Fact]) -> Iterator[Problem]:
    """Yield a fault for each player with half kings who lacks more than one king."""
    for fact in facts:
        if fact.kings != HALF_KINGS or fact.lacks:
            continue
        lacking: dict[str, Fact] = {}
        elsewhere: set[str] = set()
        for other in facts:
            if other.player == fact.player:
                lacking |= dict.fromkeys(filter(is_king, other.lacks), other)
            else:
                elsewhere.update(filter(is_king, other.cards))
        if lacking and len(elsewhere | set(lacking)) > 1:
            *_, other = lacking.values()
            yield _build_exclusion_problem("exclude_missing", other, fact, card="da.card.king")


def _find_card_term(card: str) -> str:
    kind = card.partition(".")[0]
    term = _CARD_TERMS.get(card) or _CARD_TERMS.get(kind)
    return term or ("da.card.king" if kind in ("king", "kings") else "da.card.court")


class _Hands:
    """The fewest kings, other court cards and trumps that each player can have held."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self.certain: dict[str, set[str]] = {}
        self.ranks: dict[str, dict[str, int]] = {}
        self.kings: dict[str, int] = {}
        self.trumps: dict[str, int] = {}
        self.open_kings: dict[str, list[str]] = {}
        declared: dict[str, int] = {}
        played: dict[str, int] = {}
        for fact in facts:
            player = fact.player
            self.certain.setdefault(player, set()).update(fact.cards)
            if fact.open_king:
                self.open_kings.setdefault(player, []).append(fact.open_king)
            if fact.trumps:
                self.trumps[player] = fact.trumps
            if fact.kings > 1:
                declared[player] = fact.kings
            played[player] = played.get(player, 0) + (fact.kings == 1)
        for player, cards in self.certain.items():
            ranks = self.ranks[player] = dict.fromkeys(_RANKS, 0)
            for card in cards:
                if card in _RANK_OF_CARD:
                    ranks[_RANK_OF_CARD[card]] += 1
            self.kings[player] = max(played[player], declared.get(player, 0), ranks["king"])
            self.trumps.setdefault(player, self.count_named_trumps(player))

    def count_named_trumps(self, player: str) -> int:
        """Return the number of trumps that the player certainly held; the fool counts as one."""
        return self.ranks[player]["trump"] + (FOOL in self.certain[player])

    def count_cards(self, player: str) -> int:
        """Return the fewest different cards that the player's facts need.

        A half cavallerie whose missing card is not recorded counts as two court cards and a king;
        that king may be counted already.
        """
        ranks, open_kings = self.ranks[player], self.open_kings.get(player, [])
        named = ranks["queen"] + ranks["rider"] + ranks["jack"]
        more = sum(king not in self.certain[player] for king in open_kings)
        kings = max(self.kings[player], ranks["king"] + more)
        return self.trumps[player] + named + 2 * len(open_kings) + kings


def _find_king_faults(facts: Sequence[Fact], hands: _Hands) -> Iterator[Problem]:
    """Yield faults if a player played more kings than declared, or if the pack has too few."""
    played = [fact for fact in facts if fact.kings == 1]
    if len(played) > HALF_KINGS:
        for fact in facts:
            played_by_same = [rival for rival in played if rival.player == fact.player]
            if fact.kings == HALF_KINGS < len(played_by_same):
                yield _build_exclusion_problem("exclude_kings", played_by_same[-1], fact)
    if sum(hands.kings.values()) <= KINGS_IN_DECK:
        return
    declared = [fact for fact in facts if fact.kings > 1 or fact.names_king]
    for fact in declared:
        others = [rival for rival in (*declared, *played) if rival.player != fact.player]
        if others:
            yield _build_exclusion_problem("exclude_kings", others[-1], fact)
            return


def _find_trump_faults(facts: Sequence[Fact], hands: _Hands) -> Iterator[Problem]:
    """Yield faults if a player held more trumps than declared, or if the pack has too few."""
    for fact in facts:
        if fact.trumps and hands.count_named_trumps(fact.player) > fact.trumps:
            other = next(
                rival
                for rival in _find_facts_about_trumps(facts)
                if rival.player == fact.player and rival != fact
            )
            values = {"count": hands.count_named_trumps(fact.player), "highest": fact.trumps}
            yield _build_exclusion_problem("exclude_trumps", other, fact, **values)
    total, most = sum(hands.trumps.values()), COUNTED["trumps"][1]
    if total < most:
        return
    # The counted trumps lack the pagat if a fact excludes it and no fact includes it.
    if not any(PAGAT_CARD in fact.cards for fact in facts):
        most -= any(PAGAT_CARD in fact.lacks for fact in facts)
    if total > most:
        speaking = _find_facts_about_trumps(facts)
        first = next(fact for fact in speaking if fact.trumps or len(fact.cards) > 1)
        others = [fact for fact in speaking if fact.player != first.player] or [first]
        yield _build_exclusion_problem(
            "exclude_trumps", others[-1], first, count=total, highest=most
        )


def _find_facts_about_trumps(facts: Sequence[Fact]) -> list[Fact]:
    return [
        fact
        for fact in facts
        if fact.trumps or any(card == FOOL or card.startswith("trump.") for card in fact.cards)
    ]


def _find_oversized_hands(facts: Sequence[Fact], hands: _Hands, dealer: str) -> Iterator[Problem]:
    """Yield a fault for each player whose facts need more cards than a hand has."""
    for player in hands.certain:
        most, count = DEALERS_HAND if player == dealer else HAND, hands.count_cards(player)
        if count > most:
            first, *_, last = (fact for fact in facts if fact.player == player)
            yield _build_exclusion_problem("exclude_size", last, first, count=count, highest=most)


def _find_tout_and_nolo_faults(
    record: DanishHand, dealer: str, facts: Sequence[Fact]
) -> Iterator[Problem]:
    """Yield a fault for each fact that contradicts a tout or nolo."""
    if record.announced_tout:
        yield from _find_discarded_fool(dealer, facts)
    holder = next((fact.player for fact in facts if FOOL in fact.cards), None)
    if record.announced_tout and holder is None:
        holder = dealer
    if record.tout is not None:
        yield from _find_tout_faults(record, record.tout, facts, holder)
    elif record.nolo is not None:
        yield from _find_nolo_faults(record, record.nolo, facts, holder)


def _find_tout_faults(
    record: DanishHand, tout: str, facts: Sequence[Fact], holder: str | None
) -> Iterator[Problem]:
    """Yield a fault for each fact that implies that another player won a trick.

    The mondo always wins its trick, and the fool never does. If both opponents declared trumps,
    the remaining trumps are too few to beat theirs.

    holder: player who certainly held the fool, if any.
    """
    several = len({fact.player for fact in facts if fact.trumps} - {tout}) > 1
    tricks = [
        (f"in_play.{place}.event", f"da.{entry.event}", entry.player)
        for place, entry in enumerate(record.in_play)
        if (entry.event == PAGAT_WON) != (entry.player == tout)
    ]
    for fact in facts:
        lost = FOOL in fact.cards and fact.player == tout and not record.announced_tout
        many = several and fact.trumps
        if lost or (fact.player != tout and (many or _wins_a_trick(fact, facts, holder))):
            tricks.append((fact.field, fact.term, fact.player))
    for field, term, by in tricks:
        yield Problem("exclude_tout", field, {"player": tout, "what": term, "by": by})


def _find_nolo_faults(
    record: DanishHand, nolo: str, facts: Sequence[Fact], holder: str | None
) -> Iterator[Problem]:
    """Yield a fault for each fact that implies that the player with the nolo won a trick.

    holder: player who certainly held the fool, if any.
    """
    tricks = [
        (f"in_play.{place}.event", f"da.{entry.event}")
        for place, entry in enumerate(record.in_play)
        if entry.event == PAGAT_WON and entry.player == nolo
    ]
    held = (fact for fact in facts if fact.player == nolo and _wins_a_trick(fact, facts, holder))
    tricks += [(fact.field, fact.term) for fact in held]
    for field, term in tricks:
        yield Problem("exclude_nolo", field, {"player": nolo, "what": term})


def _wins_a_trick(fact: Fact, facts: Sequence[Fact], holder: str | None) -> bool:
    """Return whether the player of the fact must win a trick, by the mondo or by many trumps.

    holder: player who certainly held the fool, if any.
    """
    player = fact.player
    lacks_fool = any(FOOL in other.lacks for other in facts if other.player == player)
    most = _MOST_BEATEN - (lacks_fool or holder not in (None, player))
    return MONDO in fact.cards or fact.trumps > most


def _find_discarded_fool(dealer: str, facts: Sequence[Fact]) -> Iterator[Problem]:
    """Yield a fault for each fact that gives another player the fool.

    The dealer discards the fool to announce a tout.
    """
    for fact in facts:
        if FOOL in fact.cards and fact.player != dealer:
            values = {"what": fact.term, "player": fact.player, "dealer": dealer}
            yield Problem("exclude_fool", fact.field, values)
