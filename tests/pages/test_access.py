"""Every page for every reader: anonymous, of another club, each role, each language."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.club_factories import House, a_form, a_hand, a_user, create_denes, recorded
from support.club_web import ROUTES, read_out, route_url, text_of
from support.programs import is_for_programs, with_key_too
from tarokk_club.club.confirmations.usecases.confirmations import record_objection
from tarokk_club.club.models import Change, Confirmation, Player, Role, Session
from tarokk_club.club.pages.access_table import collect_access_by_route

LANGUAGES = [code for code, _name in settings.LANGUAGES]
DAYS = re.compile(r'<input type="date"[^>]*>')
ISO_DAY = re.compile(r'value="\d{4}-\d\d-\d\d"')
# What is shown, and what is answered where there is only a button or only a script asks.
READ = {200, 302, 405}
REFUSALS = (
    "Your role in this club does not allow this.",
    "Only players of this session can confirm it or object to it.",
)
# Not every game knows every kind of entry.
OF_OTHER_GAMES = {"fine", "pot"}
MOST_QUERIES = 12
# The bar of the four places asks once more, and again where somebody objected to something.
BAR = 2
FOR_PROGRAMS = [name for name in ROUTES if is_for_programs(name)]
PAGES = [name for name in ROUTES if not is_for_programs(name)]
# These ask once in every table there is: for the whole club, or for one person's traces. The first
# look at the ratings keeps them, too.
EVERY_TABLE = {"archive_file": 78, "erase": 49, "player_data_file": 45, "rating": 14}
# The first page gathers what waits for its reader.
EVERY_TABLE |= {"club": 24}
# What a plan asks for now, and what is not settled yet, stand beside every entry.
EVERY_TABLE |= {"account": 20, "statement": 20, "kitty": 16, "season_hands_file": 16}
EVERY_TABLE |= {"book": 14, "book_paper": 14}
# It asks what changed before it asks for any figure, so that most of the time it asks for none.
EVERY_TABLE |= {"career": 16}
# A year adds up the journal and, in each currency, the kitty.
EVERY_TABLE |= {"year_paper": 24, "auditors_paper": 24, "year_close": 22, "statements_file": 20}


@pytest.fixture
def session(house: House, session: Session) -> Session:
    """A session in which something happened, and in which Anna plays herself."""
    notice = {"type": "notice", "player": house.players["Anna"]}
    recorded(house, session, a_hand(house), notice)
    Player.objects.filter(name="Anna").update(user=house.anna)
    record_objection(session_id=session.id, form=a_form(house.anna), note="Nem így volt.")
    session.refresh_from_db()
    return session


def posted(name: str, status: int) -> int:
    """What is answered to POST where GET is answered this: a program learns from the document
    which addresses take nothing, so it is told before it is asked for its key.
    """
    takes = collect_access_by_route()[f"club:{name}"].post is not None
    return status if takes or not is_for_programs(name) else 405


def read(name: str, status: int) -> int:
    """What is answered to GET: where a program can only send, that is told first."""
    gives = collect_access_by_route()[f"club:{name}"].get is not None
    return status if gives or not is_for_programs(name) else 405


# A member sees the least and meets the most refusals; what the others see is walked in the sweep.
FURTHER = [role for role in Role if role is not Role.MEMBER]


def swept(role: Role) -> Any:
    return pytest.param(role, marks=pytest.mark.sweep)


def bare(body: bytes) -> bytes:
    return b" ".join(body.split())


@pytest.mark.sweep
@pytest.mark.parametrize("name", PAGES)
def test_anonymous_visitor_is_sent_to_sign_in_from_every_url(
    client: Client, session: Session, name: str
) -> None:
    for invented in (False, True):
        url = route_url(name, session, invented=invented)
        for answer in (client.get(url), client.post(url)):
            assert answer.status_code == 302
            assert answer.headers["Location"] == f"{reverse('account_login')}?next={url}"


@pytest.mark.parametrize("name", FOR_PROGRAMS)
def test_program_without_a_key_is_refused_at_every_url(
    client: Client, house: House, session: Session, name: str
) -> None:
    # Whoever is signed in beside it: the cookie is not listened to.
    client.force_login(house.anna)
    for invented in (False, True):
        url = route_url(name, session, invented=invented)
        read_and_sent = (
            (client.get(url), read(name, 401)),
            (client.post(url), posted(name, 401)),
        )
        for answer, status in read_and_sent:
            assert answer.status_code == status
            assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.sweep
@pytest.mark.parametrize("name", ROUTES)
def test_pages_of_a_foreign_club_look_like_missing_pages(
    client: Client, session: Session, name: str
) -> None:
    stranger = create_denes()
    client.force_login(stranger)
    # The key names a club to which its person does not belong.
    with_key_too(client, stranger, session.club)
    real, invented = (route_url(name, session, invented=each) for each in (False, True))

    for ask, status in ((client.get, read(name, 404)), (client.post, posted(name, 404))):
        answers = [ask(real), ask(invented)]
        assert [answer.status_code for answer in answers] == [status, status]
        assert bare(answers[0].content) == bare(answers[1].content)


@pytest.mark.parametrize("role", [Role.MEMBER, *map(swept, FURTHER)])
def test_every_page_opens_or_explains_its_refusal(
    client: Client,
    house: House,
    session: Session,
    role: Role,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    user = a_user(f"has-{role}", club=house.club, roles=(role,))
    client.force_login(user)
    with_key_too(client, user, house.club)
    for name in sorted(set(ROUTES) - OF_OTHER_GAMES):
        # What the test asks to find the address is not the page's.
        url = route_url(name, session)
        with django_assert_max_num_queries(EVERY_TABLE.get(name, MOST_QUERIES) + BAR):
            answer = client.get(url)
        assert answer.status_code in {*READ, 403}, name
        assert answer.headers["Cache-Control"] == "no-store", name
        if answer.status_code == 403:
            assert any(sentence in text_of(answer) for sentence in REFUSALS), name


@pytest.mark.sweep
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_opens_in_every_language(
    client: Client, house: House, session: Session, language: str
) -> None:
    house.anna.language = language
    house.anna.save()
    client.force_login(house.anna)
    with_key_too(client, house.anna, house.club)
    for name in sorted(set(ROUTES) - OF_OTHER_GAMES):
        answer = client.get(route_url(name, session))
        assert answer.status_code in READ, name
        page = read_out(answer.getvalue())
        assert "<html" not in page or f'<html lang="{language}"' in page, name
        # A browser empties a field whose day stands there as the language writes it.
        for day in DAYS.findall(page):
            assert ISO_DAY.search(day) or "value=" not in day, (name, day)


@pytest.mark.ci
def test_looking_at_every_page_writes_nothing(
    client: Client, house: House, session: Session
) -> None:
    client.force_login(house.anna)
    with_key_too(client, house.anna, house.club)
    before = Change.objects.count()
    for name in ROUTES:
        client.get(route_url(name, session))

    session.refresh_from_db()
    assert (Change.objects.count(), session.version) == (before, 3)


def test_an_unknown_page_is_a_readable_404(client: Client, house: House) -> None:
    client.force_login(house.anna)

    answer = client.get(f"/c/{house.club.slug}/no-such-page/")

    assert answer.status_code == 404
    assert "There is nothing here" in text_of(answer)


@pytest.mark.sweep
@pytest.mark.parametrize("text", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>'])
def test_typed_text_is_escaped_on_every_page(
    client: Client, house: House, session: Session, text: str
) -> None:
    client.force_login(house.anna)
    with_key_too(client, house.anna, house.club)
    house.club.name = text
    house.club.save()
    Player.objects.filter(name="Anna").update(name=text)
    Session.objects.update(table_name=text)
    session.entries.update(note=text)
    Change.objects.update(reason=text, note_after=text)
    Confirmation.objects.update(note=text)

    for name in ROUTES:
        answer = client.get(route_url(name, session))
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            assert text not in answer.content.decode(), name
