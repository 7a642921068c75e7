"""Who may open which address: read off the views, where the loaders have marked it.

`docs/reference/permissions.md` is printed from it; the tests walk every address with every role.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from tarokk_club.club.writing.permissions import Access, Open

# The operator's room guards itself, and stands in no table.
OPERATOR = "admin"


def access_by_route() -> Mapping[str, Access]:
    """What every address asks for, by its name, in the order of the addresses."""
    return dict(_accesses(get_resolver(), ""))


def _accesses(resolver: URLResolver, space: str) -> Iterator[tuple[str, Access]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver) and pattern.namespace != OPERATOR:
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from _accesses(pattern, inner)
        elif isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name}", _access(pattern.callback)


def _access(view: Any) -> Access:
    """Pages of other packages know no rights of a club; Django's own marker says which are open."""
    if isinstance(marked := getattr(view, "access", None), Access):
        return marked
    need = Open.SIGNED_IN if getattr(view, "login_required", True) else Open.PUBLIC
    return Access(need, need)
