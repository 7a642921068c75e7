"""Texts of the accounts library follow the site's wording in every language."""

from pathlib import Path

import allauth
import pytest
from babel.messages.pofile import read_po
from django.utils import translation

from support.catalogue import row
from tarokk_club.accounts.allauth_internals import WORDS
from tarokk_club.serving.catalogues import LOCALE
from tools.dev.messages import LANGUAGES


def written(locale: Path, language: str) -> dict[object, object]:
    """The strings of a catalogue, by what they translate."""
    with (locale / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return {message.id: message.string for message in read_po(file, locale=language)}


@row("U27")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_accounts_library_speaks_as_the_book_does(language: str) -> None:
    with translation.override(language):
        spoken = {word: translation.gettext(word) for word in WORDS}

    assert set(WORDS) <= set(written(Path(allauth.__file__).parent / "locale", language))
    ours = written(LOCALE, language)
    assert spoken == {word: ours[word] for word in WORDS}
