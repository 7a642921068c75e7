"""Everything a player has played: sessions, hands with the reasons for their points, totals."""

from collections import defaultdict
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, Subquery

from scoring.core.words import render
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import format_decimal, read_amount
from tarokk_club.club.formatting.labels import game_label
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Booking, Entrant, Penalty, Player, Registration, Tournament
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.session.titles import title_of

Facts = dict[str, Any]


def sessions_played_by(player: Player) -> list[Facts]:
    """Return one row for each session, oldest first, in one query.

    points: + receives.
    money: decimal.
    """
    rows = player.balances.select_related("session__season").order_by(
        "session__date", "session__created_at"
    )
    found = []
    for balance in rows:
        session = balance.session
        currency = CURRENCIES[session.currency] if session.per_point else None
        minor = 0
        if currency:
            stake = read_amount(session.per_point, currency, field="per_point")
            minor = balance.points * stake
        found.append(
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
    return found


def totals_played_by(sessions: list[Facts]) -> list[Facts]:
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


def tournaments_of(player: Player) -> list[Facts]:
    """Return one row for each tournament that the player entered or played in, oldest first, in
    three queries.

    entered: whether the player is still on the entry list.
    tables: tables where the player sat, with the points won there.
    penalties: penalties with their reasons, including withdrawn ones.
    """
    at = "session__tournament_table"
    sat = player.balances.filter(**{f"{at}__isnull": False}, session__binned_at=None)
    tables: dict[UUID, list[Facts]] = defaultdict(list)
    facts = sat.values_list(f"{at}__tournament", f"{at}__round", f"{at}__number", "points")
    for tournament, number, table, points in facts.order_by(f"{at}__round", f"{at}__number"):
        tables[tournament].append({"round": number, "table": table, "points": points})
    penalties: dict[UUID, list[Facts]] = defaultdict(list)
    for one in player.penalties.order_by("made_at", "pk"):
        penalties[one.tournament_id].append(_penalty(one))
    entered = Entrant.objects.filter(_entered(player))
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
    known = Q(Exists(entered)) | Q(pk__in={*tables, *penalties})
    rows = rows.filter(known).order_by("date", "made_at", "pk")
    return [
        {
            "day": one.date,
            "name": one.name,
            "game": one.game,
            "entered": one.entered,
            "full_name_for_guests": one.agreed,
            "team": one.team or "",
            "club": one.for_club or "",
            "rating": one.rating,
            "reduced_fee": one.reduced,
            "arrived": one.arrived,
            "registered_by_link": one.registered,
            "tables": tables[one.pk],
            "penalties": penalties[one.pk],
        }
        for one in rows
    ]


def evenings_of(player: Player) -> list[Facts]:
    """Return the player's answers for planned evenings, oldest first, in one query."""
    rows = player.evening_answers.select_related("evening").order_by("evening__date", "at", "pk")
    return [
        {
            "day": one.evening.date,
            "comes": one.coming,
            "guests": one.guests,
            "said": one.at,
            "by": "you" if one.by_id and one.by_id == player.user_id else "somebody else",
        }
        for one in rows
    ]


def _penalty(penalty: Penalty) -> Facts:
    return {
        "round": penalty.round,
        "table_points": str(Decimal(-penalty.half_points) / 2),
        "points": -penalty.points,
        "reason": penalty.reason,
        "taken_back": penalty.back_at is not None,
    }


def _entered(player: Player) -> Q:
    """Return a filter for the player's entry in the tournament of the outer query."""
    return Q(tournament=OuterRef("pk"), player=player)


def hands_of(player: Player) -> list[Facts]:
    """Return one row for every event with a share of points for the player, in two queries."""
    words = ClubWords(names_in(player.club_id))
    rows = Booking.objects.filter(session__balances__player=player)
    rows = rows.select_related("session", "entry").order_by(
        "session__date", "session__created_at", "session_id", "position"
    )
    me = str(player.pk)
    return [_hand(booking, me, words) for booking in rows if me in booking.net]


def _hand(booking: Booking, me: str, words: ClubWords) -> Facts:
    session = booking.session
    mine = [line for line in booking.explained() if line.points.get(me)]
    return {
        "day": session.date,
        "table": session.table_name,
        "game": game_label(session.game),
        "hand": booking.number,
        "what": title_of(session.played_game, booking.kind, booking.entry.record, words),
        "dealt": str(booking.dealer) == me,
        "points": booking.net[me],
        "why": [
            {"points": line.points[me], "reason": render(words, line.code, line.values)}
            for line in mine
        ],
    }
