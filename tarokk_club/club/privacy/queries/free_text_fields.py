"""The fields with free text, and the mentions of a name in them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Model

from tarokk_club.club.models import (
    ApiKey,
    CashCount,
    Change,
    Charge,
    Club,
    Entrant,
    Entry,
    KittyTransfer,
    MoneyRules,
    Payment,
    Penalty,
    PlannedEvening,
    Player,
    Ranking,
    Receipt,
    Registration,
    RegistrationTerms,
    RuleSet,
    Season,
    ServiceKey,
    Session,
    Statement,
    Tournament,
    TournamentCorrection,
)
from tarokk_club.club.names.name_search import NameFinder


@dataclass(frozen=True, slots=True)
class MentionPlace:
    """A field of free text.

    club: the lookup path from the model to the club.
    needed: whether the field must not be empty, so that only the name in it is replaced.
    """

    model: type[Model]
    field: str
    club: str
    needed: bool = False


# A test verifies that the list contains every field with free text.
PLACES = (
    MentionPlace(Entry, "note", "session__club"),
    MentionPlace(Change, "note_before", "session__club"),
    MentionPlace(Change, "note_after", "session__club"),
    MentionPlace(Change, "reason", "session__club"),
    MentionPlace(Statement, "note", "session__club"),
    MentionPlace(Payment, "note", "club"),
    MentionPlace(Charge, "note", "club"),
    MentionPlace(KittyTransfer, "note", "club"),
    MentionPlace(CashCount, "note", "club"),
    MentionPlace(Receipt, "kind", "club"),
    MentionPlace(MoneyRules, "kinds", "club"),
    MentionPlace(MoneyRules, "beneficiary", "club"),
    MentionPlace(Player, "account_holder", "club"),
    MentionPlace(Session, "table_name", "club"),
    MentionPlace(PlannedEvening, "place", "club"),
    MentionPlace(PlannedEvening, "note", "club"),
    MentionPlace(Season, "name", "club", needed=True),
    MentionPlace(RuleSet, "name", "club", needed=True),
    MentionPlace(Tournament, "name", "club", needed=True),
    # A team's name belongs to all its players, so only the person's name is replaced in it.
    MentionPlace(Entrant, "team", "tournament__club", needed=True),
    MentionPlace(Entrant, "club_name", "tournament__club", needed=True),
    MentionPlace(Registration, "name", "tournament__club", needed=True),
    MentionPlace(Ranking, "name", "club", needed=True),
    MentionPlace(Registration, "team", "tournament__club", needed=True),
    MentionPlace(Registration, "club_name", "tournament__club", needed=True),
    MentionPlace(RegistrationTerms, "reduced_for", "tournament__club"),
    MentionPlace(Penalty, "reason", "tournament__club"),
    MentionPlace(Penalty, "back_reason", "tournament__club"),
    MentionPlace(TournamentCorrection, "name_before", "tournament__club", needed=True),
    MentionPlace(TournamentCorrection, "name_after", "tournament__club", needed=True),
    MentionPlace(TournamentCorrection, "reason", "tournament__club", needed=True),
    MentionPlace(ApiKey, "name", "club", needed=True),
    MentionPlace(ServiceKey, "name", "account__service_grants__club", needed=True),
    MentionPlace(Club, "name", "pk", needed=True),
)


def find_texts_with(
    place: MentionPlace, club_id: UUID, finder: NameFinder
) -> Iterator[tuple[Any, str]]:
    """Yield the primary key and the text of every row whose text mentions the name."""
    rows: Any = place.model._default_manager.filter(**{place.club: club_id})
    for pk, text in rows.exclude(**{place.field: ""}).values_list("pk", place.field):
        if finder.matches(text):
            yield pk, text


def find_mentions(club_id: UUID, finder: NameFinder) -> list[str]:
    """Return the texts that mention the name and can be emptied, without duplicates."""
    texts = (
        text
        for place in PLACES
        if not place.needed
        for _pk, text in find_texts_with(place, club_id, finder)
    )
    return list(dict.fromkeys(texts))
