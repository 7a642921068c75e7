"""Faster nodes for variables and three of Django's template tags, which render the same.

The site's templates often use these tags: sentences with values, URLs and query strings.
"""

from __future__ import annotations

import html
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import QueryDict
from django.template.base import Node, VariableNode, render_value_in_context
from django.template.defaulttags import URLNode, querystring
from django.template.library import SimpleNode
from django.templatetags.i18n import BlockTranslateNode
from django.urls import NoReverseMatch, get_script_prefix, get_urlconf, reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, npgettext, pgettext
from django.utils.translation.trans_real import get_language

# The most texts of one sentence in memory, one for each number and language.
MOST_TEXTS = 500
# The types of URL arguments for which an equal argument gives the same URL.
_ARGUMENTS = frozenset({str, SafeString, int, UUID})


def build_quick_node(node: Node) -> Node | None:
    """Return a faster node with the same output, None if there is none."""
    if type(node) is VariableNode:
        return QuickVariableNode(node.filter_expression)
    if type(node) is BlockTranslateNode:
        return QuickSentenceNode(node)
    if type(node) is URLNode and not node.kwargs:
        return QuickURLNode(node.view_name, node.args, {}, node.asvar)
    if type(node) is SimpleNode and node.func is querystring and not node.args:
        return QuickQueryNode(node.func, True, [], node.kwargs, node.target_var)
    return None


def escape_value(value: Any) -> str:
    """Return a value as HTML like `conditional_escape`, but faster for plain texts."""
    return html.escape(value) if type(value) is str else conditional_escape(value)


def render_value(value: Any, context: Any) -> str:
    """Return a value as HTML, faster for texts and whole numbers."""
    kind = type(value)
    if kind is SafeString:
        safe: SafeString = value
        return safe
    if kind is str and context.autoescape:
        return SafeString(html.escape(value))
    if kind is int and not settings.USE_THOUSAND_SEPARATOR:
        return str(value)
    return str(render_value_in_context(value, context))


class QuickVariableNode(VariableNode):
    """A variable that is rendered faster if its value is a text or a whole number."""

    def render(self, context: Any) -> str:
        """Return the value as HTML."""
        return render_value(self.filter_expression.resolve(context), context)


class QuickSentenceNode(BlockTranslateNode):
    """A sentence with values, which is translated once for each language and number."""

    def __init__(self, node: BlockTranslateNode) -> None:
        vars(self).update(vars(node))
        self._singular, names = self.render_token_list(node.singular)
        self._plural: str | None = None
        self._count_name, self._counter = node.countervar or "", node.counter
        if node.plural and self._count_name and self._counter:
            self._plural, more_names = self.render_token_list(node.plural)
            names = names + more_names
        self._names: list[str] = list(dict.fromkeys(names))
        self._texts: dict[object, str] = {}

    def render(self, context: Any, nested: bool = False) -> str:  # noqa: FBT001, FBT002 Django's
        """Return the translated sentence with its values."""
        values = {name: value.resolve(context) for name, value in self.extra_context.items()}
        count = None
        if self._plural is not None:
            count = self._resolve_count(context, values)
            if type(count) is not int:
                return str(super().render(context, nested))
            values[self._count_name] = count
        described = self.message_context
        text = self._translate(described.resolve(context) if described else None, count)
        data = {}
        for name in self._names:
            if name not in values and name not in context:
                return str(super().render(context, nested))
            value = values[name] if name in values else context[name]
            data[name] = render_value(value, context)
        try:
            result = text % data
        except (KeyError, ValueError):
            return str(super().render(context, nested))
        if self.asvar:
            context[self.asvar] = SafeString(result)
            return ""
        return result

    def _resolve_count(self, context: Any, values: dict[str, Any]) -> Any:
        counter: Any = self._counter
        if not values:
            return counter.resolve(context)
        with context.push(**values):
            return counter.resolve(context)

    def _translate(self, described: str | None, count: int | None) -> str:
        """Return the sentence in the active language, with placeholders for its values."""
        key = (get_language(), described, count)
        text = self._texts.get(key)
        if text is not None:
            return text
        if count is None or self._plural is None:
            text = pgettext(described, self._singular) if described else gettext(self._singular)
        elif described:
            text = npgettext(described, self._singular, self._plural, count)
        else:
            text = ngettext(self._singular, self._plural, count)
        if len(self._texts) >= MOST_TEXTS:
            self._texts.clear()
        self._texts[key] = text
        return text


class QuickURLNode(URLNode):
    """A `{% url %}` node that builds the URL once for each set of arguments."""

    def render(self, context: Any) -> str:
        """Return the URL, or set the variable that the tag names."""
        arguments = tuple([argument.resolve(context) for argument in self.args])
        if not _ARGUMENTS.issuperset(map(type, arguments)):
            return str(super().render(context))
        name = self.view_name.resolve(context)
        site = (settings.ROOT_URLCONF, get_urlconf(), get_script_prefix())
        try:
            url = _build_url(name, arguments, site)
        except NoReverseMatch:
            return str(super().render(context))
        if self.asvar:
            context[self.asvar] = url
            return ""
        return escape_value(url) if context.autoescape else url


@lru_cache(maxsize=5000)
def _build_url(name: str, arguments: tuple[Any, ...], _site: tuple[object, ...]) -> str:
    return reverse(name, args=arguments)


class QuickQueryNode(SimpleNode):
    """The tag `querystring`, faster on pages without a query string."""

    def render(self, context: Any) -> str:
        """Return the query string, or set the variable that the tag names."""
        values = {name: value.resolve(context) for name, value in self.kwargs.items()}
        changes = tuple([item for item in values.items() if item[1] is not None])
        query = context.request.GET
        if query or any(type(value) is not str for _name, value in changes):
            return str(super().render(context))
        output = _build_query(changes, query.encoding) if changes else ""
        if self.target_var is not None:
            context[self.target_var] = output
            return ""
        return conditional_escape(output) if context.autoescape else output


@lru_cache(maxsize=2000)
def _build_query(changes: tuple[tuple[str, str], ...], encoding: str) -> str:
    params = QueryDict(mutable=True, encoding=encoding)
    for name, value in changes:
        params[name] = value
    return f"?{params.urlencode()}"
