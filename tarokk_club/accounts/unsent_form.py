"""Forms submitted after a session expired, stored until the same browser signs in again."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect, QueryDict
from django.utils.translation import gettext as _

from tarokk_club.accounts.device_sessions import is_known_device

View = TypeVar("View", bound=Callable[..., HttpResponseBase])
# The session key of [path, fields, time in seconds].
UNSENT = "unsent_form"
# A longer form is not a hand, and a later day's sign-in must not restore a form.
MOST_CHARACTERS, STORED_SECONDS = 20_000, 3600
_OF_THE_PAGE = ("csrfmiddlewaretoken",)


def keep_form_until_sign_in(view: View) -> View:
    """Mark a view so that its form is stored if the sign-in session has expired."""
    setattr(view, UNSENT, True)
    return view


class KeepFormMiddleware(LoginRequiredMiddleware):
    """Django's LoginRequiredMiddleware that also stores the submitted form of a marked view."""

    def handle_no_permission(self, request: HttpRequest, view_func: Any) -> HttpResponseRedirect:
        """Redirect to the sign-in page, after storing the form of a marked view.

        A form is stored only if the device is known and the form is not too long.
        """
        # Only for known devices, so that anonymous clients cannot fill the storage.
        if request.method == "POST" and hasattr(view_func, UNSENT) and is_known_device(request):
            _store_form(request)
        response: HttpResponseRedirect = super().handle_no_permission(request, view_func)
        return response


def _store_form(request: HttpRequest) -> None:
    data = request.POST.copy()
    for name in _OF_THE_PAGE:
        data.pop(name, None)
    fields = data.urlencode()
    if len(fields) > MOST_CHARACTERS:
        return
    request.session[UNSENT] = [_find_page_path(request), fields, int(time.time())]
    messages.warning(
        request,
        _(
            "Your sign-in expired. What you entered is kept: sign in, and the form is as "
            "you left it."
        ),
    )


def _find_page_path(request: HttpRequest) -> str:
    """Return the path of the page with the form, also for an htmx request to another path."""
    htmx = getattr(request, "htmx", None)
    around = urlsplit(htmx.current_url or "").path if htmx else ""
    return around or request.path


def pop_unsent_form(request: HttpRequest) -> QueryDict | None:
    """Return the stored form of this page and delete it; return None if there is no recent one.

    For a prefetch, return None and keep the form, because nobody sees that page.
    """
    path, fields, at = request.session.get(UNSENT) or ("", "", 0)
    if path != request.path or is_prefetch(request):
        return None
    del request.session[UNSENT]
    return QueryDict(fields) if at + STORED_SECONDS >= time.time() else None


def is_prefetch(request: HttpRequest) -> bool:
    """Return whether a browser or the service worker fetches the page in advance."""
    purposes = (request.headers.get(name, "") for name in ("Purpose", "Sec-Purpose"))
    return any("prefetch" in purpose for purpose in purposes)
