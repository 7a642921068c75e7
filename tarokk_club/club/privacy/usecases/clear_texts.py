"""Take somebody's name out of everything that people wrote in a club; in a unit of work only."""

from typing import Any

from tarokk_club.club.models import Booking, Club, Draft, Entry, MoneyRules, Player
from tarokk_club.club.models.hands import EXPLAINED_BY_NOTE, NO_NOTE
from tarokk_club.club.names.name_search import NameFinder, without
from tarokk_club.club.privacy.queries.erasures import PersonToErase
from tarokk_club.club.privacy.queries.mentions import PLACES, MentionPlace, texts_with

# The database takes this many keys in one statement.
_BATCH = 500


def clear_texts(club: Club, person: PersonToErase, *, parts: bool, pseudonym: str) -> None:
    """Empty every text that mentions the person; a text that may not be empty gets the pseudonym.

    The chain of the history covers no free text, so its hashes stay as they are.
    """
    finder = NameFinder(person.names, parts=parts)
    whole = NameFinder(person.names, parts=False)
    for place in PLACES:
        if place.needed:
            _rename(place, club, whole, (person.names, pseudonym))
        else:
            _empty(place, club, finder)
    # The owner of the bank account is gone, so its number goes as well.
    MoneyRules.objects.filter(club=club, beneficiary="").update(iban="")
    Player.objects.filter(club=club, account_holder="").update(iban="")
    for draft in Draft.objects.filter(session__club=club):
        if finder.found(str(draft.record.get("note") or "")):
            draft.record = {**draft.record, "note": ""}
            draft.save(update_fields=["record"])


def _empty(place: MentionPlace, club: Club, finder: NameFinder) -> None:
    keys = [pk for pk, _text in texts_with(place, club.id, finder)]
    rows: Any = place.model._default_manager
    for start in range(0, len(keys), _BATCH):
        batch = keys[start : start + _BATCH]
        if place.model is Entry:
            _explain_anew(batch)
        rows.filter(pk__in=batch).update(**{place.field: ""})


def _explain_anew(entries: list[Any]) -> None:
    """The lines of points agreed on, or moved into a pot, repeat the note."""
    for booking in Booking.objects.filter(entry__in=entries, kind__in=EXPLAINED_BY_NOTE):
        for line in booking.lines:
            line["values"]["note"] = NO_NOTE
        booking.save(update_fields=["lines"])


def _rename(
    place: MentionPlace, club: Club, finder: NameFinder, change: tuple[tuple[str, ...], str]
) -> None:
    names, pseudonym = change
    rows: Any = place.model._default_manager
    for pk, text in texts_with(place, club.id, finder):
        fresh = without(text, names, pseudonym)
        # Where it is spelt as nobody ever wrote it, all of it goes.
        fresh = pseudonym if finder.found(fresh) else fresh
        rows.filter(pk=pk).update(**{place.field: fresh[:80]})
        if pk == club.pk:
            club.name = fresh[:80]
