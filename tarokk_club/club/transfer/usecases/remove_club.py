"""The deletion of a club, and of all clubs whose waiting time is over."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

from django.apps import apps

from tarokk_club.club.models import Club
from tarokk_club.club.people.usecases.clubs import find_clubs_to_remove
from tarokk_club.club.transfer.archived import ARCHIVED, USER
from tarokk_club.database.write_lock import write_lock
from tarokk_club.http.logs import log_security_event

# The look-up from rows to their club, for models that archives leave out.
LOOKUPS_OUTSIDE_ARCHIVE: Mapping[str, str] = MappingProxyType(
    {
        "club.Invitation": "club",
        "club.PasswordLink": "club",
        "club.GuestLink": "club",
        "club.CalendarLink": "club",
        "club.RegistrationLink": "club",
        "club.Registration": "tournament__club",
        "club.Arbiter": "tournament__club",
        "club.ApiKey": "club",
        "club.ServiceGrant": "club",
        "club.Notice": "club",
        "club.Delivery": "webhook__club",
        "club.Webhook": "club",
        "club.RankingPerson": "ranking__club",
        "club.RankingTournament": "tournament__club",
        "club.RankingClub": "club",
        "club.Ranking": "club",
        "club.FinalRow": "table__season__club",
        "club.Tally": "session__club",
        "club.RatingTable": "club",
    }
)


def remove_due_clubs(day: date) -> int:
    """Delete every club whose waiting time is over, and return their number; accounts stay."""
    clubs = find_clubs_to_remove(day)
    for club in clubs:
        remove_club(club)
    return len(clubs)


def remove_club(club: Club) -> None:
    """Delete all rows of a club in one transaction, but no accounts."""
    order = [*LOOKUPS_OUTSIDE_ARCHIVE.items(), *reversed(list(ARCHIVED.items()))]
    with write_lock():
        # Other clubs take part in the rankings that it made.
        club.rankings_made.all().delete()
        # The database checks references only at the end of the transaction.
        for label, lookup in order:
            if label == USER:
                continue
            rows = apps.get_model(label)._base_manager.filter(**{lookup: club.pk})
            rows._raw_delete(rows.db)
        log_security_event("club_removed", club=club.pk)
