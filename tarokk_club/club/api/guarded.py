"""The router of API endpoints, with the access checks of the pages."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, get_args
from uuid import UUID

from django.http import HttpRequest
from ninja import Router

from tarokk_club.club.api import shapes
from tarokk_club.club.api.bearer import Key
from tarokk_club.club.api.operations import refuse_unknown_parameters, store_next_cursor
from tarokk_club.club.api.routes import get_ninja_path
from tarokk_club.club.pages.loaders import club_view, evening_view, session_view, tournament_view
from tarokk_club.club.writing.permissions import Access, Right, build_access

View: TypeAlias = Callable[..., Any]
Parts: TypeAlias = Mapping[str, type]
_CLUB: Parts = {"slug": str}
_SESSION: Parts = {"slug": str, "session_id": UUID}
_TOURNAMENT: Parts = {"slug": str, "tournament_id": UUID}
_EVENING: Parts = {"slug": str, "evening_id": UUID}
REFUSALS = (401, 403, 404, 422, 429)
# The status codes that only a write can return.
WRITE_REFUSALS = (*REFUSALS, 400, 409, 412, 413, 428)


class GuardedRouter:
    """A router whose endpoints declare the object to load, the required right and the response."""

    def __init__(self, tag: str) -> None:
        self.router = Router(tags=[tag], auth=Key())
        self.access: dict[str, Access] = {}

    def declare_club_endpoint(self, name: str, **options: Any) -> Callable[[View], View]:
        """Return a decorator for an endpoint of a club, `view(request, club, …)`."""
        return self._declare_endpoint(name, _CLUB, club_view, options)

    def declare_session_endpoint(self, name: str, **options: Any) -> Callable[[View], View]:
        """Return a decorator for an endpoint of a session, `view(request, session, …)`.

        The ETag of the response begins with the session's version.
        """
        return self._declare_endpoint(name, _SESSION, _build_versioned_session_view, options)

    def declare_tournament_endpoint(self, name: str, **options: Any) -> Callable[[View], View]:
        """Return a decorator for an endpoint of a tournament, `view(request, tournament, …)`."""
        return self._declare_endpoint(name, _TOURNAMENT, tournament_view, options)

    def declare_evening_endpoint(self, name: str, **options: Any) -> Callable[[View], View]:
        """Return a decorator for an endpoint of an evening, `view(request, evening, …)`."""
        return self._declare_endpoint(name, _EVENING, evening_view, options)

    def _declare_endpoint(
        self, name: str, parts: Parts, loader: Callable[..., Any], values: dict[str, Any]
    ) -> Callable[[View], View]:
        answers = values["answers"]
        get, post = values.get("get"), values.get("post")
        refusals = WRITE_REFUSALS if post else REFUSALS
        method = getattr(self.router, values.get("verb") or ("post" if post else "get"))

        def register_endpoint(view: View) -> View:
            self._record_access(name, get, post)
            method(
                get_ninja_path(name),
                url_name=name,
                operation_id=view.__name__,
                summary=values["summary"],
                description=inspect.getdoc(view),
                response=dict.fromkeys(values.get("statuses", (200,)), answers)
                | dict.fromkeys(refusals, shapes.Problem),
                openapi_extra=values.get("extra"),
            )(_build_operation(view, loader(get, post=post)(view), parts))
            return view

        return register_endpoint

    def _record_access(self, name: str, get: Right | None, post: Right | None) -> None:
        """Record the rights that a URL requires, merged with those of its other methods."""
        before, more = self.access.get(name, Access()), build_access(get, post)
        self.access[name] = Access(before.get or more.get, before.post or more.post)


def _build_versioned_session_view(
    get: Right | None = None, *, post: Right | None = None
) -> Callable[[View], View]:
    """Return a decorator like `session_view` that stores the session's version for the ETag."""
    guard = session_view(get, post=post)

    def guard_view(view: View) -> View:
        def store_version_and_call(request: Any, session: Any, **others: Any) -> Any:
            request.read_version = session.version
            return view(request, session, **others)

        return guard(store_version_and_call)

    return guard_view


def _build_operation(view: View, guarded: View, parts: Parts) -> View:
    """Return the function for django-ninja, with the URL and query parameters in its signature."""
    first, _loaded, *others = inspect.signature(view, eval_str=True).parameters.values()
    # The first argument of the annotation Query[Schema] is the schema.
    parts_of = (part for other in others for part in get_args(other.annotation))
    names = {name for part in parts_of for name in getattr(part, "model_fields", ())}

    def run_operation(request: HttpRequest, **values: Any) -> Any:
        refuse_unknown_parameters(request, names)
        response = guarded(request, **values)
        store_next_cursor(request, response)
        return response

    kind = inspect.Parameter.KEYWORD_ONLY
    loads = [inspect.Parameter(name, kind, annotation=of) for name, of in parts.items()]
    run_operation.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            first.replace(annotation=HttpRequest),
            *loads,
            *(other.replace(kind=kind) for other in others),
        ]
    )
    run_operation.__name__, run_operation.__module__ = view.__name__, view.__module__
    return run_operation
