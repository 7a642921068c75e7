"""Whose money a member may see, where a club says that everybody sees the own alone."""

from collections.abc import Collection
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club, MoneyRules, Player, User
from tarokk_club.club.models.money import KITTY
from tarokk_club.club.writing.permissions import Right


def sees_all(club: Club, rights: Collection[Right]) -> bool:
    """Whether the reader sees what everybody gets and owes."""
    if Right.MONEY in rights:
        return True
    return not MoneyRules.objects.filter(club=club, own_only=True).exists()


def own_accounts(club: Club, user: User) -> frozenset[str]:
    """The accounts that the reader plays as; the kitty is everybody's."""
    mine = Player.objects.filter(club=club, user=user).values_list("pk", flat=True)
    return frozenset(map(str, mine)) | {KITTY}


def accounts_seen(club: Club, user: User, rights: Collection[Right]) -> frozenset[str] | None:
    """The accounts whose money the reader may see, None for all."""
    return None if sees_all(club, rights) else own_accounts(club, user)


def require_own(club: Club, user: User, rights: Collection[Right], account: str | UUID) -> None:
    """Raises PermissionDenied where the account is one that the reader may not see."""
    seen = accounts_seen(club, user, rights)
    if seen is not None and str(account) not in seen:
        raise PermissionDenied(_("In this club everybody sees the own money alone."))
