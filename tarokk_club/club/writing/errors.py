"""Errors with which a use case refuses a request without writing anything.

For invalid data, use cases raise the scorer's RefusedError.
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
    "RepeatedEventError",
    "StaleDraftError",
    "StaleError",
    "TooManyError",
]


class LaterEntryError(RefusedError):
    """A valid change would make a later entry invalid.

    entry: the id of the later entry.
    number: the number of the later entry if it is a hand, else None.
    """

    def __init__(self, problems: list[Problem], entry: UUID, number: int | None) -> None:
        super().__init__(problems)
        self.entry = entry
        self.number = number


class StaleError(Exception):
    """The submission is based on an outdated version of the session.

    current: the current version.
    since: the changes made since the submitted version.
    """

    def __init__(self, current: int, since: Sequence[Change]) -> None:
        super().__init__(current)
        self.current = current
        self.since = tuple(since)


class KeyReusedError(Exception):
    """The idempotency key of the form was already used for other content or by another account.

    first: the change that used the key; None if the user may not see it.
    """

    def __init__(self, first: Change | None) -> None:
        super().__init__("key reused")
        self.first = first


class RepeatedEventError(Exception):
    """An event with the same content was entered in the session a moment ago.

    entry: the id of that event.
    """

    def __init__(self, entry: UUID) -> None:
        super().__init__("same hand")
        self.entry = entry


class StaleDraftError(Exception):
    """Another device has changed the draft or is editing it.

    draft: the current draft; None if there is none.
    """

    def __init__(self, draft: Draft | None) -> None:
        super().__init__("stale draft")
        self.draft = draft


class AlreadyFoundedError(Exception):
    """The site already has its first club."""


class ForbiddenError(PermissionDenied):
    """The member lacks a right; Django turns the error into a 403 response."""

    def __init__(self, right: Right) -> None:
        super().__init__(_("Your role in this club does not allow this."))
        self.right = right


class NotSeatedError(PermissionDenied):
    """The member has no player who sits or sat in the session."""

    def __init__(self) -> None:
        super().__init__(_("Only players of this session can confirm it or object to it."))


class ConflictError(RefusedError):
    """The request is valid, but conflicts with the current state of the club."""


class OwnPromotionError(PermissionDenied):
    """A member tried to add roles to their own membership."""

    def __init__(self) -> None:
        super().__init__(_("You cannot give yourself roles; another owner can."))


class LinkGoneError(Exception):
    """The link is unknown, expired, used or revoked; visitors do not learn which."""


class TooManyError(Exception):
    """A rate limit was exceeded.

    seconds: the number of seconds to wait.
    """

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds
