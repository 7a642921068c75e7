"""The players that the forms of a session offer: seated, earlier and other players of the club."""

from __future__ import annotations

from dataclasses import dataclass

from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Club, Player, Session
from tarokk_club.club.people.queries.clubs import list_active_players
from tarokk_club.club.session.queries.replay.posted_session import load_posted_session
from tarokk_club.club.session.queries.rows.row_layout import Pot, build_pots

PlayerNames = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SessionSeating:
    """The players of a session.

    seated: players at the table now, in playing order.
    everyone: all players of the session so far.
    others: other players who can take a seat, including guests of the session's tournament.
    pots: the pots of the table.
    """

    seated: PlayerNames
    everyone: PlayerNames
    others: PlayerNames
    pots: tuple[Pot, ...]


def load_session_seating(session: Session) -> SessionSeating:
    """Return the present seating, in three queries."""
    table = load_posted_session(session).table
    rows = Player.objects.filter(pk__in=table.everyone).values_list("pk", "name")
    names = {str(pk): name for pk, name in rows}
    placed = getattr(session, "tournament_table", None)
    active = list_active_players(
        session.club, tournament_id=placed.tournament_id if placed else None
    )
    return SessionSeating(
        seated=tuple((player, names[player]) for player in table.seats),
        everyone=tuple((player, names[player]) for player in table.everyone),
        others=tuple(pair for pair in active if pair[0] not in table.seats),
        pots=build_pots(table.pots, ClubWords(names)),
    )


def list_possible_players(club: Club, session: Session) -> PlayerNames:
    """Return the active players of the club except guests, and the players seated at the start."""
    active = dict(list_active_players(club))
    rows = Player.objects.filter(pk__in=session.seats).values_list("pk", "name")
    return tuple((active | {str(pk): name for pk, name in rows}).items())
