"""Log lines: key=value, one line a record, no names."""

import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import get_resolver
from pytest_django.fixtures import Settings

from support.catalogue import row
from tarokk_club.http import secret_paths
from tarokk_club.http.logs import KeyValueFormatter

SECRETS = {"token", "key"}
VALUES = {"uidb36": "1"}


def _line(message: str, error: BaseException | None = None, **fields: object) -> str:
    info = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord("tarokk_club.x", logging.INFO, "x.py", 1, message, None, info)
    record.fields = fields
    return KeyValueFormatter().format(record)


def test_a_log_line_holds_key_value_pairs() -> None:
    line = _line("answered", path="/c/club/", status=200)

    assert " level=info logger=tarokk_club.x request=- message=answered " in line
    assert line.endswith("path=/c/club/ status=200")


def test_visitor_input_stays_in_one_log_line() -> None:
    line = _line("answered", path='/\r\nlevel=error "x"\u2028')

    assert line.splitlines() == [line]
    assert r'path="/\r\nlevel=error \"x\"\u2028"' in line


TOKEN = "abc-DEF_1"


def _with_secrets() -> list[str]:
    """Return a path of each route of the site that has a secret part, with the token in it."""
    paths = []
    for route, names in _routes():
        if SECRETS & set(names):
            values = {name: TOKEN if name in SECRETS else VALUES[name] for name in names}
            paths.append("/" + route % values)
    return paths


def _routes() -> Iterator[tuple[str, list[str]]]:
    """Yield each route as reverse() fills it in, with the names of its parts."""
    resolvers = [("", get_resolver())]
    while resolvers:
        before, resolver = resolvers.pop()
        for name in resolver.reverse_dict:
            for possibility, *_more in resolver.reverse_dict.getlist(name):
                yield from ((before + route, names) for route, names in possibility)
        resolvers += [
            (before + prefix, inner) for prefix, inner in resolver.namespace_dict.values()
        ]


@row("S79")
def test_log_hides_secrets_in_the_paths_of_all_routes() -> None:
    paths = _with_secrets()
    lines = [
        _line(f"Forbidden: {path}", path=path, url=f"http://x.org{path}?a=1") for path in paths
    ]

    assert len(paths) >= 12
    assert {"/n/abc-DEF_1/", "/api/v1/guests/abc-DEF_1"} <= set(paths)
    assert [line for line in lines if "DEF_1" in line] == []
    assert any("path=/i/.../" in line for line in lines)


@row("S79")
@pytest.mark.parametrize(
    "path", ["/g/abc-DEF_1", "//g//abc-DEF_1/x", "/G/abc-DEF_1/", "/k/abc-DEF_1/other.ics"]
)
def test_log_hides_secrets_in_mistyped_paths(path: str) -> None:
    assert "DEF_1" not in _line("answered", path=path)


@row("S79")
def test_every_part_called_token_or_key_is_marked_as_a_secret() -> None:
    named = {name for _route, names in _routes() for name in names}

    assert {name for name in named if re.search("token|key$|secret", name)} == SECRETS


@row("S79")
def test_masks_every_long_word_before_routes_are_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(secret_paths, "apps", SimpleNamespace(ready=False))

    assert "path=/g/.../" in _line("answered", path=f"/g/{TOKEN * 3}/")


def test_logs_the_kind_and_place_of_an_error_without_its_message() -> None:
    try:
        raise ValueError("Key (name)=(Anna) already exists")
    except ValueError as error:
        line = _line("failed", error)

    assert "error=ValueError" in line
    assert "test_logs.py" in line
    assert "Anna" not in line


@pytest.mark.parametrize(("wanted", "lines"), [(False, []), (True, ["/healthz/alive"])])
def test_every_request_has_a_line_where_an_access_log_is_wanted(
    settings: Settings,
    client: Client,
    caplog: pytest.LogCaptureFixture,
    wanted: bool,
    lines: list[str],
) -> None:
    settings.ENV = replace(settings.ENV, access_log=wanted)

    with caplog.at_level(logging.INFO, "tarokk_club.requests"):
        assert client.get("/healthz/alive").status_code == 200

    assert [getattr(record, "fields", {})["path"] for record in caplog.records] == lines
