"""The page of the sheet and its polls."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.catalogue import row
from support.club_factories import (
    END,
    PASSED_OUT,
    House,
    a_form,
    a_hand,
    a_session,
    create_denes,
    recorded,
)
from tarokk_club.club.hand.usecases import DraftSubmission, save_draft
from tarokk_club.club.models import Club, Player, Session
from tarokk_club.club.session.usecases.sessions import bin_session
from tarokk_club.club.sheet import fragments
from tarokk_club.club.sheet.queries.sheets import Sheet, load_sheet


def url_of(session: Session, name: str = "sheet") -> str:
    return reverse(f"club:{name}", args=[session.club.slug, session.id])


def text_of(client: Client, session: Session, name: str = "sheet") -> str:
    return " ".join(client.get(url_of(session, name)).content.decode().split())


def sketch(house: House, session: Session) -> None:
    record = a_hand(house, result=None)
    save_draft(
        session_id=session.id,
        by=house.anna,
        submitted=DraftSubmission(key=uuid4(), revision=0, record=record),
    )


def test_the_sheet_shows_hands_totals_and_doubling(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house), PASSED_OUT)

    shown = text_of(anna, session)

    assert "Anna · Three with Csaba" in shown
    assert "Passed out" in shown
    assert 'aria-label="plus 1">+1</b> <span><bdi>Anna</bdi></span>' in shown
    assert 'aria-label="minus 1">−1</b> <span><bdi>Béla</bdi></span>' in shown
    assert "<strong>×2</strong> 4 hands left" in shown
    assert "Sum of all accounts: 0" in shown
    assert "Enter hand 3" in shown


def test_an_empty_sheet_shows_a_hint(anna: Client, session: Session) -> None:
    assert "When the first hand has been played, enter it" in text_of(anna, session)


def test_shows_the_dealer_and_the_leader(anna: Client, session: Session) -> None:
    shown = text_of(anna, session)

    assert "<bdi>Dóra</bdi> deals" in shown
    assert "<bdi>Anna</bdi></span> <small> leads" in shown


def test_the_dealer_of_five_sits_out(anna: Client, house: House) -> None:
    session = a_session(house, players=house.ids("Anna", "Béla", "Csaba", "Dóra", "Cili"))

    assert "deals, sits out" in text_of(anna, session)


def test_shows_the_pot_and_the_hat(anna: Client, house: House) -> None:
    session = a_session(house, rules={"preset": "standard"})
    caught = {"by": house.players["Béla"], "from": house.players["Csaba"]}
    recorded(house, session, PASSED_OUT, a_hand(house, xxi_catch=caught))

    shown = text_of(anna, session)

    assert '<span class="grow">Ultimó pot</span> <b>8</b>' in shown
    assert shown.count("wears the mayor") == 1


def test_a_notice_counts_down(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, {"type": "notice", "player": house.players["Béla"]})

    shown = text_of(anna, session)

    assert "Notice was given: 4 to 7 hands left." in shown
    assert "Who was dealt the skíz?" in shown


def test_after_the_last_hand_of_a_notice_the_session_can_be_closed(
    anna: Client, house: House, session: Session
) -> None:
    anna_id = house.players["Anna"]
    notice = {"type": "notice", "player": house.players["Béla"], "skiz": anna_id}
    recorded(house, session, notice, *([a_hand(house)] * 4))
    assert "Notice was given: this is the last hand." in text_of(anna, session)
    for _hand in range(2):
        recorded(house, session, a_hand(house))

        shown = text_of(anna, session)

        assert "the last hand is played: the session can be closed." in shown
        assert "left." not in shown


def test_shows_the_stake_of_the_hand_in_play(anna: Client, house: House, session: Session) -> None:
    sketch(house, session)

    shown = text_of(anna, session)

    assert "Hand 1 is in play" in shown
    assert "If all goes well for the declarer&#x27;s side" in shown
    assert "Go on with hand 1" in shown


def test_a_member_reads_without_buttons(client: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))
    client.force_login(house.bela)

    shown = text_of(client, session)

    assert "Anna · Three with Csaba" in shown
    assert "<form" not in shown
    assert "Enter hand" not in shown


def test_a_closed_session_offers_its_settlement(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house), END)

    shown = text_of(anna, session)

    assert "The session is closed" in shown
    assert url_of(session, "settlement") in shown
    assert "Enter hand" not in shown


def test_a_tile_of_a_closed_session_has_no_dealer_line(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    assert count_tiles(anna, session) == (4, 4)

    recorded(house, session, END)
    assert count_tiles(anna, session) == (4, 0)


def count_tiles(client: Client, session: Session) -> tuple[int, int]:
    """Return the number of the tiles of a sheet, and of the third lines in them."""
    page = text_of(client, session)
    felt = page[page.index('class="felt"') : page.index('class="heads"')]
    tiles = felt.split('<div class="seat')[1:]
    return len(tiles), sum("<small>" in tile.partition("</div>")[0] for tile in tiles)


def test_shows_a_notice_for_a_binned_session(anna: Client, house: House, session: Session) -> None:
    bin_session(session_id=session.id, form=a_form(house.anna, version=session.version))

    assert "is in the bin" in text_of(anna, session)


def test_an_empty_poll_has_no_body_and_few_headers(
    anna: Client,
    house: House,
    session: Session,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    recorded(house, session, a_hand(house))
    first = anna.get(url_of(session, "live"))
    tag = first.headers["ETag"]
    assert tag in anna.get(url_of(session)).content.decode().replace("&quot;", '"')

    # The sign-in's session, the person, and one query for everything else.
    with django_assert_max_num_queries(3):
        answer = anna.get(url_of(session, "live"), headers={"if-none-match": tag})

    assert (answer.status_code, answer.content) == (304, b"")
    head = sum(len(f"{name}: {value}\r\n") for name, value in answer.headers.items())
    assert head <= 1000


def test_a_poll_returns_the_news(anna: Client, house: House, session: Session) -> None:
    tag = anna.get(url_of(session, "live")).headers["ETag"]
    seen = {tag}

    recorded(house, session, a_hand(house))
    booked = anna.get(url_of(session, "live"), headers={"if-none-match": tag})
    seen.add(booked.headers["ETag"])
    sketch(house, session)
    seen.add(anna.get(url_of(session, "live")).headers["ETag"])
    house.anna.language = "hu"
    house.anna.save()
    seen.add(anna.get(url_of(session, "live")).headers["ETag"])

    assert "Anna · Three with Csaba" in booked.content.decode()
    assert "<html" not in booked.content.decode()
    assert len(seen) == 4


def test_reader_and_writer_get_different_responses(
    client: Client, house: House, session: Session
) -> None:
    client.force_login(house.anna)
    writer = client.get(url_of(session, "live")).headers["ETag"]
    client.force_login(house.bela)

    answer = client.get(url_of(session, "live"), headers={"if-none-match": writer})

    assert answer.status_code == 200
    assert "data-action" not in answer.content.decode()


def test_strangers_find_nothing(client: Client, session: Session) -> None:
    client.force_login(create_denes())

    for name in ("sheet", "live"):
        assert client.get(url_of(session, name)).status_code == 404


def test_the_page_costs_the_same_for_few_hands_and_for_many(
    anna: Client,
    house: House,
    session: Session,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    recorded(house, session, *[a_hand(house) for _ in range(20)])

    with django_assert_max_num_queries(12):
        assert anna.get(url_of(session)).status_code == 200


@row("R05")
def test_sheet_shows_one_consistent_state(
    anna: Client, house: House, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand that is saved while the page is made stands in the rows and in the count."""

    def late(row: Session, **as_ever: Any) -> Sheet:
        recorded(house, session, a_hand(house))
        return load_sheet(row, **as_ever)

    monkeypatch.setattr(fragments, "load_sheet", late)
    shown = text_of(anna, session)

    assert "Enter hand 2" in shown
    assert " 1 hand<span" in shown


def test_totals_and_last_hands_are_beside_the_entry(
    anna: Client, house: House, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fragments, "HANDS_BESIDE_ENTRY", 1)
    recorded(house, session, PASSED_OUT, a_hand(house))
    asked = {"HX-Request": "true"}

    part = " ".join(anna.get(url_of(session, "beside"), headers=asked).content.decode().split())

    assert "Anna · Three with Csaba" in part and "Passed out" not in part
    assert part.count('role="img"') == 4
    assert "<form" not in part and "<html" not in part
    # A hand more, and it is another one.
    recorded(house, session, PASSED_OUT)
    assert "Passed out" in anna.get(url_of(session, "beside"), headers=asked).content.decode()


def test_fragment_beside_the_entry_is_only_the_sheet(anna: Client, session: Session) -> None:
    assert anna.get(url_of(session, "beside")).headers["Location"] == url_of(session)


def test_the_menu_has_six_entries_the_rest_in_groups_and_closing_last(
    anna: Client, session: Session
) -> None:
    page = text_of(anna, session)
    menu = page[page.index('<div class="menu">') :]
    first, rest = menu.split('<details class="rest">')

    assert first.count("<li>") == 6
    assert all(word in first for word in ("A player joins", "Settlement", "Scoreboard"))
    heads = [rest.index(f"<h2>{word}</h2>") for word in ("To look at", "At the table")]
    assert heads == sorted(heads) and heads[0] < rest.index("On paper") < heads[1]
    closing = rest.index('class="btn closing"')
    assert closing > max(rest.index(word) for word in ("Another dealer", "</details>", "On paper"))
    assert "</ul>" not in rest[closing : rest.index("</nav>")]


@row("U34")
def test_a_player_is_called_alike_on_sheet_and_form_and_after_another_left(
    anna: Client, house: House
) -> None:
    Club.objects.filter(pk=house.club.pk).update(language="hu")
    for seat, name in {"Anna": "Kovács Péter", "Béla": "Szabó Péter"}.items():
        Player.objects.filter(pk=house.players[seat]).update(name=name)
    session = a_session(house, players=house.ids("Anna", "Béla", "Csaba", "Dóra", "Cili"))
    recorded(house, session, a_hand(house), {"type": "leave", "player": house.players["Béla"]})

    for page in ("sheet", "hand_new"):
        shown = text_of(anna, session, page)
        assert ">K. Péter</bdi>" in shown, page
        assert "Kovács" not in shown, page


def test_page_has_one_render_blocking_stylesheet(anna: Client, session: Session) -> None:
    pages = anna.get(url_of(session)), Client().get(reverse("account_login"))

    for page in pages:
        links = re.findall(r'<link rel="stylesheet"[^>]*>', page.content.decode())
        assert len([link for link in links if "media" not in link]) == 1, links
