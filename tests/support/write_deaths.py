"""Stop a write before any of its statements, and look for what it left in the database."""

from typing import Any

from django.apps import apps
from django.db import connection

from support.write_paths import Act

BOUNDS, MOST_STATEMENTS = ("SAVEPOINT", "RELEASE", "ROLLBACK"), 200


class Dead(Exception):  # noqa: N818
    """The process is gone."""


def died(act: Act, *, at: int) -> bool:
    """Whether the act met its end before the statement with that number."""
    seen = 0

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal seen
        # Inside a test a transaction is a savepoint; its begin and end are no work of the site.
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
    """Return every row of the club's tables, as stored: converted values would take longer."""
    stored = {}
    with connection.cursor() as cursor:
        for model in apps.get_app_config("club").get_models():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(model._meta.db_table)}")
            stored[model.__name__] = sorted(cursor.fetchall(), key=repr)
    return stored


def left_behind(act: Act) -> tuple[int, int]:
    """How many deaths there were until the act went through, and how many of them left traces."""
    before, deaths, traces = everything(), 0, 0
    while died(act, at=deaths + 1):
        deaths += 1
        traces += everything() != before
        assert deaths < MOST_STATEMENTS
    assert everything() != before
    return deaths, traces
