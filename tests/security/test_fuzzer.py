"""Whatever is sent, the site answers below 500, with its headers, and logs what broke."""

import logging
import os
import secrets
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from support.attackers import World, a_client, a_key
from support.catalogue import row
from support.fuzzing import CODECS, WANTED, Fuzzer
from tarokk_club.http.charsets import ClubRequest
from tarokk_club.wsgi import application

SECONDS = 45.0


@pytest.fixture(autouse=True)
def as_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test's browser makes its requests as the served site does."""
    assert application.request_class is ClubRequest
    monkeypatch.setattr("django.test.client.WSGIRequest", ClubRequest)


@row("S58")
@pytest.mark.ci
def test_fuzzed_requests_never_break_the_site(world: World) -> None:
    """FUZZ_SEED repeats a run."""
    seed = os.environ.get("FUZZ_SEED") or secrets.token_hex(4)
    fuzzer = Fuzzer(world, Random(seed))
    logging.disable(logging.CRITICAL)
    try:
        fuzzer.run(float(os.environ.get("FUZZ_SECONDS", SECONDS)))
    finally:
        logging.disable(logging.NOTSET)
    print(f"fuzzer: seed {seed}, {fuzzer.asked} requests")

    assert fuzzer.faults == [], f"seed {seed}"
    assert fuzzer.asked > 100


@row("S58")
@pytest.mark.sweep
@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_form_in_an_odd_charset_is_answered(
    client: Client, db: None, method: str, kind: str
) -> None:
    for charset in (*CODECS, "\x00", "a\x00b", "\udc80", "x" * 20_000):
        told = f"{kind}; boundary=B; charset={charset}"
        answer = client.generic(method, "/appearance/?next=/", b"theme=dark&\xe9=1", told)

        assert answer.status_code < 500, charset
        assert all(name in answer.headers for name in WANTED), charset


@row("S29")
@pytest.mark.parametrize("signed_in", [True, False])
def test_invalid_next_parameter_redirects_home(world: World, signed_in: bool) -> None:
    client = a_client(world.house.anna if signed_in else None)
    for target in ("foo", "foo/bar", "club:home", "http:foo", "?a=b", ".", "a b"):
        sent = {"key": a_key(), "theme": "dark", "hand_side": "right", "next": target}

        assert client.get("/appearance/", {"next": target}).status_code == 200
        answer = client.post("/appearance/", sent)

        assert (answer.status_code, answer.headers["Location"]) == (302, reverse("club:home"))
