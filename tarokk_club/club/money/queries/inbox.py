"""Open tasks of a user: payments, confirmations, objections and invitations."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from tarokk_club.club.confirmations.queries.confirmations import (
    find_open_objection_ids,
    load_signings,
)
from tarokk_club.club.confirmations.queries.who_may_confirm import find_session_confirmation_refusal
from tarokk_club.club.models import Balance, Club, Player, Session, Statement, User
from tarokk_club.club.models.seals import Kind
from tarokk_club.club.money.queries.money_tasks import MoneyWaiting, load_money_waiting
from tarokk_club.club.people.queries.members import select_open_invitations
from tarokk_club.club.writing.permissions import Right

# The most sessions that the inbox asks a player to confirm, and the days for which it asks.
SHEETS = 3
ASKED_FOR = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Inbox:
    """The open tasks of one reader.

    sheets: sessions to confirm, newest first.
    """

    money: MoneyWaiting
    sheets: tuple[Session, ...]
    objections: int
    invitations: int

    @property
    def has_tasks(self) -> bool:
        """Whether there are any open tasks."""
        return bool(self.money.has_tasks or self.sheets or self.objections or self.invitations)


def load_inbox(club: Club, user: User, rights: Collection[Right], player: Player | None) -> Inbox:
    """Return the user's open tasks.

    player: the user's player; None if the user does not play.
    """
    return Inbox(
        money=load_money_waiting(club, user, rights),
        sheets=_find_sessions_to_confirm(club, user, player) if player else (),
        objections=len(find_open_objection_ids(club)) if Right.CORRECT in rights else 0,
        invitations=_count_invitations(club) if Right.INVITE in rights else 0,
    )


def _find_sessions_to_confirm(club: Club, user: User, player: Player) -> tuple[Session, ...]:
    """Return the recently closed sessions that the reader can confirm and has not confirmed."""
    seat = Balance.objects.filter(session=OuterRef("pk"), player=player)
    confirmed = Statement.objects.filter(
        session=OuterRef("pk"), player=player, entry=None, kind=Kind.SEAL
    )
    rows = Session.objects.filter(
        Exists(seat),
        ~Exists(confirmed),
        club=club,
        closed=True,
        binned_at=None,
        last_hand_at__gt=timezone.now() - ASKED_FOR,
    )
    newest = load_signings(rows.order_by("-date", "-created_at")[:SHEETS])
    return tuple(
        session.session
        for session in newest
        if not find_session_confirmation_refusal(session, user.pk, player.id)
    )


def _count_invitations(club: Club) -> int:
    return select_open_invitations().filter(club=club).count()
