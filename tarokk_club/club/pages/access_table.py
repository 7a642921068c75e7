"""The access rules of all URLs, collected from the `access` attributes of the views.

`docs/reference/permissions.md` is generated from them, and tests request every URL as every role.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from tarokk_club.club.writing.permissions import Access, Open

# The namespace of the operator's admin site, which checks access itself.
OPERATOR = "admin"


def collect_access_by_route() -> Mapping[str, Access]:
    """Return the access rule of each URL outside the admin site, by the name of the URL."""
    return dict(_iter_access(get_resolver(), ""))


def _iter_access(resolver: URLResolver, namespace: str) -> Iterator[tuple[str, Access]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver) and pattern.namespace != OPERATOR:
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from _iter_access(pattern, inner)
        elif isinstance(pattern, URLPattern):
            yield f"{namespace}{pattern.name}", _read_access(pattern.callback)


def _read_access(view: Any) -> Access:
    """Return the access rule of a view.

    Views of other packages have no rule; Django's `login_required` attribute marks public ones.
    """
    if isinstance(access := getattr(view, "access", None), Access):
        return access
    need = Open.SIGNED_IN if getattr(view, "login_required", True) else Open.PUBLIC
    return Access(need, need)
