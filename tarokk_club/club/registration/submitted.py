"""What the forms of the room submit: terms, newcomers, people to enter, and decisions."""

from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of entering; the fees are in minor units, 0 for none.

    places: 0 for any number.
    last_day: None until the first round.
    """

    places: int
    last_day: date | None
    currency: str
    fee: int
    reduced_fee: int
    reduced_for: str

    def content(self) -> dict[str, Any]:
        """Return the terms as content for the form's key."""
        return {
            "places": self.places,
            "last_day": self.last_day.isoformat() if self.last_day else "",
            "currency": self.currency,
            "fees": [self.fee, self.reduced_fee],
            "reduced_for": self.reduced_for,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Applicant:
    """What somebody says who enters a tournament.

    apart: what tells the person apart from another one of the same name, "" if nothing.
    team, club_name: "" for none.
    """

    name: str
    apart: str = ""
    club_name: str = ""
    team: str = ""
    reduced: bool = False
    full_name: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody to enter.

    player_id: of the player of the club who it is; None for a guest of the tournament, whose name
        nobody in the club may have.
    rating: None if unknown.
    """

    name: str
    player_id: UUID | None = None
    club_name: str = ""
    team: str = ""
    rating: int | None = None
    reduced: bool = False
    full_name: bool = False

    def content(self) -> list[Any]:
        """Return the person as content for the form's key."""
        return [self.name, str(self.player_id or ""), self.club_name, self.team, self.rating]


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """The decision about a registration.

    name: the name of a new guest, "" for the registered one.
    player_id: of the player of the club who it is; None for a guest of the tournament.
    """

    registration_id: UUID
    name: str = ""
    player_id: UUID | None = None
