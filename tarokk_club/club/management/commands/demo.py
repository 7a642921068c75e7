"""Create a demonstration club through the use cases that real clubs use."""

import json
import logging
from argparse import ArgumentParser
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from scoring.document import FORMAT, VERSION, read_head, rename_players
from tarokk_club.club.models import Session
from tarokk_club.club.people.queries.clubs import list_active_players
from tarokk_club.club.people.usecases.players import add_player, link_player
from tarokk_club.club.session.usecases.events import record_event
from tarokk_club.club.tournaments.queries.counting_tables import load_counting_tables
from tarokk_club.club.tournaments.queries.next_draws import compute_next_draw
from tarokk_club.club.tournaments.usecases.entrants import enter_players
from tarokk_club.club.tournaments.usecases.rounds import SeenDraw, start_round
from tarokk_club.club.tournaments.usecases.tournaments import TournamentPlan, make_tournament
from tarokk_club.club.transfer.demo_calendar import list_seasons_until
from tarokk_club.club.transfer.recorded_demo import (
    RecordedTournament,
    load_recorded_club,
    load_recorded_sessions,
    load_recorded_tournaments,
)
from tarokk_club.club.transfer.usecases.demo import (
    Demo,
    DemoMember,
    create_demo_club,
    record_demo_money,
)
from tarokk_club.club.transfer.usecases.session_documents import (
    import_session,
    read_incoming_document,
)
from tarokk_club.club.values.table_points import Reckoning
from tarokk_club.club.writing.unit_of_work import Submission

RECORDED = load_recorded_club()


class Command(BaseCommand):
    """The command `demo [--hands N]`.

    Every run creates another club.
    """

    help = _("Make a demonstration club with three seasons and print how to sign in.")
    requires_migrations_checks = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add `--hands`, to create a smaller club more quickly."""
        parser.add_argument(
            "--hands", type=int, default=RECORDED.hands, help=_("about how many hands")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the club with all its records, and print how to sign in."""
        today = datetime.now(ZoneInfo(RECORDED.time_zone)).date()
        demo = create_demo_club(
            names=RECORDED.members,
            seasons=[(row.name, row.starts, row.ends) for row in list_seasons_until(today)],
            currency=RECORDED.currency,
            time_zone=RECORDED.time_zone,
        )
        sessions, hands = _import_recorded_sessions(demo, today, options["hands"])
        recordings = load_recorded_tournaments(today, short=options["hands"] < RECORDED.hands)
        for recording in recordings:
            tables, played = _replay_tournament(demo, recording)
            sessions, hands = sessions + tables, hands + played
        record_demo_money(
            club=demo.club,
            treasurer=demo.members[1].user,
            cards=_("Two packs of cards"),
            until=today,
        )
        _link_members(demo)
        filled = _(
            "The demonstration club “%(club)s” has %(sessions)s sessions and %(hands)s hands."
        )
        count = {"club": demo.club.name, "sessions": sessions, "hands": hands}
        self.stdout.write(filled % count)
        address = f"/c/{demo.club.slug}/"
        self.stdout.write(_("Its page is %(address)s; sign in with:") % {"address": address})
        for member in demo.members:
            self.stdout.write(_format_credentials(member))


def _import_recorded_sessions(demo: Demo, today: date, hands: int) -> tuple[int, int]:
    """Import the recorded sessions; return the numbers of sessions and hands."""
    sessions = played = 0
    for document in load_recorded_sessions(today, hands=hands):
        session = import_session(
            club_id=demo.club.id,
            form=_build_submission(demo),
            incoming=read_incoming_document(json.dumps(document).encode(), today=today),
        )
        sessions += 1
        played += session.hands_count
    return sessions, played


def _replay_tournament(demo: Demo, recording: RecordedTournament) -> tuple[int, int]:
    """Replay a recorded tournament; return the numbers of tables and hands."""
    club = demo.club
    players = {name: UUID(player) for player, name in list_active_players(club)}
    for guest in (name for name in recording.players if name not in players):
        players[guest] = add_player(club_id=club.id, form=_build_submission(demo), name=guest).pk
    plan = _build_tournament_plan(recording)
    tournament = make_tournament(club_id=club.id, form=_build_submission(demo), plan=plan)
    ids: dict[str, Any] = {"club_id": club.id, "tournament_id": tournament.id}
    enter_players(
        **ids, form=_build_submission(demo), players=[players[name] for name in recording.players]
    )
    recorded = iter(recording.tables)
    for _round in range(recording.rounds):
        drawn = SeenDraw(
            number=0, fingerprint=compute_next_draw(tournament, 0).fingerprint, day=recording.day
        )
        start_round(**ids, form=_build_submission(demo), seen=drawn)
        for table in load_counting_tables(tournament):
            if not table.session.closed:
                _record_events(demo, table.session, next(recorded))
    tables = load_counting_tables(tournament)
    return len(tables), sum(table.session.hands_count for table in tables)


def _record_events(demo: Demo, session: Session, events: list[dict[str, Any]]) -> None:
    """Record the events at a table.

    events: session document events, with seat numbers from "1" instead of player ids.
    """
    seats = {str(seat): str(player) for seat, player in enumerate(session.seats, start=1)}
    for raw in events:
        event = rename_players(raw, seats.__getitem__)
        record_event(session_id=session.id, form=_build_submission(demo), raw=event)


def _link_members(demo: Demo) -> None:
    """Link each member's account to the player with the same name."""
    log = logging.getLogger("tarokk_club.security")
    level = log.level
    # Keep the invented members out of the security log.
    log.setLevel(logging.WARNING)
    try:
        players = {name: UUID(player) for player, name in list_active_players(demo.club)}
        for user in (member.user for member in demo.members):
            if user.name in players:
                link_player(
                    club_id=demo.club.id,
                    form=_build_submission(demo),
                    user_id=user.id,
                    player_id=players[user.name],
                )
    finally:
        log.setLevel(level)


def _build_tournament_plan(recording: RecordedTournament) -> TournamentPlan:
    players = list(recording.players[:4])
    header = read_head(
        {
            "format": FORMAT,
            "version": VERSION,
            "game": recording.game,
            "rules": recording.rules,
            "players": players,
            "dealer": players[-1],
            "stake": {"currency": RECORDED.currency, "per_point": RECORDED.stakes[recording.game]},
            "events": [],
        }
    )
    return TournamentPlan(
        name=recording.name,
        day=recording.day,
        rounds=recording.rounds,
        turns=recording.turns,
        minutes=0,
        reckoning=Reckoning.TABLE,
        head=header,
    )


def _build_submission(demo: Demo) -> Submission:
    return Submission(key=uuid4(), by=demo.members[0].user)


def _format_credentials(member: DemoMember) -> str:
    line = _("  user name %(login)s, password %(password)s (%(roles)s)")
    roles = ", ".join(str(role.label) for role in member.roles)
    return line % {"login": member.user.username, "password": member.password, "roles": roles}
