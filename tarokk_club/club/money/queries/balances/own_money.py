"""Access to money data in clubs whose members may see only their own money."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Protocol, Self, TypeVar
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club, MoneyRules, Player, User
from tarokk_club.club.models.money import KITTY
from tarokk_club.club.writing.permissions import Right


def may_see_all_money(club: Club, rights: Collection[Right]) -> bool:
    """Return whether the reader may see the balances of all members."""
    if Right.MONEY in rights:
        return True
    return not MoneyRules.objects.filter(club=club, own_only=True).exists()


def find_own_accounts(club: Club, user: User) -> frozenset[str]:
    """Return the accounts of the reader's players and of the kitty, which everybody may see."""
    mine = Player.objects.filter(club=club, user=user).values_list("pk", flat=True)
    return frozenset(map(str, mine)) | {KITTY}


def find_visible_accounts(
    club: Club, user: User, rights: Collection[Right]
) -> frozenset[str] | None:
    """Return the accounts whose money the reader may see; None for all."""
    return None if may_see_all_money(club, rights) else find_own_accounts(club, user)


class MoneyPageData(Protocol):
    """Data of a page that can leave out the money of other accounts."""

    def limit_money_to(self, accounts: Collection[str]) -> Self:
        """Return the data for a reader who may see only these accounts."""


Data = TypeVar("Data", bound=MoneyPageData)


def limit_money(data: Data, visible: Collection[str] | None) -> Data:
    """Return the data of a page without the money that its reader may not see.

    visible: the accounts that the reader may see; None for all.
    """
    return data if visible is None else data.limit_money_to(visible)


class MoneyRow(Protocol):
    """A dataclass with the money of one player, in minor units by currency."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def player_id(self) -> str:
        """The id of the player, as text."""

    @property
    def minor(self) -> Mapping[str, int]:
        """The money of the player, in minor units by currency."""


Row = TypeVar("Row", bound=MoneyRow)


def hide_money_of_others(rows: Iterable[Row], visible: Collection[str]) -> tuple[Row, ...]:
    """Return the rows, without the money of other accounts.

    visible: the accounts that the reader may see.
    """
    return tuple(row if row.player_id in visible else replace(row, minor={}) for row in rows)


def require_visible_account(
    club: Club, user: User, rights: Collection[Right], account: str | UUID
) -> None:
    """Raise PermissionDenied if the reader may not see the account."""
    visible = find_visible_accounts(club, user, rights)
    if visible is not None and str(account) not in visible:
        raise _build_denial()


def require_explainable_account(
    club: Club, user: User, rights: Collection[Right], account: str
) -> None:
    """Raise PermissionDenied if the reader may not see the lines of the account.

    Everybody may see the sums of the kitty, but its lines are fees and payments of all members.
    """
    if account == KITTY:
        require_all_money(club, user, rights)
    else:
        require_visible_account(club, user, rights, account)


def require_all_money(club: Club, user: User, rights: Collection[Right]) -> None:
    """Raise PermissionDenied if the reader may see only their own money."""
    if not may_see_all_money(club, rights):
        raise _build_denial()


def _build_denial() -> PermissionDenied:
    return PermissionDenied(_("In this club everybody sees only their own money."))
