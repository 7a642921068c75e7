"""What every erasing does, whoever asked for it; in a unit of work only."""

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tarokk_club.club.calendar.usecases.forget_answers import forget_answers
from tarokk_club.club.models import (
    Act,
    AuditLine,
    Club,
    Erasure,
    Invitation,
    MoneyRules,
    Player,
    User,
)
from tarokk_club.club.models.people import name_key
from tarokk_club.club.names.name_search import NameFinder
from tarokk_club.club.people.usecases.member_changes import part_with
from tarokk_club.club.privacy.queries.erasures import PersonToErase, lives_elsewhere
from tarokk_club.club.privacy.usecases.clear_texts import clear_texts
from tarokk_club.club.privacy.usecases.empty_account import empty_account, end_visits


def forget_person(
    club: Club, person: PersonToErase, *, parts: bool, by: User | None, number: int = 0
) -> str:
    """Take the person out of the club and give back the pseudonym.

    Points, places and hashes stay; number: the one to keep, where it was given before.
    """
    number, pseudonym = _pseudonym(club, person, number)
    others = person.others
    finder = NameFinder(person.names, parts=False)
    player, user = person.player, person.user
    clear_texts(club, person, parts=parts, pseudonym=pseudonym)
    if player:
        Invitation.objects.filter(player=player, revoked_at=None).update(revoked_at=timezone.now())
        player.name, player.short_name, player.user = pseudonym, "", None
        player.account_holder, player.iban = "", ""
        player.archived_at = player.archived_at or timezone.now()
        player.save()
        MoneyRules.objects.filter(club=club, till_player=player).update(
            till="", till_player=None, beneficiary="", iban=""
        )
    forget_answers(club, [one.pk for one in (player, *others) if one])
    for place, other in enumerate(others, start=2):
        # The same person, entered twice: that name goes with this one.
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
    gone = user if user and not lives_elsewhere(user, club.id) else None
    end_visits(gone, finder)
    if user is None:
        return
    part_with(club.id, user)
    if gone:
        empty_account(gone, pseudonym)
    else:
        user.called_in[str(club.id)] = pseudonym
        user.save(update_fields=["called_in"])


def _pseudonym(club: Club, person: PersonToErase, wanted: int) -> tuple[int, str]:
    """A number that the club never gave before, and the name with it in the club's language."""
    names = set(Player.objects.filter(club=club).values_list("name_key", flat=True))
    numbers = set(Erasure.objects.filter(club=club).values_list("number", flat=True))
    number = wanted or club.erased + 1
    with translation.override(club.language):
        form = _("Player %(number)s") if person.player else _("Member %(number)s")
    while number in numbers or name_key(form % {"number": number}) in names:
        number += 1
    return number, form % {"number": number}
