"""The parts of a tournament as dictionaries, for the API and the JSON file."""

from __future__ import annotations

from typing import Any

from tarokk_club.club.models import Tournament
from tarokk_club.club.tournaments.draw.stored_schedule import read_stored_schedule
from tarokk_club.club.tournaments.queries.results import PenaltyRow
from tarokk_club.club.tournaments.queries.standing import EnteredPlayer
from tarokk_club.club.tournaments.queries.teams import TeamRow
from tarokk_club.club.values.season_ranking import round_to_hundredths


def serialize_counting_settings(tournament: Tournament) -> dict[str, Any]:
    """Return a dictionary with the settings that decide the places, under the key "counting"."""
    scale = tournament.table_scale
    return {
        "counting": {
            "reckoning": tournament.reckoning,
            "scale": [round_to_hundredths(worth) for worth in scale.four],
            "scale_of_five": [round_to_hundredths(worth) for worth in scale.five],
            "scale_of_three": [round_to_hundredths(worth) for worth in scale.three],
            "tie_breaks": [str(one) for one in tournament.tie_breaks],
            "final_rounds": tournament.final_rounds,
            "carry": tournament.carry,
            "team_best": tournament.team_best,
            "club_best": tournament.club_best,
        }
    }


def serialize_entrant(entered_player: EnteredPlayer) -> dict[str, Any]:
    """Return an entrant as a dictionary."""
    return {
        "player": entered_player.player_id,
        "name": entered_player.name,
        "team": entered_player.team,
        "club": entered_player.club_name,
    }


def serialize_side(row: TeamRow, *, for_guests: bool = False) -> dict[str, Any]:
    """Return a team or a club as a dictionary, with `counted` and `worth` in hundredths.

    for_guests: whether to leave out the ids of the players.
    """
    return {
        "place": row.place,
        "name": row.name,
        "counted": round_to_hundredths(row.counted),
        "worth": round_to_hundredths(row.worth),
        "points": row.points,
        "members": [
            {
                "player": None if for_guests else member.player_id,
                "name": member.name,
                "counted": round_to_hundredths(member.counted),
                "counts": member.counts,
            }
            for member in row.members
        ],
    }


def serialize_penalty(row: PenaltyRow, *, for_guests: bool = False) -> dict[str, Any]:
    """Return a penalty as a dictionary, with `worth` in hundredths.

    for_guests: whether to leave out the id of the player.
    """
    return {
        "player": None if for_guests else row.player_id,
        "name": row.name,
        "round": row.round,
        "worth": round_to_hundredths(row.worth),
        "points": row.points,
        "reason": row.reason,
        "back": row.back,
        "back_reason": row.back_reason,
    }


def serialize_draw(tournament: Tournament) -> dict[str, Any]:
    """Return a dictionary with the kind of draw, and the seed of the stored schedule if any."""
    schedule = read_stored_schedule(tournament.schedule) if tournament.schedule else None
    return {"kind": tournament.draw_kind, "seed": schedule.seed if schedule else None}
