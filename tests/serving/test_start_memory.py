"""The garbage collector searches nothing that a start has loaded."""

import argparse
import contextlib
import gc
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.db import connections

from tarokk_club.env import Environment
from tarokk_club.serving import greeting, serve, serving_lock


@pytest.fixture
def collector() -> Iterator[None]:
    """Enable the collector again afterwards."""
    yield
    gc.enable()


@pytest.mark.parametrize("count", [1, 2])
def test_the_collector_is_off_until_the_workers_begin(
    db: None, collector: None, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    found: dict[str, int] = {"loaded": 0}

    @contextlib.contextmanager
    def hold(_port: int, _stop: object) -> Iterator[bool]:
        yield True

    def prepare(_environment: Environment) -> bool:
        found["start"] = gc.isenabled()
        return True

    def load_api() -> None:
        found["loaded"] += 1

    def run(**_options: object) -> None:
        # Several workers share the memory of what is loaded before them.
        assert found["loaded"] == (count > 1)
        found["served"] = gc.isenabled()
        found["old"] = len(gc.get_objects(generation=2))

    monkeypatch.setattr(serving_lock, "hold_lock_as_node", hold)
    monkeypatch.setattr(serve, "_prepare_site", prepare)
    monkeypatch.setattr(serve, "load_api", load_api)
    server = SimpleNamespace(serve=run, interrupt_signal=True)
    monkeypatch.setattr(serve, "_build_server", lambda *_: server)
    monkeypatch.setattr(serve, "_greet_when_open", lambda *_: None)
    monkeypatch.setattr(connections, "close_all", lambda: None)
    monkeypatch.setattr(greeting, "build_greeting", lambda _environment: [])
    gc.collect()
    before = gc.get_freeze_count()

    environment = Environment(backups=False, https=False, email_url="")
    options = argparse.Namespace(cert=None, key=None)
    assert serve._serve_under_lock(environment, options, count) == 0

    assert found["start"] is False
    assert found["served"] is True
    assert found["old"] == 0
    assert gc.get_freeze_count() > before
