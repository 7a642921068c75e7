"""The sessions, hands, tournaments and evenings of a player, for the export of personal data."""

from collections import defaultdict
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, Subquery

from scoring.core.translation_marks import render
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import format_decimal, read_amount
from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Entrant, Penalty, Player, Posting, Registration, Tournament
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.session.titles import format_event_title

Facts = dict[str, Any]


def list_played_sessions(player: Player) -> list[Facts]:
    """Return one row for each session of the player, oldest first.

    points: + won, - lost.
    money: as decimal text; None if the session had no stake.
    """
    rows = player.balances.select_related("session__season").order_by(
        "session__date", "session__created_at"
    )
    played = []
    for balance in rows:
        session = balance.session
        currency = CURRENCIES[session.currency] if session.per_point else None
        minor = 0
        if currency:
            stake = read_amount(session.per_point, currency, field="per_point")
            minor = balance.points * stake
        played.append(
            {
                "day": session.date,
                "table": session.table_name,
                "game": session.game,
                "season": session.season.name if session.season else "",
                "hands": balance.hands,
                "points": balance.points,
                "money": format_decimal(minor, digits=currency.digits) if currency else None,
                "currency": session.currency if currency else None,
                "open": not session.closed,
                "in_the_bin": session.binned_at is not None,
            }
        )
    return played


def sum_played_sessions(sessions: list[Facts]) -> list[Facts]:
    """Return the totals by season and game, without sessions in the bin."""
    sums: dict[tuple[str, str], Facts] = {}
    for row in sessions:
        if row["in_the_bin"]:
            continue
        key = (row["season"], row["game"])
        start = {"season": key[0], "game": key[1], "sessions": 0, "hands": 0, "points": 0}
        total = sums.setdefault(key, start)
        total["sessions"] += 1
        total["hands"] += row["hands"]
        total["points"] += row["points"]
    return list(sums.values())


def list_played_tournaments(player: Player) -> list[Facts]:
    """Return one row for each tournament that the player entered or played in, oldest first.

    entered: whether the player is still an entrant.
    tables: the tables at which the player sat, with the points there.
    penalties: the penalties with their reasons, including revoked ones.
    """
    at = "session__tournament_table"
    sat = player.balances.filter(**{f"{at}__isnull": False}, session__binned_at=None)
    tables: dict[UUID, list[Facts]] = defaultdict(list)
    seats = sat.values_list(f"{at}__tournament", f"{at}__round", f"{at}__number", "points")
    for tournament, number, table, points in seats.order_by(f"{at}__round", f"{at}__number"):
        tables[tournament].append({"round": number, "table": table, "points": points})
    penalties: dict[UUID, list[Facts]] = defaultdict(list)
    for penalty in player.penalties.order_by("made_at", "pk"):
        penalties[penalty.tournament_id].append(_serialize_penalty(penalty))
    entered = Entrant.objects.filter(_build_entrant_condition(player))
    rows = Tournament.objects.filter(club=player.club_id).annotate(
        entered=Exists(entered.filter(gone=False)),
        agreed=Exists(entered.filter(full_name=True)),
        team=Subquery(entered.values("team")[:1]),
        for_club=Subquery(entered.values("club_name")[:1]),
        rating=Subquery(entered.values("rating")[:1]),
        reduced=Exists(entered.filter(reduced=True)),
        arrived=Subquery(entered.values("arrived_at")[:1]),
        registered=Subquery(
            Registration.objects.filter(tournament=OuterRef("pk"), player=player).values("made_at")[
                :1
            ]
        ),
    )
    took_part = Q(Exists(entered)) | Q(pk__in={*tables, *penalties})
    rows = rows.filter(took_part).order_by("date", "made_at", "pk")
    return [
        {
            "day": row.date,
            "name": row.name,
            "game": row.game,
            "entered": row.entered,
            "full_name_for_guests": row.agreed,
            "team": row.team or "",
            "club": row.for_club or "",
            "rating": row.rating,
            "reduced_fee": row.reduced,
            "arrived": row.arrived,
            "registered_by_link": row.registered,
            "tables": tables[row.pk],
            "penalties": penalties[row.pk],
        }
        for row in rows
    ]


def list_evening_answers(player: Player) -> list[Facts]:
    """Return the player's answers to planned evenings, oldest first."""
    rows = player.evening_answers.select_related("evening").order_by("evening__date", "at", "pk")
    return [
        {
            "day": answer.evening.date,
            "comes": answer.coming,
            "guests": answer.guests,
            "said": answer.at,
            "by": "you" if answer.by_id and answer.by_id == player.user_id else "somebody else",
        }
        for answer in rows
    ]


def _serialize_penalty(penalty: Penalty) -> Facts:
    return {
        "round": penalty.round,
        "table_points": str(Decimal(-penalty.half_points) / 2),
        "points": -penalty.points,
        "reason": penalty.reason,
        "taken_back": penalty.back_at is not None,
    }


def _build_entrant_condition(player: Player) -> Q:
    """Return a condition for the player's entry in the tournament of the outer query."""
    return Q(tournament=OuterRef("pk"), player=player)


def list_played_hands(player: Player) -> list[Facts]:
    """Return one row for every hand or other event that was scored for the player."""
    words = ClubWords(load_names(player.club_id))
    rows = Posting.objects.filter(session__balances__player=player)
    rows = rows.select_related("session", "entry").order_by(
        "session__date", "session__created_at", "session_id", "position"
    )
    me = str(player.pk)
    return [_serialize_hand(posting, me, words) for posting in rows if me in posting.net]


def _serialize_hand(posting: Posting, me: str, words: ClubWords) -> Facts:
    session = posting.session
    own_lines = [line for line in posting.read_lines() if line.points.get(me)]
    return {
        "day": session.date,
        "table": session.table_name,
        "game": label_game(session.game),
        "hand": posting.number,
        "what": format_event_title(session.played_game, posting.kind, posting.entry.record, words),
        "dealt": str(posting.dealer) == me,
        "points": posting.net[me],
        "why": [
            {"points": line.points[me], "reason": render(words, line.code, line.values)}
            for line in own_lines
        ],
    }
