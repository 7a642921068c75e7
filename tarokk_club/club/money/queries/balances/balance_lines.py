"""The details of each figure of a balance: sessions, fees and payments line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.db.models import Model, Q, Sum
from django.utils.timezone import localtime

from tarokk_club.club.models import Charge, Payment, Session, Settlement, SettlementPart, Share
from tarokk_club.club.models.money import OUTSIDE, find_player_of_account
from tarokk_club.club.money.queries.balances.balance_figures import (
    CARRIED,
    FIGURE_BY_SOURCE,
    FIGURES,
    Figures,
    find_part_source,
)
from tarokk_club.club.money.queries.balances.balance_sums import (
    build_counted_condition,
    convert_points_to_minor,
)
from tarokk_club.club.money.queries.settlements.unsettled_items import OpenItem

SESSION, CHARGE, PAYMENT = "session", "charge", "payment"
SETTLEMENT, REMAINDER = "settlement", "rest"


@dataclass(frozen=True, slots=True)
class FigureLine:
    """A session, fee, payment or earlier settlement that contributes to a figure.

    minor: amount that the line adds to the figure, in minor units, positive if receivable.
    id: id of the source; None for a remainder without a source.
    points: points of a session.
    number: number of a settlement.
    counterparty: name of the other player of a payment; None for the kitty and people outside.
    outside: whether the other party is outside the club.
    is_payer: whether the account made the payment.
    is_counter: whether the line cancels another one.
    """

    figure: str
    source: str
    minor: int
    id: UUID | None = None
    day: date | None = None
    points: int | None = None
    game: str = ""
    title: str = ""
    purpose: str = ""
    note: str = ""
    number: int = 0
    counterparty: str | None = None
    outside: bool = False
    is_payer: bool = False
    is_counter: bool = False


@dataclass(frozen=True, slots=True)
class ExplainedFigure:
    """A figure with its amount and the lines that explain it, oldest first.

    The lines add up to the amount, except that the figure `due` has no lines.
    """

    name: str
    minor: int
    lines: tuple[FigureLine, ...]


def explain_settled_figures(
    settlement: Settlement, account: str, figures: Figures
) -> tuple[ExplainedFigure, ...]:
    """Return the figures of an account in a saved settlement, each with its lines."""
    parts = settlement.parts.filter(player=find_player_of_account(account))
    rows = parts.select_related(SESSION, CHARGE, "payment__payer", "payment__receiver")
    lines = [_build_part_line(part, account, settlement.currency) for part in rows]
    lines += _explain_carried_amount(
        settlement.club_id, settlement.currency, account, figures, settlement
    )
    return _group_lines(figures, lines)


def explain_open_figures(
    club_id: UUID, currency: str, account: str, figures: Figures, items: Iterable[OpenItem]
) -> tuple[ExplainedFigure, ...]:
    """Return the figures of an account in a proposed settlement, each with its lines."""
    mine = [item for item in items if item.minor.get(account)]
    sources = _load_sources(mine)
    lines = [
        _build_line(sources[item.id], item.source, item.minor[account], account, currency)
        for item in mine
    ]
    if figures.carried:
        lines += _explain_carried_amount(club_id, currency, account, figures, None)
    return _group_lines(figures, lines)


def _group_lines(figures: Figures, lines: Iterable[FigureLine]) -> tuple[ExplainedFigure, ...]:
    ordered = sorted(lines, key=lambda line: (line.day or date.min, line.number))
    return tuple(
        ExplainedFigure(name, minor, tuple(line for line in ordered if line.figure == name))
        for name, minor in zip(FIGURES, figures.amounts, strict=True)
    )


def _load_sources(items: Iterable[OpenItem]) -> dict[UUID, Model]:
    """Return the sessions, charges and payments of the items by id, in three queries."""
    ids = {item.id for item in items}
    payments = Payment.objects.filter(pk__in=ids).select_related("payer", "receiver")
    rows: list[Model] = [*Session.objects.filter(pk__in=ids), *Charge.objects.filter(pk__in=ids)]
    return {row.pk: row for row in (*rows, *payments)}


def _build_part_line(part: SettlementPart, account: str, currency: str) -> FigureLine:
    source = find_part_source(part)
    return _build_line(getattr(part, source), source, part.minor, account, currency)


def _build_line(row: Model, source: str, minor: int, account: str, currency: str) -> FigureLine:
    figure = FIGURE_BY_SOURCE[source]
    if isinstance(row, Session):
        # The stake of a settled session may be in another currency by now.
        is_staked = row.per_point and row.currency == currency
        stake = convert_points_to_minor(1, row.per_point, currency) if is_staked else 0
        points = minor // stake if stake else None
        return FigureLine(figure, source, minor, row.pk, row.date, points, row.game, row.table_name)
    if isinstance(row, Charge):
        return FigureLine(
            figure,
            source,
            minor,
            row.pk,
            row.date,
            purpose=row.purpose,
            note=row.note,
            is_counter=row.reverses_id is not None,
        )
    return (
        _build_payment_line(row, figure, minor, account)
        if isinstance(row, Payment)
        else _build_remainder_line(0)
    )


def _build_payment_line(row: Payment, figure: str, minor: int, account: str) -> FigureLine:
    paid = row.source == account
    other_party, side = (row.receiver, row.receiver_side) if paid else (row.payer, row.payer_side)
    return FigureLine(
        figure,
        PAYMENT,
        minor,
        row.pk,
        row.date,
        purpose=row.purpose,
        note=row.note,
        counterparty=other_party.name if other_party else None,
        outside=side == OUTSIDE,
        is_payer=paid,
        is_counter=row.reverses_id is not None,
    )


def _build_remainder_line(minor: int) -> FigureLine:
    return FigureLine(CARRIED, REMAINDER, minor)


def _explain_carried_amount(
    club_id: UUID, currency: str, account: str, figures: Figures, until: Settlement | None
) -> Iterator[FigureLine]:
    """Yield the lines that explain `carried`, from the last settlement that carried amounts over.

    until: the settlement that has the figure; None for the current figure.
    """
    live = Settlement.objects.filter(club=club_id, currency=currency, withdrawn_at=None)
    earlier = live.filter(number__lt=until.number) if until else live
    last = earlier.filter(carried=True).order_by("-number").first()
    since = earlier.filter(number__gt=last.number) if last else earlier
    lines = [*_explain_last_settlement(last, account), *_explain_later_settlements(since, account)]
    lines += _explain_plan_payments(club_id, currency, account, last, until)
    yield from lines
    if remainder := figures.carried - sum(line.minor for line in lines):
        yield _build_remainder_line(remainder)


def _explain_last_settlement(last: Settlement | None, account: str) -> Iterator[FigureLine]:
    if last is None:
        return
    mine = Share.objects.filter(settlement=last, player=find_player_of_account(account)).first()
    if mine and mine.exact:
        yield _build_settlement_line(last, mine.exact)


def _explain_later_settlements(
    settlements: Iterable[Settlement], account: str
) -> Iterator[FigureLine]:
    for settlement in settlements:
        parts = settlement.parts.filter(player=find_player_of_account(account))
        if minor := parts.aggregate(all=Sum("minor"))["all"] or 0:
            yield _build_settlement_line(settlement, minor)


def _build_settlement_line(settlement: Settlement, minor: int) -> FigureLine:
    return FigureLine(
        CARRIED,
        SETTLEMENT,
        minor,
        settlement.pk,
        localtime(settlement.made_at).date(),
        number=settlement.number,
    )


def _explain_plan_payments(
    club_id: UUID,
    currency: str,
    account: str,
    after: Settlement | None,
    until: Settlement | None,
) -> Iterator[FigureLine]:
    """Yield a line for each payment of a transfer, if it began to count between two settlements.

    after, until: the settlements; None for no limit.
    """
    player = find_player_of_account(account)
    mine = Q(payer=player) | Q(receiver=player)
    rows = Payment.objects.filter(build_counted_condition(), mine, club=club_id, currency=currency)
    for row in rows.exclude(transfer=None).select_related("payer", "receiver", "confirmation"):
        at = _find_effective_time(row)
        if (after is None or at > after.made_at) and (until is None or at <= until.made_at):
            minor = row.amount if row.payer_id == player else -row.amount
            yield _build_payment_line(row, CARRIED, minor, account)


def _find_effective_time(payment: Payment) -> datetime:
    """Return the time from which the payment counts."""
    confirmation = getattr(payment, "confirmation", None)
    return confirmation.made_at if confirmation else payment.made_at
