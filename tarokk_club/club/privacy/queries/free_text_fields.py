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
    Confirmation,
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
    Tournament,
    TournamentCorrection,
)
from tarokk_club.club.names.name_search import NameFinder


@dataclass(frozen=True, slots=True)
class FreeTextField:
    """A field of free text.

    club: the lookup path from the model to the club.
    needed: whether the field must not be empty, so that only the name in it is replaced.
    """

    model: type[Model]
    field: str
    club: str
    needed: bool = False


# A test verifies that the list contains every field with free text.
FREE_TEXT_FIELDS = (
    FreeTextField(Entry, "note", "session__club"),
    FreeTextField(Change, "note_before", "session__club"),
    FreeTextField(Change, "note_after", "session__club"),
    FreeTextField(Change, "reason", "session__club"),
    FreeTextField(Confirmation, "note", "session__club"),
    FreeTextField(Payment, "note", "club"),
    FreeTextField(Charge, "note", "club"),
    FreeTextField(KittyTransfer, "note", "club"),
    FreeTextField(CashCount, "note", "club"),
    FreeTextField(Receipt, "kind", "club"),
    FreeTextField(MoneyRules, "kinds", "club"),
    FreeTextField(MoneyRules, "beneficiary", "club"),
    FreeTextField(Player, "account_holder", "club"),
    FreeTextField(Session, "table_name", "club"),
    FreeTextField(PlannedEvening, "place", "club"),
    FreeTextField(PlannedEvening, "note", "club"),
    FreeTextField(Season, "name", "club", needed=True),
    FreeTextField(RuleSet, "name", "club", needed=True),
    FreeTextField(Tournament, "name", "club", needed=True),
    # A team's name belongs to all its players, so only the person's name is replaced in it.
    FreeTextField(Entrant, "team", "tournament__club", needed=True),
    FreeTextField(Entrant, "club_name", "tournament__club", needed=True),
    FreeTextField(Registration, "name", "tournament__club", needed=True),
    FreeTextField(Ranking, "name", "club", needed=True),
    FreeTextField(Registration, "team", "tournament__club", needed=True),
    FreeTextField(Registration, "club_name", "tournament__club", needed=True),
    FreeTextField(RegistrationTerms, "reduced_for", "tournament__club"),
    FreeTextField(Penalty, "reason", "tournament__club"),
    FreeTextField(Penalty, "back_reason", "tournament__club"),
    FreeTextField(TournamentCorrection, "name_before", "tournament__club", needed=True),
    FreeTextField(TournamentCorrection, "name_after", "tournament__club", needed=True),
    FreeTextField(TournamentCorrection, "reason", "tournament__club", needed=True),
    FreeTextField(ApiKey, "name", "club", needed=True),
    FreeTextField(ServiceKey, "name", "account__service_grants__club", needed=True),
    FreeTextField(Club, "name", "pk", needed=True),
)


def find_texts_with_name(
    text_field: FreeTextField, club_id: UUID, finder: NameFinder
) -> Iterator[tuple[Any, str]]:
    """Yield the primary key and the text of every row whose text mentions the name."""
    rows: Any = text_field.model._default_manager.filter(**{text_field.club: club_id})
    for pk, text in rows.exclude(**{text_field.field: ""}).values_list("pk", text_field.field):
        if finder.matches(text):
            yield pk, text


def find_mentions(club_id: UUID, finder: NameFinder) -> list[str]:
    """Return the texts that mention the name and can be emptied, without duplicates."""
    texts = (
        text
        for text_field in FREE_TEXT_FIELDS
        if not text_field.needed
        for _pk, text in find_texts_with_name(text_field, club_id, finder)
    )
    return list(dict.fromkeys(texts))
