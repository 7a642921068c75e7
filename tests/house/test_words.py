"""Each language uses one word for one thing."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po

from tarokk_club.env import ROOT

# By language: of which English word, what its translation never says.
NEVER: dict[str, list[tuple[str, str]]] = {
    "hu": [
        (r"\bsessions?\b", r"\balkal(om|m)|\b[Ee]st(e|i|é)\w*|[Kk]lubnap"),
        (r"\bevenings?\b", r"\balkalma[tk]|játékest|\b[Ee]sti\b"),
        (r"\btrulls?\b|\btrula\b", r"\b[Tt]rull"),
        (r".", r"\btarokkforduló|nem bejelentett tarokk|Angol\b|\bjelszavad\b"),
    ],
    "da": [
        (
            r"\bsessions?\b",
            r"\b[Aa]ften(en|ens|er)?\b|\b[Dd]ette bord står|\b[Bb]ordet (spilles|fra)",
        ),
        (r".", r"[Ss]katten\b|[Ii]ndrømme|[Hh]alv kavalleri"),
    ],
    "ro": [(r".", r"nedeclarat|\btaroc\b|[Ss]esiun|levat[ăe] luat")],
    "en": [],
}
# Where both things are spoken of in one sentence.
BOTH = re.compile(r"\bevenings?\b.*\bsession|\bsessions?\b.*\bevening", re.DOTALL)


def iter_translations(language: str) -> Iterator[tuple[str, str]]:
    """Every string of the catalogue and every form of its translation."""
    path = ROOT / "tarokk_club" / "locale" / language / "LC_MESSAGES" / "django.po"
    with path.open("rb") as file:
        for message in read_po(file, locale=language):
            source = message.id if isinstance(message.id, str) else message.id[0]
            found = message.string or ""
            forms = (found,) if isinstance(found, str) else tuple(found)
            yield from ((source, form) for form in forms if source)


@pytest.mark.parametrize("language", ["hu", "da", "ro"])
def test_one_thing_has_one_word(language: str) -> None:
    two = [
        (source, form)
        for source, form in iter_translations(language)
        for about, never in NEVER[language]
        if re.search(about, source) and not BOTH.search(source) and re.search(never, form)
    ]

    assert two == []


@pytest.mark.parametrize("language", ["hu", "da", "ro"])
def test_a_way_for_guests_has_one_name_on_its_button_and_its_page(language: str) -> None:
    names = dict(iter_translations(language))

    assert names["Show it to guests"] == names["Make a link for guests"]
