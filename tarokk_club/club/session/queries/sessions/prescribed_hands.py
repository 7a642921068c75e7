"""The number of hands that a tournament prescribes for a table, and hands dealt again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from uuid import UUID

from scoring.core.game_info_types import PLAYED
from tarokk_club.club.models import Posting, Session


def count_prescribed_hands(session: Session) -> int:
    """Return the number of hands that the session's tournament prescribes; 0 for no limit."""
    table = getattr(session, "tournament_table", None)
    return table.tournament.turns * len(session.seats) if table else 0


def count_redeals(sessions: Collection[UUID], *, before: int | None = None) -> Mapping[UUID, int]:
    """Return the number of hands that were dealt again, by session, in one query.

    The dealer deals again after such a hand, which does not count towards the prescribed number.

    before: the number of the first hand to ignore.
    """
    hands = Posting.objects.filter(session__in=sessions, number__isnull=False)
    if before is not None:
        hands = hands.filter(number__lt=before)
    counts: Counter[UUID] = Counter()
    for session, dealer, after in hands.exclude(kind=PLAYED).values_list(
        "session", "dealer", "after__dealer"
    ):
        counts[session] += str(dealer) == after
    return counts


def is_played_out(session: Session) -> bool:
    """Return whether the session is open and has all the hands that its tournament prescribes."""
    deals = count_prescribed_hands(session)
    over = session.closed or session.binned_at
    if over or not 0 < deals <= session.hands_count:
        return False
    return deals <= session.hands_count - count_redeals([session.pk]).get(session.pk, 0)
