"""No query runs while a template renders: the views load everything first.

The bar of a club is the one exception. It is on every page, but on no fragment, and only the
template knows which of the two it is.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.template import engines
from django.template.base import Template
from django.test import RequestFactory

from support.attackers import a_client, a_world, routes
from tarokk_club.club.home.queries.nav_counts import NavCounts, load_nav_counts
from tarokk_club.club.models import Club
from tarokk_club.club.templatetags import navigation

# Pages with cached fragments, whose content is loaded only if it is not in the cache, and the
# page of allauth.
QUERYING = {
    "club:career",
    "club:public_club",
    "club:records",
    "club:season",
    "mfa_list_webauthn",
}


@contextmanager
def collect_template_queries() -> Iterator[list[str]]:
    """Collect the SQL of every query of a template; context processors run before it."""
    queries: list[str] = []
    depth = 0
    render: Callable[[Template, Any], str] = vars(Template)["_render"]

    def count_depth(self: Template, context: Any) -> Any:
        nonlocal depth
        depth += 1
        try:
            return render(self, context)
        finally:
            depth -= 1

    def collect(execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
        if depth:
            queries.append(sql)
        return execute(sql, *arguments)

    def load_uncounted(*arguments: Any) -> NavCounts:
        nonlocal depth
        counted, depth = depth, 0
        try:
            return load_nav_counts(*arguments)
        finally:
            depth = counted

    with pytest.MonkeyPatch.context() as patch, connection.execute_wrapper(collect):
        patch.setattr(Template, "_render", count_depth)
        patch.setattr(navigation, "load_nav_counts", load_uncounted)
        yield queries


@pytest.mark.ci
@pytest.mark.django_db
def test_no_page_queries_the_database_from_its_template() -> None:
    world = a_world()
    client = a_client(world.house.anna)
    querying = {}
    opened = 0

    for name, parts in routes().items():
        with collect_template_queries() as queries:
            answer = client.get(world.address(name, parts))
        opened += answer.status_code == 200
        if queries:
            querying[name] = queries

    assert querying.keys() == QUERYING
    assert opened > 100


@pytest.mark.django_db
def test_a_query_from_a_template_is_noticed() -> None:
    template = engines["django"].from_string("{% for club in clubs %}{{ club }}{% endfor %}")

    with collect_template_queries() as queries:
        template.render({"clubs": Club.objects.all()}, RequestFactory().get("/"))

    assert len(queries) == 1
