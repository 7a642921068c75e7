"""The preview of a change in the reader's words: every entry it changes, and the totals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from scoring.core.accounts import is_pot
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.formatting.labels import kind_label
from tarokk_club.club.formatting.sentences import ClubWords, problem_sentence
from tarokk_club.club.models import Session, Settlement
from tarokk_club.club.session.queries.change_replay import Effect, MovedHand, ReplaySide


@dataclass(frozen=True, slots=True)
class SettledEffect:
    """The effect of a change on settlements that include the session.

    settlements: id and number, oldest first.
    moved: name and difference to the settled amount, in minor units of the currency, + receives.
    """

    settlements: tuple[tuple[UUID, int], ...]
    moved: tuple[tuple[str, int], ...]
    currency: str


def settled_effect(
    session: Session, effect: Effect, *, per_point: str | None = None
) -> SettledEffect | None:
    """Return the effect on settlements, or None if the session has no stake or is in no settlement.

    per_point: stake after the change, None if it stays.
    """
    rows = Settlement.objects.filter(parts__session=session, withdrawn_at=None).distinct()
    settlements = tuple(rows.order_by("number").values_list("id", "number"))
    if not settlements or not session.per_point:
        return None
    currency = CURRENCIES[session.currency]
    now = read_amount(session.per_point, currency, field="per_point")
    then = read_amount(per_point, currency, field="per_point") if per_point else now
    moved = {
        player: after * then - before * now for player, (before, after) in effect.totals.items()
    }
    names = effect.names
    return SettledEffect(
        settlements,
        tuple((names[player], minor) for player, minor in moved.items() if minor),
        session.currency,
    )


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A player's points before and after the change, None where there are none."""

    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class MovedRow:
    """An entry that changes.

    number: number of the hand, None for other events.
    renumbered, dealer, multiplier: before and after, None if unchanged.
    """

    number: int | None
    renumbered: tuple[int, int] | None
    label: str
    gone: bool
    added: bool
    dealer: tuple[str, str] | None
    multiplier: tuple[int, int] | None
    changes: tuple[ShownChange, ...]


@dataclass(frozen=True, slots=True)
class ChangePreview:
    """The preview of a change.

    problems: sentences about why it is impossible.
    fault_number: number of the later hand that would become impossible.
    points: totals after the change, by player.
    settled: None if no settlement includes the session.
    """

    session: Session

    problems: tuple[str, ...]
    fault_number: int | None
    rows: tuple[MovedRow, ...]
    totals: tuple[ShownChange, ...]
    points: Mapping[str, int]
    settled: SettledEffect | None = None


def build_change_preview(effect: Effect, session: Session, *, per_point: str = "") -> ChangePreview:
    """Return the preview of a change in the reader's words.

    per_point: stake after the change, "" if it stays.
    """
    words = ClubWords(effect.names)
    faults = effect.fault.problems if effect.fault else effect.problems
    return ChangePreview(
        session=session,
        points={player: after for player, (_, after) in effect.totals.items()},
        problems=tuple(problem_sentence(problem, words) for problem in faults),
        fault_number=effect.fault.number if effect.fault else None,
        rows=tuple(_row(moved, effect.names) for moved in effect.moved),
        totals=tuple(
            ShownChange(effect.names[player], before, after)
            for player, (before, after) in effect.totals.items()
        ),
        settled=settled_effect(session, effect, per_point=per_point or None),
    )


def _row(moved: MovedHand, names: Mapping[str, str]) -> MovedRow:
    before, after = moved.before, moved.after
    side = after or before
    return MovedRow(
        number=side.number if side else None,
        renumbered=_numbers(before, after),
        label=kind_label(moved.kind),
        gone=after is None,
        added=before is None,
        dealer=_dealers(before, after, names),
        multiplier=_multipliers(before, after),
        changes=_changes(before, after, names),
    )


def _numbers(before: ReplaySide | None, after: ReplaySide | None) -> tuple[int, int] | None:
    old, new = before and before.number, after and after.number
    return (old, new) if old and new and old != new else None


def _dealers(
    before: ReplaySide | None, after: ReplaySide | None, names: Mapping[str, str]
) -> tuple[str, str] | None:
    if before is None or after is None or before.dealer == after.dealer:
        return None
    return names[before.dealer], names[after.dealer]


def _multipliers(before: ReplaySide | None, after: ReplaySide | None) -> tuple[int, int] | None:
    if before is None or after is None or before.multiplier == after.multiplier:
        return None
    return before.multiplier, after.multiplier


def _changes(
    before: ReplaySide | None, after: ReplaySide | None, names: Mapping[str, str]
) -> tuple[ShownChange, ...]:
    old: Mapping[str, int] = before.net if before else {}
    new: Mapping[str, int] = after.net if after else {}
    players = [one for one in {**old, **new} if not is_pot(one)]
    return tuple(
        ShownChange(names[player], old.get(player), new.get(player))
        for player in players
        if old.get(player) != new.get(player)
    )
