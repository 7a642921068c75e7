"""Claims about the nine tricks of a hand, which narrow the possibilities in a `Course`.

An empty set of possibilities means a contradiction.

Source: scoring/RULEBOOK.md, section 6, "What contradicts itself".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from scoring.games.hungarian.course_sets import (
    ALL_PLAYERS,
    ALL_TRICKS,
    BOTH,
    CARD,
    FIRST_TRICK,
    HAND,
    HIGHER,
    NO_TRICK,
    OURS,
    PLAYED,
    THEIRS,
    TRICK,
    Course,
    ImpossibleError,
    require_nonempty,
)
from scoring.games.hungarian.course_totals import (
    check_point_totals,
    check_suit_plays,
    check_tarokk_total,
    exclude_suit_cards,
)
from scoring.games.hungarian.deck import (
    PAGAT,
    SAS,
    SKIZ,
    SUIT_CARDS,
    XXI,
    build_mask,
    build_mask_from,
    iter_mask,
)
from scoring.games.hungarian.tables import MOST_OF_TWO, TRICK_CARDS, TRICKS

# A claim: its name in CLAIMS, then its arguments.
Claim = tuple[str, *tuple[int, ...]]


def _claim_won(course: Course, trick: int, side: int) -> None:
    course.sides[trick] &= side
    require_nonempty(course.sides[trick], TRICK)


def _claim_won_with(course: Course, trick: int, cards: int) -> None:
    course.wins[trick] &= cards
    require_nonempty(course.wins[trick], TRICK)
    course.marked.update(iter_mask(cards))


def _claim_each_wins(course: Course, cards: int, tricks: int, side: int) -> None:
    for card in iter_mask(cards):
        _claim_in_tricks(course, card, tricks)
        _claim_held(course, card, course.find_players(side))


def _claim_not_won_with(course: Course, trick: int, cards: int) -> None:
    course.wins[trick] &= ~cards
    require_nonempty(course.wins[trick], TRICK)


def _claim_in_tricks(course: Course, card: int, tricks: int) -> None:
    course.marked.add(card)
    course.where[card] &= tricks
    require_nonempty(course.where[card], CARD)


def _claim_held(course: Course, card: int, players: int) -> None:
    course.marked.add(card)
    course.owner[card] &= players
    require_nonempty(course.owner[card], HAND)


def _claim_taken(course: Course, cards: int, side: int) -> None:
    for card in iter_mask(cards):
        course.marked.add(card)
        course.taken[card] &= side
        # A card that can only be in the discards is taken by nobody.
        if not course.taken[card]:
            _claim_in_tricks(course, card, 1)


def _claim_caught(course: Course) -> None:
    course.caught = True
    course.marked.update((XXI, SKIZ))


def _claim_some_in(course: Course, cards: int, trick: int, side: int) -> None:
    course.some.append((cards, trick, side))
    course.marked.update(iter_mask(cards))


def _claim_beaten(course: Course, card: int, side: int) -> None:
    course.beaten.append((card, side))
    _claim_in_tricks(course, card, FIRST_TRICK)


def _claim_no_trick(course: Course, side: int) -> None:
    for trick in range(1, TRICKS + 1):
        course.sides[trick] &= ~side
        require_nonempty(course.sides[trick], NO_TRICK)


def _claim_shared(course: Course) -> None:
    course.shared = True


def _claim_discards(course: Course, ours: int, theirs: int) -> None:
    course.discards = {OURS: ours, THEIRS: theirs}


def _claim_tarokks(course: Course, player: int, count: int) -> None:
    course.tarokks[player] = count


def _claim_suit_led(course: Course, leader: int) -> None:
    course.led = leader


def _claim_at_most(course: Course, side: int, points: int) -> None:
    course.most[side] = points


def _claim_all_suits(course: Course, side: int, fewest: int) -> None:
    course.suits[side] = fewest
    _claim_taken(course, SUIT_CARDS, side)


# won (trick, side), with (trick, cards), each (cards, tricks, side): each card wins one of these
# tricks, not with (trick, cards), in (card, tricks), held (card, players), taken (cards, side),
# caught (), some (cards, trick, side), beaten in the first trick (card, its side), none (side),
# shared: each side won a trick (), discards (of both), led: a suit was led first (leader),
# most (side, points), suits (side, the least they are worth), tarokks (player, count).
CLAIMS: Mapping[str, Callable[..., None]] = MappingProxyType(
    {
        "won": _claim_won,
        "with": _claim_won_with,
        "each": _claim_each_wins,
        "not": _claim_not_won_with,
        "in": _claim_in_tricks,
        "held": _claim_held,
        "taken": _claim_taken,
        "caught": _claim_caught,
        "some": _claim_some_in,
        "beaten": _claim_beaten,
        "none": _claim_no_trick,
        "shared": _claim_shared,
        "discards": _claim_discards,
        "led": _claim_suit_led,
        "most": _claim_at_most,
        "suits": _claim_all_suits,
        "tarokks": _claim_tarokks,
    }
)


def narrow_all_sets(course: Course) -> None:
    """Narrow all sets until a round changes none of them.

    Raise ImpossibleError if a set becomes empty or a total of cards or points is impossible.

    Source: scoring/RULEBOOK.md, section 6.
    """
    before: tuple[object, ...] = ()
    while (now := course.copy_sets()) != before:
        before = now
        tricks = course.find_narrowed_tricks()
        for trick in iter_mask(tricks):
            _narrow_trick(course, trick)
        for card in course.marked:
            _narrow_card(course, card, tricks)
        _narrow_by_special_rules(course)
        if course.tarokks:
            exclude_suit_cards(course)
    check_tarokk_total(course)
    check_suit_plays(course)
    check_point_totals(course)


def _narrow_trick(course: Course, trick: int) -> None:
    trick_bit = 1 << trick
    wins, sides, losers = course.wins[trick], course.sides[trick], 0
    for card in course.marked:
        where, owner = course.where[card], course.owner[card]
        if where == trick_bit:
            if not wins >> card & 1 and not owner & (owner - 1):
                losers |= owner
            sides &= course.taken[card]
            require_nonempty(sides, CARD)
            if card <= SKIZ:
                wins &= build_mask_from(card)
                require_nonempty(wins, HIGHER)
        if wins >> card & 1:
            takers = course.taken[card] & sides if where & trick_bit else 0
            if not takers & course.sides_by_players[owner]:
                wins &= ~(1 << card)
                require_nonempty(wins, HAND if takers else CARD)
    course.wins[trick] = wins
    if losers:
        sides &= course.find_sides(ALL_PLAYERS & ~losers)
        require_nonempty(sides, TRICK)
        course.sides[trick] = sides
    if not wins & (wins - 1):
        _narrow_won_trick(course, trick, wins.bit_length() - 1, sides)
        return
    if wins.bit_count() <= len(course.marked) and not wins & ~build_mask(course.marked):
        possible = 0
        for card in iter_mask(wins):
            possible |= course.find_sides(course.owner[card])
        sides &= possible
        require_nonempty(sides, TRICK)
    course.sides[trick] = sides


def _narrow_won_trick(course: Course, trick: int, card: int, sides: int) -> None:
    """Narrow the sets for a trick that was won with this card."""
    _claim_in_tricks(course, card, 1 << trick)
    sides &= course.taken[card]
    require_nonempty(sides, CARD)
    sides &= course.find_sides(course.owner[card])
    require_nonempty(sides, HAND)
    course.sides[trick] = sides
    course.taken[card] &= sides
    _claim_held(course, card, course.find_players(sides))


def _narrow_card(course: Course, card: int, tricks: int) -> None:
    """Narrow the sets of a card.

    tricks: tricks about which something is known, as bits.
    """
    where, takers = course.where[card], course.taken[card]
    # Any side may have won a trick about which nothing is known.
    possible = BOTH if where & PLAYED & ~tricks else 0
    if not takers:
        where &= ~PLAYED
    for trick in iter_mask(where & tricks):
        wins = course.wins[trick]
        other = wins.bit_length() - 1 if not wins & (wins - 1) else card
        higher = card <= SKIZ and other != card and not build_mask_from(card) >> other & 1
        if not course.sides[trick] & takers or higher:
            where &= ~(1 << trick)
        else:
            possible |= course.sides[trick]
    if not where:
        raise ImpossibleError(CARD if any(side & takers for side in course.sides[1:]) else NO_TRICK)
    course.where[card] = where
    if not where & 1:
        course.taken[card] = takers & possible
        require_nonempty(course.taken[card], CARD)
    if where != 1 and not where & (where - 1):
        _exclude_holder_of_card(course, card, where)


def _exclude_holder_of_card(course: Course, card: int, where: int) -> None:
    """Exclude the only possible holder of a card as holder of other cards in its trick."""
    owner = course.owner[card]
    if owner & (owner - 1):
        return
    for other in course.marked:
        if other != card and course.where[other] == where:
            course.owner[other] &= ~owner
            require_nonempty(course.owner[other], CARD)


def _narrow_by_special_rules(course: Course) -> None:
    """Narrow the sets by the rules of the skiz and the claims about several cards or tricks."""
    if SKIZ in course.marked:
        sides = course.find_sides(course.owner[SKIZ]) & course.taken[SKIZ]
        require_nonempty(sides, HAND)
        course.taken[SKIZ] = sides
        course.owner[SKIZ] &= course.find_players(sides)
        where = course.where[SKIZ]
        if not where & (where - 1):
            _claim_won_with(course, where.bit_length() - 1, 1 << SKIZ)
    if course.caught:
        _narrow_xxi_catch(course)
    for cards, trick, side in course.some:
        _narrow_trick_with_any_card(course, cards, trick, side)
    for card, side in course.beaten:
        _narrow_beaten_first_trick(course, card, side)
    if course.led:
        for card in (PAGAT, SAS, XXI):
            if course.where[card] == FIRST_TRICK:
                _claim_held(course, card, ALL_PLAYERS & ~course.led)
    for side in course.suits:
        _narrow_tricks_without_suits(course, side)
    if course.shared:
        _require_shared_tricks(course)


def _narrow_tricks_without_suits(course: Course, side: int) -> None:
    """Narrow the tricks of the other side, to which only tarokks were played."""
    others = [trick for trick in range(1, TRICKS + 1) if course.sides[trick] == BOTH & ~side]
    if len(others) * TRICK_CARDS > MOST_OF_TWO:
        raise ImpossibleError(CARD)
    # The winner beat three lower tarokks, so it is the IV or higher.
    for trick in others:
        course.wins[trick] &= build_mask_from(TRICK_CARDS)
        require_nonempty(course.wins[trick], CARD)


def _narrow_trick_with_any_card(course: Course, cards: int, trick: int, side: int) -> None:
    """Narrow the sets for a trick to which a player of that side played one of these cards."""
    able = [
        card
        for card in iter_mask(cards)
        if course.where[card] >> trick & 1 and course.find_sides(course.owner[card]) & side
    ]
    require_nonempty(len(able), CARD)
    if len(able) == 1:
        _claim_in_tricks(course, able[0], 1 << trick)
        _claim_held(course, able[0], course.find_players(side))


def _narrow_beaten_first_trick(course: Course, card: int, side: int) -> None:
    """Narrow the first trick, in which a higher tarokk of the other side beat the card."""
    wins = course.wins[1] & ~(1 << card)
    require_nonempty(wins, TRICK)
    course.wins[1] = wins
    single = not wins & (wins - 1)
    if single and course.sides[1] == side and wins.bit_length() - 2 <= card:
        raise ImpossibleError(HIGHER)


def _narrow_xxi_catch(course: Course) -> None:
    where = course.where[XXI] & course.where[SKIZ]
    require_nonempty(where, CARD)
    taker = course.taken[XXI] & course.taken[SKIZ]
    require_nonempty(taker, CARD)
    for card in (XXI, SKIZ):
        course.where[card], course.taken[card] = where, taker
    for trick in range(1, TRICKS + 1):
        course.wins[trick] &= ~(1 << XXI)
        require_nonempty(course.wins[trick], CARD)


def _require_shared_tricks(course: Course) -> None:
    """Require that each side won a trick."""
    # Trick 0 is the discards, so this means at least two tricks that either side may have won.
    if course.sides.count(BOTH) > 2:
        return
    for side in (OURS, THEIRS):
        open_tricks = [trick for trick in range(1, TRICKS + 1) if course.sides[trick] & ~side]
        require_nonempty(len(open_tricks), ALL_TRICKS)
        if len(open_tricks) == 1:
            course.sides[open_tricks[0]] &= ~side


def is_certain(course: Course, claim: Claim) -> bool:
    """Return whether a figure's claim is true in every course that is still possible.

    Source: scoring/RULEBOOK.md, section 6.
    """
    name, *arguments = claim
    # This claim follows from the claims about tricks in the same fact.
    if name == "each":
        return True
    if name == "won":
        return course.sides[arguments[0]] == arguments[1]
    if name == "with":
        return not course.wins[arguments[0]] & ~arguments[1]
    if name == "taken":
        everything = all(course.sides[trick] == arguments[1] for trick in range(1, TRICKS + 1))
        return everything or all(
            course.taken[card] == arguments[1] for card in iter_mask(arguments[0])
        )
    if name == "suits":
        return is_certain(course, ("taken", SUIT_CARDS, arguments[0]))
    return name == "some" and any(
        course.where[card] == 1 << arguments[1] for card in iter_mask(arguments[0])
    )
