"""Appoint and remove arbiters of a tournament, and accept invitations."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Arbiter, AuditLine, Membership, Tournament, User
from tarokk_club.club.models.privacy import RevocationKind, store_revocations
from tarokk_club.club.tournaments.usecases.tournaments import save_tournament, write_to_tournament
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_username
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission
from tarokk_club.database.write_lock import write_lock


def appoint_arbiter(
    *,
    club_id: UUID,
    form: Submission,
    tournament_id: UUID,
    member: UUID | None,
    user_name: str = "",
) -> Tournament:
    """Appoint a member of the club, or invite another user by name, and return the tournament.

    The response does not reveal whether the account exists, because its holder must accept first.

    Raise RefusedError if no person is given, the member is not in the club, the person is an
        arbiter already, or the tournament is over.
    Raise Tournament.DoesNotExist, and the errors of the unit of work.
    """
    invited_name = "" if member else _read_invited_name(user_name)
    content = {
        "do": "name_arbiter",
        "tournament": str(tournament_id),
        "member": str(member or ""),
        "user_name": invited_name,
    }

    def save_arbiter(write: ClubWrite, tournament: Tournament) -> None:
        members = Membership.objects.filter(club=write.club)
        code = ""
        if tournament.has_ended():
            code = "arbiter_after_end"
        elif (member and not members.filter(user=member).exists()) or (
            not member and not invited_name
        ):
            code = "no_such_person"
        elif tournament.arbiters.filter(
            _build_person_filter(member, invited_name), ended_at=None
        ).exists():
            code = "arbiter_twice"
        if code:
            raise RefusedError([Problem(code, "member" if member else "user_name")])
        # A member of the club needs no invitation, even if given by user name.
        by_name = members.filter(user__username=invited_name).values_list("user", flat=True).first()
        user_id = member or by_name
        insert_with_client_id(
            Arbiter(
                id=write.form.key,
                tournament=tournament,
                user_id=user_id,
                user_name="" if user_id else invited_name,
                made_by=write.form.by,
                made_at=write.at,
            )
        )
        save_tournament(write, tournament, Act.ARBITER_NAMED)

    return write_to_tournament(
        Command(form, Right.CORRECT, content),
        save_arbiter,
        club_id=club_id,
        tournament_id=tournament_id,
    )


def _read_invited_name(user_name: str) -> str:
    """Return the user name in stored form; raise RefusedError if it is too long."""
    problems: list[Problem] = []
    invited_name = read_username(user_name, problems, field="user_name")
    if problems:
        raise RefusedError(problems)
    return invited_name


def remove_arbiter(
    *, club_id: UUID, form: Submission, tournament_id: UUID, arbiter_id: UUID
) -> Tournament:
    """Remove an arbiter or withdraw the invitation, and return the tournament.

    Raise Arbiter.DoesNotExist, Tournament.DoesNotExist, and the errors of the unit of work.
    """
    content = {
        "do": "end_arbiter",
        "tournament": str(tournament_id),
        "arbiter": str(arbiter_id),
    }

    def end_arbiter_role(write: ClubWrite, tournament: Tournament) -> None:
        arbiter = tournament.arbiters.get(pk=arbiter_id)
        if arbiter.ended_at is None:
            arbiter.ended_at = write.at
            arbiter.save(update_fields=["ended_at"])
            store_revocations(RevocationKind.ARBITER, [str(arbiter.pk)])
            save_tournament(write, tournament, Act.ARBITER_GONE)

    return write_to_tournament(
        Command(form, Right.CORRECT, content),
        end_arbiter_role,
        club_id=club_id,
        tournament_id=tournament_id,
    )


def accept_arbiter_invitation(*, by: User, arbiter_id: UUID) -> Tournament:
    """Make the invited user an arbiter and return the tournament.

    Accepting twice changes nothing.

    Raise Arbiter.DoesNotExist if this account was not invited, or the invitation was withdrawn.
    Raise ConflictError if the tournament is over.
    """
    with write_lock():
        rows = Arbiter.objects.select_for_update(of=("self",), no_key=True)
        invited = Q(user=None, user_name=by.username) | Q(user=by)
        arbiter = rows.select_related("tournament__club").get(invited, pk=arbiter_id, ended_at=None)
        tournament = arbiter.tournament
        if tournament.has_ended():
            raise ConflictError([Problem("arbiter_after_end", "")])
        if arbiter.user_id is None:
            arbiter.user = by
            arbiter.user_name = ""
            arbiter.save(update_fields=["user", "user_name"])
            facts = {"tournament": str(tournament.pk)}
            AuditLine.write(tournament.club_id, Act.ARBITER_CAME, by=by, facts=facts)
        return tournament


def _build_person_filter(member: UUID | None, user_name: str) -> Q:
    """Return the filter that selects the arbiter rows of this person."""
    if member:
        return Q(user=member)
    return Q(user_name=user_name) | Q(user__username=user_name)
