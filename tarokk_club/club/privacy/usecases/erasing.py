"""Erase people and accounts."""

import json
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.contrib.sessions.models import Session as Cookie
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scoring.core.problem import Problem
from tarokk_club.club.calendar.usecases.answers import forget_answers
from tarokk_club.club.models import (
    Act,
    ApiKey,
    Arbiter,
    AuditLine,
    Club,
    Erasure,
    Invitation,
    Membership,
    MoneyRules,
    Notice,
    NoticeChoice,
    PasswordLink,
    Player,
    PushDevice,
    ServiceKey,
    User,
)
from tarokk_club.club.models.keys import end_keys, end_service_keys
from tarokk_club.club.models.members import revoke_links
from tarokk_club.club.models.people import name_key
from tarokk_club.club.money.queries.money_book import open_money
from tarokk_club.club.names.name_search import NameFinder
from tarokk_club.club.people.queries.players import is_erased, is_merged_away
from tarokk_club.club.people.usecases.members import detach_member, require_someone_left
from tarokk_club.club.privacy.erasure_list import ListedErasure, update_erasure_list
from tarokk_club.club.privacy.queries.erasures import (
    PersonToErase,
    is_needed_elsewhere,
    open_sessions,
    person_of_member,
    person_of_player,
)
from tarokk_club.club.privacy.usecases.clearing import clear_texts, compact_database
from tarokk_club.club.registration.usecases.forgetting import forget_registrations
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    ClubWrite,
    Command,
    PlayersNamed,
    Submission,
    write_to_club,
)
from tarokk_club.database.write_lock import write_lock

# The key of the user's id in Django's session data.
_WHO = "_auth_user_id"
_OURS = "club"


def empty_account(user: User, pseudonym: str) -> None:
    """Disable the account and remove everything that identifies its owner."""
    _drop_elsewhere(user)
    PasswordLink.objects.filter(user=user).delete()
    end_keys(ApiKey.objects.filter(user=user))
    end_service_keys(ServiceKey.objects.filter(made_by=user))
    for own in (Notice, PushDevice, NoticeChoice):
        own.objects.filter(user=user).delete()
    Membership.objects.filter(user=user).delete()
    Arbiter.objects.filter(Q(user=user) | Q(user_name=user.username)).delete()
    user.groups.clear()
    user.username = f"erased-{user.pk}"
    user.name, user.email = pseudonym, ""
    user.language, user.theme, user.hand_side = "", "", ""
    user.last_login = None
    user.is_active = False
    user.set_unusable_password()
    user.save()
    # A restored backup may have memberships that the account has left since.
    Erasure.objects.create(user=user.pk, at=timezone.now())


def end_visits(user: User | None, finder: NameFinder) -> None:
    """End the user's sign-in sessions, and drop unread messages with the name from other users'
    sessions.
    """
    store: Any = Cookie.get_session_store_class()
    for row in Cookie.objects.all():
        data = row.get_decoded()
        if user and data.get(_WHO) == str(user.pk):
            row.delete()
        elif finder.found(_waiting(data.get("_messages"))):
            del data["_messages"]
            row.session_data = store().encode(data)
            row.save(update_fields=["session_data"])


def _waiting(messages: str | None) -> str:
    return json.dumps(json.loads(messages), ensure_ascii=False) if messages else ""


def _drop_elsewhere(user: User) -> None:
    """Delete the account's rows in tables of libraries: addresses, devices, keys."""
    for relation in User._meta.related_objects:
        model: Any = relation.related_model
        if model._meta.app_label != _OURS:
            model._default_manager.filter(**{relation.field.name: user}).delete()


def forget_person(
    club: Club, person: PersonToErase, *, parts: bool, by: User | None, number: int = 0
) -> str:
    """Erase the person from the club and return the pseudonym.

    Points, places and hashes do not change.

    number: number of the pseudonym if it was given before, else 0.
    """
    number, pseudonym = _pseudonym(club, person, number)
    others = person.others
    finder = NameFinder(person.names, parts=False)
    player, user = person.player, person.user
    gone = [one.pk for one in (player, *others) if one]
    forget_registrations(club, gone, person.names)
    clear_texts(club, person, parts=parts, pseudonym=pseudonym)
    if player:
        revoke_links(Invitation.objects.filter(player=player), at=timezone.now())
        player.name, player.short_name, player.user = pseudonym, "", None
        player.account_holder, player.iban = "", ""
        player.archived_at = player.archived_at or timezone.now()
        player.save()
        MoneyRules.objects.filter(club=club, till_player=player).update(
            till="", till_player=None, beneficiary="", iban=""
        )
    forget_answers(club, gone)
    for place, other in enumerate(others, start=2):
        # The same person was entered twice, so erase that name as well.
        other.name, other.short_name = f"{pseudonym} ({place})", ""
        other.account_holder, other.iban = "", ""
        other.save()
    _forget_account(club, user, pseudonym, finder)
    club.erased = max(club.erased, number)
    club.save(update_fields=["erased"])
    facts = {"player": str(player.pk)} if player else {"whom": str(user.pk) if user else None}
    AuditLine.write(club.id, Act.ERASED, by=by, facts=facts)
    Erasure.objects.create(
        club=club,
        player=player.pk if player else None,
        user=user.pk if user else None,
        number=number,
        parts=parts,
        at=timezone.now(),
    )
    return pseudonym


def _forget_account(club: Club, user: User | None, pseudonym: str, finder: NameFinder) -> None:
    gone = user if user and not is_needed_elsewhere(user, club.id) else None
    end_visits(gone, finder)
    if user is None:
        return
    detach_member(club.id, user)
    if gone:
        empty_account(gone, pseudonym)
    else:
        user.called_in[str(club.id)] = pseudonym
        user.save(update_fields=["called_in"])


def _pseudonym(club: Club, person: PersonToErase, wanted: int) -> tuple[int, str]:
    """Return a number that the club has not used before, and the pseudonym with it in the club's
    language.
    """
    names = set(Player.objects.filter(club=club).values_list("name_key", flat=True))
    numbers = set(Erasure.objects.filter(club=club).values_list("number", flat=True))
    number = wanted or club.erased + 1
    with translation.override(club.language):
        form = _("Player %(number)s") if person.player else _("Member %(number)s")
    while number in numbers or name_key(form % {"number": number}) in names:
        number += 1
    return number, form % {"number": number}


def ask_erasure(*, club_id: UUID, form: Submission, asked: bool) -> None:
    """Record or withdraw a member's request to be erased, which owners see next to the member and
    in the log.

    Raise the errors of the unit of work.
    """
    content = {"do": "ask_erasure", "asked": asked}

    def change(write: ClubWrite) -> None:
        mine = Membership.objects.get(club_id=club_id, user=form.by)
        if asked == bool(mine.erasure_asked_at):
            return
        mine.erasure_asked_at = timezone.now() if asked else None
        mine.save(update_fields=["erasure_asked_at"])
        act = Act.ERASURE_ASKED if asked else Act.ERASURE_DROPPED
        write.log(act)

    write_to_club(
        club_id,
        Command(form, Right.READ, content),
        change,
        repeated=lambda _write: None,
    )


def erase_account(*, user: User) -> None:
    """Empty the account; what it wrote in former clubs is shown under a neutral name.

    Raise ConflictError for a member, who must be erased by the owners of the clubs, and for an
        operator.
    """
    with write_lock():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if Membership.objects.filter(user=user).exists():
            raise ConflictError([Problem("still_a_member", "")])
        if user.is_staff or user.is_superuser:
            raise ConflictError([Problem("operators_account", "")])
        end_visits(user, NameFinder([user.name, user.username], parts=False))
        empty_account(user, former_member())
    update_erasure_list()


def former_member() -> str:
    """Return the name for a person about whom nothing else is known."""
    return _("Former member")


def erase_person(
    *,
    club_id: UUID,
    form: Submission,
    player_id: UUID | None = None,
    user_id: UUID | None = None,
    parts: bool = True,
) -> str:
    """Erase a person from the club and return the pseudonym; the account goes too unless another
    club needs it.

    parts: whether to empty texts that contain only part of the name too.
    Raise ConflictError if there is an open session or uncleared money, for the last owner, or if
        the person was erased before.
    Raise DoesNotExist, and the errors of the unit of work.
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
        update_erasure_list()
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
        require_someone_left(person.club_id, but=user.pk, roles_left=[])
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


def erase_again(*, listed: Iterable[ListedErasure]) -> int:
    """Erase everybody on the list whom a restored backup brought back, and return the number of
    people.

    The checks of `erase_person` are skipped, because each person had been erased legitimately.
    """
    # Clubs first: an emptied account has no name left by which to find notes about it.
    rows = sorted(listed, key=lambda one: one.club is None)
    with write_lock():
        count = sum(_erased(one) for one in rows if not _is_erased(one))
    compact_database()
    return count


def _is_erased(listed: ListedErasure) -> bool:
    same: dict[str, Any] = {"club": listed.club, "player": listed.player, "user": listed.user}
    return Erasure.objects.filter(**same).exists()


def _erased(listed: ListedErasure) -> bool:
    user = User.objects.filter(pk=listed.user).first() if listed.user else None
    if listed.club is None:
        return _erased_account(listed, user)
    club = Club.objects.select_for_update(no_key=True).filter(pk=listed.club).first()
    if club is None:
        return False
    player = Player.objects.filter(pk=listed.player, club=club).first() if listed.player else None
    if player is None and user is None:
        return False
    # An older backup may lack the link of player and account, a newer one have lost it.
    user = user or (player.user if player else None)
    forget_person(
        club,
        PersonToErase(club.id, player, user),
        parts=listed.parts,
        by=None,
        number=listed.number or 0,
    )
    return True


def _erased_account(listed: ListedErasure, user: User | None) -> bool:
    if user is None:
        return False
    end_visits(user, NameFinder([user.name, user.username], parts=False))
    empty_account(user, former_member())
    return True
