"""Everything that people wrote freely, and where in it a name is mentioned."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Model

from tarokk_club.club.models import (
    ApiKey,
    Change,
    Charge,
    Club,
    Entrant,
    Entry,
    MoneyRules,
    Payment,
    Penalty,
    PlannedEvening,
    Player,
    RuleSet,
    Season,
    Session,
    Statement,
    Tournament,
    TournamentCorrection,
)
from tarokk_club.club.names.name_search import NameFinder


@dataclass(frozen=True, slots=True)
class MentionPlace:
    """A field of free text; club: the way to the club; needed: it must not be empty."""

    model: type[Model]
    field: str
    club: str
    needed: bool = False


# A test holds every text of the book against this list: what is not here can hold no name.
PLACES = (
    MentionPlace(Entry, "note", "session__club"),
    MentionPlace(Change, "note_before", "session__club"),
    MentionPlace(Change, "note_after", "session__club"),
    MentionPlace(Change, "reason", "session__club"),
    MentionPlace(Statement, "note", "session__club"),
    MentionPlace(Payment, "note", "club"),
    MentionPlace(Charge, "note", "club"),
    MentionPlace(MoneyRules, "beneficiary", "club"),
    MentionPlace(Player, "account_holder", "club"),
    MentionPlace(Session, "table_name", "club"),
    MentionPlace(PlannedEvening, "place", "club"),
    MentionPlace(PlannedEvening, "note", "club"),
    MentionPlace(Season, "name", "club", needed=True),
    MentionPlace(RuleSet, "name", "club", needed=True),
    MentionPlace(Tournament, "name", "club", needed=True),
    # A team is called so by all its players: it keeps its name but for the person's.
    MentionPlace(Entrant, "team", "tournament__club", needed=True),
    MentionPlace(Entrant, "club_name", "tournament__club", needed=True),
    MentionPlace(Penalty, "reason", "tournament__club"),
    MentionPlace(Penalty, "back_reason", "tournament__club"),
    MentionPlace(TournamentCorrection, "name_before", "tournament__club", needed=True),
    MentionPlace(TournamentCorrection, "name_after", "tournament__club", needed=True),
    MentionPlace(TournamentCorrection, "reason", "tournament__club", needed=True),
    MentionPlace(ApiKey, "name", "club", needed=True),
    MentionPlace(Club, "name", "pk", needed=True),
)


def texts_with(place: MentionPlace, club_id: UUID, finder: NameFinder) -> Iterator[tuple[Any, str]]:
    """Key and text of every row whose text holds the name."""
    rows: Any = place.model._default_manager.filter(**{place.club: club_id})
    for pk, text in rows.exclude(**{place.field: ""}).values_list("pk", place.field):
        if finder.found(text):
            yield pk, text


def mentions(club_id: UUID, finder: NameFinder) -> list[str]:
    """The texts that hold the name, each once, in the order of the flow."""
    found = (
        text
        for place in PLACES
        if not place.needed
        for _pk, text in texts_with(place, club_id, finder)
    )
    return list(dict.fromkeys(found))
