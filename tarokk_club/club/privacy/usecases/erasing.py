"""Use cases that erase people and accounts, repeat erasures, and save requests for erasure."""

import json
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.contrib.sessions.models import Session as SignInSession
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.core.problem import Problem
from tarokk_club.club.calendar.usecases.answers import delete_answers_and_draws
from tarokk_club.club.formatting.sentences import register_refusals
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
from tarokk_club.club.models.keys import delete_api_keys, delete_service_keys
from tarokk_club.club.models.members import revoke_links
from tarokk_club.club.models.people import build_name_key
from tarokk_club.club.money.queries.balances.balance_sums import sum_player_open_balances
from tarokk_club.club.names.name_search import NameFinder
from tarokk_club.club.people.queries.players import is_erased, is_merged_away
from tarokk_club.club.people.usecases.members import detach_member, require_owner_and_secretary
from tarokk_club.club.privacy.erasure_list import ListedErasure, update_erasure_list
from tarokk_club.club.privacy.queries.erasures import (
    ClubPerson,
    is_needed_elsewhere,
    list_open_sessions,
    load_person_of_member,
    load_person_of_player,
)
from tarokk_club.club.privacy.usecases.clearing import clear_texts, compact_database
from tarokk_club.club.registration.usecases.registrations import delete_registrations
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
_SESSION_USER_KEY = "_auth_user_id"
_APP_LABEL = "club"

register_refusals(
    {
        "sits_in_open_session": gettext_noop(
            "This player sits in a session that is open; close it first."
        ),
        "money_open": gettext_noop(
            "Money is still open with this player; settle it or write it off first."
        ),
        "still_a_member": gettext_noop("You still belong to a club; ask its owner to erase you."),
        "operators_account": gettext_noop("The operator of the site cannot be erased here."),
    }
)


def anonymise_account(user: User, pseudonym: str) -> None:
    """Disable the account, remove everything that identifies its owner, and record the erasure."""
    _delete_library_rows(user)
    PasswordLink.objects.filter(user=user).delete()
    delete_api_keys(ApiKey.objects.filter(user=user))
    delete_service_keys(ServiceKey.objects.filter(made_by=user))
    for model in (Notice, PushDevice, NoticeChoice):
        model.objects.filter(user=user).delete()
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
    # Listed without a club, so that a restored backup does not bring the account back.
    Erasure.objects.create(user=user.pk, at=timezone.now())


def end_user_sessions(user: User | None, finder: NameFinder) -> None:
    """End the user's sign-in sessions; in others, delete the messages if the name occurs in them.

    user: None to end no session.
    finder: the search for the name.
    """
    store: Any = SignInSession.get_session_store_class()
    for row in SignInSession.objects.all():
        data = row.get_decoded()
        if user and data.get(_SESSION_USER_KEY) == str(user.pk):
            row.delete()
        elif finder.matches(_unescape_messages(data.get("_messages"))):
            del data["_messages"]
            row.session_data = store().encode(data)
            row.save(update_fields=["session_data"])


def _unescape_messages(messages: str | None) -> str:
    return json.dumps(json.loads(messages), ensure_ascii=False) if messages else ""


def _delete_library_rows(user: User) -> None:
    """Delete the account's rows in tables of libraries, such as email addresses and passkeys."""
    for relation in User._meta.related_objects:
        model: Any = relation.related_model
        if model._meta.app_label != _APP_LABEL:
            model._default_manager.filter(**{relation.field.name: user}).delete()


def erase_person_without_checks(
    club: Club, person: ClubPerson, *, parts: bool, by: User | None, number: int = 0
) -> str:
    """Erase the person from the club without further checks, and return the pseudonym.

    Points, ranks and hashes do not change.

    number: the number of the pseudonym at an earlier erasure; 0 for a new number.
    """
    number, pseudonym = _choose_pseudonym(club, person, number)
    merged_players = person.merged_players
    finder = NameFinder(person.names, parts=False)
    player, user = person.player, person.user
    gone = [row.pk for row in (player, *merged_players) if row]
    delete_registrations(club, gone, person.names)
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
    delete_answers_and_draws(club, gone)
    for place, merged in enumerate(merged_players, start=2):
        # A merged player is the same person, so erase that name as well.
        merged.name, merged.short_name = f"{pseudonym} ({place})", ""
        merged.account_holder, merged.iban = "", ""
        merged.save()
    _erase_or_detach_account(club, user, pseudonym, finder)
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


def _erase_or_detach_account(
    club: Club, user: User | None, pseudonym: str, finder: NameFinder
) -> None:
    gone = user if user and not is_needed_elsewhere(user, club.id) else None
    end_user_sessions(gone, finder)
    if user is None:
        return
    detach_member(club.id, user)
    if gone:
        anonymise_account(gone, pseudonym)
    else:
        user.called_in[str(club.id)] = pseudonym
        user.save(update_fields=["called_in"])


def _choose_pseudonym(club: Club, person: ClubPerson, wanted: int) -> tuple[int, str]:
    """Return an unused number, and the pseudonym with this number in the club's language.

    wanted: the first number to try; 0 for the next number of the club.
    """
    names = set(Player.objects.filter(club=club).values_list("name_key", flat=True))
    numbers = set(Erasure.objects.filter(club=club).values_list("number", flat=True))
    number = wanted or club.erased + 1
    with translation.override(club.language):
        form = _("Player %(number)s") if person.player else _("Member %(number)s")
    while number in numbers or build_name_key(form % {"number": number}) in names:
        number += 1
    return number, form % {"number": number}


def save_erasure_request(*, club_id: UUID, form: Submission, asked: bool) -> None:
    """Record or withdraw a member's request to be erased, which the club's owners can see.

    Raise the errors of the unit of work.
    """
    content = {"do": "ask_erasure", "asked": asked}

    def save_request(write: ClubWrite) -> None:
        membership = Membership.objects.get(club_id=club_id, user=form.by)
        if asked == bool(membership.erasure_asked_at):
            return
        membership.erasure_asked_at = timezone.now() if asked else None
        membership.save(update_fields=["erasure_asked_at"])
        act = Act.ERASURE_ASKED if asked else Act.ERASURE_DROPPED
        write.log(act)

    write_to_club(
        club_id,
        Command(form, Right.READ, content),
        save_request,
        repeated=lambda _write: None,
    )


def erase_account(*, user: User) -> None:
    """Erase an account that belongs to no club; its entries remain under a neutral name.

    Raise ConflictError if the user is a member of a club or an operator.
    """
    with write_lock():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if Membership.objects.filter(user=user).exists():
            raise ConflictError([Problem("still_a_member", "")])
        if user.is_staff or user.is_superuser:
            raise ConflictError([Problem("operators_account", "")])
        end_user_sessions(user, NameFinder([user.name, user.username], parts=False))
        anonymise_account(user, get_former_member_name())
    update_erasure_list()


def get_former_member_name() -> str:
    """Return the neutral name of an erased account that belongs to no club."""
    return _("Former member")


def erase_person(
    *,
    club_id: UUID,
    form: Submission,
    player_id: UUID | None = None,
    user_id: UUID | None = None,
    parts: bool = True,
) -> str:
    """Erase a person from the club and return the pseudonym.

    The account is erased too, unless the user is an operator or belongs to another club.

    player_id, user_id: exactly one of the two.
    parts: whether to also empty texts that contain only a part of the name.
    Raise ConflictError for an open session, uncleared money, the last owner or secretary, or a
        player who was erased or merged before.
    Raise Player.DoesNotExist, User.DoesNotExist, and the errors of the unit of work.
    """
    ids_of_person = {"player": str(player_id or ""), "user": str(user_id or "")}
    content = {"do": "erase", **ids_of_person, "parts": parts}

    def erase_and_get_pseudonym(write: ClubWrite) -> str:
        person = _load_person(write, player_id, user_id)
        _require_erasable(person)
        return erase_person_without_checks(write.club, person, parts=parts, by=form.by)

    pseudonym = write_to_club(
        club_id,
        Command(form, Right.MEMBERS, content, PlayersNamed.ANYBODY),
        erase_and_get_pseudonym,
        repeated=lambda write: _load_pseudonym(club_id, player_id, user_id),
    )
    if not form.dry_run:
        update_erasure_list()
    return pseudonym


def _load_person(write: ClubWrite, player_id: UUID | None, user_id: UUID | None) -> ClubPerson:
    club_id = write.club.id
    if player_id:
        person = load_person_of_player(club_id, player_id)
    else:
        person = load_person_of_member(club_id, user_id) if user_id else None
    if person is None:
        raise Player.DoesNotExist if player_id else User.DoesNotExist
    return person


def _require_erasable(person: ClubPerson) -> None:
    player, user = person.player, person.user
    if user:
        require_owner_and_secretary(person.club_id, but=user.pk, roles_left=[])
    codes = []
    if player and is_erased(player.pk):
        codes.append("player_erased")
    if player and is_merged_away(player):
        codes.append("merged_away")
    if player and list_open_sessions(player):
        codes.append("sits_in_open_session")
    elif player and sum_player_open_balances(player.pk):
        codes.append("money_open")
    if codes:
        raise ConflictError([Problem(code, "") for code in codes])


def _load_pseudonym(club_id: UUID, player_id: UUID | None, user_id: UUID | None) -> str:
    if user_id:
        return User.objects.get(pk=user_id).find_name_in_club(club_id)
    return Player.objects.get(pk=player_id or "", club_id=club_id).name


def repeat_erasures(*, listed: Iterable[ListedErasure]) -> int:
    """Erase everybody on the list whom a restored backup brought back, and return their number.

    The checks of `erase_person` are skipped, as the first erasure has passed them.
    """
    # Clubs first, as the name of an anonymised account is no longer available to search notes for.
    rows = sorted(listed, key=lambda row: row.club is None)
    with write_lock():
        count = sum(_erase_listed_person(row) for row in rows if not _is_erased(row))
    compact_database()
    return count


def _is_erased(listed: ListedErasure) -> bool:
    match: dict[str, Any] = {"club": listed.club, "player": listed.player, "user": listed.user}
    return Erasure.objects.filter(**match).exists()


def _erase_listed_person(listed: ListedErasure) -> bool:
    user = User.objects.filter(pk=listed.user).first() if listed.user else None
    if listed.club is None:
        return _erase_listed_account(listed, user)
    club = Club.objects.select_for_update(no_key=True).filter(pk=listed.club).first()
    if club is None:
        return False
    player = Player.objects.filter(pk=listed.player, club=club).first() if listed.player else None
    if player is None and user is None:
        return False
    # The backup may lack the link between player and account.
    user = user or (player.user if player else None)
    erase_person_without_checks(
        club,
        ClubPerson(club.id, player, user),
        parts=listed.parts,
        by=None,
        number=listed.number or 0,
    )
    return True


def _erase_listed_account(listed: ListedErasure, user: User | None) -> bool:
    if user is None:
        return False
    end_user_sessions(user, NameFinder([user.name, user.username], parts=False))
    anonymise_account(user, get_former_member_name())
    return True
