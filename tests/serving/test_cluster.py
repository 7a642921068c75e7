"""Two nodes on one PostgreSQL and one shared cache, as `serve` really starts them."""

import contextlib
import json
import re
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import psycopg
import pytest

from support.served import Served, free_port, served, start
from tarokk_club.rsgi import THREADS
from tools.dev import cache_server, postgres

pytestmark = pytest.mark.cluster
SECRET = "only-for-tests-" + "x" * 50
SIGN_IN = "/accounts/login/"
# More tries than anybody is allowed within a minute.
TRIES = 14


@dataclass(slots=True)
class Cluster:
    """nodes: each with two processes."""

    nodes: list[Served]
    cache: cache_server.CacheServer
    url: str


@contextlib.contextmanager
def two_nodes(folder: Path) -> Iterator[Cluster]:
    assert cache_server.ensure_server() and postgres.ensure_server(), (
        "Redis and PostgreSQL are missing."
    )
    with (
        cache_server.run_private_cache() as cache,
        postgres.run_private_server() as url,
        contextlib.ExitStack() as nodes,
    ):

        def node(number: int) -> Served:
            site = served(
                folder / f"node{number}",
                DATABASE_URL=url,
                CACHE_URL=cache.url,
                SECRET_KEY=SECRET,
                WORKERS="2",
            )
            return nodes.enter_context(site)

        # Both at once: one of them makes the tables.
        with ThreadPoolExecutor(2) as pool:
            yield Cluster(list(pool.map(node, range(2))), cache, url)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with two_nodes(tmp_path_factory.mktemp("cluster")) as running:
        yield running


def sign_in(node: Served) -> int:
    """Try a wrong password; the status of the answer."""
    page, body = node.ask(SIGN_IN)
    token = re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', body)
    assert token
    cookie = str(page.headers["Set-Cookie"]).split(";")[0]
    form = urlencode(
        {"csrfmiddlewaretoken": token[1].decode(), "login": "nobody", "password": "wrong wrong"}
    )
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    return node.ask(SIGN_IN, "POST", headers, form.encode())[0].status


def health(node: Served) -> dict[str, object]:
    told: dict[str, object] = json.loads(node.ask("/healthz")[1])
    return told


def test_both_nodes_are_healthy_and_link_the_same_static_files(cluster: Cluster) -> None:
    assert [health(node)["status"] for node in cluster.nodes] == ["ok", "ok"]
    assert [health(node)["cache"] for node in cluster.nodes] == ["ok", "ok"]
    first, second = (
        {*re.findall(rb"/static/[^\"]+", node.ask(SIGN_IN)[1])} for node in cluster.nodes
    )
    assert first == second


def test_attempts_are_counted_across_nodes(cluster: Cluster) -> None:
    answers = [sign_in(cluster.nodes[number % 2]) for number in range(TRIES)]

    # Ten a minute from one address, however many processes they reach.
    assert answers.index(429) <= 10
    assert set(answers[answers.index(429) :]) == {429}


def test_lost_cache_is_reported_and_sign_in_still_works(tmp_path: Path) -> None:
    with two_nodes(tmp_path) as cluster:
        cluster.cache.stop()

        assert {sign_in(node) for node in cluster.nodes} == {200}
        told = [health(node) for node in cluster.nodes]
        assert [(one["status"], one["cache"]) for one in told] == [("failed", "failed")] * 2
        cluster.cache.start()
        for node in cluster.nodes:
            _until_well(node)


def _until_well(node: Served) -> None:
    for _ in range(100):
        if health(node)["status"] == "ok":
            return
        time.sleep(0.1)
    raise AssertionError(health(node))


def test_reports_an_unreachable_cache_at_the_start(tmp_path: Path) -> None:
    with postgres.run_private_server() as url:
        nowhere = f"redis://127.0.0.1:{free_port()}/0"
        process = start(tmp_path, free_port(), DATABASE_URL=url, CACHE_URL=nowhere)
        process.communicate(timeout=60)

    assert process.returncode == 1
    assert "The cache at CACHE_URL does not answer." in (tmp_path / "serve.log").read_text()


def test_stopped_node_ends_and_the_other_continues(tmp_path: Path) -> None:
    with two_nodes(tmp_path) as cluster:
        gone, there = cluster.nodes

        assert gone.stop(signal.SIGTERM) == (0, "Stopped.\n")
        assert there.ask(SIGN_IN)[0].status == 200


def test_a_node_holds_as_many_connections_as_it_has_threads(cluster: Cluster) -> None:
    with ThreadPoolExecutor(40) as pool:
        answers = list(pool.map(lambda n: cluster.nodes[n % 2].ask(SIGN_IN)[0].status, range(200)))

    with psycopg.connect(cluster.url) as book:
        asked = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
        held = book.execute(asked).fetchone()
    assert set(answers) == {200}
    # Two nodes of two processes, and whoever asks here.
    assert held and held[0] <= 2 * 2 * THREADS + 1


def test_site_without_a_cache_is_alive_but_not_ready(tmp_path: Path) -> None:
    with two_nodes(tmp_path) as cluster:
        cluster.cache.stop()

        answers = [cluster.nodes[0].ask(path)[0].status for path in ("/healthz/alive", "/healthz")]

    assert answers == [200, 503]
