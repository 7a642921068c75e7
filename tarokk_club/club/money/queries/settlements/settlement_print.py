"""The printed settlement, with the points of each game and a fingerprint of the data."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Subquery

from tarokk_club.club.models import Change, Session, SettlementPart
from tarokk_club.club.models.chain import compute_fingerprint
from tarokk_club.club.money.queries.settlements.proposed_settlement import ShareRow
from tarokk_club.club.money.queries.settlements.session_settlement import SessionSettlement
from tarokk_club.club.money.queries.settlements.settlement import SettlementPage

# Length of the printed fingerprint and of its groups.
FINGERPRINT_LENGTH, GROUP = 16, 4


@dataclass(frozen=True, slots=True)
class SettlementPrintLine:
    """The line of one account on a printed settlement.

    points: one value for each game; None for a game in which the account has no points.
    """

    share: ShareRow
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class SettlementPrint:
    """A printed settlement.

    games: the games of the points in each line, in the same order.
    fingerprint: the start of the digest of the data, in groups of four characters.
    """

    currency: str
    games: tuple[str, ...]
    lines: tuple[SettlementPrintLine, ...]
    fingerprint: str

    @property
    def names(self) -> list[str]:
        """The names for the signatures: all accounts except the kitty."""
        return [line.share.name for line in self.lines if line.share.name]


def build_settlement_print(settled: SettlementPage) -> SettlementPrint:
    """Return the content of a printed settlement."""
    parts = list(settled.settlement.parts.all())
    games = settled.games
    return SettlementPrint(
        currency=settled.settlement.currency,
        games=games,
        lines=tuple(
            SettlementPrintLine(share, tuple(share.figures.points.get(game) for game in games))
            for share in settled.shares
        ),
        fingerprint=_format_fingerprint(_collect_settled_data(settled, parts)),
    )


def compute_session_fingerprint(session: Session, settlement: SessionSettlement) -> str:
    """Return the printed fingerprint of a session's history, points and stake."""
    return _format_fingerprint(
        {
            "heads": _find_last_hashes([session.id]),
            "points": sorted([due.player_id, due.points] for due in settlement.dues),
            "stake": [session.currency, session.per_point],
        }
    )


def _collect_settled_data(
    settled: SettlementPage, parts: Iterable[SettlementPart]
) -> dict[str, Any]:
    """Return the data for the fingerprint: the settlement, and the last hash of each session."""
    settlement = settled.settlement
    sources = [
        [str(part.session_id or part.charge_id or part.payment_id), str(part.player_id), part.minor]
        for part in parts
    ]
    shares = [[row.account, row.carried, row.exact, row.rounded] for row in settled.shares]
    rows = settlement.transfers.order_by("place").values_list("payer", "receiver", "amount")
    return {
        "settlement": [
            str(settlement.id),
            settlement.number,
            settlement.currency,
            settlement.scope,
        ],
        "parts": sorted(sources),
        "shares": sorted(shares),
        "transfers": [[str(payer), str(receiver), amount] for payer, receiver, amount in rows],
        "heads": _find_last_hashes({part.session_id for part in parts if part.session_id}),
    }


def _find_last_hashes(sessions: Iterable[UUID]) -> Mapping[str, str]:
    """Return the last hash in the history of each session, by session id."""
    newest = Change.objects.filter(session=OuterRef("pk")).order_by("-seq").values("hash")
    rows = Session.objects.filter(pk__in=sessions).annotate(head=Subquery(newest[:1]))
    return {str(pk): head for pk, head in rows.values_list("pk", "head")}


def _format_fingerprint(data: dict[str, Any]) -> str:
    digest = compute_fingerprint(data)[:FINGERPRINT_LENGTH]
    return " ".join(digest[place : place + GROUP] for place in range(0, FINGERPRINT_LENGTH, GROUP))
