"""Django's admin for the operator, to read every table and to close an account.

Only the environment sets its path, and it uses the site's own sign-in. It cannot change club data;
the pages of the site are for that.
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
from tarokk_club.env import read_program_version

# Secrets that open an account or a link are never displayed.
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


def build_operator_urls(place: str) -> list[Any]:
    """Return the URL patterns of the operator admin, or an empty list if no path is set."""
    return [path(f"{place}/", site.urls), path(place, raise_not_found)] if place else []


def _flatten_patterns(patterns: list[Any]) -> Iterator[URLPattern]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _flatten_patterns(pattern.url_patterns)
        else:
            yield pattern


def _redirect_to(name: str) -> Any:
    return RedirectView.as_view(pattern_name=name)


class OperatorSite(admin.AdminSite):
    """The operator's admin; it responds with 404 to everybody else."""

    site_header = site_title = _("Tarokk Club: the operator's room")
    index_title = _("What the site holds")

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Return the context with the program's version for the footer of every page."""
        return {**super().each_context(request), "program_version": read_program_version()}

    def get_urls(self) -> list[Any]:
        """Return the admin's URLs; sign-out and password change redirect to the site's pages."""
        site_urls = [
            path("logout/", self.admin_view(_redirect_to("account_logout")), name="logout"),
            path(
                "password_change/",
                self.admin_view(_redirect_to("account_change_password")),
                name="password_change",
            ),
        ]
        urls = [*site_urls, *super().get_urls()]
        for pattern in _flatten_patterns(urls):
            # A redirect to the sign-in or a missing CSRF token must not reveal the admin; the views
            # inside check both, once the user is known.
            pattern.callback = login_not_required(csrf_exempt(pattern.callback))
        return urls

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:  # noqa: FBT001, FBT002
        """Wrap a view: raise 404 for anybody but an operator, and log the user and the path."""
        guarded = super().admin_view(view, cacheable)

        def for_operators(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            _require_operator(request)
            fields = {"user": str(request.user.pk), "path": request.path}
            _log.info("operator", extra={"fields": fields})
            return cast(HttpResponseBase, guarded(request, *args, **kwargs))

        return update_wrapper(for_operators, guarded)

    @method_decorator(login_not_required)
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Redirect an operator to the site's own sign-in, which has rate limits.

        Raise Http404 for anybody else.
        """
        _require_operator(request)
        wanted = request.GET.get("next") or reverse("admin:index")
        return redirect(f"{reverse('account_login')}?{urlencode({'next': wanted})}")


def _require_operator(request: HttpRequest) -> None:
    user = cast(User, request.user)
    if not (user.is_authenticated and user.is_active and user.is_staff):
        raise Http404


@csrf_exempt
@login_not_required
def raise_not_found(_request: HttpRequest) -> HttpResponse:
    """Raise 404 for the path without its slash; a redirect would reveal the admin."""
    raise Http404


class ReadOnlyAdmin(_Admin):
    """An admin page whose rows nobody can change."""

    # Any: django-stubs and Django disagree on the type of an empty set of actions.
    actions: Any = None
    list_per_page = ROWS
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Return whether rows may be filtered by this lookup: never by a secret field."""
        if HIDDEN.intersection(lookup.split("__")):
            return False
        return bool(super().lookup_allowed(lookup, value, request))

    def get_list_display(self, request: HttpRequest) -> Any:
        """Return the names of the first fields that are short enough for a column."""
        return [field.name for field in _list_columns(self.model)]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        """Return the rows, joined with the tables that their columns refer to."""
        joined = [
            field.name for field in _list_columns(self.model) if isinstance(field, ForeignKey)
        ]
        rows = super().get_queryset(request)
        return rows.select_related(*joined) if joined else rows

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Return all fields except the secret ones."""
        return [field.name for field in list_public_fields(self.model)]

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Return all visible fields."""
        return self.get_fields(request, obj)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False: no row can be added."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False: no row can be changed."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False: no row can be deleted."""
        return False


class AccountAdmin(ReadOnlyAdmin):
    """The admin page of accounts, where the operator can close and reopen a misused account."""

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Return all visible fields except is_active, the only field that can be changed."""
        return [name for name in self.get_fields(request, obj) if name != "is_active"]

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return whether the operator is a superuser and the account is not their own."""
        return bool(request.user.is_superuser) and obj != request.user

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> LogEntry:
        """Log the change with only the account's id, because no log contains names."""
        entry: LogEntry = super().log_change(request, obj, message)
        entry.object_repr = str(obj.pk)
        entry.save(update_fields=["object_repr"])
        return entry


def _list_columns(model: type[Model]) -> list[Field[Any, Any]]:
    fields = [
        field for field in list_public_fields(model) if not isinstance(field, JSONField | TextField)
    ]
    return fields[:COLUMNS]


def list_public_fields(model: type[Model]) -> list[Field[Any, Any]]:
    """Return the fields of a model that are not secret."""
    return [field for field in model._meta.concrete_fields if field.name not in HIDDEN]


site = OperatorSite()
# Register every model, also future ones, as read-only.
for _model in apps.get_app_config("club").get_models():
    site.register(_model, AccountAdmin if _model is User else ReadOnlyAdmin)
