"""Compression dictionaries for the pages of a session: one for each language and game."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.template.loader import render_to_string
from django.utils import translation

from tarokk_club.club.hand.forms import ENTRY_GAMES
from tarokk_club.club.hand.forms.calculator import read_question
from tarokk_club.club.hand.views.calculator import build_calculator_content
from tarokk_club.club.pages.loaders import public_reading
from tarokk_club.http.compression import strip_indentation
from tarokk_club.http.dictionaries import load_dictionary

# Pages of clubs, among them the sheet and the entry.
_PAGES = "/c/*"
_YEAR = 365 * 24 * 60 * 60


@public_reading
def serve_dictionary(
    request: HttpRequest, build: str, language: str, game: str
) -> HttpResponseBase:
    """Return a compression dictionary; browsers may keep it, because its URL contains the build."""
    del request
    dictionary_id = f"{language}/{game}"
    if build != settings.BUILD:
        raise Http404
    try:
        found = load_dictionary(dictionary_id)
    except LookupError:
        raise Http404 from None
    headers = {
        "Cache-Control": f"public, max-age={_YEAR}, immutable",
        "Use-As-Dictionary": f'match="{_PAGES}", id="{dictionary_id}"',
    }
    return HttpResponse(found.content, content_type="text/plain; charset=utf-8", headers=headers)


def render_dictionary(dictionary_id: str) -> bytes:
    """Return the dictionary for a language and a game, as text without any club's data.

    Raise LookupError if there is no such language or game.
    """
    language, _slash, game = dictionary_id.partition("/")
    if language not in dict(settings.LANGUAGES) or game not in ENTRY_GAMES:
        raise LookupError(dictionary_id)
    query = QueryDict(f"game={game}")
    session = SimpleNamespace(
        id=UUID(int=0), date=date(2000, 1, 1), tournament_table=None, has_pots=True, has_fines=True
    )
    with translation.override(language):
        answer = build_calculator_content(read_question(query), QueryDict())
        context = {
            "form": answer.form,
            "outlook": answer.outlook,
            "club": SimpleNamespace(slug="club"),
            "session": session,
            "may_enter": True,
            "rights": ("correct", "invite"),
        }
        text = render_to_string("club/hand/entry/dictionary.html", context)
    return strip_indentation(text.encode())
