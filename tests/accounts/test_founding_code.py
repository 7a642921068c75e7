"""The one-time code for founding a club from another machine."""

import re

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from tarokk_club.accounts import founding_code

pytestmark = pytest.mark.django_db


def test_a_founding_code_is_readable_and_accepted() -> None:
    code = founding_code.get_or_create_founding_code()

    assert re.fullmatch(r"[A-Z2-9]{4}(-[A-Z2-9]{4}){2}", code)
    assert founding_code.is_founding_code(code)


def test_the_code_stays_the_same_until_it_is_deleted() -> None:
    first = founding_code.get_or_create_founding_code()
    again = founding_code.get_or_create_founding_code()
    founding_code.delete_founding_code()
    founding_code.delete_founding_code()

    assert first == again
    assert founding_code.get_or_create_founding_code() != first


def test_case_spaces_and_dashes_do_not_matter() -> None:
    typed = " " + founding_code.get_or_create_founding_code().lower().replace("-", " ")

    assert founding_code.is_founding_code(typed)


@pytest.mark.parametrize("typed", ["", "-", "AAAA-AAAA-AAAA", "ű", "\x00", "A" * 100_000])
def test_a_wrong_code_is_wrong(typed: str) -> None:
    assert not founding_code.is_founding_code(typed)


@pytest.mark.parametrize(
    ("address", "proxy", "needed"),
    [
        ("127.0.0.1", False, False),
        ("::1", False, False),
        ("::ffff:127.0.0.1", False, False),
        ("192.168.1.20", False, True),
        ("", False, True),
        ("127.0.0.1", True, True),
    ],
)
def test_remote_or_proxied_founders_need_the_code(
    settings: Settings, address: str, proxy: bool, needed: bool
) -> None:
    settings.BEHIND_PROXY = proxy
    request = RequestFactory().get("/", REMOTE_ADDR=address, HTTP_X_FORWARDED_FOR="127.0.0.1")

    assert founding_code.needs_founding_code(request) is needed
