"""The preview of a change in the reader's language: changed entries, totals and settlements."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from scoring.core.accounts import is_pot
from scoring.document import Head, Stake
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.formatting.labels import label_event_kind
from tarokk_club.club.formatting.sentences import ClubWords, render_problem
from tarokk_club.club.models import Session, Settlement
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.session.queries.replay.change_replay import Effect, MovedEntry, ReplaySide


@dataclass(frozen=True, slots=True)
class SettlementAdjustment:
    """The amount that a change adds to a player's next settlement.

    minor: in minor units of the currency, positive if receivable.
    """

    player_id: str
    name: str
    minor: int
    currency: str


@dataclass(frozen=True, slots=True)
class SettlementEffect:
    """The effect of a change on settlements that include the session.

    settlements: id and number of each, oldest first.
    adjustments: the amounts that the change adds to the next settlement.
    conceals: whether amounts are left out because the reader may not see them.
    """

    settlements: tuple[tuple[UUID, int], ...]
    adjustments: tuple[SettlementAdjustment, ...]
    conceals: bool = False

    def limit_money_to(self, accounts: Collection[str]) -> SettlementEffect:
        """Return the effect with only the amounts of these players."""
        visible = tuple(one for one in self.adjustments if one.player_id in accounts)
        return replace(self, adjustments=visible, conceals=len(visible) < len(self.adjustments))


def compute_settlement_effect(
    session: Session, effect: Effect, *, stake: Stake | None
) -> SettlementEffect | None:
    """Return how a change affects settlements; None if no settlement includes the session.

    stake: the stake after the change.
    """
    settlements = _list_settlements(session)
    if not settlements:
        return None
    old = {player: points for player, (points, _) in effect.totals.items()}
    new = {player: points for player, (_, points) in effect.totals.items()}
    before, after = _convert_to_money(old, session.stake), _convert_to_money(new, stake)
    return SettlementEffect(settlements, _list_settlement_adjustments(before, after, effect.names))


def compute_bin_effect(session: Session) -> SettlementEffect | None:
    """Return how binning or restoring the session affects settlements.

    Return None if no settlement includes the session.
    """
    settlements = _list_settlements(session)
    if not settlements:
        return None
    rows = session.balances.values_list("player_id", "points")
    money = _convert_to_money({str(player): points for player, points in rows}, session.stake)
    before, after = ({}, money) if session.binned_at else (money, {})
    return SettlementEffect(
        settlements, _list_settlement_adjustments(before, after, load_names(session.club_id))
    )


def _list_settlements(session: Session) -> tuple[tuple[UUID, int], ...]:
    rows = Settlement.objects.filter(parts__session=session, withdrawn_at=None).distinct()
    return tuple(rows.order_by("number").values_list("id", "number"))


# Currency and player to minor units.
_Money = dict[tuple[str, str], int]


def _convert_to_money(points: Mapping[str, int], stake: Stake | None) -> _Money:
    if stake is None:
        return {}
    per_point = read_amount(stake.per_point, CURRENCIES[stake.currency], field="per_point")
    return {(stake.currency, player): amount * per_point for player, amount in points.items()}


def _list_settlement_adjustments(
    before: _Money, after: _Money, names: Mapping[str, str]
) -> tuple[SettlementAdjustment, ...]:
    changes = {key: after.get(key, 0) - before.get(key, 0) for key in (*before, *after)}
    return tuple(
        SettlementAdjustment(player, names[player], minor, code)
        for (code, player), minor in changes.items()
        if minor
    )


@dataclass(frozen=True, slots=True)
class PointsChange:
    """A player's points before and after a change; None if the player had no part in the entry."""

    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class MovedRow:
    """An entry that changes.

    number: the number of the hand after the change, or before it if the change deletes the
        entry; None for other events.
    removed: whether the change deletes the entry.
    added: whether the change adds the entry.
    renumbered, dealer, multiplier: the values before and after; None if unchanged, added or
        removed.
    changes: the players whose points change.
    """

    number: int | None
    renumbered: tuple[int, int] | None
    label: str
    removed: bool
    added: bool
    dealer: tuple[str, str] | None
    multiplier: tuple[int, int] | None
    changes: tuple[PointsChange, ...]


@dataclass(frozen=True, slots=True)
class ChangePreview:
    """The preview of a change.

    problems: sentences that explain why the change is impossible.
    fault_number: the number of the later hand that would become impossible.
    points: totals after the change, by player.
    settled: None if no settlement includes the session.
    """

    session: Session

    problems: tuple[str, ...]
    fault_number: int | None
    rows: tuple[MovedRow, ...]
    totals: tuple[PointsChange, ...]
    points: Mapping[str, int]
    settled: SettlementEffect | None = None


def build_change_preview(
    effect: Effect, session: Session, *, head: Head | None = None
) -> ChangePreview:
    """Return the preview of a change in the reader's language.

    head: the session's head after the change; None if the change leaves it as it is.
    """
    stake = head.stake if head else session.stake
    words = ClubWords(effect.names)
    faults = effect.fault.problems if effect.fault else effect.problems
    return ChangePreview(
        session=session,
        points={player: after for player, (_, after) in effect.totals.items()},
        problems=tuple(render_problem(problem, words) for problem in faults),
        fault_number=effect.fault.number if effect.fault else None,
        rows=tuple(_build_row(moved, effect.names) for moved in effect.moved),
        totals=tuple(
            PointsChange(effect.names[player], before, after)
            for player, (before, after) in effect.totals.items()
        ),
        settled=compute_settlement_effect(session, effect, stake=stake),
    )


def _build_row(moved: MovedEntry, names: Mapping[str, str]) -> MovedRow:
    before, after = moved.before, moved.after
    side = after or before
    return MovedRow(
        number=side.number if side else None,
        renumbered=_find_renumbering(before, after),
        label=label_event_kind(moved.kind),
        removed=after is None,
        added=before is None,
        dealer=_find_dealer_change(before, after, names),
        multiplier=_find_multiplier_change(before, after),
        changes=_list_point_changes(before, after, names),
    )


def _find_renumbering(
    before: ReplaySide | None, after: ReplaySide | None
) -> tuple[int, int] | None:
    old, new = before and before.number, after and after.number
    return (old, new) if old and new and old != new else None


def _find_dealer_change(
    before: ReplaySide | None, after: ReplaySide | None, names: Mapping[str, str]
) -> tuple[str, str] | None:
    if before is None or after is None or before.dealer == after.dealer:
        return None
    return names[before.dealer], names[after.dealer]


def _find_multiplier_change(
    before: ReplaySide | None, after: ReplaySide | None
) -> tuple[int, int] | None:
    if before is None or after is None or before.multiplier == after.multiplier:
        return None
    return before.multiplier, after.multiplier


def _list_point_changes(
    before: ReplaySide | None, after: ReplaySide | None, names: Mapping[str, str]
) -> tuple[PointsChange, ...]:
    old: Mapping[str, int] = before.net if before else {}
    new: Mapping[str, int] = after.net if after else {}
    players = [account for account in {**old, **new} if not is_pot(account)]
    return tuple(
        PointsChange(names[player], old.get(player), new.get(player))
        for player in players
        if old.get(player) != new.get(player)
    )
