"""The catalogues: every marked string is there, whole, in all four languages."""

import re

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from support.catalogue import row
from tarokk_club.serving.catalogues import LOCALE
from tools.dev.messages import LANGUAGES, extract_messages

PLACE = re.compile(r"%\((\w+)\)[sd]")
# What somebody says to a friend, where the book says Ön and dumneavoastră.
FAMILIAR = {
    "hu": re.compile(
        r"\b(te|téged|neked|nálad|tőled|rólad|hozzád|kérlek|add|erősíted|hagyd|megadtad|"
        r"nézd|válassz|válaszd|írd|próbáld|\w+(számlád|jelszavad|fiókod|bankod|neved))\b",
        re.IGNORECASE,
    ),
    "ro": re.compile(r"\b(tine|ție|îți|ți-\w+|tău|tăi|poți|ești|vrei)\b", re.IGNORECASE),
}


def catalogue_of(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, locale=language)


@pytest.fixture(scope="module")
def marked() -> Catalog:
    return extract_messages()


def test_templates_scoring_and_plurals_are_gathered(marked: Catalog) -> None:
    found = {message.id for message in marked if message.id}
    assert "Start a session" in found
    assert "Game, %(bid)s, won: each opponent of the declarer pays %(sum)s." in found
    assert ("%(hands)s hand", "%(hands)s hands") in found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_string_is_missing_or_left_over(language: str, marked: Catalog) -> None:
    there = {message.id for message in catalogue_of(language)}
    assert there == {message.id for message in marked}, "run: python3 manage.py messages"


@row("U27")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_string_is_translated(language: str) -> None:
    bare = [
        message.id
        for message in catalogue_of(language)
        if message.id and not all(_forms(message.string))
    ]
    assert bare == []


@row("U27")
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_loses_a_place(language: str) -> None:
    wrong = []
    for message in catalogue_of(language):
        wanted = {name for text in _forms(message.id) for name in PLACE.findall(text)}
        for text in _forms(message.string):
            if message.id and set(PLACE.findall(text)) != wanted:
                wrong.append((message.id, text))
    assert wrong == []


@row("U27")
@pytest.mark.parametrize("language", FAMILIAR)
def test_people_are_addressed_politely(language: str) -> None:
    found = [
        text
        for message in catalogue_of(language)
        for text in _forms(message.string)
        if message.id and FAMILIAR[language].search(text)
    ]
    assert found == []


def _forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


@row("U27")
def test_no_hungarian_sentence_leaves_its_article_to_the_reader_or_writes_ön_small() -> None:
    sloppy = re.compile(r"\b[Aa]\(z\)|\b(önt|önnek|önnel|öné)\b")
    texts = [text for message in catalogue_of("hu") for text in _forms(message.string)]
    assert [text for text in texts if sloppy.search(text)] == []


@row("U27")
def test_no_romanian_number_is_on_a_line_without_its_noun() -> None:
    loose = re.compile(r"%\(\w+\)s de ")
    plurals = [m.string for m in catalogue_of("ro") if isinstance(m.string, tuple | list)]
    assert [forms[2] for forms in plurals if loose.search(forms[2])] == []
