"""A test club, which is founded and played in only through the pages of the site."""

import re
from dataclasses import dataclass
from random import Random

from tools.lab.torture.page import Form
from tools.lab.torture.phone import Phone
from tools.lab.torture.served import NotServedError

FOUNDER, PASSWORD = "Torture", "storm over the cellar"
NAMES = ("Anna", "Bela", "Csaba", "Dora")
BIDS = ("three", "two", "one")


@dataclass(slots=True)
class Club:
    """A club on the served site.

    players: ids in playing order.
    """

    slug: str
    players: list[str]

    def build_path(self, *parts: str) -> str:
        """Return the path of a page of the club."""
        return "/".join(("", "c", self.slug, *parts, ""))


def found_club(phone: Phone, **fields: str) -> Club:
    """Found the club of an empty site, add its players and return it.

    fields: further fields of the form that founds the club.
    """
    response = phone.submit("/found/", club="Storm", name=FOUNDER, password=PASSWORD, **fields)
    club = Club(_match_location(response.location, r"/c/([^/]+)/"), [])
    for name in NAMES:
        phone.submit(club.build_path("players"), name=name)
    offered_fields = phone.load_form(club.build_path("sessions", "new")).choices
    club.players = [
        name.removeprefix("seat_") for name in offered_fields if name.startswith("seat_")
    ]
    if len(club.players) != len(NAMES):
        raise NotServedError("The players of the storm did not come into the book.")
    return club


def sign_in(port: int) -> Phone:
    """Return a phone on which the founder is signed in."""
    phone = Phone(port)
    form = phone.load_form("/accounts/login/")
    response = phone.post(form.action, form.fields | {"login": FOUNDER, "password": PASSWORD})
    if not response.saved:
        raise NotServedError(f"Signing in was answered with {response.status}.")
    return phone


def start_session(phone: Phone, club: Club) -> str:
    """Start a session with all players seated and return its id."""
    seats = {
        f"seat_{player}": str(position) for position, player in enumerate(club.players, start=1)
    }
    response = phone.submit(club.build_path("sessions", "new"), **seats)
    return _match_location(response.location, r"/sessions/([^/]+)/")


def choose_random_hand_fields(form: Form, rng: Random, note: str) -> dict[str, str]:
    """Return the form fields of a random hand, with a note that identifies it."""
    declarer, partner = rng.sample(form.choices["declarer"], 2)
    choices = {
        "declarer": declarer,
        "partner": partner,
        "bid": rng.choice(BIDS),
        "result": rng.choice(("won", "lost")),
        "note": note,
    }
    return form.fields | choices


def change_hand_result(phone: Phone, hand: str, result: str) -> float:
    """Change the result of the hand at this path and return the seconds that saving took."""
    form = phone.load_form(f"{hand}correct/")
    # The form parser does not read the note, because it is between two tags.
    note = re.search(r'<textarea id="note"[^>]*>\s*([^<]*)', phone.get(f"{hand}correct/").text)
    changes = {"result": result, "note": note[1] if note else "", "confirm": "1"}
    response = phone.post(form.action, form.fields | changes)
    if not response.saved:
        raise NotServedError(f"A correction was answered with {response.status}.")
    return response.seconds


def _match_location(location: str, pattern: str) -> str:
    match = re.search(pattern, location)
    if not match:
        raise NotServedError(f"A form of the set-up led to {location or 'nowhere'}.")
    return match[1]
