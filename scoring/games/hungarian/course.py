"""A model of the nine tricks: what is still possible for each trick and card after what was told.

For each trick it keeps the cards that may have won it and the sides that may have; for each card
the tricks it may have been in, the players who may have held it and the sides that may have taken
it. Claims narrow these sets, and what is left empty cannot have been.

Source: scoring/RULEBOOK.md, section 6, "What contradicts itself".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from scoring.games.hungarian.deck import (
    DEAR,
    EVERY,
    HONOURS,
    LAST,
    PAGAT,
    SAS,
    SKIZ,
    SUIT_CARDS,
    WORTH,
    XXI,
    members,
    not_below,
)
from scoring.games.hungarian.tables import TRICKS

OURS, THEIRS, BOTH = 1, 2, 3
ALL_PLAYERS = 0b1111
# Trick 0 stands for the discards.
EVERYWHERE, PLAYED = (1 << (TRICKS + 1)) - 1, (1 << (TRICKS + 1)) - 2
FIRST_TRICK = 1 << 1
_WHERE = tuple(PLAYED if card in DEAR else EVERYWHERE for card in range(LAST + 1))

# One claim: its name in CLAIMS and what it is about.
Claim = tuple[str, *tuple[int, ...]]

# Why two facts exclude each other; each is the end of a sentence.
TRICK, CARD, HAND, HIGHER = "trick", "card", "hand", "higher"
NO_TRICK, ALL_TRICKS, POINTS, FOLLOWS = "none", "all", "points", "follows"


class ImpossibleError(Exception):
    """Nothing is left that can have been; its argument is the reason."""


class Course:
    """What is possible. ours: the players of the declarer's side, as bits of their seats.

    The player who leads to the first trick has the seat 0.

    Source: scoring/RULEBOOK.md, section 6.
    """

    __slots__ = (
        *("beaten", "caught", "led", "marked", "most", "ours", "owner", "shared", "sides"),
        *("some", "suits", "taken", "where", "wins"),
    )

    def __init__(self, ours: int) -> None:
        self.ours = ours
        self.wins = [EVERY] * (TRICKS + 1)
        self.sides = [BOTH] * (TRICKS + 1)
        self.where = list(_WHERE)
        self.owner = [ALL_PLAYERS] * (LAST + 1)
        self.taken = [BOTH] * (LAST + 1)
        # Cards that a claim is about; of all others nothing is known.
        self.marked: set[int] = set()
        self.some: list[tuple[int, int, int]] = []
        self.beaten: list[tuple[int, int]] = []
        self.most: dict[int, int] = {}
        self.suits: dict[int, int] = {}
        self.caught = self.led = self.shared = False

    def players(self, sides: int) -> int:
        """The players of these sides. Source: scoring/RULEBOOK.md, section 1."""
        ours = self.ours if sides & OURS else 0
        return ours | (ALL_PLAYERS & ~self.ours if sides & THEIRS else 0)

    def sides_of(self, players: int) -> int:
        """The sides of these players. Source: scoring/RULEBOOK.md, section 1."""
        ours = OURS if players & self.ours else 0
        return ours | (THEIRS if players & ~self.ours else 0)

    def state(self) -> tuple[object, ...]:
        """All sets as they are now, to see whether a round narrowed any of them."""
        return (*self.wins, *self.sides, *self.where, *self.owner, *self.taken)


def _won(course: Course, trick: int, side: int) -> None:
    course.sides[trick] &= side
    _some(course.sides[trick], TRICK)


def _won_with(course: Course, trick: int, cards: int) -> None:
    course.wins[trick] &= cards
    _some(course.wins[trick], TRICK)
    course.marked.update(members(cards))


def _not_with(course: Course, trick: int, cards: int) -> None:
    course.wins[trick] &= ~cards
    _some(course.wins[trick], TRICK)


def _in_tricks(course: Course, card: int, tricks: int) -> None:
    course.marked.add(card)
    course.where[card] &= tricks
    _some(course.where[card], CARD)


def _held(course: Course, card: int, players: int) -> None:
    course.marked.add(card)
    course.owner[card] &= players
    _some(course.owner[card], HAND)


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
        _some(course.sides[trick], NO_TRICK)


def _shared(course: Course) -> None:
    course.shared = True


def _led(course: Course) -> None:
    course.led = True


def _at_most(course: Course, side: int, points: int) -> None:
    course.most[side] = points


def _all_suits(course: Course, side: int, fewest: int) -> None:
    course.suits[side] = fewest
    _taken(course, SUIT_CARDS, side)


def _some(mask: int, reason: str) -> None:
    if not mask:
        raise ImpossibleError(reason)


# won (trick, side), with (trick, cards), not with (trick, cards), in (card, tricks), held (card,
# players), taken (cards, side), caught (), some (cards, trick, side), beaten in the first trick
# (card, its side), none (side), shared (), led: a suit was led first (), most (side, points), suits
# (side, the least they are worth).
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
    _count(course)


def _settle_trick(course: Course, trick: int) -> None:
    here = 1 << trick
    wins, sides = course.wins[trick], course.sides[trick]
    for card in course.marked:
        if course.where[card] == here:
            sides &= course.taken[card]
            _some(sides, CARD)
            if card <= SKIZ:
                wins &= not_below(card)
                _some(wins, HIGHER)
        if reason := _cannot_win(course, card, here, sides):
            wins &= ~(1 << card)
            _some(wins, reason)
    course.wins[trick] = wins
    if not wins & (wins - 1):
        _settle_winner(course, trick, wins.bit_length() - 1, sides)
        return
    if not wins & ~sum(1 << card for card in course.marked):
        possible = 0
        for card in members(wins):
            possible |= course.sides_of(course.owner[card])
        sides &= possible
        _some(sides, TRICK)
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
    _some(sides, CARD)
    sides &= course.sides_of(course.owner[card])
    _some(sides, HAND)
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
        _some(course.taken[card], CARD)
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
            _some(course.owner[other], CARD)


def _settle_special(course: Course) -> None:
    """The skiz wins its trick, a caught XXI is in it, a beaten card is in the first."""
    if SKIZ in course.marked:
        sides = course.sides_of(course.owner[SKIZ]) & course.taken[SKIZ]
        _some(sides, HAND)
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
    _some(len(able), CARD)
    if len(able) == 1:
        _in_tricks(course, able[0], 1 << trick)
        _held(course, able[0], course.players(side))


def _settle_beaten(course: Course, card: int, side: int) -> None:
    """A higher tarokk of the other side lay on the card in the first trick."""
    wins = course.wins[1] & ~(1 << card)
    _some(wins, TRICK)
    course.wins[1] = wins
    single = not wins & (wins - 1)
    if single and course.sides[1] == side and wins.bit_length() - 2 <= card:
        raise ImpossibleError(HIGHER)


def _settle_catch(course: Course) -> None:
    where = course.where[XXI] & course.where[SKIZ]
    _some(where, CARD)
    taken = course.taken[XXI] & course.taken[SKIZ]
    _some(taken, CARD)
    for card in (XXI, SKIZ):
        course.where[card], course.taken[card] = where, taken
    for trick in range(1, TRICKS + 1):
        course.wins[trick] &= ~(1 << XXI)
        _some(course.wins[trick], CARD)


def _settle_shared(course: Course) -> None:
    """Each side won a trick."""
    for side in (OURS, THEIRS):
        open_tricks = [trick for trick in range(1, TRICKS + 1) if course.sides[trick] & ~side]
        _some(len(open_tricks), ALL_TRICKS)
        if len(open_tricks) == 1:
            course.sides[open_tricks[0]] &= ~side


def _count(course: Course) -> None:
    """Each side has at least what the cards known to be in its tricks are worth."""
    for side, most in course.most.items():
        least = sum(
            WORTH[card]
            for card in course.marked
            if course.taken[card] == side and not course.where[card] & 1
            if side not in course.suits or card in HONOURS
        )
        if least + course.suits.get(side, 0) > most:
            raise ImpossibleError(POINTS)


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
