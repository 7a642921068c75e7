"""Remove a whole club from the book, once the waiting time of its removal is over."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

from tarokk_club.club.models import Club
from tarokk_club.club.people.usecases.site_clubs import due_clubs
from tarokk_club.club.transfer.archived import ARCHIVED, USER, model_of
from tarokk_club.database.write_lock import write_lock
from tarokk_club.http.logs import note_security

# Look-ups from rows to their club, of models that an archive leaves out.
BESIDE_ARCHIVE: Mapping[str, str] = MappingProxyType(
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
    """Remove every club whose waiting time is over, and return their number.

    Accounts stay, as they belong to people and not to a club.
    """
    found = due_clubs(day)
    for club in found:
        remove_club(club)
    return len(found)


def remove_club(club: Club) -> None:
    """Delete all rows of a club in one transaction."""
    order = [*BESIDE_ARCHIVE.items(), *reversed(list(ARCHIVED.items()))]
    with write_lock():
        # Other clubs take part in the rankings that it made.
        club.rankings_made.all().delete()
        # Rows refer to each other; the database checks that once all are gone.
        for label, lookup in order:
            if label == USER:
                continue
            rows = model_of(label)._base_manager.filter(**{lookup: club.pk})
            rows._raw_delete(rows.db)
        note_security("club_removed", club=club.pk)
