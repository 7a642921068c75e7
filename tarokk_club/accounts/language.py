"""The language the site speaks to a person, signed in or not."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation

from tarokk_club.club.models import Club, User
from tarokk_club.http.middleware import Answer


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


def language_of(user: User) -> str:
    """The language chosen for the account, else the one that all clubs of the person speak; empty
    where that leaves it open.
    """
    if user.language:
        return user.language if user.language in dict(settings.LANGUAGES) else ""
    clubs = Club.objects.filter(members=user).order_by()
    spoken = list(clubs.values_list("language", flat=True).distinct()[:2])
    return spoken[0] if len(spoken) == 1 and spoken[0] in dict(settings.LANGUAGES) else ""


# Pages of a club and of a guest link know themselves how they speak, and cost no look at it.
OWN_VOICE = ("/c/", "/g/", "/k/")


def own_language(answer: Answer) -> Answer:
    """Speak to a person in the language chosen on the page of the account, in the look chosen.

    Whoever chose none is spoken to as their club is, on the pages around it too.
    """

    def handle(request: HttpRequest) -> HttpResponseBase:
        # Without the cookie nobody is signed in, and nothing has to be looked up.
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            if language := _language_for(request):
                translation.activate(language)
            # The pages take it from here, the one about a lost database too.
            user = request.user
            look = (getattr(user, "theme", ""), getattr(user, "hand_side", ""))
            request.own_look = look  # type: ignore[attr-defined]
        return answer(request)

    return handle


def _language_for(request: HttpRequest) -> str:
    """The language of who is signed in; empty where the browser or the page itself decides."""
    if not isinstance(request.user, User):
        return ""
    decided = bool(language_kept(request)) or request.path.startswith(OWN_VOICE)
    return "" if decided and not request.user.language else language_of(request.user)
