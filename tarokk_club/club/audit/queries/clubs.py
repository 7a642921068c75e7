"""Checks of rows outside sessions, such as memberships, and of references between rows."""

from collections.abc import Callable, Iterator
from uuid import UUID

from django.db.models import F, Q

from tarokk_club.club.merging.queries import has_remaining_data
from tarokk_club.club.models import (
    Balance,
    Change,
    Club,
    Erasure,
    GuestLink,
    Membership,
    Merge,
    Player,
    Posting,
    Role,
    User,
    WriteKey,
)
from tarokk_club.club.models.people import build_name_key


def build_club_filter(club_id: UUID | None, path: str = "") -> Q:
    """Return the filter for the rows of one club, or of all clubs.

    path: lookup prefix from the row to its club.
    """
    return Q(**{f"{path}club_id": club_id}) if club_id else Q()


def check_player_name_key(club_id: UUID | None) -> Iterator[str]:
    """Every player's name key is derived from the current name."""
    for player in Player.objects.filter(build_club_filter(club_id)).iterator():
        if player.name_key != build_name_key(player.name):
            yield f"player {player.pk}"


def check_membership_roles(club_id: UUID | None) -> Iterator[str]:
    """Every membership has only known roles."""
    for membership in Membership.objects.filter(build_club_filter(club_id)).iterator():
        if not set(membership.roles) <= set(Role.values):
            yield f"membership {membership.pk} {membership.roles}"


def check_club_has_owner(club_id: UUID | None) -> Iterator[str]:
    """Every club has an owner."""
    clubs = Club.objects.filter(pk=club_id) if club_id else Club.objects.all()
    for club in clubs.prefetch_related("memberships"):
        if not any(Role.OWNER in membership.roles for membership in club.memberships.all()):
            yield f"club {club.pk}"


def check_posting_session(club_id: UUID | None) -> Iterator[str]:
    """Every posting belongs to the session of its entry."""
    wrong = Posting.objects.exclude(session=F("entry__session")).filter(
        build_club_filter(club_id, "session__")
    )
    for pk in wrong.values_list("pk", flat=True):
        yield f"posting {pk}"


def check_history_session(club_id: UUID | None) -> Iterator[str]:
    """Every line of history belongs to the session of its entry."""
    wrong = Change.objects.exclude(entry=None).exclude(session=F("entry__session"))
    for pk in wrong.filter(build_club_filter(club_id, "session__")).values_list("pk", flat=True):
        yield f"change {pk}"


def check_balance_club(club_id: UUID | None) -> Iterator[str]:
    """Every total belongs to a player of the session's club."""
    wrong = Balance.objects.exclude(player__club=F("session__club"))
    for pk in wrong.filter(build_club_filter(club_id, "session__")).values_list("pk", flat=True):
        yield f"balance {pk}"


def check_key_club(club_id: UUID | None) -> Iterator[str]:
    """Every idempotency key belongs to the club of its session."""
    wrong = WriteKey.objects.exclude(session=None).exclude(club=F("session__club"))
    for pk in wrong.filter(build_club_filter(club_id)).values_list("pk", flat=True):
        yield f"key {pk}"


def check_merged_player_gone(club_id: UUID | None) -> Iterator[str]:
    """Every merged player is archived and has no account, seat, money or tournament."""
    merged = Merge.objects.filter(build_club_filter(club_id), undone_at=None).select_related("gone")
    for merge in merged:
        if has_remaining_data(merge.gone):
            yield f"player {merge.gone_id}"


def check_merge_club(club_id: UUID | None) -> Iterator[str]:
    """Every merged player and the player it was merged into belong to the same club."""
    wrong = Merge.objects.filter(build_club_filter(club_id)).exclude(
        kept__club=F("club"), gone__club=F("club")
    )
    for pk in wrong.values_list("pk", flat=True):
        yield f"merge {pk}"


def check_erased_player(club_id: UUID | None) -> Iterator[str]:
    """Erased players are archived, have no account, and are numbered up to the club's count."""
    rows = (
        Erasure.objects.exclude(club=None).filter(build_club_filter(club_id)).select_related("club")
    )
    for row in rows:
        if row.club and row.club.erased < (row.number or 0):
            yield f"club {row.club_id} counts {row.club.erased}, gave {row.number}"
    gone = Player.objects.filter(pk__in=rows.exclude(player=None).values("player"))
    for pk in gone.filter(Q(archived_at=None) | ~Q(user=None)).values_list("pk", flat=True):
        yield f"player {pk}"


def check_erased_account(club_id: UUID | None) -> Iterator[str]:
    """An erased account is closed and has no mail address."""
    rows = Erasure.objects.filter(club=None)
    gone = User.objects.filter(pk__in=rows.values("user"))
    if club_id:
        gone = gone.filter(pk__in=Erasure.objects.filter(club_id=club_id).values("user"))
    for pk in gone.filter(Q(is_active=True) | ~Q(email="")).values_list("pk", flat=True):
        yield f"account {pk}"


def check_guest_link_club(club_id: UUID | None) -> Iterator[str]:
    """Every guest link shows a page of its own club."""
    links = GuestLink.objects.filter(build_club_filter(club_id))
    strange = ~Q(session=None) & ~Q(session__club=F("club"))
    strange |= ~Q(season=None) & ~Q(season__club=F("club"))
    strange |= ~Q(tournament=None) & ~Q(tournament__club=F("club"))
    for pk in links.filter(strange).values_list("pk", flat=True):
        yield f"guest link {pk}"


CHECKS: tuple[Callable[[UUID | None], Iterator[str]], ...] = (
    check_player_name_key,
    check_membership_roles,
    check_club_has_owner,
    check_posting_session,
    check_history_session,
    check_balance_club,
    check_key_club,
    check_merged_player_gone,
    check_merge_club,
    check_erased_player,
    check_erased_account,
    check_guest_link_club,
)
