"""What every page of the site may say about itself."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tarokk_club.accounts.passkeys import offers_passkeys
from tarokk_club.club.pages.polling import PACE
from tarokk_club.club.pages.theming import look_of
from tarokk_club.club.values.theming import Look
from tarokk_club.http.integrity import seal_of
from tarokk_club.http.logs import request_id
from tarokk_club.network import is_loopback

register = template.Library()


@register.simple_tag
def request_number() -> str:
    """The number under which the log knows this request."""
    return request_id.get()


@register.simple_tag
def is_plain_http() -> bool:
    """Whether what is typed here travels unprotected through the club's own network."""
    return settings.PLAIN_HTTP and not is_loopback(settings.ENV.host)


@register.simple_tag(takes_context=True)
def has_passkeys(context: dict[str, Any]) -> bool:
    """Whether browsers make passkeys for the address of this page."""
    return offers_passkeys(context["request"])


@register.simple_tag(takes_context=True)
def look(context: dict[str, Any]) -> Look:
    """The look that was chosen; the page says it from its first byte, so that nothing flashes."""
    request = context.get("request")
    return look_of(request) if request else Look()


@register.simple_tag
def tongues() -> list[tuple[str, str]]:
    """The languages of the site, each under its own name: Django's tag would translate English."""
    return list(settings.LANGUAGES)


@register.simple_tag
def script(name: str, **data: Any) -> SafeString:
    """The tag of a script: run when the page is there, and only as it was served from here.

    data: what the script is given, as data-…; what is empty is left out.
    """
    told = ((word.replace("_", "-"), said) for word, said in data.items() if said)
    words = format_html_join("", ' data-{}="{}"', told)
    tag = '<script src="{}" integrity="{}"{} defer></script>'
    return format_html(tag, static(name), seal_of(name), words)


@register.filter
def milliseconds(pace: str) -> int:
    """How long a page that follows at this pace waits before it asks again."""
    return PACE[pace]
