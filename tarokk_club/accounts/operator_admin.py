"""Django's admin for the operator: to look at everything, and to close an account.

It stands at a path that only the environment knows, takes the site's own sign-in, and writes
nothing of the book: whatever has a room of its own is changed there, through the one unit of work.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlencode

from django.apps import apps
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.decorators import login_not_required
from django.db.models import Field, ForeignKey, JSONField, Model, QuerySet, TextField
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import RedirectView

from tarokk_club.club.models import User

# What opens an account or a link is of no use to anybody who looks.
HIDDEN = frozenset(
    {
        "password",
        "token_hash",
        "password_mark",
        "endpoint",
        "p256dh",
        "auth",
        "session_key",
    }
)
COLUMNS = 6
ROWS = 50
_log = logging.getLogger("tarokk_club.operating")
if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[Model]
else:
    _Admin = admin.ModelAdmin


def room_at(place: str) -> list[Any]:
    """The addresses of the room, where there is one."""
    return [path(f"{place}/", site.urls), path(place, not_there)] if place else []


def _patterns(several: list[Any]) -> Iterator[URLPattern]:
    for one in several:
        if isinstance(one, URLResolver):
            yield from _patterns(one.url_patterns)
        else:
            yield one


def _to(name: str) -> Any:
    return RedirectView.as_view(pattern_name=name)


class OperatorSite(admin.AdminSite):
    """The rooms of the operator; to everybody else they do not exist."""

    site_header = site_title = _("Tarokk Club: the operator's room")
    index_title = _("What the site holds")

    def get_urls(self) -> list[Any]:
        """Signing out and changing the password have pages of the site itself."""
        own = [
            path("logout/", self.admin_view(_to("account_logout")), name="logout"),
            path(
                "password_change/",
                self.admin_view(_to("account_change_password")),
                name="password_change",
            ),
        ]
        every = [*own, *super().get_urls()]
        for pattern in _patterns(every):
            # Neither the way to the sign-in nor a missing token may say that there is a room; the
            # views inside ask for both again, once they know who it is.
            pattern.callback = login_not_required(csrf_exempt(pattern.callback))
        return every

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:  # noqa: FBT001, FBT002
        """Answer 404 to whoever is no operator, signed in or not; note who looked at what."""
        guarded = super().admin_view(view, cacheable)

        def for_operators(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            _refuse_others(request)
            fields = {"user": str(request.user.pk), "path": request.path}
            _log.info("operator", extra={"fields": fields})
            return cast(HttpResponseBase, guarded(request, *args, **kwargs))

        return update_wrapper(for_operators, guarded)

    @method_decorator(login_not_required)
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The site's own sign-in, with its limits, in place of a second one."""
        _refuse_others(request)
        wanted = request.GET.get("next") or reverse("admin:index")
        return redirect(f"{reverse('account_login')}?{urlencode({'next': wanted})}")


def _refuse_others(request: HttpRequest) -> None:
    user = cast(User, request.user)
    if not (user.is_authenticated and user.is_active and user.is_staff):
        raise Http404


@csrf_exempt
@login_not_required
def not_there(_request: HttpRequest) -> HttpResponse:
    """The path without its slash: a redirect would tell that there is something behind."""
    raise Http404


class LookOnly(_Admin):
    """Rows that can be looked at, whoever looks."""

    # Any: django-stubs and Django do not agree on what an empty choice of actions is.
    actions: Any = None
    list_per_page = ROWS
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """No row is found by what is secret in it, or in a row that it points at."""
        if HIDDEN.intersection(lookup.split("__")):
            return False
        return bool(super().lookup_allowed(lookup, value, request))

    def get_list_display(self, request: HttpRequest) -> Any:
        """The first columns that fit a line."""
        return [one.name for one in _columns(self.model)]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        """The rows with what their columns point at."""
        joined = [one.name for one in _columns(self.model) if isinstance(one, ForeignKey)]
        rows = super().get_queryset(request)
        return rows.select_related(*joined) if joined else rows

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Everything but what is secret."""
        return [one.name for one in shown_fields(self.model)]

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Everything that is shown."""
        return self.get_fields(request, obj)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nothing is added."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nothing is changed."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nothing is deleted."""
        return False


class Accounts(LookOnly):
    """Accounts: one that was misused can be closed and opened again, and nothing else changed."""

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """All but whether the account is open."""
        return [name for name in self.get_fields(request, obj) if name != "is_active"]

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody closes his own account by mistake."""
        return bool(request.user.is_superuser) and obj != request.user

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> LogEntry:
        """Note it by the id, as names stay out of every log."""
        entry: LogEntry = super().log_change(request, obj, message)
        entry.object_repr = str(obj.pk)
        entry.save(update_fields=["object_repr"])
        return entry


def _columns(model: type[Model]) -> list[Field[Any, Any]]:
    told = [one for one in shown_fields(model) if not isinstance(one, JSONField | TextField)]
    return told[:COLUMNS]


def shown_fields(model: type[Model]) -> list[Field[Any, Any]]:
    """The fields of a table that may be looked at."""
    return [one for one in model._meta.concrete_fields if one.name not in HIDDEN]


site = OperatorSite()
# Every table of the club, those of later versions too, so that none is open by being forgotten.
for _model in apps.get_app_config("club").get_models():
    site.register(_model, Accounts if _model is User else LookOnly)
