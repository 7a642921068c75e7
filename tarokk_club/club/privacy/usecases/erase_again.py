"""Apply the list of erased people to a book that was brought back from before."""

from collections.abc import Iterable
from typing import Any

from tarokk_club.club.models import Club, Erasure, Player, User
from tarokk_club.club.names.name_search import NameFinder
from tarokk_club.club.privacy.erasure_list import Listed
from tarokk_club.club.privacy.queries.erasures import PersonToErase
from tarokk_club.club.privacy.usecases.empty_account import empty_account, end_visits
from tarokk_club.club.privacy.usecases.erase_account import former_member
from tarokk_club.club.privacy.usecases.erasing import forget_person
from tarokk_club.club.privacy.usecases.sweep import sweep
from tarokk_club.database.write_lock import write_lock


def erase_again(*, listed: Iterable[Listed]) -> int:
    """How many people had come back and are gone again.

    Nothing prevents it here: the person had been erased rightly.
    """
    # The clubs first: an account already emptied no longer shows which notes were about it.
    rows = sorted(listed, key=lambda one: one.club is None)
    with write_lock():
        count = sum(_erased(one) for one in rows if not _known(one))
    sweep()
    return count


def _known(one: Listed) -> bool:
    same: dict[str, Any] = {"club": one.club, "player": one.player, "user": one.user}
    return Erasure.objects.filter(**same).exists()


def _erased(one: Listed) -> bool:
    user = User.objects.filter(pk=one.user).first() if one.user else None
    if one.club is None:
        return _erased_account(one, user)
    club = Club.objects.select_for_update(no_key=True).filter(pk=one.club).first()
    if club is None:
        return False
    player = Player.objects.filter(pk=one.player, club=club).first() if one.player else None
    if player is None and user is None:
        return False
    # An older backup may not know yet whose player it was, a younger one no more.
    user = user or (player.user if player else None)
    forget_person(
        club, PersonToErase(club.id, player, user), parts=one.parts, by=None, number=one.number or 0
    )
    return True


def _erased_account(one: Listed, user: User | None) -> bool:
    if user is None:
        return False
    end_visits(user, NameFinder([user.name, user.username], parts=False))
    empty_account(user, former_member())
    return True
