"""Endpoints of the API as views that load django-ninja only when they are first called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django.http import HttpRequest, HttpResponseBase

from tarokk_club.club.writing.permissions import Access

if TYPE_CHECKING:
    from tarokk_club.club.api.operations import View


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A view of the API, by the name of its URL.

    django-ninja, pydantic and the API's schemas take a third of a start, and most sites serve
    their first pages long before a program calls the API.

    name: name of the URL, a key of `openapi.VIEWS`.
    csrf_exempt: as `wrap_for_api` sets it; False for the reference, which is a page.
    """

    name: str
    csrf_exempt: bool = True
    login_required: ClassVar = False

    def __call__(self, request: HttpRequest, **parts: Any) -> HttpResponseBase:
        """Call the view."""
        return self._load_view()(request, **parts)

    @property
    def access(self) -> Access:
        """The access rule of the view, without which the API cannot be loaded."""
        access: Access = self._load_view().access  # type: ignore[attr-defined]
        return access

    def _load_view(self) -> View:
        from tarokk_club.club.api.views import openapi

        return openapi.VIEWS[self.name]
