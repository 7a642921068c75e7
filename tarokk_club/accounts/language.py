"""The language in which a visitor sees the site, and the account's other preferences."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.middleware import get_user
from django.db.models import UUIDField
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation

from tarokk_club.club.models import Club, User
from tarokk_club.database.prepared import Parameter, PreparedQuery
from tarokk_club.http.middleware import GetResponse


def set_language_cookie(response: HttpResponseBase, language: str) -> None:
    """Set the language cookie, or delete it if the language is "", the browser's setting."""
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


def read_cookie_language(request: HttpRequest) -> str:
    """Return the language in this browser's cookie, "" for none or one that the site lacks."""
    return _find_supported_language(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""))


def read_link_language(request: HttpRequest) -> str:
    """Return the language that the URL requests, "" for none or one that the site lacks.

    For signed-in users, who cannot request one, return "".
    """
    return (
        ""
        if request.user.is_authenticated
        else _find_supported_language(request.GET.get("language", ""))
    )


def choose_next_language(request: HttpRequest, chosen: str) -> str:
    """Return the language of the next page after a user has chosen one.

    Also remove the language cookie from the request, so that an earlier choice does not count.

    chosen: language code, "" for the browser's setting.
    """
    request.COOKIES.pop(settings.LANGUAGE_COOKIE_NAME, None)
    return chosen or translation.get_language_from_request(request)


def _find_supported_language(language: str) -> str:
    return language if language in dict(settings.LANGUAGES) else ""


_SPOKEN = PreparedQuery(
    lambda: (
        Club.objects.filter(members=Parameter("user", UUIDField()))
        .order_by()
        .values_list("language", flat=True)
        .distinct()[:2]
    )
)


def find_user_language(user: User) -> str:
    """Return the language chosen for the account, else the common language of the user's clubs.

    Return "" if the user has no club, if their clubs differ, or if the site lacks the language.
    """
    if user.language:
        return user.language if user.language in dict(settings.LANGUAGES) else ""
    spoken = _SPOKEN.run(user=user.pk)
    return spoken[0] if len(spoken) == 1 and spoken[0] in dict(settings.LANGUAGES) else ""


# Pages of a club or a guest link set their language themselves, so no query is needed.
CLUB_LANGUAGE_PATHS = ("/c/", "/g/", "/k/")


def use_account_preferences(get_response: GetResponse) -> GetResponse:
    """Wrap a handler: activate the account's language, and store its theme and hand side.

    A user who has not chosen a language gets the common one of their clubs, unless a cookie or the
    page decides.
    The theme and the hand side are stored on the request, for `read_appearance`.
    """

    def use_preferences(request: HttpRequest) -> HttpResponseBase:
        # Without the cookie nobody is signed in, so no query is needed.
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            # The account itself, as each access to Django's lazy object would take several calls.
            user = request.user = get_user(request)
            activate_account_language(request)
            # Stored on the request for the page about a lost database.
            appearance = (getattr(user, "theme", ""), getattr(user, "hand_side", ""))
            request.own_look = appearance  # type: ignore[attr-defined]
        return get_response(request)

    return use_preferences


def activate_account_language(request: HttpRequest) -> None:
    """Activate the language in which the signed-in user sees pages outside a club."""
    if language := find_account_language(request):
        translation.activate(language)


def find_account_language(request: HttpRequest) -> str:
    """Return the language of the signed-in user, "" for anybody else.

    A cookie or the page overrides the language of a club, but not one chosen for the account.
    """
    if not isinstance(request.user, User):
        return ""
    decided = bool(read_cookie_language(request)) or request.path.startswith(CLUB_LANGUAGE_PATHS)
    return "" if decided and not request.user.language else find_user_language(request.user)
