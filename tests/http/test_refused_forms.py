"""A form that is refused says which setting of the site or its proxy is wrong."""

import logging

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from support.catalogue import row

pytestmark = pytest.mark.django_db


def refused(caplog: pytest.LogCaptureFixture, **headers: str) -> tuple[str, list[str]]:
    """The page for a form that was sent with these headers, and what the log says."""
    client = Client(enforce_csrf_checks=True)
    client.get("/accounts/login/")
    with caplog.at_level(logging.WARNING, "tarokk_club.requests"):
        answer = client.post("/accounts/login/", {"login": "anna"}, headers=headers)
    assert answer.status_code == 403
    faults = [getattr(record, "fields", {}).get("fault", "") for record in caplog.records]
    return answer.content.decode(), [fault for fault in faults if fault]


@row("U31")
@pytest.mark.parametrize(
    ("origin", "host", "said"),
    [
        ("https://club.example", "club.example", "set HTTPS=1"),
        ("http://club.example:8080", "club.example", "pass on the port too"),
        ("http://club.example", "club.example:8000", "pass on the port too"),
    ],
)
def test_the_setting_that_is_wrong_is_named(
    settings: Settings, caplog: pytest.LogCaptureFixture, origin: str, host: str, said: str
) -> None:
    settings.ALLOWED_HOSTS = ["club.example"]

    page, faults = refused(caplog, origin=origin, host=host)

    assert said in page and origin in page
    assert len(faults) == 1 and said in faults[0]


@row("U31")
def test_a_proxy_that_does_not_pass_on_https_is_named(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ALLOWED_HOSTS, settings.HTTPS = ["club.example"], True

    page, _faults = refused(caplog, origin="https://club.example", host="club.example")

    assert "must pass on X-Forwarded-Proto" in page


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://[", "http://club.example:x", "http://club.example"],
)
def test_another_site_learns_nothing_of_the_settings(
    settings: Settings, caplog: pytest.LogCaptureFixture, origin: str
) -> None:
    settings.ALLOWED_HOSTS = ["club.example"]

    page, faults = refused(caplog, origin=origin, host="club.example")

    assert "HTTPS=1" not in page and "$http_host" not in page
    assert "This page was open too long" in page
    assert faults == []
