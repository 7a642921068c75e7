"""A template loader that lets each process render the constant parts of templates only once.

A constant part is a run of nodes whose output depends on nothing but the language: text,
translations, URLs without arguments, files, icons. It is recognised from its nodes alone, so
templates are written as always, and no part that reads a variable is ever stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from threading import RLock
from typing import Any, TypeVar

from django.conf import settings
from django.template import Engine
from django.template.base import (
    FilterExpression,
    Node,
    NodeList,
    Template,
    TextNode,
    TokenType,
    VariableDoesNotExist,
    VariableNode,
)
from django.template.defaulttags import (
    CommentNode,
    ForNode,
    IfNode,
    LoadNode,
    TemplateLiteral,
    URLNode,
)
from django.template.library import SimpleNode
from django.template.loader_tags import (
    BLOCK_CONTEXT_KEY,
    BlockNode,
    ExtendsNode,
    IncludeNode,
    construct_relative_path,
)
from django.template.loaders import cached
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.templatetags.static import StaticNode
from django.urls import get_script_prefix, get_urlconf
from django.utils.safestring import SafeString
from django.utils.translation.trans_real import get_language

from tarokk_club.http.quick_expressions import use_quick_expressions
from tarokk_club.http.quick_tags import build_quick_node

Tag = TypeVar("Tag", bound=Callable[..., Any])
# The attribute of a tag that returns the same for the same arguments and language.
CONSTANT, CONSTANT_IF_COLLECTED = "is_constant", "is_constant_if_collected"
# No site has as many languages and prefixes; more would only fill the memory.
MOST_VARIANTS = 32


def mark_constant(tag: Tag) -> Tag:
    """Mark a simple tag whose output depends only on its arguments and the language."""
    setattr(tag, CONSTANT, True)
    return tag


def mark_constant_if_collected(tag: Tag) -> Tag:
    """Mark a simple tag whose output is constant only if the static files are collected."""
    setattr(tag, CONSTANT_IF_COLLECTED, True)
    return tag


class FoldingLoader(cached.Loader):
    """Django's cached loader, which also folds each template when it loads it.

    In DEBUG mode it folds nothing, so that errors are reported with their line.
    """

    def __init__(self, engine: Engine, loaders: list[Any]) -> None:
        super().__init__(engine, loaders)
        self._folded: set[str] = set()
        self._lock = RLock()

    def get_template(self, template_name: str, skip: Any = None) -> Template:
        """Return the template from the cache, or load and fold it."""
        key = self.cache_key(template_name, skip)
        if key in self._folded:
            cached_template: Template = super().get_template(template_name, skip)
            return cached_template
        # No other thread may render a template while it is being folded.
        with self._lock:
            template: Template = super().get_template(template_name, skip)
            if key not in self._folded and not self.engine.debug:
                fold_constant_runs(template.nodelist)
                template.nodelist = IndexedNodeList(template.nodelist)
            self._folded.add(key)
        return template

    def reset(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._folded.clear()
            super().reset()


class QuickNodeList(NodeList):
    """Folded nodes, whose text is joined without calling the text nodes.

    The other nodes are called without Django's wrapper, which reports their line in DEBUG mode.
    """

    _output: list[str]
    _renderers: list[tuple[int, Callable[[Any], str]]]

    def prepare(self) -> None:
        """Store the texts and the other nodes' `render`; call this after the last change."""
        self._output = [node.s if type(node) is TextNode else "" for node in self]
        self._renderers = [
            (index, node.render) for index, node in enumerate(self) if type(node) is not TextNode
        ]

    def render(self, context: Any) -> SafeString:
        """Return the output of all nodes."""
        output = self._output.copy()
        for index, render in self._renderers:
            output[index] = render(context)
        return SafeString("".join(output))


class IndexedNodeList(QuickNodeList):
    """The nodes of a folded template, which are searched for blocks only once.

    Django searches them for each page that extends the template.
    """

    def __init__(self, nodes: NodeList) -> None:
        super().__init__(nodes)
        self.prepare()
        self._by_type: dict[type[Node], list[Node]] = {}

    def get_nodes_by_type(self, nodetype: type[Node]) -> list[Node]:
        """Return all nodes of this type, also inside other nodes."""
        if nodetype not in self._by_type:
            self._by_type[nodetype] = super().get_nodes_by_type(nodetype)
        return self._by_type[nodetype]


def fold_constant_runs(nodes: NodeList) -> None:
    """Fold the runs of constant nodes among these nodes and their descendants.

    Replace the other nodes by faster ones with the same output, where there are any.
    """
    folded: list[Node] = []
    for is_constant, group in groupby(nodes, is_constant_node):
        run = list(group)
        folded += _fold_run(run) if is_constant else map(_replace_node, run)
    nodes[:] = folded
    if type(nodes) is NodeList:
        quick: Any = nodes
        quick.__class__ = QuickNodeList
        quick.prepare()


def is_constant_node(node: Node) -> bool:
    """Return whether the output of a node depends on nothing but the language."""
    check = _CHECKS.get(type(node))
    return check is not None and check(node)


def _fold_run(run: list[Node]) -> Iterator[Node]:
    """Yield one node with the output of the run, or its text nodes if nothing else has output."""
    audible = [node for node in run if not isinstance(node, LoadNode | CommentNode)]
    if all(isinstance(node, TextNode) for node in audible):
        yield from audible
    else:
        yield _copy_position(FoldedNode(audible), run[0])


def _replace_node(node: Node) -> Node:
    """Fold the children of a node; return the node, or a faster one with the same output."""
    for nodelist in _list_children(node):
        fold_constant_runs(nodelist)
    use_quick_expressions(node)
    quick = build_quick_node(node)
    if quick is not None:
        return _copy_position(quick, node)
    if type(node) is IfNode:
        return _copy_position(QuickIfNode(node.conditions_nodelists), node)
    if type(node) is BlockNode:
        return _copy_position(QuickBlockNode(node.name, node.nodelist), node)
    if type(node) is IncludeNode and _is_literal(node.template) and not node.isolated_context:
        return _copy_position(
            QuickIncludeNode(node.template, extra_context=node.extra_context), node
        )
    if type(node) is ForNode:
        body: Any = node.nodelist_loop
        node.nodelist_loop = NodeList([LoopBody(body)])
    if isinstance(node, ExtendsNode):
        blocks: list[Any] = node.nodelist.get_nodes_by_type(BlockNode)
        node.blocks = {block.name: block for block in blocks}
    return node


def _list_children(node: Node) -> list[NodeList]:
    if isinstance(node, IfNode):
        return [nodelist for _condition, nodelist in node.conditions_nodelists]
    children = (getattr(node, name, None) for name in node.child_nodelists)
    return [child for child in children if isinstance(child, NodeList)]


def _copy_position(node: Node, source: Node) -> Node:
    """Copy the template position of the replaced node to its replacement; return the latter."""
    node.token, node.origin = source.token, source.origin
    return node


class FoldedNode(Node):
    """A run of constant nodes, rendered once for each language."""

    child_nodelists = ()

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        self._has_urls = any(isinstance(node, URLNode) for node in nodes)
        self._rendered: dict[object, SafeString] = {}

    def render(self, context: Any) -> SafeString:
        """Return the output of the nodes in the active language."""
        key: tuple[object, ...] = (get_language(), context.autoescape)
        if self._has_urls:
            key = (*key, get_script_prefix(), get_urlconf())
        output = self._rendered.get(key)
        if output is None:
            if len(self._rendered) >= MOST_VARIANTS:
                self._rendered.clear()
            text = "".join(node.render(context) or "" for node in self.nodes)
            output = self._rendered[key] = SafeString(text)
        return output


class QuickIfNode(IfNode):
    """An `{% if %}` that looks up a condition without operators directly."""

    def __init__(self, conditions_nodelists: list[tuple[Any, NodeList]]) -> None:
        super().__init__(conditions_nodelists)
        self._branches = [
            (_prepare_condition(condition), nodelist)
            for condition, nodelist in conditions_nodelists
        ]

    def render(self, context: Any) -> str:
        """Return the output of the first branch whose condition is true."""
        for is_true, nodelist in self._branches:
            try:
                chosen = is_true is None or is_true(context)
            except VariableDoesNotExist:
                continue
            if chosen:
                return nodelist.render(context)
        return ""


class LoopBody(Node):
    """The nodes inside a `{% for %}` as one node; Django would call them one by one."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render_annotated(self, context: Any) -> SafeString:
        """Return the output of the nodes."""
        return self.nodelist.render(context)


def _prepare_condition(condition: Any) -> Callable[[Any], Any] | None:
    """Return the function that evaluates a condition; None for `{% else %}`."""
    if condition is None:
        return None
    if type(condition) is TemplateLiteral:
        value: Any = condition.value
        return partial(value.resolve, ignore_failures=True)
    evaluate: Callable[[Any], Any] = condition.eval
    return evaluate


class QuickBlockNode(BlockNode):
    """A block that prepares its context variable only if a node inside can read the variable."""

    def __init__(self, name: str, nodelist: NodeList) -> None:
        super().__init__(name, nodelist)
        self._is_constant = all(isinstance(node, TextNode | FoldedNode) for node in nodelist)

    def render(self, context: Any) -> SafeString:
        """Return the output of the block, or of the one that overrides it."""
        blocks = context.render_context.get(BLOCK_CONTEXT_KEY)
        if blocks is None:
            return super().render(context)
        block = blocks.get_block(self.name) or self
        if block._is_constant:
            return block.nodelist.render(context)
        # The copy holds the context of this page, for `{{ block.super }}`.
        copy: Any = BlockNode(block.name, block.nodelist)
        copy.context = context
        overriding = blocks.pop(self.name)
        context.dicts.append({"block": copy})
        try:
            return block.nodelist.render(context)
        finally:
            context.dicts.pop()
            if overriding is not None:
                blocks.push(self.name, overriding)


class QuickIncludeNode(IncludeNode):
    """An include of a fixed template, which is looked up only once."""

    _template: Template | None = None

    def render(self, context: Any) -> SafeString:
        """Return the output of the template, with the steps of `Template.render`."""
        template: Any = self._template
        if template is None:
            name: Any = construct_relative_path(
                str(self.origin.template_name), self.template.resolve(context)
            )
            template = self._template = context.template.engine.get_template(name)
        values = {name: value.resolve(context) for name, value in self.extra_context.items()}
        state = context.render_context
        includer, state.template = state.template, template
        state.dicts.append({})
        context.dicts.append(values)
        try:
            output: SafeString = template._render(context)
            return output
        finally:
            context.dicts.pop()
            state.dicts.pop()
            state.template = includer


def _is_literal(expression: FilterExpression) -> bool:
    """Return whether an argument is a literal without filters."""
    if expression.filters:
        return False
    return not expression.is_var or expression.var.literal is not None


def _is_constant_translation(node: TranslateNode) -> bool:
    context = node.message_context
    literal = _is_literal(node.filter_expression) and (context is None or _is_literal(context))
    return literal and node.asvar is None


def _is_constant_block(node: BlockTranslateNode) -> bool:
    depends = node.extra_context or node.plural or node.countervar or node.message_context
    only_text = all(token.token_type == TokenType.TEXT for token in node.singular)
    return only_text and not depends and node.asvar is None


def _is_constant_url(node: URLNode) -> bool:
    literal = all(map(_is_literal, [node.view_name, *node.args]))
    return literal and not node.kwargs and node.asvar is None


def _is_constant_file(node: StaticNode) -> bool:
    return settings.ENV.collected and node.varname is None and _is_literal(node.path)


def _is_constant_tag(node: SimpleNode) -> bool:
    collected = settings.ENV.collected and hasattr(node.func, CONSTANT_IF_COLLECTED)
    if not (collected or hasattr(node.func, CONSTANT)) or node.takes_context or node.target_var:
        return False
    return all(map(_is_literal, [*node.args, *node.kwargs.values()]))


def _is_always_constant(_node: Node) -> bool:
    return True


def _is_constant_variable(node: VariableNode) -> bool:
    return _is_literal(node.filter_expression)


# By the exact class, because a subclass may read a variable.
_CHECKS: dict[type[Node], Callable[[Any], bool]] = {
    TextNode: _is_always_constant,
    LoadNode: _is_always_constant,
    CommentNode: _is_always_constant,
    TranslateNode: _is_constant_translation,
    BlockTranslateNode: _is_constant_block,
    URLNode: _is_constant_url,
    StaticNode: _is_constant_file,
    SimpleNode: _is_constant_tag,
    VariableNode: _is_constant_variable,
}
