"""The values that are submitted by the forms for registration and for the import."""

from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of registration, with fees in minor units of the currency.

    places: number of places, 0 for no limit.
    last_day: last day to register, None if registration ends with the first round.
    fee, reduced_fee: 0 for none.
    reduced_for: description of the people who pay the reduced fee.
    """

    places: int
    last_day: date | None
    currency: str
    fee: int
    reduced_fee: int
    reduced_for: str

    def build_content(self) -> dict[str, Any]:
        """Return the terms as submitted fields, to recognise a repeated submission."""
        return {
            "places": self.places,
            "last_day": self.last_day.isoformat() if self.last_day else "",
            "currency": self.currency,
            "fees": [self.fee, self.reduced_fee],
            "reduced_for": self.reduced_for,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Applicant:
    """The data that a person enters to register for a tournament.

    apart: addition to the name that distinguishes the person from a namesake, "" for none.
    team, club_name: "" for none.
    reduced: whether the person pays the reduced fee.
    full_name: whether guests may see the full name.
    """

    name: str
    apart: str = ""
    club_name: str = ""
    team: str = ""
    reduced: bool = False
    full_name: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person to enter into the tournament.

    player_id: id of an existing player; None for a new guest, whose name no player may have.
    rating: strength of the player, None if unknown.
    reduced: whether the person pays the reduced fee.
    full_name: whether guests may see the full name.
    """

    name: str
    player_id: UUID | None = None
    club_name: str = ""
    team: str = ""
    rating: int | None = None
    reduced: bool = False
    full_name: bool = False

    def build_content(self) -> list[Any]:
        """Return the person as submitted values, to recognise a repeated submission."""
        return [self.name, str(self.player_id or ""), self.club_name, self.team, self.rating]


@dataclass(frozen=True, slots=True, kw_only=True)
class Acceptance:
    """The organiser's decision to accept a registration.

    name: name of a new guest, "" for the registered name.
    player_id: id of an existing player; None for a new guest.
    """

    registration_id: UUID
    name: str = ""
    player_id: UUID | None = None
