"""Replay of a session: the result of its entries in order, and the rows to store from it."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import takewhile
from typing import Any
from uuid import UUID

from scoring.core.events import Event, Hand, find_event_kind
from scoring.core.posting import sum_points
from scoring.core.problem import Problem
from scoring.core.replay import Step, apply_event
from scoring.core.table import Table
from tarokk_club.club.models import Balance, Entry, Posting, Session
from tarokk_club.club.models.ledger import serialize_line
from tarokk_club.club.session.queries.replay.session_cache import SessionCache


@dataclass(frozen=True, slots=True)
class ReplayItem:
    """A live entry of a session with its event."""

    entry_id: UUID
    position: int
    event: Event
    created_at: datetime


@dataclass(frozen=True, slots=True)
class PlayedEntry:
    """A live entry and its effect on the table."""

    item: ReplayItem
    step: Step

    @property
    def number(self) -> int | None:
        """The number of the hand; None if the entry is not a hand."""
        return self.step.before.number if isinstance(self.step.event, Hand) else None


@dataclass(frozen=True, slots=True)
class ReplayFault:
    """The first impossible entry, and why it is impossible.

    number: number of the hand; None if the entry is not a hand.
    """

    item: ReplayItem
    number: int | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class SessionReplay:
    """The replay of a session.

    opening: table before the first entry.
    played: entries up to the first impossible one.
    table: table after them.
    fault: impossible entry that stopped the replay; None if there is none.
    """

    opening: Table
    played: tuple[PlayedEntry, ...]
    table: Table
    fault: ReplayFault | None = None
    totals: Mapping[str, int] = field(default_factory=dict)
    hands: Mapping[str, int] = field(default_factory=dict)


def build_replay_items(session: Session, entries: Iterable[Entry]) -> list[ReplayItem]:
    """Return the live entries with their events.

    Raise RefusedError if a record cannot be read.
    """
    game = session.played_game
    return [
        ReplayItem(entry.id, entry.position, entry.read_event(game), entry.created_at)
        for entry in entries
        if not entry.deleted
    ]


def replay_session(session: Session, items: Iterable[ReplayItem]) -> SessionReplay:
    """Replay the items from the opening of the session up to the first impossible one.

    items: the entries in order.
    """
    return _replay_items(session, session.build_opening_table(), items, ())


def replay_with_cached_steps(session: Session, entries: Iterable[Entry]) -> SessionReplay:
    """Replay the live entries like `replay_session`, but reuse the steps cached in this process.

    A step depends only on the game, the table before it and its record, so equal records after an
    equal opening always give equal steps.

    Raise RefusedError if a record cannot be read.
    """
    game, opening = session.played_game, session.build_opening_table()
    live = [entry for entry in entries if not entry.deleted]
    contents = [_serialize_content(entry) for entry in live]
    known_steps = _REPLAYED.find_steps(session, opening, contents)
    events = [step.event for step in known_steps]
    events += [entry.read_event(game) for entry in live[len(known_steps) :]]
    items = [
        ReplayItem(entry.id, entry.position, event, entry.created_at)
        for entry, event in zip(live, events, strict=True)
    ]
    replay = _replay_items(session, opening, items, known_steps)
    steps = [
        (content, played.step) for content, played in zip(contents, replay.played, strict=False)
    ]
    _REPLAYED.store_value(session, (session.game, opening, steps))
    return replay


def continue_replay(session: Session, before: SessionReplay, entry: Entry) -> SessionReplay:
    """Return the replay with one more entry at the end, without replaying the others.

    If the entry is impossible, return `before` with the fault.

    before: the replay of all other live entries, without a fault.
    Raise RefusedError if the record cannot be read.
    """
    event = entry.read_event(session.played_game)
    item = ReplayItem(entry.id, entry.position, event, entry.created_at)
    step = apply_event(session.played_game, before.table, event)
    if step.problems:
        return replace(before, fault=_build_fault(item, before.table, step))
    _REPLAYED.append_step(session, before, (_serialize_content(entry), step))
    added = PlayedEntry(item, step)
    played = (*before.played, added)
    if step.after.everyone == before.table.everyone:
        totals, hands = dict(before.totals), dict(before.hands)
        _add_points_and_hand(session, added, totals, hands)
    else:
        totals, hands = _sum_points_and_hands(session, played, step.after)
    return SessionReplay(before.opening, played, step.after, None, totals, hands)


def _serialize_content(entry: Entry) -> str:
    """Return the fields that determine an entry's event, as text because 1 == True in Python."""
    return json.dumps((entry.schema, entry.note, entry.record), sort_keys=True)


class _ReplayCache(SessionCache[tuple[str, Table, list[tuple[str, Step]]]]):
    """A cache of the latest replays of this process: the content and the step of each entry."""

    def find_steps(self, session: Session, opening: Table, contents: list[str]) -> tuple[Step, ...]:
        """Return the cached steps of the first entries, up to the first one that has changed."""
        game, table, steps = self.find_value(session) or ("", opening, [])
        if (game, table) != (session.game, opening):
            return ()
        same = takewhile(lambda pair: pair[0][0] == pair[1], zip(steps, contents, strict=False))
        return tuple(step for (_content, step), _same in same)

    def append_step(self, session: Session, before: SessionReplay, added: tuple[str, Step]) -> None:
        """Append a step if the cached steps are the same as in the replay `before`."""
        _game, opening, steps = self.find_value(session) or ("", None, [])
        if opening != before.opening or len(steps) != len(before.played):
            return
        # A step is reused only after equal steps, so it is enough to compare the last step.
        if not steps or steps[-1][1] is before.played[-1].step:
            steps.append(added)


_REPLAYED = _ReplayCache()


def _replay_items(
    session: Session, opening: Table, items: Iterable[ReplayItem], steps: Sequence[Step]
) -> SessionReplay:
    """Return the replay of the items.

    steps: the steps of the first items, if they are already computed.
    """
    game, table = session.played_game, opening
    played: list[PlayedEntry] = []
    fault = None
    for number, item in enumerate(items):
        step = steps[number] if number < len(steps) else apply_event(game, table, item.event)
        if step.problems:
            fault = _build_fault(item, table, step)
            break
        played.append(PlayedEntry(item, step))
        table = step.after
    totals, hands = _sum_points_and_hands(session, played, table)
    return SessionReplay(opening, tuple(played), table, fault, totals, hands)


def _build_fault(item: ReplayItem, table: Table, step: Step) -> ReplayFault:
    hand = table.number if isinstance(item.event, Hand) else None
    return ReplayFault(item, hand, step.problems)


def _sum_points_and_hands(
    session: Session, played: Iterable[PlayedEntry], table: Table
) -> tuple[dict[str, int], dict[str, int]]:
    totals = dict.fromkeys(table.everyone, 0)
    hands = dict.fromkeys(table.everyone, 0)
    for done in played:
        _add_points_and_hand(session, done, totals, hands)
    return totals, hands


def _add_points_and_hand(
    session: Session, done: PlayedEntry, totals: dict[str, int], hands: dict[str, int]
) -> None:
    """Add an entry to the players' totals of points and, if it is a hand, of hands."""
    for line in done.step.lines:
        for account, points in line.points.items():
            if account in totals:
                totals[account] += points
    if done.number is not None:
        away = session.played_game.sits_out(done.step.before)
        for player in done.step.before.seats:
            hands[player] += player != away


def build_posting(session: Session, done: PlayedEntry) -> Posting:
    """Return the unsaved posting of a replayed entry."""
    step = done.step
    return Posting(
        entry_id=done.item.entry_id,
        session=session,
        position=done.item.position,
        number=done.number,
        kind=find_event_kind(step.event),
        dealer=UUID(step.before.dealer),
        multiplier=step.before.multiplier,
        net=compute_posted_net(done),
        pots=dict(step.after.pots),
        lines=[serialize_line(line) for line in step.lines],
        after=extract_table_state(step.after),
    )


def compute_posted_net(done: PlayedEntry) -> dict[str, int]:
    """Return the points of a replayed entry by account, 0 for players without a payment."""
    return dict.fromkeys(done.step.before.seats, 0) | sum_points(done.step.lines)


def extract_table_state(table: Table) -> dict[str, Any]:
    """Return the part of a table's state that the posting's other columns do not store.

    Empty values are left out. The keys are:

    dealer: the dealer of the next hand.
    rounds: the doubled rounds in progress, each [factor, hands left].
    notice: the notice to end the session.
    mayor: the player who wears the hat.
    paid_by: the player who has already paid for this deal, which is dealt again.
    """
    notice = table.notice
    state = {
        "dealer": table.dealer,
        "rounds": [list(doubled) for doubled in table.doubling.rounds],
        "notice": notice
        and {
            "player": notice.player,
            "skiz": notice.skiz,
            "dealers": list(notice.dealers),
        },
        "mayor": table.mayor,
        "paid_by": table.paid_by,
    }
    return {name: value for name, value in state.items() if value}


def build_balances(session: Session, replay: SessionReplay) -> list[Balance]:
    """Return the unsaved totals of all players of the session."""
    return [
        Balance(session=session, player_id=UUID(player), points=points, hands=replay.hands[player])
        for player, points in replay.totals.items()
    ]


def find_last_hand_time(replay: SessionReplay) -> datetime | None:
    """Return the time at which the last hand was first recorded, or None if there is none."""
    hands = (done.item.created_at for done in reversed(replay.played) if done.number is not None)
    return next(hands, None)
