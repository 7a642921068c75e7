"""List the clubs, or suspend, resume, remove or limit one: manage.py clubs [SLUG --suspend …]."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club
from tarokk_club.club.people.queries.site_clubs import SiteClub, load_site_clubs
from tarokk_club.club.people.usecases.clubs import (
    Decision,
    limit_club_hands,
    resume_club,
    schedule_club_removal,
    suspend_club,
)

ANY = "any"


class Command(BaseCommand):
    """The command `clubs [SLUG --suspend|--resume|--remove|--most-hands N]`."""

    help = _("List the clubs of the site: their size, last use and owners; or decide about one.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the club and the mutually exclusive decisions about it."""
        parser.add_argument("club", nargs="?", help=_("the club as in its address, /c/<club>/"))
        decisions = parser.add_mutually_exclusive_group()
        decisions.add_argument(
            "--suspend", action="store_true", help=_("members only read from now on")
        )
        decisions.add_argument(
            "--resume", action="store_true", help=_("members write again; it stays")
        )
        decisions.add_argument(
            "--remove", action="store_true", help=_("suspend it, and remove it after 30 days")
        )
        decisions.add_argument(
            "--most-hands", metavar="NUMBER", help=_("as many hands as it may have, or “any”")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Carry out the decision, if any, then print a table of all clubs."""
        if options["club"]:
            self._carry_out_decision(options)
        clubs = load_site_clubs()
        if not clubs:
            self.stdout.write(_("There is no club on this site."))
            return
        rows = [_list_column_titles(), *map(_format_club, clubs)]
        widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
        for row in rows:
            self.stdout.write("  ".join(map(str.ljust, row, widths)).rstrip())

    def _carry_out_decision(self, options: dict[str, Any]) -> None:
        decision = Decision(options["club"])
        try:
            if options["suspend"]:
                suspend_club(decision)
            elif options["resume"]:
                resume_club(decision)
            elif options["remove"]:
                club = schedule_club_removal(decision)
                values = {"club": club.slug, "day": club.removal_on}
                self.stdout.write(
                    _("%(club)s is removed on %(day)s. Until then: export_club, clubs --resume.")
                    % values
                )
            elif options["most_hands"] is not None:
                limit_club_hands(decision, _read_limit(options["most_hands"]))
            else:
                raise CommandError(_("Say what is decided, such as --suspend; see clubs --help."))
        except Club.DoesNotExist:
            text = _("There is no club “%(club)s”.") % {"club": options["club"]}
            raise CommandError(text) from None


def _read_limit(text: str) -> int | None:
    if text == ANY:
        return None
    if not text.isdecimal() or len(text) > 9:
        raise CommandError(_("--most-hands wants a number, or “any”."))
    return int(text)


def _list_column_titles() -> list[str]:
    return [
        _("Club"),
        _("Name"),
        _("Players"),
        _("Sessions"),
        _("Hands"),
        _("Last session"),
        _("Owners"),
        _("State"),
    ]


def _format_club(club: SiteClub) -> list[str]:
    hands = f"{club.hands} / {club.most_hands}" if club.most_hands is not None else str(club.hands)
    return [
        club.slug,
        f"{club.name} ({_('demo')})" if club.is_demo else club.name,
        str(club.players),
        str(club.sessions),
        hands,
        str(club.last_day or "–"),
        ", ".join(club.owners) or "–",
        _format_state(club),
    ]


def _format_state(club: SiteClub) -> str:
    if club.removal_on:
        return _("removed on %(day)s") % {"day": club.removal_on}
    return _("suspended") if club.is_suspended else "–"
