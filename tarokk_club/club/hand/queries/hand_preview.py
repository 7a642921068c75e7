"""The preview of an unfinished hand: the points of each player, or the points at stake."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.core.accounts import name_pot_account
from scoring.core.game import AnyGame, Preview
from scoring.core.posting import sum_points
from tarokk_club.club.formatting.sentences import ClubWords, render_problem
from tarokk_club.club.hand.queries.hand_position import HandPosition
from tarokk_club.club.session.queries.rows.row_layout import ExplainedRow, explain_lines

# A line on a phone has room for only this many problems.
MOST_PROBLEMS = 2


@dataclass(frozen=True, slots=True)
class PotRow:
    """A pot in the preview.

    text: the name of the pot.
    content: the pot's points including the hand so far.
    moved: the points that the hand adds to the pot; negative if it takes them out.
    """

    text: str
    content: int
    moved: int


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """The result of the hand for one player.

    away: whether the player sits out.
    points: the points once they are certain, else None.
    best: the best result still possible; None if the game gives no stakes.
    worst: the worst result still possible; None if the game gives no stakes.
    """

    name: str
    away: bool
    points: int | None
    best: int | None
    worst: int | None


@dataclass(frozen=True, slots=True)
class HandPreview:
    """The points and pots at the bottom of the entry screen.

    problems: contradictions in the hand, at most `MOST_PROBLEMS`, as sentences.
    next: a sentence about what to enter next, or the first fault.
    staked: whether the best and worst results are known.
    begun: whether the hand already moves points.
    why: the explained payments, each with its points in the order of `people`.
    """

    people: tuple[HandOutcome, ...]
    pots: tuple[PotRow, ...]
    problems: tuple[str, ...]
    next: str
    complete: bool
    staked: bool
    begun: bool
    why: tuple[ExplainedRow, ...]


def build_hand_preview(
    game: AnyGame, position: HandPosition, raw: Mapping[str, Any], *, following: str
) -> HandPreview:
    """Return the preview of the hand event `raw`, which may be unfinished.

    following: the sentence for `next`.
    """
    table, names = position.table, position.names
    enough = game.fewest <= len(table.seats) <= game.most
    preview = game.preview(raw, table) if enough else Preview((), (), complete=False)
    sums = sum_points(preview.lines)
    # Stakes are more useful than the points moved by the deal, which the pots show anyway.
    certain = preview.complete or (preview.lines and not preview.stakes)
    net = sums if certain else None
    stakes = {stake.code: stake.points for stake in preview.stakes}
    best, worst = stakes.get("stake_best", {}), stakes.get("stake_worst", {})
    away = game.sits_out(table)
    people = [
        HandOutcome(
            name=names[player],
            away=player == away,
            points=None if net is None else net.get(player, 0),
            best=best.get(player),
            worst=worst.get(player),
        )
        for player in table.seats
    ]
    words = ClubWords(names)
    moved = {name: sums.get(name_pot_account(name), 0) for name in table.pots}
    return HandPreview(
        people=tuple(people),
        pots=tuple(
            PotRow(words.term(f"pot.{name}"), content + moved[name], moved[name])
            for name, content in table.pots.items()
        ),
        problems=tuple(
            render_problem(problem, words) for problem in preview.problems[:MOST_PROBLEMS]
        ),
        next=following,
        complete=preview.complete,
        staked=bool(stakes),
        begun=bool(preview.lines),
        why=explain_lines(preview.lines, table.seats, words),
    )


def drop_repeated_problems(preview: HandPreview, above: Sequence[str]) -> HandPreview:
    """Return the preview without the problems that the top of the page already shows.

    If any is left out, `next` refers to the top of the page.

    above: those problems, as sentences.
    """
    remaining = tuple(problem for problem in preview.problems if problem not in above)
    if len(remaining) == len(preview.problems):
        return preview
    return replace(preview, problems=remaining, next=_("Not saved yet: see the top of the page."))
