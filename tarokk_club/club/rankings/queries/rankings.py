"""Rankings: their tables, the clubs that take part, and the tournaments that count."""

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
from tarokk_club.club.models.people import PublicPart
from tarokk_club.club.models.tournaments import build_version_sum_subquery
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.people.queries.players import load_names_for_guests
from tarokk_club.club.rankings.counting import (
    compute_result_worth,
    compute_shared_places,
    select_counting_indexes,
)
from tarokk_club.club.rankings.queries.outcomes import TournamentOutcome, load_tournament_outcome

# The number of tournaments of a club that are offered, newest first.
OFFERED = 60


@dataclass(frozen=True, slots=True)
class RankedResult:
    """The result of a player in a tournament.

    worth: points that the result earns in the ranking.
    counts: whether it is among the best results that count.
    """

    place: int
    worth: Fraction
    counts: bool


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A row of a ranking: a player of one club, or a person with players in several clubs.

    person: id of the person, "" for a player of one club.
    players: ids of the players.
    clubs: names of the clubs for which the players entered, or that held the tournaments.
    results: one for each outcome of the table, None if the player did not take part.
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
    """A ranking with its current rows.

    clubs: clubs that take part and show their tournaments to everybody.
    outcomes: tournaments with a final result, oldest first.
    running: names of chosen tournaments without a final result.
    rows: best first.
    names: name of each player, by id.
    persons: person id by player id, for users who agreed to be ranked as one person.
    """

    ranking: Ranking
    clubs: tuple[Club, ...]
    outcomes: tuple[TournamentOutcome, ...]
    running: tuple[str, ...]
    rows: tuple[RankedRow, ...]
    names: Mapping[str, str]
    persons: Mapping[str, str]


def find_clubs_with_public_tournaments() -> QuerySet[Club]:
    """Return the clubs whose tournaments are public, without suspended clubs."""
    # No other value contains this one, so a search for the text is exact.
    part = PublicPart.TOURNAMENTS.value
    return Club.objects.filter(suspended_at=None, published__contains=part)


def is_ranking_public(ranking: Ranking) -> bool:
    """Return whether everybody may read the ranking."""
    return ranking.club.has_published(PublicPart.TOURNAMENTS) and not ranking.club.suspended_at


def find_public_ranking(ranking_id: UUID) -> Ranking | None:
    """Return the ranking if its club's tournaments are public, otherwise None."""
    rows = Ranking.objects.select_related("club")
    return rows.filter(pk=ranking_id, club__in=find_clubs_with_public_tournaments()).first()


def find_participation(club: Club, ranking_id: UUID) -> RankingClub | None:
    """Return the participation or invitation of the club in a ranking, or None."""
    rows = RankingClub.objects.select_related("ranking__club", "club")
    return rows.filter(ranking_id=ranking_id, club=club).first()


def list_participations(club: Club) -> tuple[RankingClub, ...]:
    """Return the club's participations and invitations, newest ranking first."""
    rows = RankingClub.objects.filter(club=club).select_related("ranking__club")
    return tuple(rows.order_by("-ranking__made_at", "-id"))


def list_public_rankings(club: Club) -> tuple[Ranking, ...]:
    """Return the public rankings in which the club takes part, newest first."""
    rows = Ranking.objects.select_related("club").filter(
        clubs__club=club,
        clubs__agreed_at__isnull=False,
        club__in=find_clubs_with_public_tournaments(),
    )
    return tuple(rows.distinct())


def has_agreed(ranking: Ranking, user: User) -> bool:
    """Return whether the user agreed to be ranked as one person."""
    return RankingPerson.objects.filter(ranking=ranking, user=user).exists()


def list_ranking_clubs(ranking: Ranking) -> tuple[RankingClub, ...]:
    """Return a row for each club that takes part or was invited, sorted by club name."""
    rows = ranking.clubs.select_related("club")
    return tuple(sorted(rows, key=lambda row: build_sort_key(row.club.name)))


def list_user_players(ranking: Ranking, user: User) -> tuple[Player, ...]:
    """Return the user's players in the clubs that take part, sorted by club."""
    rows = _find_member_players(ranking).filter(user=user).select_related("club")
    return tuple(sorted(rows, key=lambda player: build_sort_key(player.club.name)))


def _find_member_players(ranking: Ranking) -> QuerySet[Player]:
    """Return the players of the members of each club that takes part."""
    clubs = ranking.clubs.filter(agreed_at__isnull=False).values("club")
    return Player.objects.filter(club__in=clubs, user__memberships__club=F("club"))


def list_offered_tournaments(club: Club, ranking: Ranking) -> tuple[Tournament, ...]:
    """Return the newest tournaments of the club and older ones that were chosen, newest first."""
    chosen = set(list_chosen_tournament_ids(club, ranking))
    rows = Tournament.objects.filter(club=club).defer("schedule").order_by("-date", "-made_at")
    newest = list(rows[:OFFERED])
    older = rows.filter(pk__in=chosen - {tournament.pk for tournament in newest})
    return (*newest, *older)


def list_chosen_tournament_ids(club: Club, ranking: Ranking) -> tuple[UUID, ...]:
    """Return the ids of the club's tournaments that were chosen for the ranking."""
    rows = RankingTournament.objects.filter(ranking=ranking, tournament__club=club)
    return tuple(rows.values_list("tournament_id", flat=True))


def list_invitable_clubs(ranking: Ranking | None, club: Club) -> tuple[Club, ...]:
    """Return the other clubs that can be invited or already were, sorted by name.

    ranking: None if it does not exist yet.
    club: club that makes the ranking.
    """
    taking_part = ranking.clubs.values_list("club_id", flat=True) if ranking else ()
    rows = find_clubs_with_public_tournaments() | Club.objects.filter(pk__in=taking_part)
    invitable = rows.exclude(pk=club.pk).distinct()
    return tuple(sorted(invitable, key=lambda club: build_sort_key(club.name)))


def load_ranking_table(ranking: Ranking) -> RankingTable:
    """Return the table of a ranking, from clubs that agreed and whose tournaments are public."""
    taking_part = ranking.clubs.filter(agreed_at__isnull=False).values("club")
    clubs = tuple(
        sorted(
            find_clubs_with_public_tournaments().filter(pk__in=taking_part),
            key=lambda club: build_sort_key(club.name),
        )
    )
    rows = Tournament.objects.filter(rankings__ranking=ranking, club__in=clubs)
    rows = rows.annotate(played=build_version_sum_subquery("pk")).select_related("club")
    loaded = [
        (tournament, load_tournament_outcome(tournament))
        for tournament in rows.order_by("date", "made_at", "id")
    ]
    outcomes = tuple(outcome for _tournament, outcome in loaded if outcome.final)
    names = {player: name for club in clubs for player, name in load_names_for_guests(club).items()}
    persons = _map_players_to_persons(ranking)
    return RankingTable(
        ranking,
        clubs,
        outcomes,
        tuple(tournament.name for tournament, outcome in loaded if not outcome.final),
        _build_rows(ranking, outcomes, names, persons),
        names,
        persons,
    )


def _map_players_to_persons(ranking: Ranking) -> dict[str, str]:
    """Return the person id of each player whose user agreed to be ranked as one person."""
    agreed = dict(RankingPerson.objects.filter(ranking=ranking).values_list("user_id", "pk"))
    rows = _find_member_players(ranking).filter(user__in=agreed).values_list("pk", "user_id")
    return {str(player): str(agreed[user]) for player, user in rows if user}


def _build_rows(
    ranking: Ranking,
    outcomes: tuple[TournamentOutcome, ...],
    names: Mapping[str, str],
    persons: Mapping[str, str],
) -> tuple[RankedRow, ...]:
    """Return the rows, best first; rows of the same place are sorted by name."""
    counted: dict[str, dict[int, tuple[Fraction, int]]] = defaultdict(dict)
    seen: dict[str, dict[str, str]] = defaultdict(dict)
    for at, outcome in enumerate(outcomes):
        for result in outcome.results:
            key = persons.get(result.player_id, result.player_id)
            worth = compute_result_worth(result.place, result.table_points, ranking.place_points)
            candidate = (worth, result.place)
            counted[key][at] = max(counted[key].get(at, candidate), candidate)
            rated = outcome.rated
            seen[key][result.player_id] = rated.club_names.get(result.player_id) or rated.club
    results = {
        key: _build_results(rows, len(outcomes), ranking.best) for key, rows in counted.items()
    }
    points = {
        key: sum((result.worth for result in rows if result and result.counts), Fraction(0))
        for key, rows in results.items()
    }
    places = compute_shared_places(points)
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
    return tuple(sorted(rows, key=lambda row: (row.place, build_sort_key(row.name))))


def _build_results(
    played: Mapping[int, tuple[Fraction, int]], number: int, best: int
) -> tuple[RankedResult | None, ...]:
    order = sorted(played)
    counting = select_counting_indexes([played[at][0] for at in order], best)
    rows = {
        at: RankedResult(played[at][1], played[at][0], index in counting)
        for index, at in enumerate(order)
    }
    return tuple(rows.get(at) for at in range(number))
