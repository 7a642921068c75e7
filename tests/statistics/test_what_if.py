"""What if: the same hands under other house rules, without saving anything."""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.attackers import a_danish_session, hash_database
from support.catalogue import row
from support.club_factories import END, PASSED_OUT, House, a_hand, a_session, recorded
from support.club_web import form_in, text_of
from support.season_tables import a_plan, an_evening, key_form, the_season
from tarokk_club.club.models import MoneyRules, Season, Session, User
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.seasons.queries.season_totals import load_season_totals
from tarokk_club.club.seasons.usecases import change_season
from tarokk_club.club.statistics.queries.what_if import (
    RescoreScope,
    WhatIf,
    load_season_scope,
    load_session_scope,
    rescore_scope,
)

GAME = "paskievics"


def url_of(house: House, session: Session | None = None) -> str:
    if session:
        return reverse("club:session_what_if", args=[house.club.slug, session.id])
    return reverse("club:season_what_if", args=[house.club.slug, the_season(house).id])


def under(session: Session, **rules: Any) -> WhatIf:
    """The session under its own rules, some of them changed."""
    session.refresh_from_db()
    played = session.read_frozen_rules()
    names = load_names(session.club_id)
    return rescore_scope(load_session_scope(session), type(played)(**rules), names)


def scope_of(house: House) -> RescoreScope:
    """All of the season in Anna's game."""
    season = the_season(house)
    return load_season_scope(house.club, season, load_season_totals(season), GAME)


def sums(other: WhatIf) -> dict[str, tuple[int, int]]:
    """In the book, and under the other rules."""
    return {row.name: (row.was[1], row.now[1]) for row in other.rows}


def test_hands_are_scored_again_under_other_rules(anna: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna", "Anna", "Csaba")
    before = hash_database()
    asked = {"game": GAME, "rules": json.dumps({"preset": "tournament"})}

    assert "Choose other house rules" in text_of(anna.get(url_of(house)))
    page = text_of(anna.get(url_of(house), asked))

    assert "3 hands were scored again" in page
    assert "style=" not in page
    assert hash_database() == before


@pytest.mark.parametrize("preset", ["pagat", "standard", "tournament"])
def test_rescoring_by_the_same_rules_changes_nothing(house: House, preset: str) -> None:
    catch = {"by": house.players["Béla"], "from": house.players["Csaba"]}
    hands = [a_hand(house), PASSED_OUT, a_hand(house, "Béla", "Dóra", result="lost")]
    session = a_session(house, rules={"preset": preset})
    recorded(house, session, *hands, a_hand(house, xxi_catch=catch), END)

    other = rescore_scope(
        load_session_scope(session), session.read_frozen_rules(), load_names(house.club.id)
    )

    assert other.left_out == ()
    assert all(was == now for was, now in sums(other).values())
    assert any(was for was, _now in sums(other).values())


@row("S85")
def test_shows_no_member_the_money_of_others(bela: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna", stake={"currency": "HUF", "per_point": "2468"})
    MoneyRules.objects.update_or_create(club=house.club, defaults={"own_only": True})
    asked = {"game": GAME, "rules": json.dumps({"preset": "tournament"})}

    def read_page(by: User, counts: str) -> str:
        Season.objects.filter(club=house.club).update(counts=counts)
        bela.force_login(by)
        return text_of(bela.get(url_of(house), asked))

    assert "2,468" in read_page(house.anna, "money")
    limited = read_page(house.bela, "money")
    assert "1 hand was scored again" in limited and "<bdi>Anna</bdi>" in limited
    assert "468" not in limited
    assert "In the book" not in limited and "In the book" in read_page(house.bela, "points")


def test_another_rule_moves_the_points(house: House) -> None:
    session = a_session(house)
    recorded(house, session, PASSED_OUT, a_hand(house))

    # After a hand passed out the next round counts double, unless the club has no such rule.
    assert sums(under(session, void_hands="none"))["Anna"] == (2, 1)


def test_omits_and_reports_hands_the_other_rules_lack(anna: Client, house: House) -> None:
    hand = {"type": "hand", "outcome": "conceded", "declarer": house.players["Anna"]}
    session = a_session(house, rules={"preset": "standard"})
    recorded(house, session, {**hand, "partner": house.players["Csaba"]}, a_hand(house))
    asked = {"rules": json.dumps({"preset": "tournament"})}

    other = under(session, concede_trull_three=False)
    page = text_of(anna.get(url_of(house, session), asked))

    assert [one.number for one in other.left_out] == [1]
    assert other.hands == 1
    assert not other.carries
    assert "1 entry is not possible under these rules" in page
    assert (
        reverse("club:hand", args=[house.club.slug, session.id, other.left_out[0].entry_id]) in page
    )


def test_warns_when_pots_depend_on_an_omitted_hand(anna: Client, house: House) -> None:
    hand = {"type": "hand", "outcome": "conceded", "declarer": house.players["Anna"]}
    session = a_session(house, rules={"preset": "standard"})
    recorded(house, session, {**hand, "partner": house.players["Csaba"]}, a_hand(house))
    asked = {"rules": json.dumps({"preset": "standard", "concede_trull_three": False})}

    assert under(session, void_hands="pot").carries
    assert "Pots and doubled rounds depend" in text_of(anna.get(url_of(house, session), asked))


def test_rescoring_preserves_the_dealers(house: House) -> None:
    """Five at the table: the one who deals sits out, also after a hand that was left out."""
    conceded = {"type": "hand", "outcome": "conceded", "declarer": house.players["Anna"]}
    seats = house.ids("Anna", "Béla", "Csaba", "Dóra", "Cili")
    session = a_session(house, players=seats, dealer=seats[4], rules={"preset": "standard"})
    conceded["partner"] = house.players["Csaba"]
    # Cili deals the first hand, Anna the second.
    recorded(house, session, conceded, a_hand(house, "Béla", "Cili"))

    other = sums(under(session, concede_trull_three=False, void_hands="none"))

    assert (other["Cili"][1], other["Anna"][1]) == (1, 0)


def test_rescored_season_keeps_its_counting_rules(house: House) -> None:
    an_evening(house, "2026-03-01", "Anna", "Anna")
    an_evening(house, "2026-03-08", "Csaba")
    an_evening(house, "2026-03-09", "Csaba", "Csaba", "Csaba")
    plan = a_plan("2026", "2026-01-01", drop_worst=1)
    season = the_season(house)
    change_season(club_id=house.club.id, form=key_form(house), season_id=season.id, plan=plan)
    scope = scope_of(house)

    other = rescore_scope(
        scope, Session.objects.all()[0].read_frozen_rules(), load_names(house.club.id)
    )

    assert sums(other)["Anna"] == (2 - 1, 2 - 1)
    assert [row.was for row in other.rows] == [row.now for row in other.rows]


def test_the_oldest_evenings_of_a_large_season_are_in_neither_table(
    anna: Client, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    an_evening(house, "2026-03-01", "Anna", "Anna", "Anna")
    an_evening(house, "2026-03-08", "Csaba")
    monkeypatch.setattr("tarokk_club.club.statistics.queries.what_if.MOST_HANDS", 3)

    scope = scope_of(house)
    page = text_of(anna.get(url_of(house), {"rules": "{}"}))

    assert (scope.too_old, len(scope.totals)) == (1, 4)
    assert "the oldest session (1) is in neither table" in page
    monkeypatch.setattr("tarokk_club.club.statistics.queries.what_if.MOST_HANDS", 0)
    assert "There are too many hands" in text_of(anna.get(url_of(house)))


def test_the_form_leads_to_an_address_that_can_be_passed_on(anna: Client, house: House) -> None:
    session = an_evening(house, "2026-03-01", "Anna")
    sent = form_in(anna.get(url_of(house, session)), "").sent

    answer = anna.get(url_of(house, session), sent | {"rule_void_hands": "none"})
    page = text_of(anna.get(answer["Location"]))

    said = parse_qs(urlsplit(answer["Location"]).query)
    assert json.loads(said["rules"][0]) == {"preset": "pagat", "void_hands": "none"}
    link = re.search(r'id="link" href="([^"]+)"', page)
    assert link
    assert link[1].replace("&amp;", "&") == answer["Location"]


def test_shows_a_wrong_value_at_its_field(anna: Client, house: House) -> None:
    session = an_evening(house, "2026-03-01", "Anna")
    sent = form_in(anna.get(url_of(house, session)), "").sent

    answer = anna.get(url_of(house, session), sent | {"rule_void_hands": "never"})

    assert answer.status_code == 200
    assert "Please check the parts marked below" in text_of(answer)


@pytest.mark.sweep
@pytest.mark.parametrize(
    "query",
    [
        "rules={",
        "rules=[1]",
        "rules=%00",
        'rules={"preset":"none"}',
        'rules={"void_hands":7}',
        "rules=" + "x" * 5000,
        "game=chess&rules={}",
        "options=1",
        "options=1&rules={}&rule_void_hands=%F0",
    ],
)
@pytest.mark.parametrize("scope", ["season", "session"])
def test_page_accepts_any_query_string(anna: Client, house: House, query: str, scope: str) -> None:
    session = an_evening(house, "2026-03-01", "Anna")
    url = url_of(house, session if scope == "session" else None)

    assert anna.get(f"{url}?{query}").status_code in {200, 302}


def test_the_rules_as_played_give_the_same_table(anna: Client, house: House) -> None:
    session = an_evening(house, "2026-03-01", "Anna")

    page = text_of(anna.get(url_of(house, session), {"rules": json.dumps({"preset": "pagat"})}))

    assert "both tables are the same" in page


def danish(house: House) -> Session:
    session = a_danish_session(house)
    recorded(house, session, {"type": "hand", "outcome": "misdeal"})
    return session


@pytest.mark.parametrize("make", [danish, a_session])
def test_opens_for_a_game_without_presets_and_a_table_without_hands(
    anna: Client, house: House, make: Callable[[House], Session]
) -> None:
    session = make(house)

    assert anna.get(url_of(house, session)).status_code == 200
    assert anna.get(url_of(house, session), {"rules": "{}"}).status_code == 200
    assert anna.get(url_of(house), {"game": "danish", "rules": "{}"}).status_code == 200


def test_season_and_sheet_lead_to_it(anna: Client, house: House) -> None:
    session = an_evening(house, "2026-03-01", "Anna")
    for name, one in (("season", the_season(house)), ("sheet", session)):
        page = text_of(anna.get(reverse(f"club:{name}", args=[house.club.slug, one.pk])))
        assert "what-if/" in page


def test_a_page_costs_the_same_for_one_evening_and_for_many(
    anna: Client, house: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for day in range(1, 6):
        an_evening(house, f"2026-03-0{day}", "Anna")

    with django_assert_max_num_queries(10):
        anna.get(url_of(house), {"rules": json.dumps({"preset": "standard"})})


PHEASANT = {"key": "pheasant", "name": "Fácán", "silent": 10, "announced": None}
OWL = {"key": "owl", "name": "Bagoly", "silent": None, "announced": 7}


def with_own(house: House, day: str, figure: dict[str, Any], **hand: Any) -> Session:
    """An evening with a figure of the club itself, and a hand in which it happened."""
    session = a_session(house, rules={"own_figures": [figure]}, date=day)
    recorded(house, session, a_hand(house, **hand))
    return session


def preset_link(page: str, preset: str) -> str:
    """Where a tap on the preset leads."""
    links = (link.replace("&amp;", "&") for link in re.findall(r'href="(\?game=[^"]+)"', page))
    return str(next(link for link in links if f"%22{preset}%22" in link))


def test_another_preset_keeps_the_figures_of_the_club_itself(anna: Client, house: House) -> None:
    session = with_own(house, "2026-03-01", PHEASANT, own={"own:pheasant": "declarer"})
    link = preset_link(text_of(anna.get(url_of(house, session))), "standard")

    answer = anna.get(url_of(house, session) + link)

    other = answer.context["other"]
    assert other.left_out == ()
    assert sums(other)["Anna"] == (1 + 10, 1 + 10)
    assert 'aria-current="true"' in text_of(answer)


def test_a_figure_of_the_club_may_be_worth_something_else(anna: Client, house: House) -> None:
    session = with_own(house, "2026-03-01", PHEASANT, own={"own:pheasant": "declarer"})
    sent = form_in(anna.get(url_of(house, session)), "").sent

    answer = anna.get(
        url_of(house, session), sent | {"rule_own_figures_0_silent": "25"}, follow=True
    )

    assert sums(answer.context["other"])["Anna"] == (1 + 10, 1 + 25)


def test_a_season_knows_the_figures_of_all_its_evenings(anna: Client, house: House) -> None:
    with_own(house, "2026-03-01", PHEASANT, own={"own:pheasant": "declarer"})
    said = {"figure": "own:owl", "by": house.players["Anna"], "made": True}
    with_own(house, "2026-03-08", OWL, announced=[said])
    link = preset_link(text_of(anna.get(url_of(house))), "tournament")

    other = anna.get(url_of(house) + link).context["other"]

    assert (other.left_out, other.hands) == ((), 2)
    assert sums(other)["Anna"] == (2 + 10 + 7, 2 + 10 + 7)
