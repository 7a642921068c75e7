"""The elements of form widgets; the templates of Django need many nodes for each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.safestring import SafeString

from tarokk_club.http.quick_tags import escape_value

register = template.Library()


@register.simple_tag(name="widget_attributes")
def render_widget_attributes(widget: Mapping[str, Any]) -> SafeString:
    """Return the attributes of a widget, each after a space, without those that are False."""
    return SafeString("".join(_list_attributes(widget["attrs"])))


@register.simple_tag(name="input_element")
def render_input_element(widget: Mapping[str, Any]) -> SafeString:
    """Return the input element of a widget as HTML."""
    value = widget["value"]
    named = {"type": widget["type"], "name": widget["name"]}
    if value is not None:
        named["value"] = str(value)
    attributes = [*_list_attributes(named), *_list_attributes(widget["attrs"])]
    return SafeString(f"<input{''.join(attributes)}>")


def _list_attributes(attributes: Mapping[str, Any]) -> list[str]:
    return [
        f" {escape_value(name)}"
        + ("" if value is True else f'="{escape_value(_format_value(value))}"')
        for name, value in attributes.items()
        if value is not False
    ]


def _format_value(value: object) -> str:
    """Return the value as text; a safe text stays safe, so that it is not escaped again."""
    return value if isinstance(value, str) else str(value)
