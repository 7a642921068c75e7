"""Damage to the tournaments of a club, for the audit."""

from collections.abc import Callable

from django.utils import timezone

from support.club_factories import DAY, create_denes
from tarokk_club.club.models import Entrant, Player, Session, Tournament, TournamentTable


def create_tournament_around(session: Session) -> Tournament:
    """Create a tournament whose first table is the session."""
    tournament = Tournament.objects.create(
        club=session.club,
        name="Kupa",
        date=DAY,
        turns=4,
        game=session.game,
        rules=session.rules,
        made_at=timezone.now(),
    )
    TournamentTable.objects.create(tournament=tournament, session=session, round=1, number=1)
    return tournament


def unknown_rules(session: Session) -> None:
    Tournament.objects.filter(pk=create_tournament_around(session).pk).update(rules={"nincs": 1})


def foreign_entrant(session: Session) -> None:
    """Enter a player of another club."""
    player = Player.objects.create(club=create_denes().clubs.get(), name="Idegen")
    Entrant.objects.create(tournament=create_tournament_around(session), player=player)


def foreign_penalty(session: Session) -> None:
    """Give a penalty to a player of another club."""
    player = Player.objects.create(club=create_denes().clubs.get(), name="Idegen")
    one = create_tournament_around(session)
    one.penalties.create(player=player, points=5, reason="késés", made_at=timezone.now())


def foreign_correction(session: Session) -> None:
    """Enter a player of another club in a correction of a final result."""
    player = Player.objects.create(club=create_denes().clubs.get(), name="Idegen")
    create_tournament_around(session).corrections.create(
        entered=[str(player.pk)], reason="kimaradt", made_at=timezone.now()
    )


def another_game(session: Session) -> None:
    Tournament.objects.filter(pk=create_tournament_around(session).pk).update(
        game="danish", rules={}
    )


def round_left_out(session: Session) -> None:
    create_tournament_around(session).tables.update(round=2)


# Check to the damage that it must find.
TOURNAMENTS: dict[str, Callable[[Session], object]] = {
    "tournament_readable": unknown_rules,
    "entrant_of_club": foreign_entrant,
    "penalty_of_club": foreign_penalty,
    "correction_readable": foreign_correction,
    "table_of_tournament": another_game,
    "rounds_in_row": round_left_out,
}
