"""What a change would do, laid out for reading: every entry it moves, and the totals."""

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
    """settlements: id and number of those that took the session in, oldest first; moved: by name,
    what somebody gets (+) or owes then beyond what is settled, in minor units of the currency.
    """

    settlements: tuple[tuple[UUID, int], ...]
    moved: tuple[tuple[str, int], ...]
    currency: str


def settled_effect(
    session: Session, effect: Effect, *, per_point: str | None = None
) -> SettledEffect | None:
    """None where the session is in no settlement; per_point: the stake after the change."""
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
    """One player's points before and after; None where there are none."""

    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class MovedRow:
    """One entry that changes: its number (of a hand), what it is, who deals, how it counts.

    renumbered, dealer, multiplier: before and after, None where it stays.
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
class LaidEffect:
    """problems: why it cannot be done, as sentences; fault_number: of the later hand at fault;
    points: the totals then, by player; settled: None where no settlement took the session in.
    """

    session: Session

    problems: tuple[str, ...]
    fault_number: int | None
    rows: tuple[MovedRow, ...]
    totals: tuple[ShownChange, ...]
    points: Mapping[str, int]
    settled: SettledEffect | None = None


def laid_effect(effect: Effect, session: Session, *, per_point: str = "") -> LaidEffect:
    """The effect in the reader's words; per_point: the session's stake after the change."""
    words = ClubWords(effect.names)
    faults = effect.fault.problems if effect.fault else effect.problems
    return LaidEffect(
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
