"""The one-time code that allows founding the first club from another machine."""

import secrets

from django.conf import settings
from django.http import HttpRequest

from tarokk_club.club.models import SiteNote
from tarokk_club.network import is_loopback

# Without letters and digits that are easily confused.
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


def get_or_create_founding_code() -> str:
    """Return the code, the same on every node; create it if it does not exist."""
    parts = ["".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3)]
    note, _new = SiteNote.objects.get_or_create(
        name=SiteNote.FOUNDING_CODE, defaults={"text": "-".join(parts)}
    )
    return note.text


def is_founding_code(typed: str) -> bool:
    """Return whether the text is the code, ignoring case, spaces and dashes.

    If there is no code yet, one is created.
    """
    return secrets.compare_digest(
        _normalise_code(typed), _normalise_code(get_or_create_founding_code())
    )


def delete_founding_code() -> None:
    """Delete the code; the next call of `get_or_create_founding_code` creates another."""
    SiteNote.objects.filter(name=SiteNote.FOUNDING_CODE).delete()


def needs_founding_code(request: HttpRequest) -> bool:
    """Return whether the visitor must enter the code: on another machine, or behind a proxy."""
    at_the_machine = is_loopback(request.META.get("REMOTE_ADDR", ""))
    # Behind a proxy every request seems to come from the server itself.
    return settings.BEHIND_PROXY or not at_the_machine


def _normalise_code(text: str) -> bytes:
    return "".join(char for char in text.upper() if char.isalnum()).encode()
