"""Let a person who no longer belongs to any club delete their own account."""

from django.utils.translation import gettext as _

from scoring.core.problem import Problem
from tarokk_club.club.models import Membership, User
from tarokk_club.club.names.name_search import NameFinder
from tarokk_club.club.privacy.erasure_list import keep_list
from tarokk_club.club.privacy.usecases.empty_account import empty_account, end_visits
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.database.write_lock import write_lock


def erase_account(*, user: User) -> None:
    """Empty the account; what it wrote in former clubs stands there under a neutral name.

    Raises ConflictError for a member, whom the owners of the clubs erase, and for the operator.
    """
    with write_lock():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if Membership.objects.filter(user=user).exists():
            raise ConflictError([Problem("still_a_member", "")])
        if user.is_staff or user.is_superuser:
            raise ConflictError([Problem("operators_account", "")])
        end_visits(user, NameFinder([user.name, user.username], parts=False))
        empty_account(user, former_member())
    keep_list()


def former_member() -> str:
    """The name for somebody of whom nothing else is known."""
    return _("Former member")
