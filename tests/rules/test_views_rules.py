"""The page with the rules of a table: for members, for guests, and for everybody by preset."""

import re
from html import unescape
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.games import GAMES
from support.club_factories import House, a_hand, recorded
from support.club_web import entry_url, session_url, text_of
from support.guest_visits import a_guest_link, guest_url, open_guest_page, revoke
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.hand.forms import ENTRY_GAMES
from tarokk_club.club.models import Session, User
from tarokk_club.club.rules.queries import build_rulebook

PRESETS = [(key, preset) for key in ENTRY_GAMES for preset in GAMES[key].presets]


def read_page(client: Client, address: str) -> str:
    return unescape(text_of(client.get(address)))


def changed(session: Session, **rules: object) -> None:
    session.rules = {**session.rules, **rules}
    session.save()


def test_rules_page_shows_the_rules_of_the_table(anna: Client, session: Session) -> None:
    shown = read_page(anna, session_url(session, "session_rules"))

    assert "Rules of this table" in shown
    assert "Silent: 5; announced: 10." in shown
    assert "Own rule of this table" not in shown
    assert session_url(session, "session_rules") in read_page(anna, session_url(session, "sheet"))


def test_a_changed_rule_is_marked_beside_the_preset_rule(anna: Client, session: Session) -> None:
    changed(session, pagat_ultimo=[6, 12])
    shown = read_page(anna, session_url(session, "session_rules"))

    own = shown[shown.index('class="own"') :]
    assert own.index("Silent: 6; announced: 12.") < own.index("Silent: 5; announced: 10.")
    assert shown.count("Own rule of this table") == 1
    assert "1 house rule is this table's own." in shown


def test_shows_the_hungarian_term_beside_the_translated_one(
    anna: Client, house: House, session: Session
) -> None:
    address = session_url(session, "session_rules")
    shown = read_page(anna, address)
    assert '<small lang="hu">Négykirály</small>' in shown
    assert '<small class="native" lang="hu">Három</small>' in shown
    assert "A leosztás, és ki fizet" not in shown

    User.objects.filter(pk=house.anna.pk).update(language="hu")
    shown = read_page(anna, address)
    assert "Négykirály" in shown
    assert '<small lang="hu">' not in shown


def test_every_item_of_a_hand_leads_to_its_rule(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    entry = session.entries.get()
    rules = read_page(anna, session_url(session, "session_rules"))

    for page in (session_url(session, "sheet"), entry_url(entry)):
        (link,) = re.findall(r'class="ruled" href="([^"#]*)#([^"]*)"', read_page(anna, page))
        assert link == (session_url(session, "session_rules"), "rule-game")
        assert f'id="{link[1]}"' in rules


@pytest.mark.sweep
@pytest.mark.parametrize("game", ENTRY_GAMES)
def test_an_opened_line_shows_the_rules_of_its_section(client: Client, game: str) -> None:
    address = reverse("club:game_rules", args=[game])
    book = build_rulebook(GAMES[game], GAMES[game].rules())
    whole = {rule.sentence for section in book.sections for rule in section.rules}

    for section in book.sections:
        said = {rule.sentence for rule in section.rules}
        for item in section.items:
            shown = read_page(client, f"{address}?item={item}")
            assert {one for one in whole if one in shown} == said
            assert f'href="{address}#rule-{item}"' in shown
            assert "<html" not in shown


def test_a_line_opens_to_the_rule_of_its_own_table(anna: Client, session: Session) -> None:
    changed(session, trull=[3, 7])
    address = session_url(session, "session_rules")
    shown = read_page(anna, f"{address}?item=trull")

    assert "Silent: 3; announced: 7." in shown
    assert "Silent: 1; announced: 2." in shown[shown.index("Own rule of this table") :]
    assert "Four kings" not in shown
    assert f'href="{address}#rule-trull"' in shown
    assert anna.get(f"{address}?item=nothing").status_code == 404


def test_a_line_of_the_calculator_opens_to_the_rules_it_counts_by(client: Client) -> None:
    address = reverse("club:game_rules", args=["paskievics"])
    rules = quote('{"preset":"pagat","trull":[3,7]}')
    shown = read_page(client, f"{address}?rules={rules}&item=trull")

    assert "Silent: 3; announced: 7." in shown
    (whole,) = re.findall(r'href="([^"]*)"', shown)
    assert whole.endswith("#rule-trull")
    assert "item=" not in whole
    assert "Silent: 3; announced: 7." in read_page(client, whole)


def test_guests_open_a_line_only_by_their_link(house: House, session: Session) -> None:
    link = a_guest_link(house, session)
    address = guest_url(link, "guest_rules")
    reader = Client()
    shown = read_page(reader, f"{address}?item=game")

    assert "Three: the game is worth 1." in shown
    assert re.findall(r'href="([^"]*)"', shown) == [f"{address}#rule-game"]
    revoke(house, link)
    assert reader.get(f"{address}?item=game").status_code == 404
    assert reader.get(session_url(session, "session_rules") + "?item=game").status_code == 302


def test_guests_read_the_rules_and_come_back_to_their_sheet(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    link = a_guest_link(house, session)
    sheet = unescape(text_of(open_guest_page(link)))
    shown = unescape(text_of(open_guest_page(link, "guest_rules")))

    assert f'href="{guest_url(link, "guest_rules")}#rule-game"' in sheet
    assert 'id="rule-game"' in shown
    assert f'href="{guest_url(link)}"' in shown
    assert session_url(session, "sheet") not in shown

    revoke(house, link)
    assert open_guest_page(link, "guest_rules").status_code == 404


def test_a_link_to_the_standings_shows_no_rules(house: House, session: Session) -> None:
    assert open_guest_page(a_guest_link(house), "guest_rules").status_code == 404


@pytest.mark.parametrize("game", ENTRY_GAMES)
def test_everybody_reads_the_rules_of_every_game(client: Client, game: str) -> None:
    shown = read_page(client, reverse("club:game_rules", args=[game]))

    assert 'id="rule-adjust"' in shown
    assert reverse("club:calculator") + f"?game={game}" in shown


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_everybody_reads_the_rules_of_every_preset(client: Client, game: str, preset: str) -> None:
    shown = read_page(client, reverse("club:preset_rules", args=[game, preset]))

    assert 'id="rule-game"' in shown
    assert "Own rule of this table" not in shown


def test_a_preset_brings_its_own_rules(client: Client) -> None:
    address = reverse("club:preset_rules", args=["paskievics", "standard"])

    assert "An announced pagat ultimo that is made wins the pot" in read_page(client, address)
    assert "wins the pot" not in read_page(client, reverse("club:game_rules", args=["paskievics"]))


@pytest.mark.parametrize("path", ["/rules/bridge/", "/rules/danish/pagat/", "/rules/taper/x/"])
def test_unplayed_game_returns_404(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_calculator_leads_to_the_rules_it_counts_by(client: Client) -> None:
    rules = '{"preset":"pagat","trull":[3,7]}'
    page = read_page(client, reverse("club:calculator") + f"?game=paskievics&rules={rules}")
    (address,) = re.findall(r'class="btn" href="(/rules/[^"]*)"', page)

    assert "Silent: 3; announced: 7." in read_page(client, address)


def test_four_kings_in_hand_and_four_kings_taken_are_two_words() -> None:
    with override("ro"):
        words = ClubWords()
        assert words.term("annul.four_kings") == "Patru regi"
        assert words.term("fig.four_kings") == "Toți regii"


def test_warns_of_an_unreadable_link(client: Client) -> None:
    address = reverse("club:game_rules", args=["danish"])
    warning = "Part of this link cannot be read; the rest is shown."

    assert warning in read_page(client, address + '?rules={"trull":1}')
    assert warning not in read_page(client, address + '?rules={"count":false}')
