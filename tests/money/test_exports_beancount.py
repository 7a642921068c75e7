"""The books in beancount's syntax: its checker takes them, and its sums are ours."""

from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from support.accounting_files import balances_of, bean_check
from support.club_factories import House, a_form, a_session, recorded
from support.money_tables import (
    THE_DAY,
    charge_fee,
    paid,
    pay_all,
    played,
    played_with,
    settle_club,
)
from tarokk_club.club.models import Player
from tarokk_club.club.money.exports.beancount import build_beancount_file
from tarokk_club.club.money.queries.balances.balance_sums import sum_kitty_money, sum_open_balances
from tarokk_club.club.money.queries.entries.journal import load_journal
from tarokk_club.club.money.usecases.charges import undo_charge
from tarokk_club.club.money.usecases.payments import undo_payment
from tarokk_club.club.people.queries.club_days import get_today

EVE = THE_DAY - timedelta(days=1)


def written(house: House, first: date | None = None, last: date | None = None) -> bytes:
    found = load_journal(house.club.id, first=first, last=last)
    return build_beancount_file(
        found, title=house.club.name, currency="HUF", day=get_today(house.club)
    )


def a_busy_night(house: House) -> None:
    """Record some of everything: two currencies, points without money, pots, fees and cash."""
    played(house, Anna=12, Béla=-7, Csaba=-8, Dóra=3)
    played_with(house, {"Anna": 3, "Béla": -3}, stake={"currency": "EUR", "per_point": "0.05"})
    played_with(house, {"Dóra": 4, "Csaba": -4}, stake=None)
    pots = a_session(house, rules={"preset": "standard"})
    recorded(house, pots, {"type": "hand", "outcome": "passed_out"})
    (charge, _other) = charge_fee(house, 200, "Anna", "Cili")
    undo_charge(club_id=house.club.id, form=a_form(house.anna), charge_id=charge.id)
    wrong = paid(house, "outside", "kitty", 777)
    undo_payment(club_id=house.club.id, form=a_form(house.anna), payment_id=wrong.id)
    paid(house, "Cili", "kitty", 500, note='kártya "bontatlan" \\')
    paid(house, "kitty", "outside", 150)
    paid(house, "Béla", "outside", 90)


def test_the_ledger_of_a_club_is_written_for_beancount(house: House, tmp_path: Path) -> None:
    played(house, Anna=12, Béla=-7, Csaba=-8, Dóra=3)
    paid(house, "Béla", "Anna", 70, note="köszi")

    content = written(house).decode()

    assert f'{THE_DAY} open Assets:Players:Bela\n  name: "Béla"' in content
    assert "  Assets:Players:Anna  -120 HUF\n" in content
    assert "  Equity:Points:Players:Anna  12 PTS-PASKIEVICS\n" in content
    assert '  note: "köszi"\n  Assets:Players:Bela  -70 HUF\n' in content
    assert "balance Assets:Players:Anna  -50 ~ 0 HUF" in content
    assert bean_check(content.encode(), tmp_path) == ""


def test_every_balance_is_the_one_of_the_book(house: House, tmp_path: Path) -> None:
    a_busy_night(house)
    pay_all(house, settle_club(house))
    content = written(house)
    assert bean_check(content, tmp_path) == ""
    found = balances_of(content)
    digits = {"HUF": 0, "EUR": -2}

    for currency, accounts in sum_open_balances(house.club.id).items():
        for name, player in house.players.items():
            plain = {"Béla": "Bela", "Dóra": "Dora"}.get(name, name)
            theirs = found.get((f"Assets:Players:{plain}", currency), Decimal(0))
            assert theirs == -Decimal(accounts.get(player, 0)).scaleb(digits[currency])
        flows = sum(
            much
            for (account, code), much in found.items()
            if account.startswith(("Income", "Expenses")) and code == currency
        )
        cash = found.get(("Assets:Kitty", currency), Decimal(0))
        # What the kitty still gets is what it earned and has not got.
        assert accounts.get("kitty", 0) == -(flows + cash)
    assert found["Assets:Kitty", "HUF"] == sum_kitty_money(house.club.id)["HUF"] != 0
    assert found["Equity:Points:Players:Dora", "PTS-PASKIEVICS"] == 3 + 4 - 2
    assert found["Equity:Points:Pots", "PTS-PASKIEVICS"] == 8
    assert ("Income:Settling", "HUF") not in found


def test_range_begins_with_the_open_balances(house: House, tmp_path: Path) -> None:
    played_with(house, {"Anna": 5, "Béla": -5}, date=EVE.isoformat())
    charge_fee(house, 200, "Béla", date=EVE)
    paid(house, "Béla", "kitty", 150, date=EVE)
    played(house, Anna=12, Béla=-12)

    late, early = written(house, first=THE_DAY), written(house, last=EVE)

    assert bean_check(late, tmp_path) == bean_check(early, tmp_path) == ""
    whole = balances_of(written(house))
    kept = {key: much for key, much in whole.items() if key[0].startswith(("Assets", "Equity"))}
    found = balances_of(late)
    assert {key: found[key] for key in kept} == kept
    assert balances_of(early)["Assets:Players:Anna", "HUF"] == -50
    assert ("Income:Table", "HUF") not in found


def test_the_checker_finds_a_changed_line(house: House, tmp_path: Path) -> None:
    a_busy_night(house)
    content = written(house)
    sold = content.replace(b"  Assets:Players:Anna  -120 HUF", b"  Assets:Players:Anna  -121 HUF")
    lost = content.replace(b"  Assets:Kitty  500 HUF", b"  Assets:Players:Anna  500 HUF")

    assert content not in (sold, lost)
    assert "does not balance" in bean_check(sold, tmp_path)
    assert "Balance failed" in bean_check(lost, tmp_path)


def test_names_become_accounts_that_differ(house: House, tmp_path: Path) -> None:
    odd = ["Bela", "BÉLA 2", '=cmd|"x"', "Юлия", "李", "Søren Ærø", "1.", "\\"]
    for name in odd:
        Player.objects.create(club=house.club, name=name)
    players = {name: str(pk) for pk, name in Player.objects.values_list("pk", "name")}
    house.players.update(players)
    for name in odd:
        played_with(
            house,
            {name: 1, "Anna": -1},
            players=[players[one] for one in (name, "Anna", "Csaba", "Dóra")],
            dealer=players["Anna"],
        )

    content = written(house)

    assert bean_check(content, tmp_path) == ""
    names = {
        account.rsplit(":", 1)[1]: much
        for (account, code), much in balances_of(content).items()
        if account.startswith("Assets:Players:") and code == "HUF"
    }
    assert names.pop("Anna") == 10 * len(odd)
    ones = {name for name, much in names.items() if much == -10}
    assert ones == {
        "Bela-2",
        "BELA-2-2",
        "Cmd-x",
        "Player",
        "Player-2",
        "Soren-Aero",
        "1",
        "Player-3",
    }


def test_an_empty_club_has_an_empty_file(house: House, tmp_path: Path) -> None:
    assert bean_check(written(house), tmp_path) == ""
