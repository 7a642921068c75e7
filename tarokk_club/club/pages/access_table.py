"""The access rules of every URL, read from the markers that the loaders set on the views.

`docs/reference/permissions.md` is generated from it, and the tests request every URL with every
role.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from tarokk_club.club.writing.permissions import Access, Open

# The operator admin checks access itself, so the table leaves it out.
OPERATOR = "admin"


def access_by_route() -> Mapping[str, Access]:
    """Return the access rule of every URL by route, in the order of the URL patterns."""
    return dict(_accesses(get_resolver(), ""))


def _accesses(resolver: URLResolver, space: str) -> Iterator[tuple[str, Access]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver) and pattern.namespace != OPERATOR:
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from _accesses(pattern, inner)
        elif isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name}", _access(pattern.callback)


def _access(view: Any) -> Access:
    """Return the access rule of a view.

    Views of other packages have no marker of this project; Django's own marker shows which of
    them are public.
    """
    if isinstance(marked := getattr(view, "access", None), Access):
        return marked
    need = Open.SIGNED_IN if getattr(view, "login_required", True) else Open.PUBLIC
    return Access(need, need)
