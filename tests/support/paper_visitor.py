"""Visit the site of a set-up paper in its temporary root, over https and behind the proxy."""

import json
import re
import ssl
import sys
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPSConnection
from pathlib import Path
from random import Random

from support.fresh_root import HOST
from tools.lab.torture.club import FOUNDER, PASSWORD, Club, found_club, start_session
from tools.lab.torture.phone import TIMEOUT_SECONDS, Phone, Response
from tools.lab.torture.players import Party

TRUSTED = "/etc/ssl/tarokk.pem"
NOTES = Path("/root/visitor.json")


@dataclass(slots=True)
class SecurePhone(Phone):
    """A phone that trusts only the certificate of the paper."""

    def _request_once(
        self, method: str, path: str, body: str | bytes | None, headers: dict[str, str]
    ) -> Response:
        if self.connection is None:
            trusting = ssl.create_default_context(cafile=TRUSTED)
            self.connection = HTTPSConnection(HOST, context=trusting, timeout=TIMEOUT_SECONDS)
        return Phone._request_once(
            self, method, path, body, headers | {"Origin": f"https://{HOST}"}
        )


def create_first_club(code: str) -> None:
    """Create the first club, start a session, and write their ids to a file."""
    phone = SecurePhone(443)
    club = found_club(phone, code=code)
    session = start_session(phone, club)
    NOTES.write_text(json.dumps([club.slug, club.players, session]))


def save_hand(note: str) -> None:
    """Save a further hand in the session."""
    club, session = _noted()
    party = Party(club, [session])
    party.play_hand(_sign_in(), Random(note), note)
    assert not party.faults, party.faults


def print_hands() -> None:
    """Print the number of hands on the sheet of the session."""
    club, session = _noted()
    answer = _sign_in().get(club.build_path("sessions", session))
    assert answer.status == 200, answer
    print(len(set(re.findall(r"/hands/([0-9a-f-]{36})/", answer.text))))


def print_status(name: str, password: str, path: str) -> None:
    """Print the status of a page for a user who signs in."""
    print(_sign_in(name, password).get(path).status)


def _sign_in(name: str = FOUNDER, password: str = PASSWORD) -> Phone:
    phone = SecurePhone(443)
    page = phone.load_form("/accounts/login/")
    answer = phone.post(page.action, page.fields | {"login": name, "password": password})
    assert answer.saved, answer
    return phone


def _noted() -> tuple[Club, str]:
    slug, players, session = json.loads(NOTES.read_text())
    return Club(slug, players), session


if __name__ == "__main__":
    does: dict[str, Callable[..., None]] = {
        "found": create_first_club,
        "save": save_hand,
        "count": print_hands,
        "read": print_status,
    }
    does[sys.argv[1]](*sys.argv[2:])
