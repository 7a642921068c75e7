"""Filters and tags of the money pages: amounts, payers and payees, purposes and accounts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from babel import Locale
from babel.numbers import format_decimal
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.formatting.money import format_money_in_currency
from tarokk_club.club.formatting.numbers_and_dates import MINUS
from tarokk_club.club.money.queries.balances.own_money import find_visible_accounts, limit_money
from tarokk_club.club.money.words import (
    build_figure_title,
    build_line_text,
    describe_scope,
    label_payment_method,
    label_purpose,
)
from tarokk_club.club.session.queries.replay.change_preview import SettlementEffect
from tarokk_club.club.templatetags.book import bind_dots, find_sign_class, isolate_name

register = template.Library()


@register.simple_tag(name="new_key")
def render_key_field() -> SafeString:
    """Return a hidden field with a new submission key, for a page with several small forms."""
    return format_html('<input type="hidden" name="key" value="{}">', str(uuid4()))


@register.simple_tag(takes_context=True, name="visible_effect")
def limit_settlement_effect(
    context: Mapping[str, Any], effect: SettlementEffect | None
) -> SettlementEffect | None:
    """Return the effect of a change on settlements without money that the reader may not see.

    A template tag keeps the code for previews of changes independent of money.
    """
    if effect is None:
        return None
    request = context["request"]
    visible = find_visible_accounts(context["club"], request.user, request.rights)
    return limit_money(effect, visible)


@register.filter("party")
def render_party(name: str | None) -> SafeString:
    """Return the name of a payer or payee; None means the kitty."""
    return isolate_name(name) if name else format_html("{}", _("The kitty"))


@register.filter("party_inside")
def render_party_in_sentence(name: str | None) -> SafeString:
    """Return the name of a payer or payee inside a sentence, where the kitty is lower case."""
    return (
        isolate_name(name)
        if name
        else format_html("{}", pgettext("inside a sentence", "the kitty"))
    )


@register.filter("signed_money")
def format_signed_money(minor: int, code: str) -> str:
    """Return an amount of money with its sign, + or −."""
    return (
        f"+{format_money_in_currency(minor, code)}"
        if minor > 0
        else format_money_in_currency(minor, code)
    )


@register.filter("figure")
def format_figure(minor: int, code: str) -> str:
    """Return a signed amount without its currency, for tables that name the currency once."""
    digits = CURRENCIES[code].digits
    pattern = "#,##0" + f".{'0' * digits}" * bool(digits)
    locale = Locale.parse(get_language() or "en", sep="-")
    text: str = format_decimal(Decimal(abs(minor)).scaleb(-digits), format=pattern, locale=locale)
    return text if not minor else f"{'+' if minor > 0 else MINUS}{text}"


@register.simple_tag(name="owed")
def render_signed_money(minor: int, code: str) -> SafeString:
    """Return a signed amount of money, coloured by its sign."""
    return format_html(
        '<span class="amount {}">{}</span>',
        find_sign_class(minor),
        format_signed_money(minor, code),
    )


@register.simple_tag
def may_take_back(row: Any, rights: Collection[str], me: UUID) -> bool:
    """Return whether the reader may undo the payment or fee of the row."""
    if row.state == "claimed":
        return "settle" in rights or bool(row.involves_user(me))
    return row.state == "counts" and "settle" in rights


@register.filter("positive")
def drop_sign(minor: int) -> int:
    """Return the amount without its sign, for sentences that already state the direction."""
    return abs(minor)


@register.filter("purpose")
def get_purpose_name(value: str) -> str:
    """Return the label of the purpose of a payment or fee."""
    return label_purpose(value)


@register.filter("how_paid")
def get_payment_method_name(value: str) -> str:
    """Return the label of a means of payment."""
    return label_payment_method(value)


@register.filter("scope")
def describe_settled_scope(value: Mapping[str, str | None]) -> str:
    """Return a sentence about the scope of a settlement."""
    return describe_scope(value)


@register.simple_tag(name="figure_head")
def format_figure_title(name: str, currency: str) -> str:
    """Return the title of a figure of a balance, with its currency."""
    return build_figure_title(name, currency)


@register.filter("figures_of")
def list_figures(balances: Any, row: Any) -> list[tuple[str, str, int]]:
    """Return the name, the title and the amount in minor units of each figure of a row."""
    return [
        (name, build_figure_title(name, balances.currency), minor)
        for name, minor in zip(balances.names, row.figures.amounts, strict=True)
    ]


@register.filter("line_words")
def describe_account_line(line: Any) -> str:
    """Return the description of a line of an account as plain text."""
    return bind_dots(build_line_text(line))
