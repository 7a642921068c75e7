"""Make, change and remove rankings, take part in them, and agree to be one person in them."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import (
    Act,
    Club,
    Ranking,
    RankingClub,
    RankingPerson,
    RankingTournament,
    Tournament,
)
from tarokk_club.club.models.privacy import Revoked, store_revocations
from tarokk_club.club.rankings.plan import MOST_BEST, RankingPlan
from tarokk_club.club.rankings.queries.rankings import askable_clubs, own_players
from tarokk_club.club.values.scales import read_places
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

MOST_RANKINGS = 20


def make_ranking(*, club_id: UUID, form: Submission, plan: RankingPlan) -> Ranking:
    """Create a ranking in which the club takes part, and return it.

    form: its key becomes the id of the ranking.
    Raise RefusedError, and any error of the unit of work.
    """

    def change(write: ClubWrite) -> Ranking:
        if Ranking.objects.filter(club=write.club).count() >= MOST_RANKINGS:
            raise RefusedError([Problem("too_many_rankings", "", {"highest": MOST_RANKINGS})])
        ranking = Ranking(id=form.key, club=write.club, made_at=write.at)
        _apply(ranking, plan)
        add_new(ranking)
        RankingClub.objects.create(ranking=ranking, club=write.club, agreed_at=write.at)
        _ask(ranking, write.club, plan.clubs)
        write.log(Act.RANKING_CHANGED)
        return ranking

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, {"do": "make_ranking", **plan.content()}),
        change,
        repeated=lambda write: Ranking.objects.get(pk=form.key),
    )


def change_ranking(
    *, club_id: UUID, form: Submission, ranking_id: UUID, plan: RankingPlan
) -> Ranking:
    """Change the rule of a ranking that the club made, and the clubs asked to take part.

    A club that is no longer asked leaves with its tournaments.

    Raise RefusedError, Ranking.DoesNotExist, and any error of the unit of work.
    """

    def change(write: ClubWrite) -> Ranking:
        ranking = Ranking.objects.get(pk=ranking_id, club=write.club)
        _apply(ranking, plan)
        ranking.save()
        _ask(ranking, write.club, plan.clubs)
        write.log(Act.RANKING_CHANGED)
        return ranking

    content = {"do": "change_ranking", "ranking": str(ranking_id), **plan.content()}
    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        change,
        repeated=lambda write: Ranking.objects.get(pk=ranking_id, club=write.club),
    )


def _apply(ranking: Ranking, plan: RankingPlan) -> None:
    problems: list[Problem] = []
    ranking.name = read_name(plan.name, problems)
    ranking.scale = read_places(plan.scale, None, problems, field="scale")
    ranking.best = plan.best
    if not 0 <= plan.best <= MOST_BEST:
        problems.append(Problem("out_of_range", "best", {"lowest": 0, "highest": MOST_BEST}))
    if problems:
        raise RefusedError(problems)


def _ask(ranking: Ranking, maker: Club, clubs: Collection[UUID]) -> None:
    """Ask these clubs to take part, and let all others leave but the maker's own."""
    askable = {club.pk for club in askable_clubs(ranking, maker)}
    wanted = askable.intersection(clubs)
    present = set(ranking.clubs.values_list("club_id", flat=True)) - {maker.pk}
    for club_id in present - wanted:
        _leave(ranking, club_id)
    RankingClub.objects.bulk_create(
        RankingClub(ranking=ranking, club_id=club_id) for club_id in sorted(wanted - present)
    )


def _leave(ranking: Ranking, club_id: UUID) -> None:
    ranking.tournaments.filter(tournament__club=club_id).delete()
    ranking.clubs.filter(club=club_id).delete()


def remove_ranking(*, club_id: UUID, form: Submission, ranking_id: UUID) -> bool:
    """Delete a ranking that the club made, and return whether it existed; tournaments stay.

    Raise any error of the unit of work.
    """

    def change(write: ClubWrite) -> bool:
        ranking = Ranking.objects.filter(pk=ranking_id, club=write.club).first()
        if ranking is None:
            return False
        store_revocations(Revoked.ONE_PERSON, ranking.people.values_list("pk", flat=True))
        ranking.delete()
        write.log(Act.RANKING_CHANGED)
        return True

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, {"do": "remove_ranking", "ranking": str(ranking_id)}),
        change,
        repeated=lambda write: True,
    )


def take_part(
    *, club_id: UUID, form: Submission, ranking_id: UUID, tournaments: Collection[UUID] | None
) -> bool:
    """Let these tournaments of the club count, by which its owner agrees; None to leave, which the
    club that made the ranking cannot. Return whether the club takes part.

    Raise RankingClub.DoesNotExist, and any error of the unit of work.
    """
    chosen = None if tournaments is None else sorted(map(str, tournaments))

    def change(write: ClubWrite) -> bool:
        rows = RankingClub.objects.select_related("ranking")
        here = rows.get(ranking=ranking_id, club=write.club)
        if tournaments is None:
            if here.ranking.club_id == club_id:
                return True
            _leave(here.ranking, club_id)
            write.log(Act.RANKING_LEFT)
            return False
        chosen = Tournament.objects.filter(club=write.club, pk__in=tournaments)
        here.ranking.tournaments.filter(tournament__club=club_id).delete()
        RankingTournament.objects.bulk_create(
            RankingTournament(ranking=here.ranking, tournament=one) for one in chosen
        )
        here.agreed_at = here.agreed_at or write.at
        here.save(update_fields=["agreed_at"])
        write.log(Act.RANKING_JOINED)
        return True

    content = {"do": "take_part", "ranking": str(ranking_id), "tournaments": chosen}
    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        change,
        repeated=lambda write: RankingClub.objects.filter(
            ranking=ranking_id, club=write.club
        ).exists(),
    )


def choose_one_person(*, club_id: UUID, form: Submission, ranking_id: UUID, agrees: bool) -> bool:
    """Agree to be ranked as one person with all own players in the clubs of a ranking, or withdraw
    that. Return whether the sender agrees.

    Raise RefusedError if the sender has a player in one of the clubs only.
    Raise RankingClub.DoesNotExist, and any error of the unit of work.
    """

    def change(write: ClubWrite) -> bool:
        here = RankingClub.objects.select_related("ranking").get(
            ranking=ranking_id, club=write.club
        )
        rows = RankingPerson.objects.filter(ranking=here.ranking, user=form.by)
        if not agrees:
            store_revocations(Revoked.ONE_PERSON, rows.values_list("pk", flat=True))
            rows.delete()
        elif form.by and not rows.exists():
            if len(own_players(here.ranking, form.by)) < 2:
                raise RefusedError([Problem("ranking_needs_two_players", "")])
            RankingPerson.objects.create(ranking=here.ranking, user=form.by, agreed_at=write.at)
        return agrees

    content = {"do": "choose_one_person", "ranking": str(ranking_id), "agrees": agrees}
    return write_to_club(
        club_id, Command(form, Right.CLAIM, content), change, repeated=lambda write: agrees
    )
