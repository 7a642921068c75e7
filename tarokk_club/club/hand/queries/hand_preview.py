"""What a hand in the making comes to: what each player gets, or what is at stake."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.core.accounts import pot_account
from scoring.core.game import AnyGame, Preview
from scoring.core.posting import net_of
from tarokk_club.club.formatting.sentences import ClubWords, problem_sentence
from tarokk_club.club.hand.queries.hand_place import HandPlace
from tarokk_club.club.names.player_names import at_table
from tarokk_club.club.session.queries.row_layout import Explained, explained

# More faults than a thumb-sized line can tell.
MOST_PROBLEMS = 2


@dataclass(frozen=True, slots=True)
class PotRow:
    """A pot: its content with the hand so far, and how much of that the hand moved."""

    text: str
    content: int
    moved: int


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """What one player gets: points once they are certain, before that the best and the worst."""

    name: str
    away: bool
    points: int | None
    best: int | None
    worst: int | None


@dataclass(frozen=True, slots=True)
class HandPreview:
    """The amounts at the bottom of the screen. problems: what cannot be so, as sentences; next:
    what is missing first before the hand is whole; begun: something is paid already; why: what
    is paid for, in the order of the people.
    """

    people: tuple[HandOutcome, ...]
    pots: tuple[PotRow, ...]
    problems: tuple[str, ...]
    next: str
    complete: bool
    staked: bool
    begun: bool
    why: tuple[Explained, ...]


def hand_preview(
    game: AnyGame, place: HandPlace, raw: Mapping[str, Any], *, following: str
) -> HandPreview:
    """What the hand event `raw`, perhaps unfinished, comes to; following: the sentence `next`."""
    table, names = place.table, place.names
    enough = game.fewest <= len(table.seats) <= game.most
    preview = game.preview(raw, table) if enough else Preview((), (), complete=False)
    sums = net_of(preview.lines)
    # What is at stake says more than what the deal has moved already; pots show that too.
    certain = preview.complete or (preview.lines and not preview.stakes)
    net = sums if certain else None
    stakes = {stake.code: stake.points for stake in preview.stakes}
    best, worst = stakes.get("stake_best", {}), stakes.get("stake_worst", {})
    away, short = game.sits_out(table), at_table(names, table.seats)
    people = [
        HandOutcome(
            name=short[player],
            away=player == away,
            points=None if net is None else net.get(player, 0),
            best=best.get(player),
            worst=worst.get(player),
        )
        for player in table.seats
    ]
    words = ClubWords(names)
    moved = {name: sums.get(pot_account(name), 0) for name in table.pots}
    return HandPreview(
        people=tuple(people),
        pots=tuple(
            PotRow(words.term(f"pot.{name}"), content + moved[name], moved[name])
            for name, content in table.pots.items()
        ),
        problems=tuple(problem_sentence(one, words) for one in preview.problems[:MOST_PROBLEMS]),
        next=following,
        complete=preview.complete,
        staked=bool(stakes),
        begun=bool(preview.lines),
        why=explained(preview.lines, table.seats, words),
    )


def told_once(preview: HandPreview, above: Sequence[str]) -> HandPreview:
    """Without the problems that the page tells at its top already."""
    left = tuple(one for one in preview.problems if one not in above)
    if len(left) == len(preview.problems):
        return preview
    return replace(preview, problems=left, next=_("Not saved yet: see the top of the page."))
