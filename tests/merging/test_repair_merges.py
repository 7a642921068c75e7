"""A book in which something was booked on a merged player, as 0.2.0 let it: healed, and sound."""

from datetime import date
from io import StringIO
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from support.archives import empty_database, import_content
from support.catalogue import row
from support.club_factories import House, a_form, a_hand, a_session, a_user, recorded
from support.money_tables import read_open, settle_club
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.merging.usecases.merges import merge_players, repair_merges, unmerge_players
from tarokk_club.club.models import (
    Balance,
    Charge,
    Merge,
    Payment,
    Player,
    Role,
    Session,
    Settlement,
    Share,
)
from tarokk_club.club.models.money import PartyKind, PaymentMethod, Purpose
from tarokk_club.club.money.usecases.payments import undo_payment
from tarokk_club.club.session.usecases.sessions import close_session
from tarokk_club.club.transfer.exports import build_club_archive

pytestmark = pytest.mark.django_db


@pytest.fixture
def faulty(house: House) -> House:
    """Cilike was merged into Cili; then the kitty paid Cilike 70, and she was charged 30."""
    house.players["Cilike"] = str(Player.objects.create(club=house.club, name="Cilike").pk)
    seats = house.ids("Anna", "Béla", "Csaba", "Cilike")
    session = a_session(house, players=seats, dealer=seats[-1])
    recorded(house, session, a_hand(house, partner="Cilike"))
    close_session(session_id=session.pk, form=a_form(house.anna))
    merged(house)
    paid(house, "Cilike", 70)
    row = common(house) | {"amount": 30, "purpose": Purpose.TABLE}
    Charge.objects.create(player_id=house.players["Cilike"], **row)
    assert {one.check for one in iter_findings()} == {"merged_player_gone"}
    return house


def common(house: House) -> dict[str, object]:
    return {
        "club": house.club,
        "currency": "HUF",
        "date": date(2026, 11, 19),
        "made_by": house.anna,
        "made_at": timezone.now(),
    }


def paid(house: House, receiver: str, amount: int, payer: str | None = None) -> Payment:
    """A payment as the book once took it: nobody looked who was merged away."""
    side = PartyKind.PLAYER if payer else PartyKind.KITTY
    return Payment.objects.create(
        **common(house),
        amount=amount,
        purpose=Purpose.SETTLING,
        payer_side=side,
        payer_id=house.players[payer] if payer else None,
        receiver_side=PartyKind.PLAYER,
        receiver_id=house.players[receiver],
        how=PaymentMethod.CASH,
    )


def merged(house: House, gone: str = "Cilike", kept: str = "Cili") -> Merge:
    return merge_players(
        club_id=house.club.pk,
        form=a_form(house.anna),
        gone=UUID(house.players[gone]),
        into=UUID(house.players[kept]),
    )


def separated(house: House, merge: Merge) -> None:
    unmerge_players(club_id=house.club.pk, form=a_form(house.anna), merge_id=merge.pk)


def repaired(*options: str) -> str:
    out = StringIO()
    call_command("audit_ledger", "--repair", *options, stdout=out)
    return out.getvalue()


@row("R42")
def test_audit_names_the_repair_command(faulty: House) -> None:
    with pytest.raises(CommandError, match=r"audit_ledger --repair"):
        call_command("audit_ledger", stdout=StringIO())


@row("R42")
def test_a_repair_moves_later_entries_and_reports_them(faulty: House) -> None:
    before = read_open(faulty)
    said = repaired()

    payment, charge = Payment.objects.get(), Charge.objects.get()
    assert "zuglo: Cilike was merged into Cili: 2 later entries moved to Cili." in said
    assert f"Payment.receiver {payment.pk}" in said and f"Charge.player {charge.pk}" in said
    assert "The book agrees in all" in said
    cili = faulty.players["Cili"]
    assert str(payment.receiver_id) == str(charge.player_id) == cili
    after = read_open(faulty)
    assert after["Cili"] == before["Cili"] + before["Cilike"]
    assert "Cilike" not in after
    assert repaired("--club", faulty.club.slug).startswith("There was nothing to repair.")


@row("R42")
def test_a_repaired_payment_can_be_undone(faulty: House) -> None:
    repair_merges(faulty.club.pk)
    payment = Payment.objects.get()
    undo_payment(club_id=faulty.club.pk, form=a_form(faulty.anna), payment_id=payment.pk)
    assert list(iter_findings()) == []


@row("R42")
def test_repairs_an_undone_payment_with_its_counter_entry(
    faulty: House,
) -> None:
    payment = Payment.objects.get()
    undo_payment(club_id=faulty.club.pk, form=a_form(faulty.anna), payment_id=payment.pk)
    assert list(iter_findings())
    repaired()
    assert list(iter_findings()) == []


@row("R42")
def test_undoing_a_repaired_merge_returns_the_payment_to_its_player(faulty: House) -> None:
    before = read_open(faulty)
    repair_merges(faulty.club.pk)
    separated(faulty, Merge.objects.get())
    cilike = Player.objects.get(name="Cilike")
    assert cilike.archived_at is None
    assert str(Payment.objects.get().receiver_id) == str(cilike.pk)
    assert sum(read_open(faulty).values()) == sum(before.values()) == 0
    assert list(iter_findings()) == []


@row("R42")
def test_a_chain_of_mergings_leads_to_its_last_player_and_back(faulty: House) -> None:
    first, second = Merge.objects.get(), merged(faulty, "Cili", "Dóra")
    repaired()
    assert str(Payment.objects.get().receiver_id) == faulty.players["Dóra"]
    assert list(iter_findings()) == []
    separated(faulty, second)
    assert str(Payment.objects.get().receiver_id) == faulty.players["Cili"]
    assert list(iter_findings()) == []
    separated(faulty, first)
    assert str(Payment.objects.get().receiver_id) == faulty.players["Cilike"]
    assert list(iter_findings()) == []


@row("R42")
def test_repair_joins_two_shares_of_one_settlement(faulty: House) -> None:
    settle_club(faulty)
    both = [UUID(faulty.players[name]) for name in ("Cili", "Cilike")]
    assert Share.objects.filter(player__in=both).count() == 2
    repaired()
    assert Share.objects.filter(player__in=both).count() == 1
    assert list(iter_findings()) == []


@row("R42")
def test_a_later_payment_between_both_undoes_the_merge(faulty: House) -> None:
    paid(faulty, "Cili", 5, payer="Cilike")
    said = repaired()
    assert "Cilike and Cili are two players again" in said
    assert Player.objects.get(name="Cilike").archived_at is None
    assert Merge.objects.get().undone_at
    assert Payment.objects.count() == 2
    assert list(iter_findings()) == []


@row("R42")
def test_an_irreparable_merge_is_reported_and_left(faulty: House) -> None:
    paid(faulty, "Dóra", 5, payer="Cilike")
    merged(faulty, "Cili", "Dóra")
    with pytest.raises(CommandError):
        repaired()
    (done,) = repair_merges(faulty.club.pk)
    assert [one.code for one in done.problems] == ["paid_each_other", "merged_away"]
    assert Payment.objects.filter(payer=UUID(faulty.players["Cilike"])).exists()


@row("R42")
def test_repairs_a_seat_and_an_account(faulty: House) -> None:
    cili, cilike = (faulty.players[name] for name in ("Cili", "Cilike"))
    session = a_session(faulty, players=faulty.ids("Anna", "Béla", "Csaba", "Cili"), dealer=cili)
    recorded(faulty, session, a_hand(faulty, partner="Cili"))
    # As a file with the name of the merged player was once taken in.
    Balance.objects.filter(session=session, player=UUID(cili)).update(player=UUID(cilike))
    session.refresh_from_db()
    session.seats = [cilike if one == cili else one for one in session.seats]
    session.first_dealer = UUID(cilike)
    session.save()
    for entry in session.entries.all():
        entry.record["partner"] = cilike
        entry.save()
    account = a_user("cilike", club=faulty.club, roles=(Role.MEMBER,))
    Player.objects.filter(pk=cilike).update(user=account)

    repair_merges(faulty.club.pk)

    assert cili in Session.objects.get(pk=session.pk).seats
    assert Player.objects.get(pk=cili).user == account
    assert not {one.check for one in iter_findings()} & {"merged_player_gone"}


@row("R42")
def test_an_archive_of_a_faulty_club_is_healed_as_it_comes_in(
    faulty: House, tmp_path: Path
) -> None:
    content = build_club_archive(faulty.club.pk)
    empty_database()
    taken = import_content(content, tmp_path)
    assert [(one.gone, one.kept) for one in taken.repairs] == [("Cilike", "Cili")]
    assert list(iter_findings()) == []


@row("R42")
def test_a_settlement_after_healing_is_sound(faulty: House, client: Client) -> None:
    repaired()
    settle_club(faulty)
    assert Settlement.objects.count() == 1
    assert list(iter_findings()) == []
