"""The one-time code that proves who founds an empty site from another machine."""

import secrets

from django.conf import settings
from django.http import HttpRequest

from tarokk_club.club.models import SiteNote
from tarokk_club.network import is_loopback

# Without letters and digits that are taken for each other.
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


def founding_code() -> str:
    """The code printed in the terminal of every node, made at the first call."""
    parts = ["".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3)]
    note, _new = SiteNote.objects.get_or_create(
        name=SiteNote.FOUNDING_CODE, defaults={"text": "-".join(parts)}
    )
    return note.text


def is_founding_code(typed: str) -> bool:
    """Whether somebody typed the code; case, spaces and dashes do not matter."""
    return secrets.compare_digest(_plain(typed), _plain(founding_code()))


def forget_founding_code() -> None:
    """Make the code worthless; called when the first club is founded."""
    SiteNote.objects.filter(name=SiteNote.FOUNDING_CODE).delete()


def needs_founding_code(request: HttpRequest) -> bool:
    """Whether this visitor must prove to read the terminal: all but those at the machine itself."""
    at_the_machine = is_loopback(request.META.get("REMOTE_ADDR", ""))
    # Behind a proxy everybody seems to sit at the machine.
    return settings.BEHIND_PROXY or not at_the_machine


def _plain(text: str) -> bytes:
    return "".join(char for char in text.upper() if char.isalnum()).encode()
