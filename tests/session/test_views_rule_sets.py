"""House rules that a club saves by name, and the rules a new session starts with."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from scoring.core.options import serialize_rules
from scoring.core.problem import RefusedError
from support.club_factories import House, a_form, a_session, a_user, create_denes
from support.club_web import text_of
from support.page_reader import forms_of
from support.rule_sets import a_rule_plan, a_rule_set
from tarokk_club.club.models import AuditLine, Club, Role, RuleSet, Session
from tarokk_club.club.privacy.queries.free_text_fields import FREE_TEXT_FIELDS
from tarokk_club.club.session.usecases.rule_sets import (
    change_rule_set,
    remove_rule_set,
    save_rule_set,
)
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError

pytestmark = pytest.mark.django_db


def url_of(house: House, name: str, *more: Any) -> str:
    return reverse(f"club:{name}", args=[house.club.slug, *more])


def fields_of(client: Client, url: str) -> dict[str, Any]:
    """What the form of a page would send as it stands."""
    forms = forms_of(client.get(url).content.decode())
    return next(one.sent for one in forms if "seen" in one.sent)


def test_a_club_saves_house_rules_under_a_name(anna: Client, house: House) -> None:
    new = url_of(house, "rule_set_new")
    sent = fields_of(anna, new) | {"name": "Zuglói"}

    answer = anna.post(new, {**sent, "preset": "standard", "seen": "standard"}, follow=True)

    assert answer.status_code == 200
    saved = RuleSet.objects.get(club=house.club)
    assert (saved.name, saved.game, saved.rules_preset) == ("Zuglói", "paskievics", "standard")
    assert "Zuglói" in text_of(answer)
    assert [one.act for one in AuditLine.objects.filter(act="rules_saved")] == ["rules_saved"]


def test_a_session_begins_with_the_rules_of_the_club_and_freezes_them(
    anna: Client, house: House
) -> None:
    saved = a_rule_set(house, preset="standard", four_kings=[3, 6])
    new = url_of(house, "session_new")
    form = anna.get(new).context["form"]

    assert next(key for key, _label in form.fields["preset"].choices) == f"club:{saved.id}"
    assert form["preset"].value() == f"club:{saved.id}"
    assert form["rule_four_kings"].value() == [3, 6]

    sent = fields_of(anna, new)
    seats = {f"seat_{one}": str(place) for place, one in enumerate(house.players.values(), 1)}
    seats = dict(list(seats.items())[:4])
    answer = anna.post(new, {**sent, **seats, "dealer": "1"})

    assert answer.status_code == 302
    begun = Session.objects.get()
    assert begun.rules == saved.rules
    assert begun.rules_preset == "standard"

    remove_rule_set(club_id=house.club.id, form=a_form(house.anna), rule_set_id=saved.id)
    begun.refresh_from_db()
    assert begun.rules["four_kings"] == [3, 6]


def test_last_played_set_is_preselected(anna: Client, house: House) -> None:
    a_rule_set(house, "Liga", preset="tournament")
    friendly = a_rule_set(house, "Baráti", preset="pagat", xx_discard=False)
    a_session(house, game="paskievics", rules={"preset": "pagat", "xx_discard": False})

    form = anna.get(url_of(house, "session_new")).context["form"]

    assert form["preset"].value() == f"club:{friendly.id}"


def test_each_set_and_preset_has_a_one_line_summary(anna: Client, house: House) -> None:
    a_rule_set(house, "Liga", preset="standard", four_kings=[3, 6])

    told = text_of(anna.get(url_of(house, "session_new"), headers={"accept-language": "en"}))

    lines = " ".join(told.split())
    assert "<span>Liga</span> <small>As “Standard”, 1 rule otherwise</small>" in lines
    assert "<span>Standard</span> <small>An ultimó pot instead of doubled rounds" in lines


def test_a_game_without_presets_is_begun_as_usual_too(anna: Client, house: House) -> None:
    saved = a_rule_set(house, "Dán", "danish", count=False)
    players = house.ids("Anna", "Béla", "Csaba")
    a_session(house, game="danish", rules={}, players=players, dealer=players[0])

    form = anna.get(url_of(house, "session_new")).context["form"]

    assert [key for key, _label in form.fields["preset"].choices] == [f"club:{saved.id}", ""]
    assert form["rule_count"].value() is False


def test_another_preset_leaves_the_rules_of_the_club_behind(anna: Client, house: House) -> None:
    saved = a_rule_set(house, preset="standard", four_kings=[3, 6])
    new = url_of(house, "session_new")
    sent = fields_of(anna, new)

    away = anna.post(new, {**sent, "preset": "pagat", "do": "preset"}).context["form"]
    back = anna.post(new, {**sent, "preset": f"club:{saved.id}", "do": "preset"}).context["form"]

    assert away["rule_four_kings"].value() != [3, 6]
    assert back["rule_four_kings"].value() == [3, 6]


def test_the_rules_of_a_session_are_taken_over(anna: Client, house: House) -> None:
    session = a_session(house, game="paskievics", rules={"preset": "pagat", "xx_discard": False})
    rules = reverse("club:session_rules", args=[house.club.slug, session.id])
    way = f"{url_of(house, 'rule_set_new')}?session={session.id}"

    assert way in anna.get(rules).content.decode()
    assert anna.get(way).context["form"]["rule_xx_discard"].value() is False


def test_the_session_of_another_club_is_not_looked_into(anna: Client, house: House) -> None:
    create_denes()
    strange = Club.objects.exclude(pk=house.club.pk).get()
    session = a_session(
        house,
        game="danish",
        rules={"count": False},
        players=(house.ids("Anna", "Béla", "Csaba")),
        dealer=house.players["Anna"],
    )
    Session.objects.filter(pk=session.pk).update(club=strange)
    Club.objects.filter(pk=house.club.pk).update(last_choice={})

    answer = anna.get(f"{url_of(house, 'rule_set_new')}?session={session.id}")

    assert answer.context["form"]["game"].value() != "danish"


def test_a_set_is_renamed_changed_and_removed(anna: Client, house: House) -> None:
    saved = a_rule_set(house, preset="standard", four_kings=[3, 6])
    one = url_of(house, "rule_set", saved.id)
    sent = fields_of(anna, one) | {"name": "Óbudai"}

    assert anna.post(one, sent).status_code == 302
    saved.refresh_from_db()
    assert (saved.name, saved.rules["four_kings"]) == ("Óbudai", [3, 6])

    key = anna.get(one).context["removing"]["key"].value()
    answer = anna.post(url_of(house, "rule_set_remove", saved.id), {"key": key}, follow=True)

    assert "Óbudai" in text_of(answer)
    assert not RuleSet.objects.exists()


def test_two_sets_of_a_club_have_two_names(house: House) -> None:
    a_rule_set(house, "Liga")

    with pytest.raises(ConflictError):
        a_rule_set(house, "LIGA", preset="pagat")
    other = a_rule_set(house, "Kupa", preset="pagat")
    with pytest.raises(ConflictError):
        change_rule_set(
            club_id=house.club.id,
            form=a_form(house.anna),
            rule_set_id=other.id,
            plan=a_rule_plan("liga"),
        )


def test_a_set_has_a_name_and_rules_that_agree_with_one_another(house: House) -> None:
    with pytest.raises(RefusedError):
        a_rule_set(house, "  ")


def test_the_same_form_sent_twice_is_one_set(house: House) -> None:
    form, plan = a_form(house.anna), a_rule_plan("Liga")

    first = save_rule_set(club_id=house.club.id, form=form, plan=plan)
    again = save_rule_set(club_id=house.club.id, form=form, plan=plan)

    assert first.id == again.id
    assert RuleSet.objects.count() == 1


@pytest.mark.parametrize("role", [Role.SECRETARY, Role.TREASURER, Role.SCORER, Role.MEMBER])
def test_only_the_owner_saves_rules_of_the_club(house: House, role: Role) -> None:
    user = a_user("somebody", club=house.club, roles=(role,))

    with pytest.raises(ForbiddenError):
        save_rule_set(club_id=house.club.id, form=a_form(user), plan=a_rule_plan("Liga"))


def test_set_of_another_club_returns_404(anna: Client, house: House) -> None:
    create_denes()
    saved = a_rule_set(house)
    RuleSet.objects.filter(pk=saved.pk).update(club=Club.objects.exclude(pk=house.club.pk).get())

    assert anna.get(url_of(house, "rule_set", saved.id)).status_code == 404
    with pytest.raises(RuleSet.DoesNotExist):
        remove_rule_set(club_id=house.club.id, form=a_form(house.anna), rule_set_id=saved.id)


def test_erasing_a_person_searches_the_names_of_rule_sets() -> None:
    assert (RuleSet, "name", True) in {
        (one.model, one.field, one.needed) for one in FREE_TEXT_FIELDS
    }


def test_a_tournament_is_set_up_under_the_rules_of_the_club(anna: Client, house: House) -> None:
    saved = a_rule_set(house, preset="standard", four_kings=[3, 6])

    form = anna.get(url_of(house, "tournament_new")).context["form"]

    assert f"club:{saved.id}" in dict(form.fields["preset"].choices)


def test_a_set_holds_every_option(house: House) -> None:
    saved = a_rule_set(house, preset="standard")

    assert saved.rules == serialize_rules(saved.read_frozen_rules())
    assert isinstance(saved.id, UUID)


def test_members_read_saved_rules_but_cannot_change_them(client: Client, house: House) -> None:
    saved = a_rule_set(house, "Liga", preset="standard")
    client.force_login(a_user("somebody", club=house.club, roles=(Role.MEMBER,)))

    page = text_of(client.get(url_of(house, "rule_sets")))

    assert "Liga" in page
    assert url_of(house, "rule_set", saved.id) not in page
    assert client.get(url_of(house, "rule_set", saved.id)).status_code == 403
    assert client.get(url_of(house, "rule_set_new")).status_code == 403
