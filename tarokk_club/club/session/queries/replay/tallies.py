"""Statistics of a session's players and figures, computed from its hands.

They are stored and replaced together with the totals, so that no page reads all hands of a year.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from operator import is_
from typing import Any
from uuid import UUID

from scoring.core.events import Hand, find_event_kind
from scoring.core.game import GameInfo, find_roles, find_speakers
from scoring.core.game_info_types import (
    ALL_TRICKS,
    GAME,
    XXI_CAUGHT,
    Feat,
    HandRecord,
    Roles,
    Speakers,
)
from scoring.core.posting import DECLARER, OPPONENTS, Line, sum_points
from tarokk_club.club.models import Entry, Session, Tally
from tarokk_club.club.session.queries.replay.session_cache import SessionCache
from tarokk_club.club.session.queries.replay.session_replay import (
    PlayedEntry,
    SessionReplay,
    build_replay_items,
    replay_session,
)

# The number of sessions held in memory at once.
AT_ONCE = 50
Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand that counts in the statistics.

    info: texts and properties of the game.
    entry: id of the entry.
    number: number of the hand.
    bid: "" in a game without bidding.
    ours: declarer's side.
    theirs: opponents; players who sit out are on neither side.
    catcher: player whose skiz took the XXI, "" if none did.
    spoken: the recorded speakers of each kontra.
    """

    info: GameInfo[HandRecord]
    entry: str
    number: int
    bid: str
    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    net: dict[str, int]
    lines: tuple[Line, ...]
    catcher: str = ""
    spoken: Speakers = field(default_factory=dict)

    @property
    def card_holders(self) -> tuple[str, ...]:
        """The players who held cards."""
        return self.ours + self.theirs

    def list_players_of_side(self, name: str | None) -> tuple[str, ...]:
        """Return the players of the side `name`; () if it names no side."""
        return {DECLARER: self.ours, OPPONENTS: self.theirs}.get(name or "", ())

    def list_owners_of_line(self, line: Line) -> tuple[str, ...]:
        """Return the player who announced or made the figure; if not recorded, the whole side."""
        return (line.by,) if line.by else self.list_players_of_side(line.side)

    def was_made(self, line: Line) -> bool:
        """Return whether the figure of the line was made, even if it scores nothing."""
        owners = self.list_owners_of_line(line)
        return bool(owners) and not _has_failed(line, line.points.get(owners[0], 0))

    def has_won(self, line: Line, players: Sequence[str]) -> bool:
        """Return whether these players received points for the line."""
        return bool(players) and line.points.get(players[0], 0) > 0


def recompute_tally(session: Session, entries: Iterable[Entry]) -> Tally:
    """Return the tally of a session, computed from its entries in order.

    Raise RefusedError if a record cannot be read.
    """
    return build_tally(session, replay_session(session, build_replay_items(session, entries)))


def build_tally(session: Session, replay: SessionReplay) -> Tally:
    """Return the unsaved tally of a replayed session."""
    facts = _build_empty_tally()
    _count_hands(session, replay.played, facts)
    return Tally(session_id=session.id, facts=facts)


def continue_tally(session: Session, replay: SessionReplay) -> Tally:
    """Return the unsaved tally like `build_tally`, but continue the cached tally if possible.

    That is possible if the replay begins with the entries of the cached tally, unchanged.
    """
    number, facts = _COUNTED.find_facts(session, replay.played)
    _count_hands(session, replay.played[number:], facts)
    # Cached as text, because the caller may change the returned facts.
    _COUNTED.store_value(session, (replay.played, json.dumps(facts)))
    return Tally(session_id=session.id, facts=facts)


class _TallyCache(SessionCache[tuple[tuple[PlayedEntry, ...], str]]):
    """A cache of the latest tallies of this process, each with the entries it counts."""

    def find_facts(self, session: Session, played: tuple[PlayedEntry, ...]) -> tuple[int, Facts]:
        """Return the number of entries in the cached tally, and its facts.

        The number is 0 if nothing is cached or an entry has changed.
        """
        counted, facts = self.find_value(session) or ((), "")
        same = len(counted) <= len(played) and (
            all(map(is_, counted, played))
            or all(
                old.step is new.step and old.item.entry_id == new.item.entry_id
                for old, new in zip(counted, played, strict=False)
            )
        )
        return (len(counted), json.loads(facts)) if counted and same else (0, _build_empty_tally())


_COUNTED = _TallyCache()


def _build_empty_tally() -> Facts:
    return {"players": {}, "made": {}, "trophies": []}


def _count_hands(session: Session, played: Iterable[PlayedEntry], facts: Facts) -> None:
    """Add the hands that count in the statistics to the facts of a tally."""
    players, made, trophies = facts["players"], facts["made"], facts["trophies"]
    endings = session.played_game.info.endings
    hands = (done for done in played if done.number is not None)
    for done in hands:
        if not endings[find_event_kind(done.step.event)].counts:
            continue
        deal = _build_deal(session, done)
        for player in deal.card_holders:
            _add_hand(players.setdefault(player, _build_empty_facts()), player, deal)
        for line in deal.lines:
            if line.figure is not None and line.item not in deal.info.pot_items:
                _count_kontras(players, deal, line)
                _count_made_figure(made, deal, line)
                trophies.extend(_list_feats(deal, line))
            if line.figure is not None and line.figure not in deal.info.plain:
                _count_figure(players, deal, line)


def _build_deal(session: Session, done: PlayedEntry) -> Deal:
    event, table, game = done.step.event, done.step.before, session.played_game
    away = game.sits_out(table)
    seats = tuple(player for player in table.seats if player != away)
    roles = find_roles(game, event.record) if isinstance(event, Hand) else Roles()
    return Deal(
        info=game.info,
        entry=str(done.item.entry_id),
        number=done.number or 0,
        bid=roles.bid,
        ours=roles.side,
        theirs=tuple(player for player in seats if player not in roles.side),
        net=sum_points(done.step.lines),
        lines=done.step.lines,
        catcher=roles.catcher,
        spoken=find_speakers(game, event.record) if isinstance(event, Hand) else {},
    )


def _build_empty_facts() -> Facts:
    """Return the statistics of a player without any hands, with these keys.

    run: "+", "-" or "0" for each hand.
    roles, bids: [hands, won, points].
    figures: [announced and made, announced and failed, otherwise made, otherwise failed, points
        by announcing, points].
    kontras: [spoken, won] by step.
    with, against: [hands, points].
    best, worst: [points, entry, number].
    """
    empty: Facts = {key: {} for key in ("roles", "bids", "figures", "kontras", "with", "against")}
    return empty | {"run": "", "best": None, "worst": None}


def _add_hand(facts: Facts, player: str, deal: Deal) -> None:
    points = deal.net.get(player, 0)
    facts["run"] += "+" if points > 0 else "-" if points else "0"
    if deal.ours:
        _add_numbers(facts["roles"], _find_role(player, deal), 1, points > 0, points)
    if deal.bid and player == deal.ours[0]:
        _add_numbers(facts["bids"], deal.bid, 1, points > 0, points)
    mates = deal.ours if player in deal.ours else deal.theirs if deal.ours else (player,)
    for other in deal.card_holders:
        if other != player:
            _add_numbers(facts["with" if other in mates else "against"], other, 1, points)
    hand = [points, deal.entry, deal.number]
    if facts["best"] is None or points > facts["best"][0]:
        facts["best"] = hand
    if facts["worst"] is None or points < facts["worst"][0]:
        facts["worst"] = hand


def _find_role(player: str, deal: Deal) -> str:
    if player not in deal.ours:
        return "opponent"
    if player != deal.ours[0]:
        return "partner"
    return "declarer" if len(deal.ours) > 1 else "alone"


def _count_figure(players: dict[str, Facts], deal: Deal, line: Line) -> None:
    """Count the figure for its owners; for a payment from a pot, add only the points."""
    for player in deal.list_owners_of_line(line):
        points = line.points.get(player, 0)
        announced_points = points if line.announced else 0
        happened = [0, 0, 0, 0]
        if line.item not in deal.info.pot_items:
            happened[(0 if line.announced else 2) + _has_failed(line, points)] = 1
        _add_numbers(
            players[player]["figures"], str(line.figure), *happened, announced_points, points
        )


def _has_failed(line: Line, points: int) -> bool:
    """Return whether the figure failed, judged by its points or, at 0 points, by its code."""
    return points < 0 or (points == 0 and "failed" in line.code)


def _count_kontras(players: dict[str, Facts], deal: Deal, line: Line) -> None:
    """Count each step of the kontra for its speaker or, if not recorded, for the whole side.

    The sides alternate; the side that did not announce begins.
    """
    announced = line.announced or line.figure == GAME
    if not line.kontra or not announced or not deal.ours:
        return
    speaks = DECLARER if line.figure == GAME else line.side
    speakers = deal.spoken.get(
        (line.figure or "", "" if line.figure == GAME else line.by or ""), ()
    )
    for step in range(1, line.kontra + 1):
        speaks = OPPONENTS if speaks == DECLARER else DECLARER
        side = deal.list_players_of_side(speaks)
        for player in speakers[step - 1 : step] or side:
            _add_numbers(players[player]["kontras"], str(step), 1, deal.has_won(line, side))


def _count_made_figure(counts: dict[str, list[Any]], deal: Deal, line: Line) -> None:
    """Count the figure of the line if it was made, and store its hand as the latest."""
    owners = deal.list_owners_of_line(line)
    if line.figure in deal.info.plain or not deal.was_made(line):
        return
    key = str(line.figure)
    times = counts[key][0] if key in counts else 0
    counts[key] = [times + 1, deal.entry, deal.number, list(owners)]


def _list_feats(deal: Deal, line: Line) -> list[list[Any]]:
    """Return [[kind, entry, number, players, count]] if the line has a feat, else []."""
    count = line.values.get("count") or 0
    if line.figure == GAME and line.kontra:
        # The line of the game belongs to the winner, who need not be the declarer.
        kind, owners, count = "kontra", deal.list_players_of_side(line.side), line.kontra
    else:
        feat = deal.info.feats.get(line.figure or "")
        if feat is None or not deal.was_made(line) or count < feat.fewest:
            return []
        kind, owners = feat.kind, _find_feat_players(deal, line, feat)
    return [[kind, deal.entry, deal.number, list(owners), count]]


def _find_feat_players(deal: Deal, line: Line, feat: Feat) -> tuple[str, ...]:
    """Return the players who achieved the feat."""
    if feat.kind == ALL_TRICKS:
        return deal.list_players_of_side(line.side) or deal.list_owners_of_line(line)
    # A catch may be made by the partner of the player who announced it.
    return (deal.catcher,) if feat.kind == XXI_CAUGHT else deal.list_owners_of_line(line)


def _add_numbers(rows: dict[str, list[int]], key: str, *numbers: int) -> None:
    old = rows.get(key) or [0] * len(numbers)
    rows[key] = [count + int(more) for count, more in zip(old, numbers, strict=True)]


def replay_sessions_of_club(club_id: UUID) -> Iterator[tuple[Session, SessionReplay]]:
    """Yield every session of a club with its replay.

    Raise RefusedError if a record cannot be read.
    """
    ids = iter(list(Session.objects.filter(club=club_id).values_list("pk", flat=True)))
    while some := list(islice(ids, AT_ONCE)):
        sessions = Session.objects.filter(pk__in=some).order_by("pk")
        for session in sessions.prefetch_related("entries"):
            entries = sorted(session.entries.all(), key=lambda entry: entry.position)
            yield session, replay_session(session, build_replay_items(session, entries))
