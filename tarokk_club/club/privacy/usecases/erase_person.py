"""Take a person who leaves for good out of a club: the name goes, what was played stays."""

from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Player, User
from tarokk_club.club.money.queries.money_book import open_money
from tarokk_club.club.people.queries.erased import is_erased
from tarokk_club.club.people.queries.merged import is_merged_away
from tarokk_club.club.people.usecases.member_changes import require_someone_left
from tarokk_club.club.privacy.erasure_list import keep_list
from tarokk_club.club.privacy.queries.erasures import (
    PersonToErase,
    open_sessions,
    person_of_member,
    person_of_player,
)
from tarokk_club.club.privacy.usecases.erasing import forget_person
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    ClubWrite,
    Command,
    PlayersNamed,
    Submission,
    write_to_club,
)


def erase_person(
    *,
    club_id: UUID,
    form: Submission,
    player_id: UUID | None = None,
    user_id: UUID | None = None,
    parts: bool = True,
) -> str:
    """The pseudonym of the player, or of the member, and of the account where no other club needs
    it.

    parts: texts with a single word of the name are emptied too. Raises ConflictError (an open
    session, open money, the last owner, erased before), DoesNotExist and what the unit of work
    raises.
    """
    who = {"player": str(player_id or ""), "user": str(user_id or "")}
    content = {"do": "erase", **who, "parts": parts}

    def change(write: ClubWrite) -> str:
        person = _person(write, player_id, user_id)
        _check(person)
        return forget_person(write.club, person, parts=parts, by=form.by)

    pseudonym = write_to_club(
        club_id,
        Command(form, Right.MEMBERS, content, PlayersNamed.ANYBODY),
        change,
        repeated=lambda write: _called(club_id, player_id, user_id),
    )
    if not form.dry_run:
        keep_list()
    return pseudonym


def _person(write: ClubWrite, player_id: UUID | None, user_id: UUID | None) -> PersonToErase:
    club_id = write.club.id
    if player_id:
        found = person_of_player(club_id, player_id)
    else:
        found = person_of_member(club_id, user_id) if user_id else None
    if found is None:
        raise Player.DoesNotExist if player_id else User.DoesNotExist
    return found


def _check(person: PersonToErase) -> None:
    player, user = person.player, person.user
    if user:
        require_someone_left(person.club_id, but=user.pk, kept=[])
    codes = []
    if player and is_erased(player.pk):
        codes.append("player_erased")
    if player and is_merged_away(player):
        codes.append("merged_away")
    if player and open_sessions(player):
        codes.append("sits_in_open_session")
    elif player and open_money(player.pk):
        codes.append("money_open")
    if codes:
        raise ConflictError([Problem(code, "") for code in codes])


def _called(club_id: UUID, player_id: UUID | None, user_id: UUID | None) -> str:
    if user_id:
        return User.objects.get(pk=user_id).name_in(club_id)
    return Player.objects.get(pk=player_id or "", club_id=club_id).name
