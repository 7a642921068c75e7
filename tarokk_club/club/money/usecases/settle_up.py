"""Settle: freeze who gets what, and plan who pays whom."""

from dataclasses import dataclass
from uuid import UUID, uuid5

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Part, Settlement, Share, Transfer
from tarokk_club.club.models.money import player_or_kitty
from tarokk_club.club.money.queries.open_balances import OpenItem, SettlingScope
from tarokk_club.club.money.queries.transfer_plan import Proposal, last_number, propose
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.events import plan_made
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is to be settled, and the proposal that the person saw, in short."""

    scope: SettlingScope
    seen: str


def settle_up(*, club_id: UUID, form: Submission, wish: Wish) -> Settlement:
    """The settlement, just as it was shown; the form's key becomes the id.

    Raises RefusedError (nothing to settle), ConflictError (somebody settled or changed something
    meanwhile) and what the unit of work raises.
    """
    content = {"do": "settle", "scope": wish.scope.facts(), "seen": wish.seen}

    def change(write: ClubWrite) -> Settlement:
        proposal = propose(write.club, wish.scope)
        if proposal.seen != wish.seen:
            raise ConflictError([_meanwhile(write)])
        if proposal.is_empty:
            raise RefusedError([Problem("nothing_to_settle", "")])
        settlement = _frozen(write, proposal)
        plan_made.send(None, settlement=settlement)
        return settlement

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        change,
        repeated=lambda write: Settlement.objects.get(pk=form.key),
    )


def _meanwhile(write: ClubWrite) -> Problem:
    """Why the amounts are others than those on the page: its version is the last settlement."""
    newest = Settlement.objects.filter(club=write.club, number=last_number(write.club.id))
    settlement = newest.select_related("made_by").first()
    if settlement is None or settlement.number == write.form.version:
        return Problem("money_moved", "")
    who = settlement.made_by.name if settlement.made_by else ""
    if not who:
        return Problem("settled_by_operator", "", {"number": settlement.number})
    return Problem("settled_by_other", "", {"number": settlement.number, "who": who})


def _frozen(write: ClubWrite, proposal: Proposal) -> Settlement:
    settlement = Settlement(
        id=write.form.key,
        club=write.club,
        number=last_number(write.club.id) + 1,
        currency=proposal.scope.currency,
        scope=proposal.scope.facts(),
        carried=proposal.scope.carry,
        step=proposal.step,
        made_by=write.form.by,
        made_at=timezone.now(),
    )
    add_new(settlement)
    Share.objects.bulk_create(
        Share(
            settlement=settlement,
            player_id=player_or_kitty(row.account),
            carried=row.carried,
            exact=row.exact,
            rounded=row.rounded,
        )
        for row in proposal.shares
    )
    Transfer.objects.bulk_create(
        Transfer(
            id=uuid5(settlement.id, str(place)),
            settlement=settlement,
            place=place,
            payer_id=player_or_kitty(one.payer),
            receiver_id=player_or_kitty(one.receiver),
            amount=one.amount,
        )
        for place, one in enumerate(proposal.transfers)
    )
    Part.objects.bulk_create(part for item in proposal.items for part in _parts(settlement, item))
    return settlement


def _parts(settlement: Settlement, item: OpenItem) -> list[Part]:
    return [
        Part(
            settlement=settlement,
            player_id=player_or_kitty(account),
            minor=minor,
            **{f"{item.source}_id": item.id},
        )
        for account, minor in sorted(item.minor.items())
        if minor
    ]
