"""Open tasks of a user: payments, confirmations, objections and invitations."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.core.cache import caches
from django.db.models import DateTimeField, Exists, OuterRef, QuerySet, UUIDField
from django.utils import timezone

from tarokk_club.club.confirmations.queries.confirmations import (
    find_open_objection_ids,
    load_confirmations_of_sessions,
)
from tarokk_club.club.confirmations.queries.who_may_confirm import find_session_confirmation_refusal
from tarokk_club.club.models import Balance, Club, Confirmation, Player, Session, User
from tarokk_club.club.models.confirmations import ConfirmationKind
from tarokk_club.club.money.queries.tasks.money_tasks import MoneyTasks, load_money_tasks
from tarokk_club.club.pages.fragment_cache import FRAGMENTS, SPAN, build_cache_key
from tarokk_club.club.people.queries.members import count_open_invitations
from tarokk_club.club.writing.permissions import Right
from tarokk_club.database.prepared import Parameter, PreparedQuery

# The inbox asks a player to confirm at most this number of sessions, none older than the span.
SHEETS = 3
CONFIRMATION_SPAN = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Inbox:
    """The open tasks of one reader.

    sheets: sessions to confirm, newest first.
    """

    money: MoneyTasks
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
        money=load_money_tasks(club, user, rights),
        sheets=find_sessions_to_confirm(club, user, player.pk) if player else (),
        objections=len(find_open_objection_ids(club)) if Right.CORRECT in rights else 0,
        invitations=count_open_invitations(club.id) if Right.INVITE in rights else 0,
    )


def find_sessions_to_confirm(club: Club, user: User, player_id: UUID) -> tuple[Session, ...]:
    """Return the recent closed sessions that the user may confirm and has not confirmed.

    Only the newest SHEETS unconfirmed sessions of the player are considered.

    player_id: the id of the user's player.
    """
    since = timezone.now() - CONFIRMATION_SPAN
    sessions = _UNCONFIRMED.run(club=club.pk, player=player_id, since=since)
    keys = {
        one.pk: build_cache_key(
            "confirms", one.pk, one.version, one.statements_count, user.pk, player_id
        )
        for one in sessions
    }
    allowed: dict[str, bool] = caches[FRAGMENTS].get_many(keys.values()) if keys else {}
    missing = [one for one in sessions if keys[one.pk] not in allowed]
    if missing:
        added = {
            keys[confirmations.session.pk]: not find_session_confirmation_refusal(
                confirmations, user.pk, player_id
            )
            for confirmations in load_confirmations_of_sessions(missing)
        }
        caches[FRAGMENTS].set_many(added, SPAN)
        allowed |= added
    return tuple(one for one in sessions if allowed[keys[one.pk]])


def _select_unconfirmed_sessions() -> QuerySet[Session]:
    """Return a query for the newest closed sessions that a given player has not confirmed.

    The player took part in them, and their last hand is later than the given time.
    """
    player = Parameter("player", UUIDField())
    seat = Balance.objects.filter(session=OuterRef("pk"), player=player)
    confirmed = Confirmation.objects.filter(
        session=OuterRef("pk"), player=player, entry=None, kind=ConfirmationKind.CONFIRMED
    )
    rows = Session.objects.filter(
        Exists(seat),
        ~Exists(confirmed),
        club=Parameter("club", UUIDField()),
        closed=True,
        binned_at=None,
        last_hand_at__gt=Parameter("since", DateTimeField()),
    )
    return rows.order_by("-date", "-created_at")[:SHEETS]


_UNCONFIRMED = PreparedQuery(_select_unconfirmed_sessions)
