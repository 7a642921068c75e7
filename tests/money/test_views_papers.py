"""Printed papers for wall and wallet: their content, and that their QR codes can be read."""

import re

from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_form, create_denes
from support.club_web import session_url, text_of
from support.money_tables import charge_fee, pay_all, played, played_with, settle_club
from tarokk_club.club.formatting.numbers_and_dates import MINUS
from tarokk_club.club.models import Session, Settlement
from tarokk_club.club.money.usecases.settlements import Instalment, pay_transfers
from tarokk_club.club.session.usecases.sessions import reopen_session
from tarokk_club.club.templatetags.qr_codes import render_qr_code

MARK = re.compile(r"Fingerprint of the books: <b>([0-9a-f]{4}(?: [0-9a-f]{4}){3})</b>")


def paper_url(settlement: Settlement) -> str:
    return reverse("club:settled_paper", args=[settlement.club.slug, settlement.id])


def mark_on(page: str) -> str:
    found = MARK.search(page)
    assert found
    return found[1]


def test_the_printed_settlement_shows_every_figure(bela: Client, house: House) -> None:
    played(house, Anna=12, Béla=-7, Csaba=-8, Dóra=3)
    charge_fee(house, 203, "Cili")
    settlement = settle_club(house)
    pay_all(house, settlement)

    page = text_of(bela.get(paper_url(settlement)))

    assert "Settlement 1" in page and "Zugló" in page and "Everything that was open" in page
    row = re.search(r'<th scope="row"><bdi>Béla</bdi></th>(.*?)</tr>', page)
    assert row and re.findall(r"[−+]?\d+", row[1]) == [
        *(f"{MINUS}7", f"{MINUS}70", "0", "0", "0", f"{MINUS}70", f"{MINUS}70")
    ]
    kitty = re.search(r'<th scope="row">The kitty</th>(.*?)</tr>', page)
    assert kitty and re.findall(r"[−+]?\d+", kitty[1]) == [*("0", "+203", "0", "0", "+203", "+205")]
    assert page.count("</bdi> pays ") == settlement.transfers.count() > 0
    assert page.count('class="box"><svg') == settlement.transfers.count()
    assert re.findall(r"<li><bdi>(\w+)</bdi></li>", page) == [
        *("Anna", "Dóra", "Béla", "Csaba", "Cili")
    ]
    live = reverse("club:settled", args=[house.club.slug, settlement.id])
    assert render_qr_code(f"http://testserver{live}") in page and f"http://testserver{live}" in page


def test_points_of_several_games_are_separate(bela: Client, house: House) -> None:
    played(house, Anna=5, Béla=-5)
    played_with(house, {"Anna": 2, "Béla": -2}, game="illustrated", rules={})
    settlement = settle_club(house)

    page = text_of(bela.get(paper_url(settlement)))

    row = re.search(r'<th scope="row"><bdi>Anna</bdi></th>(.*?)</tr>', page)
    assert row and re.findall(r"[−+]?\d+", row[1]) == ["+2", "+5", "+70", "0", "0", "0", "+70"]


def test_session_has_a_printed_settlement(bela: Client, house: House) -> None:
    session = played(house, Anna=12, Béla=-7, Csaba=-8, Dóra=3)

    page = text_of(bela.get(session_url(session, "settlement_paper")))

    assert '<th scope="row"><bdi>Csaba</bdi></th>' in page
    assert f"<b>{MINUS}80</b>" in page and "One point is HUF 10." in page
    assert page.count("</bdi> pays <bdi>") == 3 and "still" not in page
    assert mark_on(page)


def test_the_print_of_an_open_session_carries_a_notice(bela: Client, session: Session) -> None:
    page = text_of(bela.get(session_url(session, "settlement_paper")))

    assert "it is in no plan before it is closed" in page


def test_prints_on_a6_on_request(bela: Client, session: Session) -> None:
    url = session_url(session, "settlement_paper")

    usual, small, odd = (
        text_of(bela.get(url + wish)) for wish in ("", "?paper=a6", "?paper=a0%22%3E")
    )

    assert 'class=" on-a6 "' in small and 'class=" on-a4 "' in usual
    assert 'class=" on-a4 "' in odd and "?paper=a0" not in odd


def test_fingerprint_changes_only_with_the_figures(bela: Client, house: House) -> None:
    session = played(house, Anna=5, Béla=-5)
    settlement = settle_club(house)
    urls = (paper_url(settlement), session_url(session, "settlement_paper"))
    marks = [mark_on(text_of(bela.get(url))) for url in urls]
    assert [mark_on(text_of(bela.get(url))) for url in urls] == marks
    pay_all(house, settlement)
    assert [mark_on(text_of(bela.get(url))) for url in urls] == marks

    reopen_session(session_id=session.id, form=a_form(house.anna, version=session.version))

    assert not set(marks) & {mark_on(text_of(bela.get(url))) for url in urls}


def test_strangers_find_nothing(client: Client, house: House) -> None:
    settlement = settle_club(house) if played(house, Anna=5, Béla=-5) else None
    assert settlement
    client.force_login(create_denes())

    assert client.get(paper_url(settlement)).status_code == 404


def test_the_print_shows_the_unpaid_rest_of_a_transfer(bela: Client, house: House) -> None:
    played(house, Anna=12, Béla=-12)
    settlement = settle_club(house)
    (transfer,) = settlement.transfers.all()
    pay_transfers(
        club_id=house.club.id,
        form=a_form(house.anna),
        settlement_id=settlement.id,
        transfer_id=transfer.id,
        paid=Instalment(amount=50),
    )

    page = text_of(bela.get(paper_url(settlement)))

    assert re.search(r"70.{1,8}of it is still to be paid", page)
