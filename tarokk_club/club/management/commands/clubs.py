"""List the clubs of the site: manage.py clubs."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from tarokk_club.club.people.queries.site_clubs import SiteClub, site_clubs


class Command(BaseCommand):
    """The command `clubs`, which prints a line for each club; it changes nothing."""

    help = _("List the clubs of the site: their size, last use and owners.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the table, or that there is no club."""
        clubs = site_clubs()
        if not clubs:
            self.stdout.write(_("There is no club on this site."))
            return
        rows = [_titles(), *map(_cells, clubs)]
        widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
        for row in rows:
            self.stdout.write("  ".join(map(str.ljust, row, widths)).rstrip())


def _titles() -> list[str]:
    return [
        _("Club"),
        _("Name"),
        _("Players"),
        _("Sessions"),
        _("Hands"),
        _("Last session"),
        _("Owners"),
    ]


def _cells(club: SiteClub) -> list[str]:
    return [
        club.slug,
        f"{club.name} ({_('demo')})" if club.is_demo else club.name,
        str(club.players),
        str(club.sessions),
        str(club.hands),
        str(club.last_day or "–"),
        ", ".join(club.owners) or "–",
    ]
