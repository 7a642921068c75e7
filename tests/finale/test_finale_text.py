"""The text of a result that is sent on: as guests may see the club."""

from django.test import Client

from support.club_factories import END, House, a_hand, a_session, recorded
from support.club_web import session_url
from tarokk_club.club.formatting.numbers_and_dates import NO_BREAK
from tarokk_club.club.models import Club, Player, Session


def read_lines(client: Client, session: Session) -> list[str]:
    page = client.get(session_url(session, "finale")).content.decode()
    return page.partition("readonly>")[2].partition("</textarea>")[0].splitlines()


def test_the_result_as_text_names_players_as_guests_see_them(
    bela: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house), END)

    assert read_lines(bela, session) == [
        "Zugló",
        f"Wed, 18{NO_BREAK}Nov 2026 · Paskievics tarokk",
        "",
        "1. A. +1",
        "1. C. +1",
        "3. B. −1",
        "3. D. −1",
        "The best hand: A., C. +1",
        "The costliest hand: B., D. −1",
    ]


def test_names_are_those_that_guests_may_see(bela: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), END)
    Club.objects.update(guest_names="full")
    Player.objects.filter(name="Csaba").update(hidden=True)

    text = "\n".join(read_lines(bela, session))

    assert "1. Anna +1" in text and "The best hand: Anna, Player 3 +1" in text
    assert "Csaba" not in text


def test_shared_text_never_contains_money(bela: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), END)

    assert "HUF" not in "\n".join(read_lines(bela, session))


def test_shows_a_hint_for_a_session_without_hands(bela: Client, house: House) -> None:
    session = a_session(house)
    recorded(house, session, END)

    assert read_lines(bela, session)[-1] == "No hand was played."


def test_without_script_shows_the_text_and_no_idle_button(
    bela: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house), END)
    page = bela.get(session_url(session, "finale")).content.decode()

    for mark in ("data-share", "data-copy"):
        button = page[: page.index(mark)].rpartition("<button")[2] + page.partition(mark)[2]
        assert " hidden>" in button.partition("</button>")[0]
    assert "club/base/share" in page


def test_shared_result_uses_initials_or_full_names(
    bela: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house), END)
    Player.objects.filter(name="Csaba").update(hidden=True)
    url = session_url(session, "finale")

    page = bela.get(url).content.decode()
    full = bela.get(f"{url}?names=full").content.decode()
    unknown = bela.get(f"{url}?names=%00").content.decode()

    assert "1. A. +1" in page and "1. A. +1" in unknown
    assert '<a href="?names=initials#share" aria-current="true">' in page
    # The style that shows which one is chosen.
    assert "/static/club/hand/calculator." in page
    assert "1. Anna +1" in full and "1. Player 3 +1" in full and "Csaba +1" not in full
    assert '<a href="?names=full#share" aria-current="true">' in full
    pictures = {
        bela.get(f"{session_url(session, 'finale_picture')}?names={one}").content
        for one in ("", "initials", "full")
    }
    assert len(pictures) == 2
    assert "finale.png?names=full" in full
