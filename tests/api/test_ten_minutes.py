"""The page “The API in ten minutes”: every line of it is run against a served site."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from support.club_factories import House, a_form, a_hand, a_house, a_session, recorded
from support.programs import a_key_of
from tarokk_club.club.guests.usecases import set_published_parts
from tarokk_club.club.models import Session
from tarokk_club.club.models.people import PublicPart

PAPER = Path(__file__).resolve().parents[2] / "docs/how-to/developer/the-api-in-ten-minutes.md"
RUN = {
    "bash": ["bash", "-euo", "pipefail", "-c"],
    "python": [sys.executable, "-c"],
    "javascript": ["node", "--input-type=module", "-e"],
}
pytestmark = [pytest.mark.ci, pytest.mark.django_db(transaction=True)]


def blocks() -> list[tuple[str, str]]:
    """Language and lines of each block, in their order."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", PAPER.read_text("utf-8"), re.M | re.S)


def test_every_line_of_the_page_runs(live_server: LiveServer) -> None:
    house: House = a_house()
    session = a_session(house)
    recorded(house, session, a_hand(house))
    set_published_parts(club_id=house.club.id, form=a_form(house.anna), parts=tuple(PublicPart))
    key = a_key_of(house.anna, house.club)[1]
    env = {**os.environ, "SITE": live_server.url, "CLUB": house.club.slug, "KEY": key}

    said = [
        subprocess.run([*RUN[kind], lines], env=env, capture_output=True, text=True, check=False)
        for kind, lines in blocks()
        if kind in RUN
    ]

    assert [one.stderr for one in said if one.returncode] == []
    assert len(said) == 4
    players, pace, written, board = (one.stdout for one in said)
    assert "Anna" in players
    assert "ratelimit" in pace.lower()
    assert "corrected, totals now" in written
    # Strangers read initials.
    assert "A. 1" in board
    entries = Session.objects.get(pk=session.pk).entries.order_by("position")
    assert [one.note for one in entries] == ["", "nobody bid"]
