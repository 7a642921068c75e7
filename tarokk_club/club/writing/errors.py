"""Why a use case did not do what it was asked to; nothing was written.

What is wrong with the thing itself comes as the scorer's own RefusedError.
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
    """The change is possible, but a later entry would become impossible: its id and, of a hand, its
    number.
    """

    def __init__(self, problems: list[Problem], entry: UUID, number: int | None) -> None:
        super().__init__(problems)
        self.entry = entry
        self.number = number


class StaleError(Exception):
    """The page is older than the book: its present version, and what was changed since."""

    def __init__(self, current: int, since: Sequence[Change]) -> None:
        super().__init__(current)
        self.current = current
        self.since = tuple(since)


class KeyReusedError(Exception):
    """The form's key was used before for something else; first: that, where it may be seen."""

    def __init__(self, first: Change | None) -> None:
        super().__init__("key reused")
        self.first = first


class SameHandError(Exception):
    """The session has an event with this content that was entered a moment ago; entry: its id."""

    def __init__(self, entry: UUID) -> None:
        super().__init__("same hand")
        self.entry = entry


class StaleDraftError(Exception):
    """Another phone has gone on with the draft, or holds it; draft is what stands now, None when
    none does.
    """

    def __init__(self, draft: Draft | None) -> None:
        super().__init__("stale draft")
        self.draft = draft


class AlreadyFoundedError(Exception):
    """The site has its club."""


class ForbiddenError(PermissionDenied):
    """The member lacks the right; where nothing else is done, Django answers 403."""

    def __init__(self, right: Right) -> None:
        super().__init__(_("Your role in this club does not allow this."))
        self.right = right


class NotSeatedError(PermissionDenied):
    """The member's own player neither sits nor sat in the session."""

    def __init__(self) -> None:
        super().__init__(_("Only players of this session can confirm it or object to it."))


class ConflictError(RefusedError):
    """The request is well formed, but does not fit the club as it stands."""


class OwnPromotionError(PermissionDenied):
    """Somebody tries to give themselves further roles."""

    def __init__(self) -> None:
        super().__init__(_("Nobody gives roles to himself; another owner can."))


class LinkGoneError(Exception):
    """The link was never made, or is used up, expired or revoked; nobody learns which."""


class TooManyError(Exception):
    """Too much of one thing in too short a time; seconds: how long to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds
