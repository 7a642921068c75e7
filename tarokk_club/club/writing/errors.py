"""The reasons why a use case refused a request; nothing was written.

Errors in the submitted data itself are raised as the scorer's RefusedError.
"""

from collections.abc import Sequence
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from scoring.core.problem import Problem, RefusedError
from tarokk_club.club.models import Change, Draft
from tarokk_club.club.writing.permissions import Right

__all__ = [
    "AlreadyFoundedError",
    "ConflictError",
    "ForbiddenError",
    "KeyReusedError",
    "LaterEntryError",
    "LinkGoneError",
    "NotSeatedError",
    "OwnPromotionError",
    "RefusedError",
    "SameHandError",
    "StaleDraftError",
    "StaleError",
    "TooManyError",
]


class LaterEntryError(RefusedError):
    """The change is valid, but it would make a later entry invalid.

    entry: id of the later entry.
    number: its number if it is a hand, else None.
    """

    def __init__(self, problems: list[Problem], entry: UUID, number: int | None) -> None:
        super().__init__(problems)
        self.entry = entry
        self.number = number


class StaleError(Exception):
    """The submission is based on an outdated version of the session.

    current: the present version.
    since: the changes made since the submitted version.
    """

    def __init__(self, current: int, since: Sequence[Change]) -> None:
        super().__init__(current)
        self.current = current
        self.since = tuple(since)


class KeyReusedError(Exception):
    """The form's idempotency key was used before for something else.

    first: the earlier change, None if the user may not see it.
    """

    def __init__(self, first: Change | None) -> None:
        super().__init__("key reused")
        self.first = first


class SameHandError(Exception):
    """The session has an event with the same content that was entered a moment ago.

    entry: id of that event.
    """

    def __init__(self, entry: UUID) -> None:
        super().__init__("same hand")
        self.entry = entry


class StaleDraftError(Exception):
    """Another device has changed the draft in the meantime, or holds it.

    draft: the present draft, None if there is none.
    """

    def __init__(self, draft: Draft | None) -> None:
        super().__init__("stale draft")
        self.draft = draft


class AlreadyFoundedError(Exception):
    """The site already has its club."""


class ForbiddenError(PermissionDenied):
    """The member lacks the right; if nothing handles the error, Django responds with 403."""

    def __init__(self, right: Right) -> None:
        super().__init__(_("Your role in this club does not allow this."))
        self.right = right


class NotSeatedError(PermissionDenied):
    """The member's own player does not sit in the session and never did."""

    def __init__(self) -> None:
        super().__init__(_("Only players of this session can confirm it or object to it."))


class ConflictError(RefusedError):
    """The request is well formed, but contradicts the present state of the club."""


class OwnPromotionError(PermissionDenied):
    """A member tries to add roles to their own membership."""

    def __init__(self) -> None:
        super().__init__(_("Nobody gives roles to himself; another owner can."))


class LinkGoneError(Exception):
    """The link never existed, or is used up, expired or revoked; the response does not reveal
    which.
    """


class TooManyError(Exception):
    """A rate limit was exceeded.

    seconds: how long to wait.
    """

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds
