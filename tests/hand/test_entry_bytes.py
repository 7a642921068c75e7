"""The first visit of a hand entry fetches only small files beside its page.

`manage.py ux bytes` counts all bytes in a browser, with the headers; tests/serving/test_serve.py
limits the headers of a file.
"""

import re
from functools import cache

import brotli
import pytest
from django.test import Client

from support.catalogue import row
from support.club_factories import House
from support.club_web import session_url
from support.entry_phone import table_of
from tarokk_club.club.hand.forms import ENTRY_GAMES

# Of 61,440 bytes for everything; `ux bytes` counts up to 22,300 for the page itself and ten heads.
FILES, MOST = 7, 38_700
WORN = re.compile(r'(?:<link rel="(?:icon|stylesheet)" href|<script src)="(/static/[^"]+)"')
# The script that the worker takes in; the page names the worker alone.
WORK = "/static/club/base/worker.js"
ASKED = {"Accept-Encoding": "gzip, br"}


@cache
def packed(path: str) -> int:
    """How long a file is on its way, as `serve` packs it."""
    answer = Client().get(path)
    assert answer.status_code == 200
    return len(brotli.compress(answer.getvalue()))


@row("U22")
@pytest.mark.parametrize("game", sorted(ENTRY_GAMES))
def test_assets_of_a_first_visit_stay_small(client: Client, house: House, game: str) -> None:
    client.force_login(house.anna)
    entry = session_url(table_of(house, game), "hand_new")
    page = client.get(entry).content.decode()
    files = [*WORN.findall(page), WORK]
    answers = [client.get(path, headers=ASKED) for path in ("/sw.js", "/offline/")]

    assert [one.status_code for one in answers] == [200] * 2
    assert len(files) == FILES
    assert sum(map(packed, files)) + sum(len(one.content) for one in answers) < MOST
