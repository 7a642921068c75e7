"""Create, change and remove rankings, take part in them, and agree to be ranked as one person."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.utils.translation import gettext_noop as _

from scoring.core.problem import Problem
from tarokk_club.club.formatting.sentences import register_refusals
from tarokk_club.club.models import (
    Act,
    Club,
    Ranking,
    RankingClub,
    RankingPerson,
    RankingTournament,
    Tournament,
)
from tarokk_club.club.models.privacy import RevocationKind, store_revocations
from tarokk_club.club.rankings.plan import MOST_BEST, RankingPlan
from tarokk_club.club.rankings.queries.rankings import list_invitable_clubs, list_user_players
from tarokk_club.club.values.scales import read_place_points
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

MOST_RANKINGS = 20

register_refusals(
    {
        "ranking_needs_two_players": _("You have a player in only one club of this ranking."),
        "too_many_rankings": _("The club has made %(highest)s rankings already; remove one first."),
    }
)


def make_ranking(*, club_id: UUID, form: Submission, plan: RankingPlan) -> Ranking:
    """Create a ranking in which the club takes part, invite other clubs, and return the ranking.

    form: submission whose key becomes the id of the ranking.
    Raise RefusedError if the plan is not valid or the club has made too many rankings.
    Raise any error of the unit of work.
    """

    def save_new_ranking(write: ClubWrite) -> Ranking:
        if Ranking.objects.filter(club=write.club).count() >= MOST_RANKINGS:
            raise RefusedError([Problem("too_many_rankings", "", {"highest": MOST_RANKINGS})])
        ranking = Ranking(id=form.key, club=write.club, made_at=write.at)
        _fill_ranking(ranking, plan)
        insert_with_client_id(ranking)
        RankingClub.objects.create(ranking=ranking, club=write.club, agreed_at=write.at)
        _replace_invited_clubs(ranking, write.club, plan.clubs)
        write.log(Act.RANKING_CHANGED)
        return ranking

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, {"do": "make_ranking", **plan.build_content()}),
        save_new_ranking,
        repeated=lambda write: Ranking.objects.get(pk=form.key),
    )


def change_ranking(
    *, club_id: UUID, form: Submission, ranking_id: UUID, plan: RankingPlan
) -> Ranking:
    """Change a ranking of the club and its invited clubs, and return the ranking.

    A club that is no longer invited leaves with its tournaments.

    Raise RefusedError if the plan is not valid.
    Raise Ranking.DoesNotExist, and any error of the unit of work.
    """

    def save_plan(write: ClubWrite) -> Ranking:
        ranking = Ranking.objects.get(pk=ranking_id, club=write.club)
        _fill_ranking(ranking, plan)
        ranking.save()
        _replace_invited_clubs(ranking, write.club, plan.clubs)
        write.log(Act.RANKING_CHANGED)
        return ranking

    content = {"do": "change_ranking", "ranking": str(ranking_id), **plan.build_content()}
    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        save_plan,
        repeated=lambda write: Ranking.objects.get(pk=ranking_id, club=write.club),
    )


def _fill_ranking(ranking: Ranking, plan: RankingPlan) -> None:
    problems: list[Problem] = []
    ranking.name = read_name(plan.name, problems)
    ranking.scale = read_place_points(plan.scale, None, problems, field="scale")
    ranking.best = plan.best
    if not 0 <= plan.best <= MOST_BEST:
        problems.append(Problem("out_of_range", "best", {"lowest": 0, "highest": MOST_BEST}))
    if problems:
        raise RefusedError(problems)


def _replace_invited_clubs(ranking: Ranking, maker: Club, clubs: Collection[UUID]) -> None:
    """Invite these clubs, and remove all others except the club that made the ranking."""
    invitable = {club.pk for club in list_invitable_clubs(ranking, maker)}
    wanted = invitable.intersection(clubs)
    present = set(ranking.clubs.values_list("club_id", flat=True)) - {maker.pk}
    for club_id in present - wanted:
        _remove_club(ranking, club_id)
    RankingClub.objects.bulk_create(
        RankingClub(ranking=ranking, club_id=club_id) for club_id in sorted(wanted - present)
    )


def _remove_club(ranking: Ranking, club_id: UUID) -> None:
    ranking.tournaments.filter(tournament__club=club_id).delete()
    ranking.clubs.filter(club=club_id).delete()


def remove_ranking(*, club_id: UUID, form: Submission, ranking_id: UUID) -> bool:
    """Delete a ranking that the club made, and return whether it existed.

    Its tournaments remain.

    Raise any error of the unit of work.
    """

    def delete_with_consents(write: ClubWrite) -> bool:
        ranking = Ranking.objects.filter(pk=ranking_id, club=write.club).first()
        if ranking is None:
            return False
        store_revocations(RevocationKind.ONE_PERSON, ranking.people.values_list("pk", flat=True))
        ranking.delete()
        write.log(Act.RANKING_CHANGED)
        return True

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, {"do": "remove_ranking", "ranking": str(ranking_id)}),
        delete_with_consents,
        repeated=lambda write: True,
    )


def set_participation(
    *, club_id: UUID, form: Submission, ranking_id: UUID, tournaments: Collection[UUID] | None
) -> bool:
    """Save which of the club's tournaments count, and return whether the club takes part.

    A choice also accepts an invitation. The club that made the ranking cannot leave it.

    tournaments: ids of the tournaments that count, None to leave the ranking.

    Raise RankingClub.DoesNotExist, and any error of the unit of work.
    """
    chosen = None if tournaments is None else sorted(map(str, tournaments))

    def save_participation(write: ClubWrite) -> bool:
        rows = RankingClub.objects.select_related("ranking")
        participation = rows.get(ranking=ranking_id, club=write.club)
        if tournaments is None:
            if participation.ranking.club_id == club_id:
                return True
            _remove_club(participation.ranking, club_id)
            write.log(Act.RANKING_LEFT)
            return False
        chosen = Tournament.objects.filter(club=write.club, pk__in=tournaments)
        participation.ranking.tournaments.filter(tournament__club=club_id).delete()
        RankingTournament.objects.bulk_create(
            RankingTournament(ranking=participation.ranking, tournament=tournament)
            for tournament in chosen
        )
        participation.agreed_at = participation.agreed_at or write.at
        participation.save(update_fields=["agreed_at"])
        write.log(Act.RANKING_JOINED)
        return True

    content = {"do": "take_part", "ranking": str(ranking_id), "tournaments": chosen}
    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        save_participation,
        repeated=lambda write: RankingClub.objects.filter(
            ranking=ranking_id, club=write.club
        ).exists(),
    )


def record_one_person_consent(
    *, club_id: UUID, form: Submission, ranking_id: UUID, agrees: bool
) -> bool:
    """Record and return whether the user agrees to be ranked as one person across clubs.

    Raise RefusedError if the user agrees and has a player in fewer than two of the clubs.
    Raise RankingClub.DoesNotExist, and any error of the unit of work.
    """

    def save_consent(write: ClubWrite) -> bool:
        participation = RankingClub.objects.select_related("ranking").get(
            ranking=ranking_id, club=write.club
        )
        rows = RankingPerson.objects.filter(ranking=participation.ranking, user=form.by)
        if not agrees:
            store_revocations(RevocationKind.ONE_PERSON, rows.values_list("pk", flat=True))
            rows.delete()
        elif form.by and not rows.exists():
            if len(list_user_players(participation.ranking, form.by)) < 2:
                raise RefusedError([Problem("ranking_needs_two_players", "")])
            RankingPerson.objects.create(
                ranking=participation.ranking, user=form.by, agreed_at=write.at
            )
        return agrees

    content = {"do": "choose_one_person", "ranking": str(ranking_id), "agrees": agrees}
    return write_to_club(
        club_id, Command(form, Right.CLAIM, content), save_consent, repeated=lambda write: agrees
    )
