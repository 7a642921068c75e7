"""Abort a write before each of its statements, and search the database for partial changes."""

from typing import Any

from django.apps import apps
from django.db import connection

from support.write_paths import Act

BOUNDS, MOST_STATEMENTS = ("SAVEPOINT", "RELEASE", "ROLLBACK"), 200


class Dead(Exception):  # noqa: N818
    """The simulated death of the process."""


def died(act: Act, *, at: int) -> bool:
    """Run the act; return whether it was aborted before the statement with this number."""
    seen = 0

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal seen
        # Inside a test a transaction is a savepoint; do not count its begin and end.
        if not sql.startswith(BOUNDS):
            seen += 1
            if seen == at:
                raise Dead
        return execute(sql, params, many, context)

    try:
        with connection.execute_wrapper(wrapper):
            act()
    except Dead:
        return True
    return False


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of the club's tables with unconverted values, which takes less time."""
    stored = {}
    with connection.cursor() as cursor:
        for model in apps.get_app_config("club").get_models():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(model._meta.db_table)}")
            stored[model.__name__] = sorted(cursor.fetchall(), key=repr)
    return stored


def left_behind(act: Act) -> tuple[int, int]:
    """Return the number of aborted runs before the act succeeded, and how many left changes."""
    before, deaths, traces = everything(), 0, 0
    while died(act, at=deaths + 1):
        deaths += 1
        traces += everything() != before
        assert deaths < MOST_STATEMENTS
    assert everything() != before
    return deaths, traces
