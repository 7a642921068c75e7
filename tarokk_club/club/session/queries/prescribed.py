"""How many hands a table of a tournament plays, and whether its tournament is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from uuid import UUID

from django.db.models import Count, Max, Q

from scoring.core.hand_facts import PLAYED
from tarokk_club.club.models import Booking, Session, Tournament, TournamentTable


def deals_of(session: Session) -> int:
    """The hands that end the session; 0 where none are prescribed, as at every other table."""
    table = getattr(session, "tournament_table", None)
    return table.tournament.turns * len(session.seats) if table else 0


def dealt_again(sessions: Collection[UUID], *, before: int | None = None) -> Mapping[UUID, int]:
    """How many hands of each session the same player dealt once more, in one query: they are none
    of those that are prescribed, as the deal did not pass. before: of the hands before this number.
    """
    hands = Booking.objects.filter(session__in=sessions, number__isnull=False)
    if before is not None:
        hands = hands.filter(number__lt=before)
    found: Counter[UUID] = Counter()
    for session, dealer, after in hands.exclude(kind=PLAYED).values_list(
        "session", "dealer", "after__dealer"
    ):
        found[session] += str(dealer) == after
    return found


def is_played_out(session: Session) -> bool:
    """Whether the session is open and has all the hands that its tournament prescribes."""
    deals = deals_of(session)
    over = session.closed or session.binned_at
    if over or not 0 < deals <= session.hands_count:
        return False
    return deals <= session.hands_count - dealt_again([session.pk]).get(session.pk, 0)


def is_locked(session: Session) -> bool:
    """Whether the session is a table of a round whose result stands, or stood before one of its
    tables was opened again or a further round was planned.
    """
    table = getattr(session, "tournament_table", None)
    if table is None:
        return False
    return table.round <= table.tournament.guarded or result_stands(table.tournament)


def is_guarded(tournament: Tournament) -> bool:
    """Whether the result of the tournament stands, or did so after an earlier round."""
    return tournament.guarded > 0 or result_stands(tournament)


def entrants_are_final(tournament: Tournament) -> bool:
    """Return whether every planned round has a final result, so that the entrants can only be
    corrected.

    A further round that is planned takes players like any other.
    """
    return 0 < tournament.all_rounds <= tournament.guarded or result_stands(tournament)


def result_stands(tournament: Tournament) -> bool:
    """Whether the tournament is over, read from its tables in one query."""
    tables = TournamentTable.objects.filter(tournament=tournament, session__binned_at=None)
    open_ones = Count("pk", filter=Q(session__closed=False))
    told = tables.aggregate(last=Max("round"), open=open_ones)
    return is_tournament_over(tournament, last_round=told["last"] or 0, open_tables=told["open"])


def is_tournament_over(tournament: Tournament, *, last_round: int, open_tables: int) -> bool:
    """Whether the last round was begun and every table is closed.

    Pages, files, the API, certificates and the lock all decide by this one rule: hands that are
    played at a table still open end nothing, as they can still be corrected there.
    """
    return last_round >= tournament.all_rounds and not open_tables
