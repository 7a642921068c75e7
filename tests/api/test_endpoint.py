"""The endpoints of the API, which load when they are first called."""

import pytest

from tarokk_club.club.api.endpoint import Endpoint
from tarokk_club.club.api.urls import program_urls
from tarokk_club.club.api.views.openapi import VIEWS


def test_every_url_leads_to_an_endpoint_and_every_endpoint_has_a_url() -> None:
    assert [getattr(pattern, "name", None) for pattern in program_urls] == list(VIEWS)


@pytest.mark.parametrize("pattern", program_urls, ids=lambda each: str(each.name))
def test_django_reads_the_same_rules_before_an_endpoint_is_loaded(pattern: object) -> None:
    endpoint = getattr(pattern, "callback", None)
    assert isinstance(endpoint, Endpoint)
    view = VIEWS[endpoint.name]

    assert endpoint.csrf_exempt == getattr(view, "csrf_exempt", False)
    assert endpoint.login_required == getattr(view, "login_required", True)
    assert endpoint.access == getattr(view, "access", None)
