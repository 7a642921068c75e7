"""The XXI table of a tournament: points for each captured XXI, computed from the hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from scoring.core.accounts import is_pot
from scoring.core.events import Hand
from scoring.core.game import find_roles
from scoring.core.replay import open_table
from tarokk_club.club.models import Posting, Tournament, TournamentTable
from tarokk_club.club.models.hands import read_stored_event
from tarokk_club.club.values.table_points import score_xxi

_FIELDS = ("dealer", "net", "entry__record", "entry__schema")


def load_xxi_totals(tournament: Tournament, tables: Iterable[TournamentTable]) -> Mapping[str, int]:
    """Return the XXI points of each player, empty if the tournament has no XXI table."""
    totals: Counter[str] = Counter()
    if not tournament.xxi_table:
        return totals
    sessions = [table.session_id for table in tables]
    hands = Posting.objects.filter(session__in=sessions, number__isnull=False)
    for dealer, net, record, schema in hands.values_list(*_FIELDS):
        seats = tuple(account for account in net if not is_pot(account))
        totals.update(_compute_xxi_points(tournament, seats, dealer, record, schema))
    return totals


def _compute_xxi_points(
    tournament: Tournament,
    seats: tuple[str, ...],
    dealer: UUID,
    record: dict[str, Any],
    schema: int,
) -> Mapping[str, int]:
    game = tournament.played_game
    event = read_stored_event(game, record, "", schema=schema)
    if not isinstance(event, Hand):
        return {}
    roles = find_roles(game, event.record)
    if not roles.catcher:
        return {}
    sitting_out = game.sits_out(
        open_table(game, tournament.read_frozen_rules(), seats, str(dealer))
    )
    declarers = {roles.declarer, roles.partner}
    defenders = [player for player in seats if player not in declarers and player != sitting_out]
    present_declarers = [player for player in seats if player in declarers]
    catchers, losers = (
        (present_declarers, defenders)
        if roles.catcher in declarers
        else (defenders, present_declarers)
    )
    return score_xxi(roles.catcher, roles.victim, catchers, losers)
