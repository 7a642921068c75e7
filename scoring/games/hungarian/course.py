"""A model of the nine tricks: what is still possible for each trick and card after what was told.

For each trick it keeps the cards that may have won it and the sides that may have; for each card
the tricks it may have been in, the players who may have held it and the sides that may have taken
it. Claims narrow these sets, and what is left empty cannot have been.

Source: scoring/RULEBOOK.md, section 6, "What contradicts itself".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from scoring.games.hungarian.counting import count_points, count_tarokks, settle_hands
from scoring.games.hungarian.course_sets import (
    ALL_PLAYERS,
    ALL_TRICKS,
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
    require,
)
from scoring.games.hungarian.deck import (
    PAGAT,
    SAS,
    SKIZ,
    SUIT_CARDS,
    XXI,
    members,
    not_below,
)
from scoring.games.hungarian.tables import TRICKS

# One claim: its name in CLAIMS and what it is about.
Claim = tuple[str, *tuple[int, ...]]


def _won(course: Course, trick: int, side: int) -> None:
    course.sides[trick] &= side
    require(course.sides[trick], TRICK)


def _won_with(course: Course, trick: int, cards: int) -> None:
    course.wins[trick] &= cards
    require(course.wins[trick], TRICK)
    course.marked.update(members(cards))


def _not_with(course: Course, trick: int, cards: int) -> None:
    course.wins[trick] &= ~cards
    require(course.wins[trick], TRICK)


def _in_tricks(course: Course, card: int, tricks: int) -> None:
    course.marked.add(card)
    course.where[card] &= tricks
    require(course.where[card], CARD)


def _held(course: Course, card: int, players: int) -> None:
    course.marked.add(card)
    course.owner[card] &= players
    require(course.owner[card], HAND)


def _taken(course: Course, cards: int, side: int) -> None:
    for card in members(cards):
        course.marked.add(card)
        course.taken[card] &= side
        # A card that only the discards can hold is taken by nobody.
        if not course.taken[card]:
            _in_tricks(course, card, 1)


def _caught(course: Course) -> None:
    course.caught = True
    course.marked.update((XXI, SKIZ))


def _some_in(course: Course, cards: int, trick: int, side: int) -> None:
    course.some.append((cards, trick, side))
    course.marked.update(members(cards))


def _beaten(course: Course, card: int, side: int) -> None:
    course.beaten.append((card, side))
    _in_tricks(course, card, FIRST_TRICK)


def _no_trick(course: Course, side: int) -> None:
    for trick in range(1, TRICKS + 1):
        course.sides[trick] &= ~side
        require(course.sides[trick], NO_TRICK)


def _shared(course: Course, ours: int, theirs: int) -> None:
    course.shared = True
    course.discards = {OURS: ours, THEIRS: theirs}


def _has_tarokks(course: Course, player: int, count: int) -> None:
    course.tarokks[player] = count


def _led(course: Course) -> None:
    course.led = True


def _at_most(course: Course, side: int, points: int) -> None:
    course.most[side] = points


def _all_suits(course: Course, side: int, fewest: int) -> None:
    course.suits[side] = fewest
    _taken(course, SUIT_CARDS, side)


# won (trick, side), with (trick, cards), not with (trick, cards), in (card, tricks), held (card,
# players), taken (cards, side), caught (), some (cards, trick, side), beaten in the first trick
# (card, its side), none (side), shared (discards of both), led: a suit was led first (), most
# (side, points), suits (side, the least they are worth), tarokks (player, count).
CLAIMS: Mapping[str, Callable[..., None]] = MappingProxyType(
    {
        "won": _won,
        "with": _won_with,
        "not": _not_with,
        "in": _in_tricks,
        "held": _held,
        "taken": _taken,
        "caught": _caught,
        "some": _some_in,
        "beaten": _beaten,
        "none": _no_trick,
        "shared": _shared,
        "led": _led,
        "most": _at_most,
        "suits": _all_suits,
        "tarokks": _has_tarokks,
    }
)


def settle(course: Course) -> None:
    """Narrow all sets until nothing changes.

    Raises ImpossibleError where nothing is left.

    Source: scoring/RULEBOOK.md, section 6.
    """
    before: tuple[object, ...] = ()
    while (now := course.state()) != before:
        before = now
        for trick in range(1, TRICKS + 1):
            _settle_trick(course, trick)
        for card in course.marked:
            _settle_card(course, card)
        _settle_special(course)
        settle_hands(course)
    count_tarokks(course)
    count_points(course)


def _settle_trick(course: Course, trick: int) -> None:
    here = 1 << trick
    wins, sides, losers = course.wins[trick], course.sides[trick], 0
    for card in course.marked:
        if course.where[card] == here:
            owner = course.owner[card]
            if not wins >> card & 1 and not owner & (owner - 1):
                losers |= owner
            sides &= course.taken[card]
            require(sides, CARD)
            if card <= SKIZ:
                wins &= not_below(card)
                require(wins, HIGHER)
        if reason := _cannot_win(course, card, here, sides):
            wins &= ~(1 << card)
            require(wins, reason)
    course.wins[trick] = wins
    if losers:
        sides &= course.sides_of(ALL_PLAYERS & ~losers)
        require(sides, TRICK)
        course.sides[trick] = sides
    if not wins & (wins - 1):
        _settle_winner(course, trick, wins.bit_length() - 1, sides)
        return
    if not wins & ~sum(1 << card for card in course.marked):
        possible = 0
        for card in members(wins):
            possible |= course.sides_of(course.owner[card])
        sides &= possible
        require(sides, TRICK)
    course.sides[trick] = sides


def _cannot_win(course: Course, card: int, here: int, sides: int) -> str:
    """Why the card cannot have won this trick for one of the sides, "" where it can."""
    taken = course.taken[card] & sides
    if not course.where[card] & here or not taken:
        return CARD
    return "" if course.sides_of(course.owner[card]) & taken else HAND


def _settle_winner(course: Course, trick: int, card: int, sides: int) -> None:
    """The trick was won with this card."""
    _in_tricks(course, card, 1 << trick)
    sides &= course.taken[card]
    require(sides, CARD)
    sides &= course.sides_of(course.owner[card])
    require(sides, HAND)
    course.sides[trick] = sides
    course.taken[card] &= sides
    _held(course, card, course.players(sides))


def _settle_card(course: Course, card: int) -> None:
    where, taken = course.where[card], course.taken[card]
    possible = 0
    for trick in members(where & PLAYED):
        wins = course.wins[trick]
        other = wins.bit_length() - 1 if not wins & (wins - 1) else card
        higher = card <= SKIZ and other != card and not not_below(card) >> other & 1
        if not course.sides[trick] & taken or higher:
            where &= ~(1 << trick)
        else:
            possible |= course.sides[trick]
    if not where:
        raise ImpossibleError(CARD if any(side & taken for side in course.sides[1:]) else NO_TRICK)
    course.where[card] = where
    if not where & 1:
        course.taken[card] = taken & possible
        require(course.taken[card], CARD)
    if where != 1 and not where & (where - 1):
        _settle_neighbours(course, card, where)


def _settle_neighbours(course: Course, card: int, where: int) -> None:
    """One player plays one card to a trick."""
    owner = course.owner[card]
    if owner & (owner - 1):
        return
    for other in course.marked:
        if other != card and course.where[other] == where:
            course.owner[other] &= ~owner
            require(course.owner[other], CARD)


def _settle_special(course: Course) -> None:
    """The skiz wins its trick, a caught XXI is in it, a beaten card is in the first."""
    if SKIZ in course.marked:
        sides = course.sides_of(course.owner[SKIZ]) & course.taken[SKIZ]
        require(sides, HAND)
        course.taken[SKIZ] = sides
        course.owner[SKIZ] &= course.players(sides)
        for trick in range(1, TRICKS + 1):
            if course.where[SKIZ] == 1 << trick:
                _won_with(course, trick, 1 << SKIZ)
    if course.caught:
        _settle_catch(course)
    for cards, trick, side in course.some:
        _settle_some(course, cards, trick, side)
    for card, side in course.beaten:
        _settle_beaten(course, card, side)
    if course.led:
        for card in (PAGAT, SAS, XXI):
            if course.where[card] == FIRST_TRICK:
                _held(course, card, ALL_PLAYERS & ~1)
    if course.shared:
        _settle_shared(course)


def _settle_some(course: Course, cards: int, trick: int, side: int) -> None:
    """One of these cards was played to the trick by a player of that side."""
    able = [
        card
        for card in members(cards)
        if course.where[card] >> trick & 1 and course.sides_of(course.owner[card]) & side
    ]
    require(len(able), CARD)
    if len(able) == 1:
        _in_tricks(course, able[0], 1 << trick)
        _held(course, able[0], course.players(side))


def _settle_beaten(course: Course, card: int, side: int) -> None:
    """A higher tarokk of the other side lay on the card in the first trick."""
    wins = course.wins[1] & ~(1 << card)
    require(wins, TRICK)
    course.wins[1] = wins
    single = not wins & (wins - 1)
    if single and course.sides[1] == side and wins.bit_length() - 2 <= card:
        raise ImpossibleError(HIGHER)


def _settle_catch(course: Course) -> None:
    where = course.where[XXI] & course.where[SKIZ]
    require(where, CARD)
    taken = course.taken[XXI] & course.taken[SKIZ]
    require(taken, CARD)
    for card in (XXI, SKIZ):
        course.where[card], course.taken[card] = where, taken
    for trick in range(1, TRICKS + 1):
        course.wins[trick] &= ~(1 << XXI)
        require(course.wins[trick], CARD)


def _settle_shared(course: Course) -> None:
    """Each side won a trick."""
    for side in (OURS, THEIRS):
        open_tricks = [trick for trick in range(1, TRICKS + 1) if course.sides[trick] & ~side]
        require(len(open_tricks), ALL_TRICKS)
        if len(open_tricks) == 1:
            course.sides[open_tricks[0]] &= ~side


def is_certain(course: Course, claim: Claim) -> bool:
    """Whether nothing but this is left. Source: scoring/RULEBOOK.md, section 6."""
    name, *what = claim
    if name == "won":
        return course.sides[what[0]] == what[1]
    if name == "with":
        return not course.wins[what[0]] & ~what[1]
    if name == "taken":
        everything = all(course.sides[trick] == what[1] for trick in range(1, TRICKS + 1))
        return everything or all(course.taken[card] == what[1] for card in members(what[0]))
    if name == "suits":
        return is_certain(course, ("taken", SUIT_CARDS, what[0]))
    return name == "some" and any(course.where[card] == 1 << what[1] for card in members(what[0]))
