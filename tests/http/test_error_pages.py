"""The error pages: each has its texts in the table, and its title is its heading."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.test import RequestFactory

from support.club_web import text_of
from tarokk_club.http.error_pages import ERROR_TEXTS, permission_denied, render_error


@pytest.fixture
def request_of_nobody(rf: RequestFactory) -> HttpRequest:
    return rf.get("/")


@pytest.mark.parametrize("name", ERROR_TEXTS, ids=str)
def test_every_error_page_has_its_title_as_heading(
    request_of_nobody: HttpRequest, name: int | str
) -> None:
    text = ERROR_TEXTS[name]

    if isinstance(name, str):
        response = render_error(request_of_nobody, 400, text=name)
    else:
        response = render_error(request_of_nobody, name)

    page = text_of(response)
    assert page.count(str(text.title)) == 2
    assert str(text.sentence) in page
    number = str(text.number_sentence).partition("%")[0]
    assert number in page


def test_a_refusal_for_a_reason_shows_the_reason_only(request_of_nobody: HttpRequest) -> None:
    page = text_of(permission_denied(request_of_nobody, PermissionDenied("Owners only.")))

    assert "Owners only." in page
    assert str(ERROR_TEXTS[403].sentence) not in page
