"""Pages that may be seconds old: read from a replica where there is one, and told how old it is.

Never for who has just written something: they look for it in what they see next.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponseBase

from tarokk_club.database import replica

# For so long who wrote reads the book itself; longer than a replica may be behind.
AFTER_WRITING = 120
# From so many seconds on the page tells how old it is.
WORTH_TELLING = 2.0
Answer = Callable[..., HttpResponseBase]


def seconds_old(view: Callable[..., HttpResponseBase]) -> Answer:
    """A page about a club, read from the replica: view(request, club, …).

    Put below the loader, which asks the book itself who may see the page.
    """

    @wraps(view)
    def asked(request: HttpRequest, club: Any, **others: Any) -> HttpResponseBase:
        def there() -> HttpResponseBase:
            # The club too, as what is kept is kept under marks of it.
            club.refresh_from_db(using=replica.ALIAS)
            return view(request, club, **others)

        def here() -> HttpResponseBase:
            if club._state.db == replica.ALIAS:
                club.refresh_from_db(using="default")
            return view(request, club, **others)

        return from_replica(request, there, here)

    return asked


def from_replica(
    request: HttpRequest,
    there: Callable[[], HttpResponseBase],
    here: Callable[[], HttpResponseBase],
) -> HttpResponseBase:
    """What `there` answers from the replica; `here`, from the book, where it cannot.

    What is not there may have been made a moment ago.
    """
    behind = None if _wants_the_book(request) else replica.near()
    if behind is None:
        return here()
    request.seconds_behind = round(behind) if behind >= WORTH_TELLING else 0  # type: ignore[attr-defined]
    try:
        with replica.reading():
            answer = there()
            # A page asks most of its rows while it is rendered.
            render = getattr(answer, "render", None)
            return render() if render else answer
    except DatabaseError:
        replica.leave_alone()
    except (Http404, ObjectDoesNotExist):
        pass
    request.seconds_behind = 0  # type: ignore[attr-defined]
    return here()


def _wants_the_book(request: HttpRequest) -> bool:
    wrote = settings.WROTE_COOKIE_NAME in request.COOKIES
    return request.method not in ("GET", "HEAD") or wrote


def remember_writing(answer: Answer) -> Answer:
    """Let the browser tell for a while that its person has written something."""

    def handle(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        if request.method == "POST" and response.status_code < 400:
            response.set_cookie(
                settings.WROTE_COOKIE_NAME,
                "1",
                max_age=AFTER_WRITING,
                secure=settings.HTTPS,
                httponly=True,
                samesite="Lax",
            )
        return response

    return handle
