"""A test club that is founded, seated and played in only through the pages of the site."""

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
    """A club: its slug, and the ids of its players in playing order."""

    slug: str
    players: list[str]

    def at(self, *parts: str) -> str:
        """Return the path of a page of the club."""
        return "/".join(("", "c", self.slug, *parts, ""))


def found(phone: Phone, **more: str) -> Club:
    """Found the club of an empty site and add its players.

    more: further fields of the form.
    """
    saved = phone.send("/found/", club="Storm", name=FOUNDER, password=PASSWORD, **more)
    club = Club(_part(saved.place, r"/c/([^/]+)/"), [])
    for name in NAMES:
        phone.send(club.at("players"), name=name)
    offered = phone.form(club.at("sessions", "new")).choices
    club.players = [name.removeprefix("seat_") for name in offered if name.startswith("seat_")]
    if len(club.players) != len(NAMES):
        raise NotServedError("The players of the storm did not come into the book.")
    return club


def sign_in(port: int) -> Phone:
    """Return a phone on which the founder is signed in."""
    phone = Phone(port)
    page = phone.form("/accounts/login/")
    answer = phone.post(page.action, page.fields | {"login": FOUNDER, "password": PASSWORD})
    if not answer.saved:
        raise NotServedError(f"Signing in was answered with {answer.status}.")
    return phone


def start_session(phone: Phone, club: Club) -> str:
    """Start a session with all players seated and return its id."""
    seats = {f"seat_{player}": str(place) for place, player in enumerate(club.players, start=1)}
    answer = phone.send(club.at("sessions", "new"), **seats)
    return _part(answer.place, r"/sessions/([^/]+)/")


def random_hand_fields(form: Form, rng: Random, note: str) -> dict[str, str]:
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
    form = phone.form(f"{hand}correct/")
    # The note is between tags, which this form parser does not read.
    note = re.search(r'<textarea id="note"[^>]*>\s*([^<]*)', phone.get(f"{hand}correct/").text)
    said = {"result": result, "note": note[1] if note else "", "confirm": "1"}
    answer = phone.post(form.action, form.fields | said)
    if not answer.saved:
        raise NotServedError(f"A correction was answered with {answer.status}.")
    return answer.seconds


def _part(place: str, pattern: str) -> str:
    found = re.search(pattern, place)
    if not found:
        raise NotServedError(f"A form of the set-up led to {place or 'nowhere'}.")
    return found[1]
