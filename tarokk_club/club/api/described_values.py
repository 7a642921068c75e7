"""The possible values of API fields, for the OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from scoring.games import GAMES
from tarokk_club.club.models import (
    Attendance,
    KeyScope,
    NoticeChannel,
    NoticeKind,
    NoticeState,
    Rhythm,
)
from tarokk_club.club.models.money import PaymentMethod, Purpose, WhenSettled
from tarokk_club.club.money.queries.entries.money_entries import (
    CLAIMED,
    COUNTER,
    COUNTS,
    DENIED,
    UNDONE,
)
from tarokk_club.club.money.queries.settlements.settlement import CLAIMED as TOLD
from tarokk_club.club.money.queries.settlements.settlement import OVER, PAID, WAITS
from tarokk_club.club.money.queries.settlements.unsettled_items import EVENING, OPEN, RANGE, SESSION
from tarokk_club.club.tournaments.queries.standing import TableState
from tarokk_club.club.values.draws import Carry, DrawKind
from tarokk_club.club.values.season_rules import Counting, Games
from tarokk_club.club.values.table_points import Reckoning
from tarokk_club.club.writing.permissions import Right

# The values of `code` in a problem; those in its `errors` are too many to list.
CODES = (
    "bad_request",
    "busy",
    "conflict",
    "content_too_large",
    "forbidden",
    "header",
    "insufficient_storage",
    "internal_server_error",
    "invalid",
    "key_reused",
    "later_entry",
    "method_not_allowed",
    "not_found",
    "not_json",
    "precondition_required",
    "refused",
    # Versions of Python have different names for status 413.
    "request_entity_too_large",
    "request_timeout",
    "same_hand",
    "service_unavailable",
    "stale",
    "too_many_requests",
    "unauthorized",
)
_GAMES = sorted(GAMES)
# By schema and field, the possible values of the field or of the items of its list.
VALUES: Mapping[tuple[str, str], Iterable[str]] = MappingProxyType(
    {
        ("Problem", "code"): CODES,
        ("KeyOut", "scopes"): KeyScope.values,
        ("KeyOut", "rights"): [right.value for right in Right],
        ("Document", "game"): _GAMES,
        ("SessionOut", "game"): _GAMES,
        ("SessionWhole", "game"): _GAMES,
        ("GuestSession", "game"): _GAMES,
        ("TournamentOut", "game"): _GAMES,
        ("TournamentWhole", "game"): _GAMES,
        ("RankedTournamentOut", "game"): _GAMES,
        ("SeriesOut", "rhythm"): Rhythm.values,
        ("NoticeOut", "kind"): NoticeKind.values,
        ("NoticeOut", "way"): NoticeChannel.values,
        ("NoticeOut", "state"): NoticeState.values,
        ("StatisticsOut", "game"): ["", *_GAMES],
        ("GameResultOut", "game"): _GAMES,
        ("RecordsOut", "game"): ["", *_GAMES],
        ("MoneyRulesOut", "when"): WhenSettled.values,
        ("SettledScope", "what"): [OPEN, EVENING, SESSION, RANGE],
        ("OwnAnswerOut", "coming"): Attendance.values,
        ("EveningAnswerOut", "coming"): Attendance.values,
        ("MoneyEntryOut", "purpose"): Purpose.values,
        ("MoneyEntryOut", "how"): ["", *PaymentMethod.values],
        ("MoneyEntryOut", "state"): [COUNTS, CLAIMED, DENIED, UNDONE, COUNTER],
        ("TransferOut", "state"): [WAITS, TOLD, PAID, OVER],
        ("GamesOut", "by"): Games.values,
        ("LeaderboardOut", "counts"): Counting.values,
        ("GuestSeason", "counts"): Counting.values,
        ("TableOut", "state"): [state.value for state in TableState],
        ("CountingOut", "reckoning"): Reckoning.values,
        ("CountingOut", "carry"): Carry.values,
        ("DrawOut", "kind"): DrawKind.values,
    }
)
