"""The replay of a session's events: each event turns one table into the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple, cast

from scoring.core.accounts import is_pot, name_pot_account, split_evenly
from scoring.core.events import (
    Adjust,
    ChangeDealer,
    End,
    Event,
    Fine,
    GiveNotice,
    Hand,
    Join,
    Leave,
    MovePot,
)
from scoring.core.game import Game, Record, cast_record
from scoring.core.options import Rules
from scoring.core.posting import Line, Scored
from scoring.core.problem import Problem
from scoring.core.reader import RECORD_SCHEMA
from scoring.core.table import Table, TableOf, find_player_after, give_notice, order_seats_from

# A limit that no real pot reaches: a pot that doubled every hand would overflow the database.
LARGEST_POT = 10**12


class Step(NamedTuple):
    """An event applied to a table.

    before: table before the event.
    lines: explained lines, empty if there are problems.
    after: table after the event, equal to `before` if there are problems.
    problems: faults that prevent the event.

    Source: docs/adr/0018-scoring-core.md, "A session is a fold".
    """

    event: Event
    before: Table
    lines: tuple[Line, ...]
    after: Table
    problems: tuple[Problem, ...] = ()


def open_table(
    game: Game[Rules, Record], rules: Rules, players: tuple[str, ...], dealer: str
) -> TableOf[Rules]:
    """Return the table before the first deal, with empty pots.

    players: distinct, in playing order.
    dealer: a member of `players`.

    Source: docs/reference/format.md.
    """
    pots = dict.fromkeys(game.pots(rules), 0)
    return TableOf(rules=rules, seats=players, dealer=dealer, everyone=players, pots=pots)


def apply_event(game: Game[Rules, Record], table: Table, event: Event) -> Step:
    """Return the step that `event` makes at `table`.

    The step holds all faults at once; the lines of a step without faults add up to zero.

    Source: scoring/RULEBOOK.md, "Fine points" and section 6.
    """
    problems = _find_faults(game, table, event)
    if problems:
        return Step(event, table, (), table, tuple(problems))
    scored = (
        _score_hand(game, table, event)
        if isinstance(event, Hand)
        else _apply_table_event(game, table, event)
    )
    if max(scored.after.pots.values(), default=0) > LARGEST_POT:
        return Step(
            event, table, (), table, (Problem("pot_too_large", "type", {"highest": LARGEST_POT}),)
        )
    return Step(event, table, tuple(scored.lines), scored.after)


def _score_hand(game: Game[Rules, Record], table: Table, hand: Hand) -> Scored:
    record = cast_record(game, hand.record)
    if hand.schema < RECORD_SCHEMA and game.restated is not None:
        record = game.restated(record, hand.schema)
    return game.score(record, table)


def replay(game: Game[Rules, Record], table: Table, events: Iterable[Event]) -> Iterator[Step]:
    """Yield the step of each event from `table` on; stop after the first step with problems.

    Source: docs/adr/0018-scoring-core.md, "A session is a fold".
    """
    for event in events:
        step = apply_event(game, table, event)
        yield step
        if step.problems:
            return
        table = step.after


def _find_faults(game: Game[Rules, Record], table: Table, event: Event) -> list[Problem]:
    if table.ended:
        return [Problem("after_end", "type")]
    if isinstance(event, Hand):
        if not game.fewest <= len(table.seats) <= game.most:
            values = {"fewest": game.fewest, "most": game.most, "count": len(table.seats)}
            return [Problem("wrong_number_of_players", "type", values)]
        return game.check(cast_record(game, event.record), table, schema=event.schema)
    if isinstance(event, Join):
        return _find_join_faults(game, table, event)
    if isinstance(event, Adjust | MovePot):
        strangers = [name for name in event.points if name not in table.everyone]
        faults = [
            Problem("not_in_session", f"points.{name}", {"player": name}) for name in strangers
        ]
        return faults + (_find_pot_faults(table, event) if isinstance(event, MovePot) else [])
    if isinstance(event, End):
        return []
    problems = _find_seat_fault(table, "player", event.player)
    if isinstance(event, Leave) and not problems and len(table.seats) == 1:
        problems.append(Problem("last_player_leaves", "player", {"player": event.player}))
    if isinstance(event, GiveNotice):
        problems += _find_notice_faults(game, table, event)
    return problems


def _find_pot_faults(table: Table, event: MovePot) -> list[Problem]:
    """Return a fault if the rules lack the pot, or if it holds less than is taken out."""
    content = table.pots.get(event.pot)
    if content is None:
        allowed = ", ".join(table.pots)
        return [Problem("unknown_pot" if allowed else "no_pots", "pot", {"allowed": allowed})]
    if content + sum(event.points.values()) < 0:
        return [Problem("pot_too_small", "points", {"content": content})]
    return []


def _find_notice_faults(
    game: Game[Rules, Record], table: Table, event: GiveNotice
) -> list[Problem]:
    problems = [] if event.skiz is None else _find_seat_fault(table, "skiz", event.skiz)
    if event.schema < 2:
        return problems
    if not game.notice:
        problems.append(Problem("no_notice", "type"))
    elif event.skiz is not None and event.skiz == _find_player_sitting_out(game, table):
        problems.append(Problem("skiz_sat_out", "skiz", {"player": event.skiz}))
    return problems


def _find_player_sitting_out(game: Game[Rules, Record], table: Table) -> str | None:
    """Return the player who sits out the first hand after the notice, or None."""
    notice = table.notice
    first = notice.dealers[0] if notice is not None and notice.dealers else table.dealer
    return game.sits_out(replace(table, dealer=first)) if first in table.seats else None


def _find_join_faults(game: Game[Rules, Record], table: Table, event: Join) -> list[Problem]:
    problems = _find_seat_fault(table, "after", event.after)
    if event.player in table.seats:
        problems.append(Problem("sits_already", "player", {"player": event.player}))
    if not event.player:
        problems.append(Problem("missing", "player"))
    elif not event.player.strip() or is_pot(event.player):
        problems.append(Problem("name_wrong", "player"))
    if len(table.seats) >= game.most:
        problems.append(Problem("table_full", "player", {"most": game.most}))
    return problems


def _find_seat_fault(table: Table, field: str, player: str) -> list[Problem]:
    return [] if player in table.seats else [Problem("not_at_table", field, {"player": player})]


def _apply_table_event(game: Game[Rules, Record], table: Table, event: Event) -> Scored:
    if isinstance(event, Join):
        return _seat_player(game, table, event)
    if isinstance(event, Leave):
        return Scored((), _unseat_player(table, event.player))
    if isinstance(event, GiveNotice):
        return Scored(
            (), replace(table, notice=give_notice(table.notice, event.player, event.skiz))
        )
    if isinstance(event, ChangeDealer):
        return Scored((), replace(table, dealer=event.player))
    if isinstance(event, MovePot):
        return _pay_into_pots(table, (_build_pot_line(event),))
    if isinstance(event, Adjust):
        return Scored((Line("adjust", "adjust", {"note": event.note}, event.points),), table)
    if isinstance(event, Fine):
        # read_event refuses a fine where the game has none.
        fine = cast(Callable[[Table, str, str], tuple[Line, ...]], game.fine)
        return _pay_into_pots(table, fine(table, event.player, event.severity))
    return _split_pots(table)


def _build_pot_line(event: MovePot) -> Line:
    moved = sum(event.points.values())
    points = {player: -amount for player, amount in event.points.items()}
    values = {"pot": f"pot.{event.pot}", "note": event.note, "amount": abs(moved)}
    code = "pot_filled" if moved > 0 else "pot_emptied" if moved < 0 else "pot_shifted"
    return Line("pot_moved", code, values, {**points, name_pot_account(event.pot): moved})


def _seat_player(game: Game[Rules, Record], table: Table, event: Join) -> Scored:
    place = table.seats.index(event.after) + 1
    seats = (*table.seats[:place], event.player, *table.seats[place:])
    everyone = table.everyone if event.player in table.everyone else (*table.everyone, event.player)
    joined = replace(table, seats=seats, everyone=everyone)
    return _pay_into_pots(joined, game.join(joined, event.player))


def _pay_into_pots(table: Table, lines: tuple[Line, ...]) -> Scored:
    pots = dict(table.pots)
    for line in lines:
        for name in pots:
            pots[name] += line.points.get(name_pot_account(name), 0)
    return Scored(lines, replace(table, pots=pots))


def _unseat_player(table: Table, player: str) -> Table:
    dealer = find_player_after(table.seats, player) if table.dealer == player else table.dealer
    seats = tuple(name for name in table.seats if name != player)
    return replace(table, seats=seats, dealer=dealer)


def _split_pots(table: Table) -> Scored:
    order = order_seats_from(table.seats, table.dealer)
    lines = []
    for name, content in table.pots.items():
        if content:
            points = {name_pot_account(name): -content, **split_evenly(content, order)}
            lines.append(
                Line("pot_split", "pot_split", {"pot": f"pot.{name}", "amount": content}, points)
            )
    pots = dict.fromkeys(table.pots, 0)
    return Scored(tuple(lines), replace(table, pots=pots, ended=True))
