"""Checks of a hand of Romanian tarok or Taper, which find all faults at once."""

from __future__ import annotations

from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.problem import Problem
from scoring.core.reader import RECORD_SCHEMA
from scoring.core.table import Table
from scoring.games.romanian.contradictions import find_contradictions
from scoring.games.romanian.record import Michi, Played, Record, Surrendered
from scoring.games.romanian.rules import MICHI
from scoring.games.romanian.sides import Sides, find_opposing_side, split_into_sides
from scoring.games.romanian.tables import BOTH_WORTH, KINGS_WORTH, TRICKS, TRULA_WORTH, Tables


def find_romanian_faults(
    record: Record, table: Table, *, tables: Tables, schema: int = RECORD_SCHEMA
) -> list[Problem]:
    """Return every fault of a hand of Romanian tarok.

    They are the faults shared with Taper, and a trei, a michi-michi or a passed deal that the
    options exclude.

    schema: schema version of the record.

    Source: scoring/RULEBOOK.md, section 4, "All pass", and section 6.
    """
    problems = find_shared_faults(record, table, tables=tables, schema=schema)
    contract = record.contract if isinstance(record, Played | Surrendered) else ""
    if contract == "trei" and not table.rules.trei:
        problems.append(Problem("ro.trei_not_played", "contract"))
    played = table.rules.all_pass == MICHI
    if record.outcome == "michi" and not played:
        problems.append(Problem("ro.michi_not_played", "outcome"))
    if record.outcome == "passed_out" and played:
        problems.append(Problem("ro.michi_is_played", "outcome"))
    return problems


def find_shared_faults(
    record: Record, table: Table, *, tables: Tables, schema: int = RECORD_SCHEMA
) -> list[Problem]:
    """Return every fault under the rules that Romanian tarok and Taper share.

    A record without such faults can always be scored.

    schema: schema version of the record.

    Source: scoring/RULEBOOK.md, section 6.
    """
    problems: list[Problem] = []
    if isinstance(record, Michi):
        _check_michi(record, table, problems)
    elif isinstance(record, Played | Surrendered):
        if record.contract == "unu" and not table.rules.unu:
            problems.append(Problem("ro.unu_not_played", "contract"))
        _check_seat(table, "declarer", record.declarer, problems)
        if isinstance(record, Played):
            _check_played_hand(record, table, tables, problems, schema=schema)
        if schema >= 2:
            _check_talon_and_called_king(record, problems)
    return problems


def _check_talon_and_called_king(record: Played | Surrendered, problems: list[Problem]) -> None:
    """Add contradictions about the talon of a solo and the holder of the called king.

    They are checked from record schema 2 on.
    """
    if isinstance(record, Surrendered):
        if record.contract == "solo":
            problems.append(Problem("ro.surrender_solo", "contract"))
        return
    if record.king_abandoned and record.contract == "solo":
        problems.append(Problem("ro.abandoned_solo", "king_abandoned"))
    elif record.king_abandoned and record.partner is not None:
        values = {"partner": record.partner}
        problems.append(Problem("ro.abandoned_partner", "king_abandoned", values))
    for place, announcement in enumerate(record.announced):
        ours = announcement.figure == "rege_ultimo" and announcement.by == record.declarer
        if ours and record.called is not None and record.partner is not None:
            values = {"partner": record.partner}
            problems.append(Problem("ro.rege_partner_holds", f"announced.{place}.by", values))


def _check_played_hand(
    record: Played, table: Table, tables: Tables, problems: list[Problem], *, schema: int
) -> None:
    before = len(problems)
    if record.partner is not None:
        _check_seat(table, "partner", record.partner, problems)
        if record.partner == record.declarer:
            problems.append(
                Problem("ro.partner_is_declarer", "partner", {"player": record.partner})
            )
    sides_known = len(problems) == before and record.declarer in table.seats
    _check_players_seated(record, table, problems)
    _check_announcements(record, problems)
    _check_points(record, tables, problems)
    if not sides_known:
        return
    sides = split_into_sides(table.seats, record.declarer, partner=record.partner)
    _check_sides(record, sides, problems, schema=schema)
    if schema >= 3 and not any(problem.code == "not_at_table" for problem in problems):
        fields = {problem.field for problem in problems}
        if any(problem.code == "ro.pagat_and_trula" for problem in problems):
            fields.add("pagat_ultimo")
        contradictions = find_contradictions(record, sides, tables)
        problems += [problem for problem in contradictions if problem.field not in fields]


def _check_michi(record: Michi, table: Table, problems: list[Problem]) -> None:
    for player, _tricks in record.taken:
        _check_seat(table, f"tricks_taken.{player}", player, problems)
    total = sum(tricks for _player, tricks in record.taken)
    if total != TRICKS:
        problems.append(
            Problem("ro.tricks_wrong", "tricks_taken", {"taken": total, "needed": TRICKS})
        )


def _check_seat(table: Table, field: str, player: str, problems: list[Problem]) -> None:
    if player not in table.seats:
        problems.append(Problem("not_at_table", field, {"player": player}))


def _check_players_seated(record: Played, table: Table, problems: list[Problem]) -> None:
    for place, announcement in enumerate(record.announced):
        _check_seat(table, f"announced.{place}.by", announcement.by, problems)
    for place, declared in enumerate(record.declarations):
        _check_seat(table, f"declarations.{place}.player", declared.player, problems)
    if record.luna_prinsa is not None:
        _check_seat(table, "luna_prinsa.by", record.luna_prinsa.by, problems)
        _check_seat(table, "luna_prinsa.from", record.luna_prinsa.victim, problems)
    if record.pagat_ultimo is not None:
        _check_seat(table, "pagat_ultimo.by", record.pagat_ultimo.by, problems)
    if record.revoke is not None:
        _check_seat(table, "revoke", record.revoke, problems)


def _check_announcements(record: Played, problems: list[Problem]) -> None:
    for place, announcement in enumerate(record.announced):
        if announcement.figure == "pagat_ultimo" and announcement.by != record.declarer:
            problems.append(
                Problem(
                    "ro.pagat_not_declarer", f"announced.{place}.by", {"player": announcement.by}
                )
            )
        if announcement.figure == "rege_ultimo" and record.called is None:
            problems.append(Problem("ro.no_called_king", f"announced.{place}.figure"))
    if record.rege_ultimo is not None and record.called is None:
        problems.append(Problem("ro.no_called_king", "rege_ultimo"))


def _check_points(record: Played, tables: Tables, problems: list[Problem]) -> None:
    points = record.declarer_points
    if points is None:
        if record.tricks is None:
            problems.append(Problem("missing", "declarer_points"))
        return
    contract = tables.contracts[record.contract]
    if record.tricks == "all" and tables.card_points - points > contract.opponents_carry:
        lowest = tables.card_points - contract.opponents_carry
        problems.append(
            Problem("ro.too_few_with_all_tricks", "declarer_points", {"lowest": lowest})
        )
    if record.tricks == "none" and points > contract.declarer_carry:
        highest = contract.declarer_carry
        problems.append(
            Problem("ro.too_many_without_tricks", "declarer_points", {"highest": highest})
        )
    empty = find_trickless_side(record)
    for side, held in ((DECLARER, points), (OPPONENTS, tables.card_points - points)):
        if side != empty:
            _check_worth(record, side, held, problems)


def _check_worth(record: Played, side: str, held: int, problems: list[Problem]) -> None:
    """Add a fault if the side's card points are too few for the honours and kings it took."""
    trula, kings = record.trula == side, record.toti_regii == side
    if trula and kings and held < BOTH_WORTH:
        problems.append(
            Problem("ro.points_below_both", "toti_regii", {"points": held, "lowest": BOTH_WORTH})
        )
    elif trula and held < TRULA_WORTH:
        problems.append(
            Problem("ro.points_below_trula", "trula", {"points": held, "lowest": TRULA_WORTH})
        )
    elif kings and held < KINGS_WORTH:
        problems.append(
            Problem("ro.points_below_kings", "toti_regii", {"points": held, "lowest": KINGS_WORTH})
        )


def _check_sides(record: Played, sides: Sides, problems: list[Problem], *, schema: int) -> None:
    announced = set()
    for place, announcement in enumerate(record.announced):
        side = sides.find_side(announcement.by)
        if (announcement.figure, side) in announced:
            problems.append(Problem("ro.announced_twice", f"announced.{place}.figure"))
        announced.add((announcement.figure, side))
        if announcement.figure == "rege_ultimo" and side == OPPONENTS:
            problems.append(
                Problem("ro.rege_not_holder", f"announced.{place}.by", {"player": announcement.by})
            )
    luna = record.luna_prinsa
    if luna is not None and sides.find_side(luna.by) == sides.find_side(luna.victim):
        problems.append(
            Problem("ro.luna_own_side", "luna_prinsa", {"by": luna.by, "victim": luna.victim})
        )
    pagat = record.pagat_ultimo
    if (
        pagat is not None
        and pagat.made
        and record.trula == find_opposing_side(sides.find_side(pagat.by))
    ):
        problems.append(Problem("ro.pagat_and_trula", "trula", {"by": pagat.by}))
    empty = find_trickless_side(record)
    if empty is not None:
        _check_trickless_side(record, sides, empty, problems)
        caught = record.luna_prinsa
        if schema >= 3 and caught is not None and sides.find_side(caught.by) == empty:
            problems.append(Problem("ro.nothing_without_tricks", "luna_prinsa"))


def find_trickless_side(record: Played) -> str | None:
    """Return the side that took no trick; None if both sides took tricks.

    Source: docs/reference/format.md, "tricks".
    """
    if record.tricks is None:
        return None
    return OPPONENTS if record.tricks == "all" else DECLARER


def _check_trickless_side(
    record: Played, sides: Sides, empty: str, problems: list[Problem]
) -> None:
    """Add a fault for each honour, king or last trick of a side that took no trick."""
    for key in ("trula", "toti_regii"):
        if getattr(record, key) == empty:
            problems.append(Problem("ro.nothing_without_tricks", key))
    pagat = record.pagat_ultimo
    if pagat is not None and pagat.made and sides.find_side(pagat.by) == empty:
        problems.append(Problem("ro.nothing_without_tricks", "pagat_ultimo"))
    if record.rege_ultimo is not None and record.rege_ultimo == (empty == DECLARER):
        problems.append(Problem("ro.nothing_without_tricks", "rege_ultimo"))
    if record.king_captured and not record.king_abandoned and empty == OPPONENTS:
        problems.append(Problem("ro.nothing_without_tricks", "king_captured"))
