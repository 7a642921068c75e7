"""Fill the book with a demonstration club; every hand comes in by the path of an import."""

import json
from argparse import ArgumentParser
from datetime import date, datetime
from random import Random
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from tarokk_club.club.usecases.door import Form
from tarokk_club.club.usecases.found_demo import Demo, Member, found_demo
from tarokk_club.club.usecases.import_session import import_session
from tarokk_club.club.usecases.incoming import read_incoming
from tarokk_club.club.usecases.keep_demo_money import keep_demo_money
from tarokk_club.demo.evening import evening
from tarokk_club.demo.seasons import CURRENCY, MEMBERS, Wording, programme, seasons_until

HANDS = 2900
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
        keep_demo_money(
            club=demo.club,
            treasurer=demo.members[1].user,
            cards=_("Two packs of cards"),
            until=today,
        )
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
            form=Form(key=uuid4(), by=demo.members[0].user),
            incoming=read_incoming(document, today=today),
        )
        sessions += 1
        played += session.hands_count
    return sessions, played


def _way_in(member: Member) -> str:
    line = _("  user name %(login)s, password %(password)s (%(roles)s)")
    roles = ", ".join(str(role.label) for role in member.roles)
    return line % {"login": member.user.username, "password": member.password, "roles": roles}
