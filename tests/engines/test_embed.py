"""The leaderboard of a public club in a page of another site, under a policy as strict as ours."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from pytest_django.live_server_helper import LiveServer

from support.club_factories import House, a_form
from support.money_tables import played
from support.webdriver import Line, wait_for
from tarokk_club.club.guests.usecases import set_published_parts
from tarokk_club.club.models.people import PublicPart

pytestmark = [pytest.mark.engines, pytest.mark.django_db(transaction=True)]
HEIGHT = "return document.querySelector('iframe').offsetHeight"


@pytest.fixture
def elsewhere(live_server: LiveServer, house: House) -> Iterator[str]:
    """The address of a page of another site, which frames the leaderboard."""
    site = live_server.url
    frame = f"{site}/public/{house.club.slug}/embed/leaderboard/?accent=aa0000"
    content = (
        f'<!DOCTYPE html><title>Kör</title><script src="{site}/embed.js" async></script>'
        f'<iframe data-tarokk src="{frame}" title="Leaderboard" width="100%"></iframe>'
    )

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            policy = f"default-src 'none'; frame-src {site}; script-src {site}"
            self.send_header("Content-Security-Policy", policy)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(content.encode())

        def log_message(self, *_words: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def test_the_frame_is_as_high_as_the_leaderboard(line: Line, elsewhere: str, house: House) -> None:
    played(house, Anna=12, Béla=-7, Csaba=-5)
    set_published_parts(
        club_id=house.club.id, form=a_form(house.anna), parts=[PublicPart.LEADERBOARD]
    )

    line.say("Navigate", url=elsewhere)

    # A frame that nobody sizes is 150 pixels high.
    height = wait_for(lambda: _sized(line))
    assert height < 600


def _sized(line: Line) -> int:
    """The height of the frame once it has been sized, else 0."""
    height = int(line.say("ExecuteScript", script=HEIGHT, args=[]))
    return height if height > 170 else 0
