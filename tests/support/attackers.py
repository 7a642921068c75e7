"""Two clubs with members in every role, and tools to attack them with."""

import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from urllib.parse import urljoin, urlsplit
from uuid import UUID, uuid4

from allauth.mfa.models import Authenticator
from django.apps import apps
from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve, reverse
from django.utils import timezone
from lxml import etree

from support.club_factories import (
    PASSED_OUT,
    House,
    a_form,
    a_hand,
    a_head,
    a_house,
    a_session,
    a_user,
    create_denes,
    recorded,
)
from support.entries import entry_pages
from support.money_tables import charge_fee, move_money, paid, settle_club, the_session
from support.page_reader import PageForm, forms_of, tree_of
from support.planned_evenings import an_answered_evening
from support.programs import a_stopped_webhook
from support.push_receiver import Browser
from support.rankings import a_ranking
from support.rule_sets import a_rule_set
from support.tournament_tables import a_directed_tournament, a_penalty, a_tournament, begun
from tarokk_club.club.calendar.usecases.calendar_links import make_calendar_link
from tarokk_club.club.confirmations.usecases.confirmations import record_objection
from tarokk_club.club.guests.usecases import set_published_parts
from tarokk_club.club.merging.usecases.merges import merge_players
from tarokk_club.club.models import (
    Charge,
    Club,
    Confirmation,
    GuestLink,
    MoneyRules,
    Payment,
    Player,
    Role,
    Session,
    Settlement,
    User,
)
from tarokk_club.club.models.guests import LinkLifetime
from tarokk_club.club.models.members import Invitation, Link, PasswordLink
from tarokk_club.club.models.money import KITTY, PaymentMethod, WhenSettled
from tarokk_club.club.models.people import PublicPart
from tarokk_club.club.people.queries.members import compute_password_fingerprint
from tarokk_club.club.session.usecases.events import delete_event
from tarokk_club.club.session.usecases.sessions import start_session

SIGN_IN = "/accounts/login/"
# After a few pages of a kind the others have no new links or forms.
MOST_OF_A_KIND = 4
# Fields that a page fills in by itself.
TYPED = ("text", "search", "number", "date", "email", "url", "tel")


@dataclass(frozen=True, slots=True)
class World:
    """Anna's club with a person for each role, the club of Denes, and a stranger.

    values: value of each path part.
    more: view name to values that only this view needs.
    """

    house: House
    session: Session
    people: dict[str, User | None]
    other: Club
    values: dict[str, Any]
    more: dict[str, dict[str, Any]] = field(default_factory=dict)

    def address(self, name: str, parts: tuple[str, ...]) -> str:
        """Return the path of a page of Anna's club."""
        values = self.values | self.more.get(name, {})
        return reverse(name, kwargs={part: values[part] for part in parts})


# Path values for which the world has no row.
INVENTED: dict[str, Any] = {
    "visit_id": 1,
    "key_id": UUID(int=2),
    "act": UUID(int=1),
    **dict.fromkeys(("token", "key", "build"), "nothing"),
    "uidb36": "1",
    "pk": 1,
    "language": "en",
    "game": "paskievics",
    "preset": "standard",
}


def a_world() -> World:
    """Create both clubs with a session, its entries, and money."""
    house = a_house()
    session = start_session(
        club_id=house.club.id, form=a_form(house.anna), head=a_head(house, title="Kemence")
    )
    points = {house.players["Anna"]: 2, house.players["Béla"]: -2}
    agreed = {"type": "adjust", "points": points, "note": "borravaló"}
    hand, adjust, gone = recorded(house, session, a_hand(house), agreed, PASSED_OUT)
    assert adjust.entry_id and gone.entry_id
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=gone.entry_id)
    settlement, payment, charge = _money(house, session)
    session.refresh_from_db()
    people = {
        role.value: a_user(f"the-{role.value}", club=house.club, roles=(role,)) for role in Role
    }
    people |= {"stranger": a_user("stranger"), "other": create_denes()}
    member, mark = people["member"], compute_password_fingerprint(people["member"])
    objection = an_objection(house, session, member)
    way_in = a_link(PasswordLink, house.club, people["owner"], user=member, password_mark=mark)
    invitation = a_link(Invitation, house.club, house.anna, roles=["member"], uses_left=1)
    merged = merge_players(
        club_id=house.club.id,
        form=a_form(house.anna),
        gone=Player.objects.create(club=house.club, name="Cili Kis").pk,
        into=UUID(house.players["Cili"]),
    )
    shown = a_link(GuestLink, house.club, house.anna, session=session, lasting=LinkLifetime.WEEK)
    other = Club.objects.exclude(pk=house.club.pk).get()
    values = INVENTED | {
        "slug": house.club.slug,
        "session_id": session.id,
        "entry_id": hand.entry_id,
        "player_id": UUID(house.players["Cili"]),
        "season_id": session.season_id,
        "rule_set_id": a_rule_set(house).pk,
        **a_directed_tournament(house, people["secretary"]),
        "evening_id": an_answered_evening(house).pk,
        "user_id": member.pk,
        "invitation_id": invitation.pk,
        "link_id": way_in.pk,
        "merge_id": merged.pk,
        "guest_id": shown.pk,
        "settlement_id": settlement.pk,
        "transfer_id": settlement.transfers.all()[0].pk,
        "payment_id": payment.pk,
        "charge_id": charge.pk,
        "fact_id": payment.pk,
        **_published(house),
        "kitty_transfer_id": move_money(house, 50, PaymentMethod.CASH, PaymentMethod.TRANSFER).pk,
        "year": session.date.year,
        "account": house.players["Csaba"],
        "confirmation_id": objection.pk,
        "day": session.date,
        "device_id": Browser().device(house.anna).pk,
    }
    more = _of_their_own(adjust.entry_id, gone.entry_id, shown) | _of_a_cup(house)
    feed = make_calendar_link(club_id=house.club.id, form=a_form(house.anna))
    more["club:calendar_file"] = {"token": feed.token}
    return World(house, session, people | {"anonymous": None}, other, values, more)


def _published(house: House) -> dict[str, Any]:
    """Publish the whole club; return the path values of its public pages and of a webhook."""
    set_published_parts(club_id=house.club.id, form=a_form(house.anna), parts=tuple(PublicPart))
    told = {"club_slug": house.club.slug, "webhook_id": a_stopped_webhook(house).pk}
    told |= {"ranking_id": a_ranking(house).pk}
    return told | {"part": PublicPart.LEADERBOARD.value}


def _of_their_own(adjust: UUID, gone: UUID, shown: Link) -> dict[str, dict[str, Any]]:
    """Return the path values of views that need another entry or link than the usual one."""
    token = {"token": shown.token}
    return {
        "club:event_correct": {"entry_id": adjust},
        "club:restore": {"entry_id": gone},
        "club:api_guest": token,
        "club:guest": token,
        "club:guest_live": token,
        "club:guest_rules": token,
        "club:guest_board": token,
        "club:guest_board_live": token,
        "club:guest_picture": token,
    }


def _of_a_cup(house: House) -> dict[str, dict[str, Any]]:
    """Start a tournament; return the path values of views that need its table or penalty."""
    cup = a_tournament(house, 4)
    (table,) = begun(house, cup)
    own, back = {"tournament_id": cup.pk}, {"penalty_id": a_penalty(house, cup).pk}
    table_page = {"club:tournament_table": own | {"session_id": table.pk}}
    return entry_pages(house) | table_page | {"club:tournament_penalty_back": own | back}


def _money(house: House, session: Session) -> tuple[Settlement, Payment, Charge]:
    """Settle the session without paying; return the settlement, a payment and a fee."""
    MoneyRules.objects.create(club=house.club, when=WhenSettled.HAND)
    settlement = settle_club(house, the_session(session, carry=True))
    (charge,) = charge_fee(house, 300, "Csaba")
    return settlement, paid(house, "Csaba", KITTY, 200), charge


def a_danish_session(house: House) -> Session:
    """Create a session of Danish tarok, the only game with fines."""
    seats = house.ids("Anna", "Béla", "Csaba")
    return a_session(house, game="danish", rules={}, players=seats, dealer=seats[0])


def an_objection(house: House, session: Session, user: User) -> Confirmation:
    """Object to the session as this user, who becomes the player Béla."""
    Player.objects.filter(pk=house.players["Béla"]).update(user=user)
    form = a_form(user)
    return record_objection(session_id=session.id, form=form, note="Nem így volt.")


def a_link(kind: type[Link], club: Club, by: User, **more: Any) -> Link:
    """Create a link of this kind that is valid for an hour."""
    now = timezone.now()
    link = kind(club=club, made_by=by, made_at=now, **more)
    link.expires_at = now + timedelta(hours=1)
    link.set_token_hash()
    link.save()
    return link


def a_client(user: User | None, *, csrf: bool = False) -> Client:
    """Return a client in which the user is signed in, or an anonymous client."""
    client = Client(enforce_csrf_checks=csrf, raise_request_exception=False)
    if user:
        client.force_login(user)
    return client


def a_passkey(user: User) -> None:
    """Add a passkey to the account; its content is a placeholder."""
    Authenticator.objects.create(
        user=user, type=Authenticator.Type.WEBAUTHN, data={"name": "Phone", "credential": {}}
    )


def a_fresh_client(user: User, *, seconds: int = 0) -> Client:
    """Return a client whose user typed the password this many seconds ago."""
    client = a_client(user)
    store_proofs(client, user, {"method": "password"}, seconds=seconds)
    return client


def store_proofs(client: Client, user: User, *proofs: dict[str, str], seconds: int = 0) -> None:
    """Store the time and the methods of the user's authentication, as allauth does."""
    session = client.session
    at = time.time() - seconds
    session["account_authentication_methods"] = [{**proof, "at": at} for proof in proofs]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()


def routes(resolver: URLResolver | None = None) -> dict[str, tuple[str, ...]]:
    """Return the path parts of every named URL of the site."""
    return dict(_routes(resolver or get_resolver(), "", ()))


def _routes(
    resolver: URLResolver, space: str, parts: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for pattern in resolver.url_patterns:
        inner = (*parts, *_parts(pattern.pattern))
        if isinstance(pattern, URLResolver):
            deeper = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from _routes(pattern, deeper, inner)
        elif isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name}", inner


def _parts(pattern: Any) -> tuple[str, ...]:
    return tuple(pattern.converters) or tuple(getattr(pattern, "regex", pattern).groupindex)


def views() -> dict[str, Any]:
    """Return the view of every named URL of the site."""
    return dict(_views(get_resolver(), ""))


def _views(resolver: URLResolver, space: str) -> Iterator[tuple[str, Any]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from _views(
                pattern, f"{space}{pattern.namespace}:" if pattern.namespace else space
            )
        elif isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name}", pattern.callback


# --- the content of pages


@dataclass(slots=True)
class Sheet:
    """The forms (method, path, fields), links and tags of a page, and its response if crawled."""

    url: str
    answer: Any = None
    forms: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    links: set[str] = field(default_factory=set)
    sources: set[str] = field(default_factory=set)
    scripts: int = 0
    handlers: list[str] = field(default_factory=list)


ADDRESSES = ("src", "href", "action", "formaction", "hx-get", "hx-post", "data-live")
# Attributes with script or style: the content policy forbids them; htmx would run the last two.
HANDLERS = ("on", "style", "hx-on", "data-hx-on")


def read_page(url: str, html: str) -> Sheet:
    """Return the forms, links and tags of a page, which an attack can use."""
    page = Sheet(url)
    tree = tree_of(html)
    for element in tree.iter(etree.Element):
        _look_at(page, element.tag, element.attrib)
    page.forms = [
        (form.method, urljoin(url, form.action), _as_sent(form)) for form in forms_of(html)
    ]
    return page


def _look_at(page: Sheet, tag: str, found: Mapping[str, str]) -> None:
    page.handlers += [f"{tag} {name}" for name in found if name.startswith(HANDLERS)]
    for name in ADDRESSES:
        if found.get(name) and not (tag == "a" and name == "href"):
            page.sources.add(urljoin(page.url, found[name]))
    if tag == "a" and found.get("href"):
        page.links.add(urljoin(page.url, found["href"]).partition("#")[0])
    if tag == "script" and not found.get("src"):
        page.scripts += 1


def _as_sent(form: PageForm) -> dict[str, str]:
    return {name: str(value) for name, value in form.sent.items()}


def crawl(client: Client, start: str) -> dict[str, Sheet]:
    """Return the pages that can be reached by links from a page; of similar pages only a few."""
    found: dict[str, Sheet] = {}
    waiting, kinds = [start], Counter[str]()
    while waiting:
        url = waiting.pop()
        kind = _kind(url)
        if url in found or kinds[kind] == MOST_OF_A_KIND:
            continue
        kinds[kind] += bool(kind)
        answer = client.get(url)
        html = answer.get("Content-Type", "").startswith("text/html")
        found[url] = read_page(url, answer.content.decode() if html else "")
        found[url].answer = answer
        if answer.status_code in (301, 302):
            found[url].links.add(urljoin(url, answer["Location"]))
        # Sorted, so that two people who see the same links visit the same pages.
        waiting += sorted(link for link in found[url].links if not urlsplit(link).netloc)
    return found


def _kind(url: str) -> str:
    try:
        return resolve(urlsplit(url).path).view_name
    except Resolver404:
        return ""


def hash_database() -> str:
    """Return a hash of the database, to check that nothing was changed."""
    models = apps.get_app_config("club").get_models()
    rows = {
        model.__name__: sorted(map(str, model._default_manager.values_list()))
        for model in models
        # Sign-ins are logged at any time, ratings are computed when they are requested, and backups
        # and audits leave a record of their own.
        if model.__name__ not in ("AuditLine", "RatingTable", "SiteNote")
    }
    # Signing in changes the time on the account.
    rows["User"] = sorted(map(str, User.objects.values_list("id", "username", "password")))
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def foreign_player(world: World) -> Player:
    """Create a player of the other club."""
    return Player.objects.create(club=world.other, name="Titkos Tamás")


def a_key() -> str:
    """Return a new form key."""
    return str(uuid4())
