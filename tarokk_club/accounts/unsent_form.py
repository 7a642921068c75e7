"""What was typed into a form when the sign-in ran out: it waits until the same browser is back."""

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

Kept = TypeVar("Kept", bound=Callable[..., HttpResponseBase])
# In the session: the address, the fields and the second of the form.
UNSENT = "unsent_form"
# A form longer than this is no hand; and a later day's sign-in finds nothing any more.
MOST_CHARACTERS, KEPT_SECONDS = 20_000, 3600
_OF_THE_PAGE = ("csrfmiddlewaretoken",)


def kept_until_signed_in(view: Kept) -> Kept:
    """Mark a view whose form is too dear to be typed again."""
    setattr(view, UNSENT, True)
    return view


class AskToSignIn(LoginRequiredMiddleware):
    """As Django's; what such a form said waits, whatever the address is of."""

    def handle_no_permission(self, request: HttpRequest, view_func: Any) -> HttpResponseRedirect:
        """On to the page of signing in, which says that the form is kept."""
        # Strangers keep nothing here, however much they send.
        if request.method == "POST" and hasattr(view_func, UNSENT) and is_known_device(request):
            _keep(request)
        answer: HttpResponseRedirect = super().handle_no_permission(request, view_func)
        return answer


def _keep(request: HttpRequest) -> None:
    data = request.POST.copy()
    for name in _OF_THE_PAGE:
        data.pop(name, None)
    fields = data.urlencode()
    if len(fields) > MOST_CHARACTERS:
        return
    request.session[UNSENT] = [_page_of(request), fields, int(time.time())]
    messages.warning(
        request,
        _("Your sign-in ran out. What you entered is kept: sign in, and the form is as it was."),
    )


def _page_of(request: HttpRequest) -> str:
    """Where the form stands: a part of a page is asked for elsewhere."""
    htmx = getattr(request, "htmx", None)
    around = urlsplit(htmx.current_url or "").path if htmx else ""
    return around or request.path


def taken_back(request: HttpRequest) -> QueryDict | None:
    """What was typed into the form of this page before the sign-in ran out, once."""
    path, fields, at = request.session.get(UNSENT) or ("", "", 0)
    if path != request.path:
        return None
    del request.session[UNSENT]
    return QueryDict(fields) if at + KEPT_SECONDS >= time.time() else None
