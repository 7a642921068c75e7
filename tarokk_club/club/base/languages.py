"""The language that a browser is spoken to in while nobody is signed in there."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation


def remember_language(response: HttpResponseBase, language: str) -> None:
    """Let the browser keep the choice; empty: it speaks as it is set up."""
    name = settings.LANGUAGE_COOKIE_NAME
    if not language:
        response.delete_cookie(name)
        return
    response.set_cookie(
        name,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


def language_kept(request: HttpRequest) -> str:
    """What was chosen in this browser, if anything."""
    return _known(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""))


def language_asked(request: HttpRequest) -> str:
    """The language of the link by which somebody came to choose, if nobody is signed in."""
    return "" if request.user.is_authenticated else _known(request.GET.get("language", ""))


def next_language(request: HttpRequest, chosen: str) -> str:
    """In which language the page after the choice speaks."""
    request.COOKIES.pop(settings.LANGUAGE_COOKIE_NAME, None)
    return chosen or translation.get_language_from_request(request)


def _known(language: str) -> str:
    return language if language in dict(settings.LANGUAGES) else ""
