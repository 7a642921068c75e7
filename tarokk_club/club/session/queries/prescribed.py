"""How many hands a table of a tournament plays, and whether its tournament is over."""

from __future__ import annotations

from django.db.models import Count, Max, Q

from tarokk_club.club.models import Session, Tournament, TournamentTable


def deals_of(session: Session) -> int:
    """The hands that end the session; 0 where none are prescribed, as at every other table."""
    table = getattr(session, "tournament_table", None)
    return table.tournament.turns * len(session.seats) if table else 0


def is_played_out(session: Session) -> bool:
    """Whether the session is open and has all the hands that its tournament prescribes."""
    deals = deals_of(session)
    over = session.closed or session.binned_at
    return 0 < deals <= session.hands_count and not over


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


def result_stands(tournament: Tournament) -> bool:
    """Whether the last round was begun and every table of the tournament is closed."""
    tables = TournamentTable.objects.filter(tournament=tournament, session__binned_at=None)
    open_ones = Count("pk", filter=Q(session__closed=False))
    told = tables.aggregate(last=Max("round"), open=open_ones)
    return (told["last"] or 0) >= tournament.all_rounds and not told["open"]
