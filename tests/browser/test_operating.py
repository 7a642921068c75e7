"""The operator's room in a real browser, under the policy of every other page."""

import pytest
from django.urls import path
from playwright.sync_api import Page
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from support.club_factories import House, a_session
from support.entry_phone import sign_in
from tarokk_club import urls
from tarokk_club.accounts.operator_admin import site
from tarokk_club.club.models import User

PLACE = "/kemence-k7Qp2vX9/"


@pytest.mark.ci
def test_operator_pages_comply_with_the_content_security_policy(
    page: Page, live_server: LiveServer, house: House, settings: Settings
) -> None:
    room = [path(PLACE.strip("/") + "/", site.urls), *urls.urlpatterns]
    settings.ROOT_URLCONF = type("WithRoom", (), {"urlpatterns": room})
    a_session(house)
    User.objects.filter(pk=house.anna.pk).update(is_staff=True, is_superuser=True)
    sign_in(page.context, live_server, house.anna)
    complaints: list[str] = []
    page.on("console", lambda one: complaints.append(one.text) if one.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.set_viewport_size({"width": 1280, "height": 800})

    page.goto(live_server.url + PLACE)
    tables = [link.get_attribute("href") for link in page.locator("#content-main th a").all()]
    for table in tables:
        page.goto(f"{live_server.url}{table}")
        row = page.locator("#result_list th a").first
        if row.count():
            row.click()
            page.wait_for_load_state()

    assert len(tables) == len(site._registry)
    assert complaints == []
