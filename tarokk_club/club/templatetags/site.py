"""Tags that every page of the site may use."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.template.base import NodeList
from django.template.loader_tags import BlockNode
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tarokk_club.accounts.passkeys import offers_passkeys
from tarokk_club.club.pages.polling import POLL_INTERVALS
from tarokk_club.club.pages.theming import read_appearance
from tarokk_club.club.values.theming import Appearance
from tarokk_club.http.folded_templates import mark_constant_if_collected
from tarokk_club.http.integrity import find_integrity
from tarokk_club.network import is_loopback

register = template.Library()


@register.simple_tag
def is_plain_http() -> bool:
    """Return whether form data travels unencrypted through the club's own network."""
    return settings.PLAIN_HTTP and not is_loopback(settings.ENV.host)


@register.simple_tag(takes_context=True, name="has_passkeys")
def can_create_passkeys(context: dict[str, Any]) -> bool:
    """Return whether browsers create passkeys for the host of this page."""
    return offers_passkeys(context["request"])


@register.simple_tag(takes_context=True, name="title_from_heading")
def render_title_from_heading(context: Any, place: str = "") -> SafeString:
    """Return the block "heading" of the page as its title.

    place: the name of the club, the tournament or the site, which follows it.
    """
    heading = SafeString(BlockNode("heading", NodeList()).render(context).strip())
    return format_html("{} · {}", heading, place) if place else heading


@register.simple_tag(takes_context=True, name="look")
def get_appearance(context: dict[str, Any]) -> Appearance:
    """Return the chosen appearance, so that the page has it from the start and does not flash."""
    request = context.get("request")
    return read_appearance(request) if request else Appearance()


@register.simple_tag(name="dictionary_href")
def build_dictionary_url(game: str) -> str:
    """Return the URL of a game's compression dictionary, for pages in the active language."""
    return reverse("club:dictionary", args=[settings.BUILD, get_language(), game])


@register.simple_tag(name="tongues")
def list_languages() -> list[tuple[str, str]]:
    """Return the code and the native name of each language of the site."""
    return list(settings.LANGUAGES)


@register.simple_tag(name="script")
@mark_constant_if_collected
def render_script_tag(name: str, **data: Any) -> SafeString:
    """Return a deferred script tag with the integrity hash of the file.

    data: values for the script, as data- attributes; empty ones are left out.
    """
    attributes = ((word.replace("_", "-"), value) for word, value in data.items() if value)
    words = format_html_join("", ' data-{}="{}"', attributes)
    tag = '<script src="{}" integrity="{}"{} defer></script>'
    return format_html(tag, static(name), find_integrity(name), words)


@register.filter("milliseconds")
def get_polling_milliseconds(pace: str) -> int:
    """Return the polling interval in milliseconds.

    pace: the kind of page, a key of `POLL_INTERVALS`.
    """
    return POLL_INTERVALS[pace]
