"""The picture of a result: its size, who may see it, and the link preview in a chat."""

from io import BytesIO

import pytest
from django.test import Client
from PIL import Image, ImageFont
from pytest_django import DjangoAssertNumQueries

from support.club_factories import (
    END,
    SEATED,
    House,
    a_form,
    a_hand,
    a_session,
    create_denes,
    recorded,
)
from support.club_web import session_url, text_of
from tarokk_club.club.charts.line_chart import ChartLine, build_line_chart
from tarokk_club.club.finale import picture
from tarokk_club.club.finale.picture import PictureContent, PictureRow, draw_result_picture
from tarokk_club.club.finale.queries import build_finale
from tarokk_club.club.finale.words import build_picture_content
from tarokk_club.club.formatting.font_choice import (
    FONTS,
    build_latin_initials,
    find_font_file,
    make_drawable,
)
from tarokk_club.club.guests.usecases import LinkTarget, create_guest_link, revoke_guest_link
from tarokk_club.club.models import GuestLink, Session
from tarokk_club.club.models.guests import LinkLifetime
from tarokk_club.club.people.queries.players import load_names_for_guests
from tarokk_club.club.sheet.queries.sheets import load_sheet

LONG = "Szentgyörgyvölgyi-Nagy Erzsébet Őrsi, a legidősebb özvegy Årstad Ștefănescu"
# Letters of all four languages, digits and punctuation.
LETTERS = "őűŐŰăâîșțĂÂÎȘȚåøæÅØÆáéíóöúü−·…Жλ"


def linked(house: House, session: Session) -> GuestLink:
    showing = LinkTarget(session_id=session.id, lasting=LinkLifetime.WEEK)
    return create_guest_link(club_id=house.club.id, form=a_form(house.anna), target=showing)


def opened(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content))


def is_bare(shown: Image.Image, *, right_of: int) -> bool:
    """Return whether the picture is empty beyond the edge."""
    colours = shown.convert("RGB").crop((right_of, 0, *shown.size)).getcolors()
    return colours is not None and len(colours) == 1


def test_a_member_gets_the_picture_of_a_result(
    client: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house), a_hand(house, "Béla", "Csaba"), END)
    client.force_login(house.bela)

    answer = client.get(session_url(session, "finale_picture"))

    assert answer.headers["Content-Type"] == "image/png"
    shown = opened(answer.content)
    assert (shown.format, shown.size) == ("PNG", (1200, 630))
    assert len(answer.content) < 300_000


def test_finale_shows_the_picture(client: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), END)
    client.force_login(house.bela)

    page = text_of(client.get(session_url(session, "finale")))

    assert f'src="{session_url(session, "finale_picture")}?names=initials"' in page
    assert page.count(session_url(session, "finale_picture")) == 3


def test_the_letters_of_all_four_languages_are_there() -> None:
    for file in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"):
        font = ImageFont.truetype(FONTS / file, 40)
        nothing = bytes(font.getmask("\U0001f0a1"))
        for letter in LETTERS:
            assert bytes(font.getmask(letter)) != nothing, (file, letter)


@pytest.mark.parametrize("name", ["محمد عبد الرحمن", "דוד בן־גוריון", "王小明", "Дмитрий", "𐎠𐎼"])
@pytest.mark.parametrize("system", [True, False])
def test_a_name_in_any_script_is_drawn_and_never_empty(
    monkeypatch: pytest.MonkeyPatch, name: str, system: bool
) -> None:
    if not system:
        monkeypatch.setattr(
            "tarokk_club.club.formatting.font_choice._list_system_fonts", lambda: ()
        )
    find_font_file.cache_clear()

    drawn = make_drawable(name)

    file = find_font_file(drawn, bold=False)
    assert file and set(drawn) - set(" .")
    assert ImageFont.truetype(file, 40).getmask(drawn).getbbox()
    find_font_file.cache_clear()


def test_builds_latin_initials_or_a_placeholder() -> None:
    assert build_latin_initials("דוד בן־גוריון") == "D. B. G."
    assert build_latin_initials("عمر محمد") == "A. M."
    assert build_latin_initials("王小明") == "(name in another script)"
    # Hebrew runs the other way where the library draws from left to right only.
    assert make_drawable("ab", shapes=False) == "ab"


@pytest.mark.parametrize("count", [2, 5, 14])
def test_no_name_is_cut(count: int) -> None:
    row = PictureRow("1.", LONG, "+98\N{NARROW NO-BREAK SPACE}765", 0, won=True)
    shown = opened(draw_result_picture(PictureContent(LONG, LONG, (row,) * count, LONG, None)))

    assert shown.size == (1200, 630)
    assert is_bare(shown, right_of=1145)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Anna", ["Anna"]),
        ("Szentgyörgyvölgyi-Nagy Erzsébet Őrsike", ["Szentgyörgyvölgyi-", "Nagy Erzsébet Őrsike"]),
        ("Donaudampfschifffahrtsgesellschaftskapitän", None),
        ("e\u0301" * 40, None),
    ],
)
def test_long_names_are_written_in_letters_that_can_be_read(
    name: str, lines: list[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[str, float]] = []
    fitting = picture._fit_font

    def noting(text: str, size: int, width: int, *, bold: bool) -> ImageFont.FreeTypeFont:
        found = fitting(text, size, width, bold=bold)
        written.append((text, found.size / picture.TWICE))
        return found

    chart = build_line_chart([ChartLine(name, (0, 98_765))], ["0", "1"], str)
    row = PictureRow("1.", name, "+98\N{NARROW NO-BREAK SPACE}765", 1, won=True)
    monkeypatch.setattr(picture, "_fit_font", noting)
    draw_result_picture(PictureContent("", "", (row,), "", chart))

    # After place, points and the try in one line come those of the name, then the foot.
    at = [text for text, _size in written].index(name) + 1
    shown = written[at : at + (1 if lines == [name] else 2)]
    assert "".join(text for text, _size in shown).replace(" ", "") == name.replace(" ", "")
    assert lines is None or [text for text, _size in shown] == lines
    assert all(size >= 18 for _text, size in shown)


def test_picture_uses_guest_names_and_omits_money(house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), END)
    session.refresh_from_db()
    names = load_names_for_guests(house.club)

    card = build_picture_content(session, build_finale(load_sheet(session, names=names)), names)

    assert [(row.place, row.name, row.points, row.won) for row in card.rows] == [
        ("1.", "A.", "+1", True),
        ("1.", "C.", "+1", True),
        ("3.", "B.", "−1", False),
        ("3.", "D.", "−1", False),
    ]
    assert all(name not in str(card) for name in (*SEATED, "HUF"))
    assert card.chart and len(card.chart.lines) == 4


def test_a_session_without_a_hand_has_a_picture_too(client: Client, house: House) -> None:
    session = a_session(house)
    recorded(house, session, END)
    client.force_login(house.anna)

    assert opened(client.get(session_url(session, "finale_picture")).content).size == (1200, 630)


def test_another_name_for_guests_is_another_picture(
    client: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house), END)
    client.force_login(house.anna)
    before = client.get(session_url(session, "finale_picture")).content
    house.club.guest_names = "full"
    house.club.save()

    assert client.get(session_url(session, "finale_picture")).content != before


def test_a_link_to_a_sheet_names_its_picture(
    client: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    token = linked(house, session).token

    page = text_of(client.get(f"/g/{token}/"))
    shown = client.get(f"/g/{token}/picture.png")

    at = f"http://testserver/g/{token}/picture.png"
    assert f'<meta property="og:image" content="{at}">' in page
    assert '<meta property="og:title" content="Zugló · Wed, 18 Nov 2026">' in page
    assert opened(shown.content).size == (1200, 630)
    assert "noindex" in shown.headers["X-Robots-Tag"]


def test_picture_of_a_revoked_link_returns_404(
    client: Client, house: House, session: Session
) -> None:
    link = linked(house, session)
    revoke_guest_link(club_id=house.club.id, form=a_form(house.anna), link_id=link.id)

    assert client.get(f"/g/{link.token}/picture.png").status_code == 404
    assert client.get("/g/nothing/picture.png").status_code == 404


def test_strangers_find_no_picture(client: Client, session: Session) -> None:
    client.force_login(create_denes())

    assert client.get(session_url(session, "finale_picture")).status_code == 404


def test_the_second_reader_costs_no_drawing(
    client: Client,
    house: House,
    session: Session,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    recorded(house, session, a_hand(house), END)
    client.force_login(house.anna)
    with django_assert_max_num_queries(8):
        client.get(session_url(session, "finale_picture"))
    monkeypatch.setattr("tarokk_club.club.finale.fragments.draw_result_picture", None)
    with django_assert_max_num_queries(5):
        assert client.get(session_url(session, "finale_picture")).status_code == 200


def test_draws_a_name_that_ends_in_accents() -> None:
    name = "W" * 30 + "\N{COMBINING ACUTE ACCENT}" * 50
    row = PictureRow("1.", name, "+98\N{NARROW NO-BREAK SPACE}765", 1, won=True)

    assert draw_result_picture(PictureContent("", "", (row,), "", None)).startswith(b"\x89PNG")
