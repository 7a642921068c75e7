"""Fill the book with a demonstration club; every hand comes in by the path of an import."""

import json
import logging
from argparse import ArgumentParser
from datetime import date, datetime
from random import Random
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from scoring.document import FORMAT, VERSION, read_head
from tarokk_club.club.base.unit_of_work import Submission
from tarokk_club.club.people.queries.clubs import active_players
from tarokk_club.club.people.usecases.add_player import add_player
from tarokk_club.club.people.usecases.link_player import link_player
from tarokk_club.club.session.usecases.record_event import record_event
from tarokk_club.club.tournaments.queries.draws import next_draw, standing_tables
from tarokk_club.club.tournaments.table_points import Fifth, Reckoning
from tarokk_club.club.tournaments.usecases.enter_players import enter_players
from tarokk_club.club.tournaments.usecases.make_tournament import make_tournament
from tarokk_club.club.tournaments.usecases.start_round import Seen, start_round
from tarokk_club.club.tournaments.usecases.tournament_plans import TournamentPlan
from tarokk_club.club.transfer.usecases.found_demo import Demo, Member, found_demo
from tarokk_club.club.transfer.usecases.import_session import import_session
from tarokk_club.club.transfer.usecases.incoming import read_incoming
from tarokk_club.club.transfer.usecases.keep_demo_money import keep_demo_money
from tools.demo.cups import Cup, cups_until
from tools.demo.evening import Evening, evening
from tools.demo.seasons import CURRENCY, MEMBERS, STAKES, Wording, programme, seasons_until

HANDS = 2900
# How often everybody deals in a round of a tournament; once where few hands are wanted.
TURNS = 4
TIME_ZONE = "Europe/Budapest"


class Command(BaseCommand):
    """`demo [--seed N] [--hands N]`: every run makes a club of its own and touches no other."""

    help = _("Make a demonstration club with three seasons and print how to sign in.")
    requires_migrations_checks = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The same seed deals the same cards on the same day."""
        parser.add_argument("--seed", type=int, default=1, help=_("deals other cards"))
        parser.add_argument("--hands", type=int, default=HANDS, help=_("about how many hands"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Found the club, play its seasons, print the ways in."""
        today = datetime.now(ZoneInfo(TIME_ZONE)).date()
        demo = found_demo(
            names=MEMBERS,
            seasons=[(one.name, one.starts, one.ends) for one in seasons_until(today)],
            currency=CURRENCY,
            time_zone=TIME_ZONE,
        )
        sessions, hands = _play_seasons(demo, today, options["hands"], options["seed"])
        turns = TURNS if options["hands"] >= HANDS else 1
        rng = Random(options["seed"])  # noqa: S311 - cards of a demonstration, no secrets
        for cup, name in zip(cups_until(today), (_("Cup"), _("Championship")), strict=True):
            tables, played = _play_cup(demo, cup, name=name, turns=turns, rng=rng)
            sessions, hands = sessions + tables, hands + played
        keep_demo_money(
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
            self.stdout.write(_way_in(member))


def _play_seasons(demo: Demo, today: date, hands: int, seed: int) -> tuple[int, int]:
    """How many sessions and hands were played and taken in."""
    rng = Random(seed)  # noqa: S311 - cards of a demonstration, no secrets
    wording = Wording(
        tables=(_("Table 1"), _("Table 2")),
        adjusted=_("A side bet on who would wear the hat."),
    )
    sessions = played = 0
    for plan in programme(today, hands=hands, wording=wording, rng=rng):
        document = json.dumps(evening(plan, rng=rng)).encode()
        session = import_session(
            club_id=demo.club.id,
            form=_form(demo),
            incoming=read_incoming(document, today=today),
        )
        sessions += 1
        played += session.hands_count
    return sessions, played


def _play_cup(demo: Demo, cup: Cup, *, name: str, turns: int, rng: Random) -> tuple[int, int]:
    """How many tables and hands were played, each fact by its own use case."""
    club = demo.club
    known = {name: UUID(player) for player, name in active_players(club)}
    for guest in (one for one in cup.players if one not in known):
        known[guest] = add_player(club_id=club.id, form=_form(demo), name=guest).pk
    made = make_tournament(club_id=club.id, form=_form(demo), plan=_plan(cup, name, turns))
    told: dict[str, Any] = {"club_id": club.id, "tournament_id": made.id}
    enter_players(**told, form=_form(demo), players=[known[one] for one in cup.players])
    for _round in range(cup.rounds):
        seen = Seen(number=0, mark=next_draw(made, 0).mark, day=cup.day)
        start_round(**told, form=_form(demo), seen=seen)
        for table in standing_tables(made):
            if not table.session.closed:
                seats = tuple(map(str, table.session.seats))
                dealer = str(table.session.first_dealer)
                plan = Evening(cup.game, seats, turns * len(seats), cup.rules, dealer=dealer)
                _record(demo, table.session_id, evening(plan, rng=rng)["events"])
    tables = standing_tables(made)
    return len(tables), sum(table.session.hands_count for table in tables)


def _link_members(demo: Demo) -> None:
    """Whoever signs in is the player of the same name, as if an invitation had said so."""
    log = logging.getLogger("tarokk_club.security")
    level = log.level
    # What made-up members may is no news for the log of who got in.
    log.setLevel(logging.WARNING)
    try:
        players = {name: UUID(player) for player, name in active_players(demo.club)}
        for user in (member.user for member in demo.members):
            if user.name in players:
                link_player(
                    club_id=demo.club.id,
                    form=_form(demo),
                    user_id=user.id,
                    player_id=players[user.name],
                )
    finally:
        log.setLevel(level)


def _plan(cup: Cup, name: str, turns: int) -> TournamentPlan:
    players = list(cup.players[:4])
    head = read_head(
        {
            "format": FORMAT,
            "version": VERSION,
            "game": cup.game,
            "rules": cup.rules,
            "players": players,
            "dealer": players[-1],
            "stake": {"currency": CURRENCY, "per_point": STAKES[cup.game]},
            "events": [],
        }
    )
    return TournamentPlan(
        name=name,
        day=cup.day,
        rounds=cup.rounds,
        turns=turns,
        minutes=0,
        reckoning=Reckoning.TABLE,
        fifth=Fifth.FOUR,
        head=head,
    )


def _record(demo: Demo, session_id: UUID, events: list[dict[str, Any]]) -> None:
    for raw in events:
        record_event(session_id=session_id, form=_form(demo), raw=raw)


def _form(demo: Demo) -> Submission:
    return Submission(key=uuid4(), by=demo.members[0].user)


def _way_in(member: Member) -> str:
    line = _("  user name %(login)s, password %(password)s (%(roles)s)")
    roles = ", ".join(str(role.label) for role in member.roles)
    return line % {"login": member.user.username, "password": member.password, "roles": roles}
