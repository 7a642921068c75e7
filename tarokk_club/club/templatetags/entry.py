"""Tags that render the controls of the entry screens, the calculator's options and field errors."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from typing import Any

from django import template
from django.template import Context
from django.template.loader import get_template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tarokk_club.club.pages.fragment_cache import build_cache_key, get_or_compute
from tarokk_club.club.templatetags.book import isolate_name, render_fitted_name

register = template.Library()
# Initial values that are hidden fields of the page and appear in no control.
_OF_THE_PAGE = frozenset({"key", "version", "revision", "note", "reason"})
_INDENTED = re.compile(r"\s*\n\s*")
_SIDE = re.compile(r"_(ours|theirs)(_|$)")
_CONFLICTS = re.compile(r'(?<= data-conflicts=")[^"]*')


def _render_control(chip: Any) -> SafeString:
    """Return the input element of a chip, with attributes for scripts and screen readers."""
    words: list[tuple[str, str]] = [("type", chip.kind), ("name", chip.name), ("value", chip.value)]
    if chip.label:
        words.append(("aria-label", str(chip.label)))
    if chip.conflicts:
        words.append(("data-conflicts", _mask_own_side(chip.name, chip.conflicts)))
    if chip.raises:
        words.append(("data-raises", _mask_own_side(chip.name, chip.raises)))
    if chip.fault:
        words += [("aria-invalid", "true"), ("aria-describedby", chip.fault)]
    flags = [("checked", chip.checked), ("disabled", chip.off), ("autofocus", chip.focus)]
    return format_html(
        "<input{}{}>",
        format_html_join("", ' {}="{}"', words),
        format_html_join("", " {}", ((flag,) for flag, on in flags if on)),
    )


def _mask_own_side(name: str, pairs: Any) -> str:
    """Return the pairs as JSON, with @ for the control's own side.

    The text is then the same for both sides of a figure, which compresses well.
    """
    side, text = _SIDE.search(name), dump_json(pairs)
    return re.sub(rf'_{side[1]}(?=[_=!"])', "_@", text) if side else text


def _build_classes(chip: Any, name: str) -> str:
    seat = "" if chip.seat is None else f"s{chip.seat}"
    alone = "alone" if chip.value == "alone" else ""
    return " ".join(part for part in (name, seat, alone, "plain" if chip.plain else "") if part)


def _is_independent_of_players(item: Any) -> bool:
    """Return whether a control refers to no player; only then can it be cached.

    A hyphen in its name or value counts as part of a player's id.
    """
    chips = getattr(item, "chips", (item,))
    return all(each.seat is None and "-" not in each.name + each.value for each in chips)


def _cache_controls(render: Callable[..., SafeString]) -> Callable[..., SafeString]:
    """Decorate a tag so that its HTML is cached for controls that refer to no player."""

    @lru_cache(maxsize=4096)
    def render_once(language: str | None, *about: Any) -> SafeString:
        del language
        return render(*about)

    @wraps(render)
    def render_or_reuse(item: Any, *more: str) -> SafeString:
        return (
            render_once(get_language(), item, *more)
            if _is_independent_of_players(item)
            else render(item, *more)
        )

    return render_or_reuse


@register.simple_tag(name="chip")
@_cache_controls
def render_chip(item: Any) -> SafeString:
    """Return a choice as a chip with its text."""
    parts = [(part,) for part in (render_native_word(item.native), item.small) if part]
    small_text = format_html_join(" · ", "{}", parts)
    small = format_html("<small>{}</small>", small_text) if small_text else ""
    text = item.text if item.seat is None else render_fitted_name(str(item.text))
    return format_html(
        '<label class="{}">{}<span>{}{}</span></label>',
        _build_classes(item, "chip"),
        _render_control(item),
        text,
        small,
    )


@register.simple_tag(name="steps")
@_cache_controls
def render_steps(stepper: Any) -> SafeString:
    """Return the steps as a select element; a script adds the minus and plus buttons.

    Radio buttons would double the size of a page with eighty announcements.
    """
    first = stepper.chips[0]
    invalid = (
        format_html(' aria-invalid="true" aria-describedby="{}"', first.fault)
        if first.fault
        else ""
    )
    options = (
        (chip.value, SafeString(" selected" if chip.checked else ""), chip.text, chip.small)
        for chip in stepper.chips
    )
    return format_html(
        '<select name="{}" aria-label="{}"{}>{}</select>',
        first.name,
        stepper.label,
        invalid,
        format_html_join("", '<option value="{}"{}>{} {}</option>', options),
    )


@register.simple_tag(name="native")
def render_native_word(word: Any) -> SafeString:
    """Return a word of the game's language with its `lang`; "" if there is none."""
    return (
        format_html('<span lang="{}">{}</span>', word.language, word.word) if word else SafeString()
    )


@register.simple_tag(name="turn")
def render_turn(dealer: str, leader: str) -> SafeString:
    """Return the names of the dealer and the leader of a hand, each with its role.

    dealer, leader: their short names.
    """
    # No template, as a form contains the turn of every player.
    deals = _("%(name)s deals") % {"name": isolate_name(dealer)}
    leads = _("%(name)s leads") % {"name": isolate_name(leader)}
    return SafeString(f'<b class="deal">{deals}</b>\n<span class="leads">{leads}</span>')


@register.simple_tag(name="mark")
@_cache_controls
def render_marked_choice(item: Any, picture: str, place: str = "") -> SafeString:
    """Return a choice with a sign: its own text, or the icon of a tick, horn or cross.

    picture: name of the icon, which is also a CSS class.
    place: CSS class for its place in the row.
    """
    drawn = '<svg width="22" height="22" aria-hidden="true"><use href="#{}"></use></svg>'
    sign = (
        format_html('<span aria-hidden="true">{}</span>', item.text)
        if item.text
        else format_html(drawn, picture)
    )
    where = f"{picture} {place}".rstrip()
    return format_html('<label class="mark {}">{}{}</label>', where, _render_control(item), sign)


@register.simple_tag(takes_context=True, name="hand_fields")
def render_hand_fields(context: Context) -> SafeString:
    """Return the controls of a hand.

    The controls of an unsubmitted form are cached by the table, dealer and initial values, on
    which they depend.
    """
    form = context["form"]
    template = get_template(form.template)

    def render_controls() -> SafeString:
        drawn = template.template.render(context)  # type: ignore[attr-defined]
        # Strip the indentation, as the largest form has ten thousand lines.
        return _number_reasons(_INDENTED.sub("\n", drawn))

    return (
        render_controls()
        if form.is_bound
        else get_or_compute(build_cache_key(*_list_cache_key_values(context)), render_controls)
    )


def _number_reasons(controls: str) -> SafeString:
    """Return the controls with numbered reasons in their conflicts, and the list of the reasons.

    The largest form would otherwise repeat twenty sentences five hundred times.
    """
    reasons: dict[str, int] = {}

    def number_conflicts(conflicts: re.Match[str]) -> str:
        pairs = json.loads(html.unescape(conflicts[0]))
        numbered = [(choice, reasons.setdefault(why, len(reasons))) for choice, why in pairs]
        return html.escape(dump_json(numbered))

    numbered_controls = SafeString(_CONFLICTS.sub(number_conflicts, controls))
    listed = format_html_join("", "<p>{}</p>", ((why,) for why in reasons))
    return format_html('{}<template id="reasons">{}</template>', numbered_controls, listed)


def _list_cache_key_values(context: Context) -> tuple[object, ...]:
    """Return the values on which the controls of an unsubmitted form depend, for a cache key."""
    form, table = context["form"], context["form"].table
    screen = context.get("screen")
    begun = {name: value for name, value in form.initial.items() if name not in _OF_THE_PAGE}
    return (
        "hand fields",
        # Two games may share a template and their rules, and differ in their figures.
        type(form).__qualname__,
        form.template,
        repr(table.rules),
        table.dealer,
        [(seat, form.names[seat], form.short[seat]) for seat in table.seats],
        list(table.pots),
        sorted(begun.items()),
        bool(context.get("newcomer")),
        screen.submit_url if screen else "",
    )


@register.simple_tag(takes_context=True, name="option_rows")
def render_option_rows(context: Context) -> SafeString:
    """Return every house rule of the calculator as a row; cached unless a form was refused."""
    form, question = context["rules"], context["answer"].question

    def render_controls() -> SafeString:
        rows = ((field.as_field_group(),) for field in form.visible_fields())
        return format_html_join("\n", '<div class="rule">{}</div>', rows)

    # The fields of an unsubmitted form are rendered only if they are not cached.
    if context["refused"]:
        return render_controls()
    facts = (question.game.key, repr(question.rules), len(question.seats))
    return get_or_compute(build_cache_key("option rows", *facts), render_controls)


@register.filter("as_json")
def dump_json(pairs: Any) -> str:
    """Return pairs of words as JSON for an attribute that a script reads."""
    return json.dumps(pairs, ensure_ascii=False)


@register.simple_tag(name="faults")
def render_field_errors(form: Any, name: str) -> SafeString:
    """Return the error messages of a field as a paragraph; "" if there are none."""
    sentences = form.list_faults(name)
    if not sentences:
        return SafeString("")
    return format_html('<p class="fault" id="fault_{}">{}</p>', name, " ".join(sentences))


@register.simple_tag(name="opened")
def find_open_attribute(form: Any, *prefixes: str) -> str:
    """Return "open" if any field with these prefixes has a value or an error, else ""."""
    names = [name for name in form.fields if name.startswith(prefixes)]
    filled = any(form.get_displayed(name) not in (None, "") for name in names)
    return "open" if filled or any(form.list_faults(name) for name in names) else ""


@register.filter("named")
def list_named_points(net: Mapping[str, int], names: Mapping[str, str]) -> list[tuple[str, int]]:
    """Return the name and points of each player, in the order of `names`; pots are left out."""
    return [(name, net[player]) for player, name in names.items() if player in net]
