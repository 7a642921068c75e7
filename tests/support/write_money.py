"""Every write about the money of a club, and the confirmations of sessions."""

from collections.abc import Callable
from dataclasses import replace
from uuid import UUID

from support.club_factories import a_form
from support.money_tables import EVERYTHING, THE_DAY, move_money, paid, propose
from support.write_paths import Act, Scene
from tarokk_club.club.confirmations.usecases.confirmations import (
    answer_objection,
    confirm_hand,
    confirm_session,
    record_objection,
    set_hand_confirmations,
    take_back_confirmation,
)
from tarokk_club.club.kitty.queries.year_report import build_year_report
from tarokk_club.club.kitty.usecases import (
    AccountTransfer,
    CountedCash,
    close_year,
    record_kitty_transfer,
    save_cash_count,
    set_money_kinds,
    undo_kitty_transfer,
)
from tarokk_club.club.models import Player
from tarokk_club.club.models.money import KITTY, PaymentMethod, Purpose, WhenSettled
from tarokk_club.club.money.usecases.charges import (
    Fee,
    WriteOff,
    charge_players,
    undo_charge,
    write_off_debt,
)
from tarokk_club.club.money.usecases.money_settings import (
    BankAccount,
    MoneyRulesChoice,
    change_money_rules,
    set_bank_account,
    store_bank_layout,
)
from tarokk_club.club.money.usecases.openings import OpeningBalances, record_opening_balances
from tarokk_club.club.money.usecases.payments import (
    NewPayment,
    confirm_payment,
    record_payment,
    undo_payment,
)
from tarokk_club.club.money.usecases.settlements import (
    Instalment,
    SeenProposal,
    pay_transfers,
    settle_up,
    undo_paid_transfers,
    withdraw_settlement,
)
from tarokk_club.club.session.usecases.sessions import close_session


def _get_id(on: Scene, name: str) -> UUID:
    return UUID(str(on.world.values[name]))


def settle(on: Scene) -> Act:
    seen = SeenProposal(scope=EVERYTHING, digest=propose(on.world.house).digest)
    return lambda: settle_up(club_id=on.club, form=on.form, seen=seen)


def withdraw(on: Scene) -> Act:
    one = _get_id(on, "settlement_id")
    return lambda: withdraw_settlement(club_id=on.club, form=on.form, settlement_id=one)


def pay_all(on: Scene) -> Act:
    one = _get_id(on, "settlement_id")
    return lambda: pay_transfers(club_id=on.club, form=on.form, settlement_id=one)


def _claimed(on: Scene) -> UUID:
    """Create a transfer that only the payer claims to have paid."""
    one, which = _get_id(on, "settlement_id"), _get_id(on, "transfer_id")
    form = a_form(on.person("member"))
    (payment,) = pay_transfers(
        club_id=on.club,
        form=form,
        settlement_id=one,
        transfer_id=which,
        paid=Instalment(day=THE_DAY),
    )
    assert payment.claimed
    return payment.id


def pay_claimed(on: Scene) -> Act:
    """Pay a settlement and thereby confirm a claim."""
    _claimed(on)
    return pay_all(on)


def confirm(on: Scene) -> Act:
    one = _claimed(on)
    return lambda: confirm_payment(club_id=on.club, form=on.form, payment_id=one)


def pay(on: Scene) -> Act:
    dora = str(on.player("Dóra"))
    paid = NewPayment(currency="HUF", amount=500, payer=dora, receiver=KITTY, date=THE_DAY)
    return lambda: record_payment(club_id=on.club, form=on.form, paid=paid)


def unpay(on: Scene) -> Act:
    one = _get_id(on, "payment_id")
    return lambda: undo_payment(club_id=on.club, form=on.form, payment_id=one)


def charge(on: Scene) -> Act:
    """Create charges together with their payments."""
    players = (on.player("Anna"), on.player("Dóra"))
    fee = Fee(
        currency="HUF",
        amount=200,
        purpose=Purpose.TABLE,
        date=THE_DAY,
        players=players,
        paid=True,
    )
    return lambda: charge_players(club_id=on.club, form=on.form, fee=fee)


def uncharge(on: Scene) -> Act:
    one = _get_id(on, "charge_id")
    return lambda: undo_charge(club_id=on.club, form=on.form, charge_id=one)


def unpay_all(on: Scene) -> Act:
    """Undo all payments of a settlement, a claim among them."""
    _claimed(on)
    settlement, form = _get_id(on, "settlement_id"), a_form(on.secretary)
    pay_transfers(club_id=on.club, form=form, settlement_id=settlement)
    return lambda: undo_paid_transfers(
        club_id=on.club, form=on.form, settlement_id=settlement, act=form.key
    )


def write_off(on: Scene) -> Act:
    dora = on.player("Dóra")
    fee = Fee(currency="HUF", amount=900, purpose=Purpose.DUES, date=THE_DAY, players=(dora,))
    charge_players(club_id=on.club, form=a_form(on.secretary), fee=fee)
    on.form = replace(on.form, reason="elköltözött")
    wanted = WriteOff(player_id=dora, currency="HUF", amount=100)
    return lambda: write_off_debt(club_id=on.club, form=on.form, wanted=wanted)


def openings(on: Scene) -> Act:
    taken = OpeningBalances(THE_DAY, {"HUF": {on.player("Anna"): 900, on.player("Dóra"): -900}})
    return lambda: record_opening_balances(club_id=on.club, form=on.form, openings=taken)


def bank_account(on: Scene) -> Act:
    player = Player.objects.get(user=on.person("member"))
    on.form = a_form(on.person("member"))
    account = BankAccount(holder="Béla", iban="BE72000000001616")
    return lambda: set_bank_account(
        club_id=on.club, form=on.form, player_id=player.pk, account=account
    )


def bank_layout(on: Scene) -> Act:
    columns = ("date", "amount", "name")
    return lambda: store_bank_layout(
        club_id=on.club, form=on.form, header="Datum;Betrag;Name", columns=columns, order="dmy"
    )


def money_rules(on: Scene) -> Act:
    custom = MoneyRulesChoice(when=WhenSettled.SEASON, till=KITTY, cash_step=5)
    return lambda: change_money_rules(club_id=on.club, form=on.form, choice=custom)


def kinds(on: Scene) -> Act:
    return lambda: set_money_kinds(club_id=on.club, form=on.form, kinds=("Italok",))


def to_the_bank(on: Scene) -> Act:
    transfer = AccountTransfer(
        currency="HUF",
        amount=10,
        source=PaymentMethod.CASH,
        target=PaymentMethod.TRANSFER,
        date=THE_DAY,
    )
    return lambda: record_kitty_transfer(club_id=on.club, form=on.form, moved=transfer)


def back_from_the_bank(on: Scene) -> Act:
    transfer = move_money(on.world.house, 10, PaymentMethod.CASH, PaymentMethod.TRANSFER)
    return lambda: undo_kitty_transfer(club_id=on.club, form=on.form, transfer_id=transfer.id)


def count(on: Scene) -> Act:
    cash = CountedCash(currency="HUF", counted=5, date=THE_DAY)
    return lambda: save_cash_count(
        club_id=on.club, form=replace(on.form, reason="hiány"), cash=cash
    )


def last_year(on: Scene) -> Act:
    day = THE_DAY.replace(year=THE_DAY.year - 1)
    paid(on.world.house, "Anna", KITTY, 100, date=day)
    seen = build_year_report(on.world.house.club, day.year, None).fingerprint
    return lambda: close_year(club_id=on.club, form=on.form, year=day.year, digest=seen)


def seal(on: Scene) -> Act:
    close_session(session_id=on.session, form=a_form(on.secretary))
    on.form = a_form(on.person("member"))
    return lambda: confirm_session(session_id=on.session, form=on.form)


def seal_one(on: Scene) -> Act:
    set_hand_confirmations(club_id=on.club, form=a_form(on.secretary), hands=True)
    on.form = a_form(on.person("member"))
    return lambda: confirm_hand(session_id=on.session, form=on.form, entry_id=on.entry())


def choose_seals(on: Scene) -> Act:
    return lambda: set_hand_confirmations(club_id=on.club, form=on.form, hands=True)


def object_to_hand(on: Scene) -> Act:
    on.form, hand = a_form(on.person("member")), on.entry()
    return lambda: record_objection(
        session_id=on.session, form=on.form, note="Bukott.", entry_id=hand
    )


def answer(on: Scene) -> Act:
    one = _get_id(on, "confirmation_id")
    return lambda: answer_objection(
        session_id=on.session, form=on.form, confirmation_id=one, note="Megnéztük."
    )


def take_back(on: Scene) -> Act:
    on.form, one = a_form(on.person("member")), _get_id(on, "confirmation_id")
    return lambda: take_back_confirmation(session_id=on.session, form=on.form, confirmation_id=one)


# Use case to the acts that test it.
MONEY_ACTS: dict[str, list[Callable[[Scene], Act]]] = {
    "answer_objection": [answer],
    "change_money_rules": [money_rules],
    "charge_players": [charge],
    "set_bank_account": [bank_account],
    "set_money_kinds": [kinds],
    "close_year": [last_year],
    "save_cash_count": [count],
    "record_kitty_transfer": [to_the_bank],
    "undo_kitty_transfer": [back_from_the_bank],
    "set_hand_confirmations": [choose_seals],
    "confirm_payment": [confirm],
    "pay_transfers": [pay_all, pay_claimed],
    "record_objection": [object_to_hand],
    "record_payment": [pay],
    "confirm_hand": [seal_one],
    "confirm_session": [seal],
    "store_bank_layout": [bank_layout],
    "settle_up": [settle],
    "record_opening_balances": [openings],
    "take_back_confirmation": [take_back],
    "undo_charge": [uncharge],
    "undo_paid_transfers": [unpay_all],
    "undo_payment": [unpay],
    "withdraw_settlement": [withdraw],
    "write_off_debt": [write_off],
}
