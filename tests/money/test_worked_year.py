"""A worked year of the demonstration club, counted three ways: by the site, by beancount from the
exported file, and by plain addition from the exported documents.
"""

import csv
import io
import json
from collections import Counter
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from scoring.answer import build_result
from scoring.document import read_head
from support.accounting_files import balances_of, bean_check
from tarokk_club.club.models import Charge, Club, Payment, Session
from tarokk_club.club.models.money import KITTY, OUTSIDE
from tarokk_club.club.money.exports.beancount import build_account_names, build_beancount_file
from tarokk_club.club.money.exports.money_ledger import build_money_ledger_table
from tarokk_club.club.money.queries.balances.balance_sums import sum_kitty_money, sum_open_balances
from tarokk_club.club.money.queries.entries.journal import load_journal
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.sheet.exports.document import build_session_document
from tarokk_club.club.tables.spreadsheet_csv import POINT

pytestmark = [pytest.mark.django_db, pytest.mark.ci]


@pytest.fixture
def club(db: None) -> Club:
    """The demonstration club, with money in its last year."""
    call_command("demo", hands=2, stdout=io.StringIO())
    return Club.objects.get(demo=True)


def written(club: Club, first: date | None = None) -> bytes:
    found = load_journal(club.id, first=first)
    return build_beancount_file(
        found, title=club.name, currency=club.currency, day=timezone.localdate()
    )


def from_documents(club: Club) -> tuple[Counter[tuple[str, str]], Counter[str]]:
    """Return points by game and name and money by name, read from the documents only."""
    points: Counter[tuple[str, str]] = Counter()
    money: Counter[str] = Counter()
    for session in Session.objects.filter(club=club, binned_at=None):
        raw = json.loads(build_session_document(load_session_outcome(session)))
        found = build_result(read_head(raw))
        for name, much in found["balances"].items():
            points[raw["game"], name] += much
            money[name] += much * int(raw["stake"]["per_point"])
    return points, money


def pay(club: Club, money: Counter[str], names: dict[str, str]) -> Counter[str]:
    """Add fees and payments to the open amounts by name; return the cash of each person."""
    pockets: Counter[str] = Counter()
    for fee in Charge.objects.filter(club=club, reverses=None, reversed_by=None):
        money[names[str(fee.player_id)]] -= fee.amount
    for payment in Payment.objects.filter(club=club, reverses=None, reversed_by=None):
        source, target = (names.get(one, one) for one in (payment.source, payment.target))
        pockets[source] -= payment.amount
        pockets[target] += payment.amount
        money[source] += payment.amount
        money[target] -= payment.amount
    return pockets


def test_documents_beancount_and_balances_agree_for_a_year(club: Club, tmp_path: Path) -> None:
    names = dict(load_journal(club.id).players)
    points, money = from_documents(club)
    pockets = pay(club, money, names)
    content = written(club)
    assert bean_check(content, tmp_path) == ""
    beans = balances_of(content)
    accounts = build_account_names(load_journal(club.id).players)
    ours = sum_open_balances(club.id)[club.currency]

    assert Payment.objects.filter(club=club).count() > 50 and len(points) > 20
    for player, name in names.items():
        theirs = beans.get((f"Assets:Players:{accounts[player]}", club.currency), Decimal(0))
        assert ours.get(player, 0) == money[name] == -theirs, name
        for game in {game for game, _name in points}:
            key = f"Equity:Points:Players:{accounts[player]}", f"PTS-{game.upper()}"
            assert points[game, name] == beans.get(key, Decimal(0)), (name, game)
    assert (
        sum_kitty_money(club.id)[club.currency]
        == pockets[KITTY]
        == beans["Assets:Kitty", "HUF"]
        > 0
    )
    spent = sum(much for (account, _code), much in beans.items() if account.startswith("Expenses"))
    assert pockets[OUTSIDE] == spent > 0
    earned = sum(much for (account, _code), much in beans.items() if account.startswith("Income"))
    assert ours[KITTY] == -(earned + spent + pockets[KITTY])


def test_money_table_agrees_with_the_balances_of_a_year(club: Club) -> None:
    names = dict(load_journal(club.id).players) | {KITTY: "The kitty"}
    content = build_money_ledger_table(load_journal(club.id)).build_csv(POINT).decode("utf-8-sig")
    sums: Counter[str] = Counter()
    cash = 0
    for row in csv.DictReader(io.StringIO(content, newline="")):
        # Points alone have no amount, and only the kitty has cash.
        sums[row["Account"]] += int(row["Amount"] or 0)
        cash += int(row["Cash in the kitty"] or 0)

    assert cash == sum_kitty_money(club.id)[club.currency] > 0
    found = sum_open_balances(club.id)[club.currency]
    assert {name: sums[name] for name in names.values()} == {
        name: found.get(account, 0) for account, name in names.items()
    }
    assert sums["Pots"] == -sum(found.values())


def test_ledger_of_half_a_year_opens_with_the_earlier_balances(club: Club, tmp_path: Path) -> None:
    content = written(club, timezone.localdate() - timedelta(days=180))

    assert bean_check(content, tmp_path) == ""
    whole, late = balances_of(written(club)), balances_of(content)
    assets = {key: much for key, much in whole.items() if key[0].startswith("Assets") and much}
    assert len(assets) > 5
    assert {key: late[key] for key in assets} == assets
