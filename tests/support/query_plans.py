"""How SQLite finds the rows of a query."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

only_sqlite = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="another planner follows statistics"
)


def explain_first_query(run: Callable[[], object]) -> list[str]:
    """Return the steps by which SQLite answers the first query of a call."""
    return explain_queries(run)[0]


def explain_queries(run: Callable[[], object]) -> list[list[str]]:
    """Return the steps by which SQLite answers each query of a call."""
    with CaptureQueriesContext(connection) as queries:
        run()
    return [_explain(query["sql"]) for query in queries if query["sql"].startswith("SELECT")]


def _explain(sql: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return [str(step[3]) for step in cursor.fetchall()]
