"""The number of serving processes: allowed values, and errors for the others."""

import pytest

from tarokk_club.env import Environment
from tarokk_club.serving.processes import WorkersError, choose_worker_count, count_usable_cores

SERVER, CACHE = "postgres://club@db/club", "redis://cache/0"


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "CACHE_URL", "WORKERS"):
        monkeypatch.delenv(name, raising=False)


def count(**named: str) -> int:
    return choose_worker_count(Environment(**named))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("named", "found"),
    [
        ({}, 1),
        ({"workers": "1"}, 1),
        ({"database_url": "sqlite:////tmp/book", "cache_url": CACHE}, 1),
        ({"database_url": SERVER}, 1),
        ({"database_url": SERVER, "cache_url": CACHE, "workers": "3"}, 3),
        ({"database_url": SERVER, "cache_url": CACHE}, count_usable_cores()),
    ],
)
def test_a_book_on_a_server_is_served_by_a_process_a_core(
    named: dict[str, str], found: int
) -> None:
    assert count(**named) == found


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ({"workers": "2"}, "needs PostgreSQL"),
        ({"workers": "2", "cache_url": CACHE}, "needs PostgreSQL"),
        ({"workers": "2", "database_url": SERVER}, "needs a cache"),
    ],
)
def test_refuses_several_workers_without_shared_services(named: dict[str, str], why: str) -> None:
    with pytest.raises(WorkersError, match=why):
        count(**named)
