"""The order of a ranking, as everybody may read it, and what its clubs see of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from django.db.models import F, QuerySet

from tarokk_club.club.models import (
    Club,
    Player,
    Ranking,
    RankingClub,
    RankingPerson,
    RankingTournament,
    Tournament,
    User,
)
from tarokk_club.club.models.people import Published
from tarokk_club.club.models.tournaments import session_version_sum
from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.people.queries.players import guest_names
from tarokk_club.club.rankings.counting import (
    counting_indexes,
    shared_places,
    tournament_worth,
)
from tarokk_club.club.rankings.queries.outcomes import TournamentOutcome, load_outcome

# How many tournaments of a club are offered, newest first.
OFFERED = 60


@dataclass(frozen=True, slots=True)
class RankedResult:
    """What a player has from a tournament.

    counts: whether it is among the best that count.
    """

    place: int
    worth: Fraction
    counts: bool


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A player of one club, or a person who agreed to be one across clubs.

    person: id of the person; "" without the consent.
    players: ids of the players.
    clubs: the clubs they entered for, or that held the tournament.
    results: by tournament in the order of the table, None where the player did not take part.
    """

    place: int
    points: Fraction
    name: str
    person: str
    players: tuple[str, ...]
    clubs: tuple[str, ...]
    results: tuple[RankedResult | None, ...]


@dataclass(frozen=True, slots=True)
class RankingTable:
    """A ranking at present.

    clubs: the clubs that take part and show their tournaments to everybody.
    outcomes: the final tournaments, oldest first.
    running: names of chosen tournaments that are not final.
    persons: id of the person of each player who agreed.
    """

    ranking: Ranking
    clubs: tuple[Club, ...]
    outcomes: tuple[TournamentOutcome, ...]
    running: tuple[str, ...]
    rows: tuple[RankedRow, ...]
    names: Mapping[str, str]
    persons: Mapping[str, str]


def shows_tournaments() -> QuerySet[Club]:
    """Return the clubs of which everybody may read the tournaments."""
    # The value of no other part contains that of this one.
    part = Published.TOURNAMENTS.value
    return Club.objects.filter(suspended_at=None, published__contains=part)


def is_ranking_public(ranking: Ranking) -> bool:
    """Return whether everybody may read a ranking that was loaded with its club."""
    return ranking.club.publishes(Published.TOURNAMENTS) and not ranking.club.suspended_at


def public_ranking(ranking_id: UUID) -> Ranking | None:
    """Return the ranking if the club that made it shows its tournaments to everybody."""
    rows = Ranking.objects.select_related("club")
    return rows.filter(pk=ranking_id, club__in=shows_tournaments()).first()


def ranking_of(club: Club, ranking_id: UUID) -> RankingClub | None:
    """Return how the club takes part in the ranking; None if it was not even asked."""
    rows = RankingClub.objects.select_related("ranking__club", "club")
    return rows.filter(ranking_id=ranking_id, club=club).first()


def rankings_of(club: Club) -> tuple[RankingClub, ...]:
    """Return the rankings in which the club takes part or was asked to, newest first."""
    rows = RankingClub.objects.filter(club=club).select_related("ranking__club")
    return tuple(rows.order_by("-ranking__made_at", "-id"))


def public_rankings_of(club: Club) -> tuple[Ranking, ...]:
    """Return the rankings of the club that everybody may read, newest first."""
    rows = Ranking.objects.select_related("club").filter(
        clubs__club=club, clubs__agreed_at__isnull=False, club__in=shows_tournaments()
    )
    return tuple(rows.distinct())


def has_agreed(ranking: Ranking, user: User) -> bool:
    """Return whether the user agreed to be one person in the ranking."""
    return RankingPerson.objects.filter(ranking=ranking, user=user).exists()


def clubs_asked(ranking: Ranking) -> tuple[RankingClub, ...]:
    """Return the clubs that take part or were asked to, by name."""
    return tuple(ranking.clubs.select_related("club").order_by("club__name"))


def own_players(ranking: Ranking, user: User) -> tuple[Player, ...]:
    """Return the user's players in the clubs that take part, by club."""
    rows = _linked_players(ranking).filter(user=user).select_related("club")
    return tuple(sorted(rows, key=lambda one: collation_key(one.club.name)))


def _linked_players(ranking: Ranking) -> QuerySet[Player]:
    """Return the players of members in the clubs that take part."""
    clubs = ranking.clubs.filter(agreed_at__isnull=False).values("club")
    return Player.objects.filter(club__in=clubs, user__memberships__club=F("club"))


def offered_tournaments(club: Club, ranking: Ranking) -> tuple[Tournament, ...]:
    """Return the newest tournaments of the club and those that were chosen, newest first."""
    chosen = set(chosen_tournaments(club, ranking))
    rows = Tournament.objects.filter(club=club).defer("schedule").order_by("-date", "-made_at")
    newest = list(rows[:OFFERED])
    older = rows.filter(pk__in=chosen - {one.pk for one in newest})
    return (*newest, *older)


def chosen_tournaments(club: Club, ranking: Ranking) -> tuple[UUID, ...]:
    """Return the ids of the tournaments of the club that count."""
    rows = RankingTournament.objects.filter(ranking=ranking, tournament__club=club)
    return tuple(rows.values_list("tournament_id", flat=True))


def askable_clubs(ranking: Ranking | None, club: Club) -> tuple[Club, ...]:
    """Return the other clubs that can be asked to take part, and those that were, by name."""
    taking_part = ranking.clubs.values_list("club_id", flat=True) if ranking else ()
    rows = shows_tournaments() | Club.objects.filter(pk__in=taking_part)
    askable = rows.exclude(pk=club.pk).distinct()
    return tuple(sorted(askable, key=lambda one: collation_key(one.name)))


def ranking_table(ranking: Ranking) -> RankingTable:
    """Return the order of a ranking; only clubs count that agreed and show their tournaments to
    everybody.
    """
    taking_part = ranking.clubs.filter(agreed_at__isnull=False).values("club")
    clubs = tuple(
        sorted(
            shows_tournaments().filter(pk__in=taking_part), key=lambda one: collation_key(one.name)
        )
    )
    rows = Tournament.objects.filter(rankings__ranking=ranking, club__in=clubs)
    rows = rows.annotate(played=session_version_sum("pk")).select_related("club")
    loaded = [(one, load_outcome(one)) for one in rows.order_by("date", "made_at", "id")]
    outcomes = tuple(outcome for _one, outcome in loaded if outcome.final)
    names = {player: name for club in clubs for player, name in guest_names(club).items()}
    persons = _persons(ranking)
    return RankingTable(
        ranking,
        clubs,
        outcomes,
        tuple(one.name for one, outcome in loaded if not outcome.final),
        _rows(ranking, outcomes, names, persons),
        names,
        persons,
    )


def _persons(ranking: Ranking) -> dict[str, str]:
    """Return the id of the person of each player whose account agreed."""
    agreed = dict(RankingPerson.objects.filter(ranking=ranking).values_list("user_id", "pk"))
    rows = _linked_players(ranking).filter(user__in=agreed).values_list("pk", "user_id")
    return {str(player): str(agreed[user]) for player, user in rows if user}


def _rows(
    ranking: Ranking,
    outcomes: tuple[TournamentOutcome, ...],
    names: Mapping[str, str],
    persons: Mapping[str, str],
) -> tuple[RankedRow, ...]:
    """Return the rows, best first, of equal ones by name."""
    counted: dict[str, dict[int, tuple[Fraction, int]]] = defaultdict(dict)
    seen: dict[str, dict[str, str]] = defaultdict(dict)
    for at, outcome in enumerate(outcomes):
        for one in outcome.results:
            key = persons.get(one.player_id, one.player_id)
            worth = tournament_worth(one.place, one.table_points, ranking.places)
            counted[key][at] = max(counted[key].get(at, (worth, one.place)), (worth, one.place))
            rated = outcome.rated
            seen[key][one.player_id] = rated.club_names.get(one.player_id) or rated.club
    results = {key: _results(rows, len(outcomes), ranking.best) for key, rows in counted.items()}
    points = {
        key: sum((one.worth for one in rows if one and one.counts), Fraction(0))
        for key, rows in results.items()
    }
    places = shared_places(points)
    rows = [
        RankedRow(
            place=places[key],
            points=points[key],
            name=names[next(reversed(seen[key]))],
            person=key if key not in seen[key] else "",
            players=tuple(seen[key]),
            clubs=tuple(dict.fromkeys(seen[key].values())),
            results=results[key],
        )
        for key in counted
    ]
    return tuple(sorted(rows, key=lambda row: (row.place, collation_key(row.name))))


def _results(
    played: Mapping[int, tuple[Fraction, int]], number: int, best: int
) -> tuple[RankedResult | None, ...]:
    order = sorted(played)
    counting = counting_indexes([played[at][0] for at in order], best)
    rows = {
        at: RankedResult(played[at][1], played[at][0], index in counting)
        for index, at in enumerate(order)
    }
    return tuple(rows.get(at) for at in range(number))
