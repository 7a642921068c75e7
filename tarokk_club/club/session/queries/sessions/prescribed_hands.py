"""The number of hands at a table of a tournament, and whether the tournament is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from uuid import UUID

from scoring.core.game_info_types import PLAYED
from tarokk_club.club.models import Posting, Session, Tournament


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


def is_locked(session: Session) -> bool:
    """Return whether the session is a table of a round whose result is final.

    A round stays locked when one of its tables is reopened or a further round is planned.
    """
    table = getattr(session, "tournament_table", None)
    if table is None:
        return False
    return table.round <= table.tournament.guarded or is_result_final(table.tournament)


def was_ever_final(tournament: Tournament) -> bool:
    """Return whether the result of the tournament is final, or was after an earlier round."""
    return tournament.guarded > 0 or is_result_final(tournament)


def are_entrants_final(tournament: Tournament) -> bool:
    """Return whether every planned round has a final result, so entrants can only be corrected.

    If another round is planned later, the tournament accepts entrants again.
    """
    return tournament.has_ended()


def is_result_final(tournament: Tournament) -> bool:
    """Return whether the tournament is over, read from its tables in one query."""
    return tournament.is_final()
