"""The printed settlement: the points behind the money, and a fingerprint of the data."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Subquery

from tarokk_club.club.models import Change, Part, Session
from tarokk_club.club.models.chain import fingerprint
from tarokk_club.club.money.queries.session_settlement import SessionSettlement
from tarokk_club.club.money.queries.settlement import SettlementPage
from tarokk_club.club.money.queries.transfer_plan import ShareRow

# Characters of the fingerprint on the print, in groups that can be read aloud.
MARK, GROUP = 16, 4


@dataclass(frozen=True, slots=True)
class SettlementPaperLine:
    """The line of one account on the print.

    points: one value for each game; None if the account has no points in it.
    """

    share: ShareRow
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class SettlementPaper:
    """The print of a settlement.

    games: games whose points are in the lines, in their order.
    mark: the start of the fingerprint, in groups of four characters.
    """

    currency: str
    games: tuple[str, ...]
    lines: tuple[SettlementPaperLine, ...]
    mark: str

    @property
    def names(self) -> list[str]:
        """The names of all who sign: everybody except the kitty."""
        return [line.share.name for line in self.lines if line.share.name]


def settled_paper(settled: SettlementPage) -> SettlementPaper:
    """Return the print of a settlement."""
    parts = list(settled.settlement.parts.all())
    games = settled.games
    return SettlementPaper(
        currency=settled.settlement.currency,
        games=games,
        lines=tuple(
            SettlementPaperLine(share, tuple(share.figures.points.get(game) for game in games))
            for share in settled.shares
        ),
        mark=_grouped(_settled_facts(settled, parts)),
    )


def session_mark(session: Session, settlement: SessionSettlement) -> str:
    """Return the fingerprint of the data on which the settlement of a session is based."""
    return _grouped(
        {
            "heads": _heads([session.id]),
            "points": sorted([one.player_id, one.points] for one in settlement.dues),
            "stake": [session.currency, session.per_point],
        }
    )


def _settled_facts(settled: SettlementPage, parts: Iterable[Part]) -> dict[str, Any]:
    """Return what was settled, and the newest hash of each session in it, as the content of the
    fingerprint.
    """
    one = settled.settlement
    sources = [
        [str(part.session_id or part.charge_id or part.payment_id), str(part.player_id), part.minor]
        for part in parts
    ]
    shares = [[row.account, row.carried, row.exact, row.rounded] for row in settled.shares]
    rows = one.transfers.order_by("place").values_list("payer", "receiver", "amount")
    return {
        "settlement": [str(one.id), one.number, one.currency, one.scope],
        "parts": sorted(sources),
        "shares": sorted(shares),
        "transfers": [[str(payer), str(receiver), amount] for payer, receiver, amount in rows],
        "heads": _heads({part.session_id for part in parts if part.session_id}),
    }


def _heads(sessions: Iterable[UUID]) -> Mapping[str, str]:
    """Return the newest hash in the history of each session, by the session's id."""
    newest = Change.objects.filter(session=OuterRef("pk")).order_by("-seq").values("hash")
    rows = Session.objects.filter(pk__in=sessions).annotate(head=Subquery(newest[:1]))
    return {str(pk): head for pk, head in rows.values_list("pk", "head")}


def _grouped(facts: dict[str, Any]) -> str:
    mark = fingerprint(facts)[:MARK]
    return " ".join(mark[place : place + GROUP] for place in range(0, MARK, GROUP))
