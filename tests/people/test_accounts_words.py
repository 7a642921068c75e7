"""Texts of the accounts library follow the site's wording in every language."""

import re
from ast import literal_eval
from pathlib import Path

import allauth
import pytest
from babel.messages.pofile import read_po
from django.utils import translation
from django.utils.translation.template import templatize

from support.catalogue import row
from tarokk_club.accounts.allauth_internals import WORDS
from tarokk_club.serving.catalogues import LOCALE
from tools.dev.messages import LANGUAGES

# What this site shows of the library's own templates where a mail server is set.
PAGES = (
    *("email", "email_confirm", "password_reset", "password_reset_done"),
    *("password_reset_from_key", "password_reset_from_key_done", "snippets/warn_no_email"),
)
MESSAGES = (
    *("cannot_delete_primary_email", "email_confirmation_failed", "email_confirmation_sent"),
    *("email_confirmed", "email_deleted", "primary_email_set", "unverified_primary_email"),
)
MAILS = (
    *("base_message", "email_confirmation_subject", "email_confirmation_message"),
    *("password_reset_key_subject", "password_reset_key_message"),
)
TEMPLATES = (
    *(f"{name}.html" for name in PAGES),
    *(f"messages/{name}.txt" for name in MESSAGES),
    *(f"email/{name}.txt" for name in MAILS),
)
# Only for codes, which this site does not send.
NEVER = {
    "Your email verification code is listed below. Please enter it in your open browser window."
}

CALL = re.compile(r"""gettext\(\s*u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")


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


@row("U27")
@pytest.mark.parametrize("name", TEMPLATES)
def test_every_text_of_a_template_of_the_library_is_among_the_words(name: str) -> None:
    source = Path(allauth.__file__).parent / "templates" / "account" / name
    calls = CALL.findall(templatize(source.read_text()))
    texts = {literal_eval(text) for text in calls}

    assert texts
    assert texts - NEVER <= set(WORDS) | written(LOCALE, "hu").keys()
