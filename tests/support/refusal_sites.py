"""Find every refusal that the code can raise in the syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from support.source import Function, called_name, functions, modules

# Functions that raise a refusal to the position of the values; None for named arguments.
RAISERS: Mapping[str, int | None] = {
    "Problem": 2,
    "note_fault": None,
    "raise_if_refused": None,
    "render_sentence": None,
}
# Names of variables with values that are passed on with a code.
VALUES = {"names", "values"}
DEEPEST = 4  # from a code to where it is made: the name, the call, the function, its return
Values = Mapping[str, ast.expr] | None


@dataclass(frozen=True)
class Site:
    """A place in the code that raises a refusal.

    values: name to the expression of the value; None if the place does not write the dictionary
        itself.
    source: expression of all values.
    """

    place: str
    code: str
    values: Values
    source: str


@dataclass(frozen=True)
class Scope:
    """A function, or a module without its functions, with its module."""

    node: ast.AST
    module: ast.Module

    def assigned(self, name: str) -> Iterator[ast.expr]:
        """Yield the expressions assigned to a name in the function, else in the module."""
        inside = list(_assigned(self.node, name))
        yield from inside or _assigned(self.module, name)


def sites(codes: frozenset[str]) -> Iterator[Site]:
    """Yield every place that raises a refusal with one of these codes."""
    for path, tree in _raising_modules().items():
        for scope in (Scope(tree, tree), *(Scope(one, tree) for one in functions(tree))):
            for node in _nodes(scope.node):
                for code, given in _raised(node, scope, codes):
                    place = f"{path}:{getattr(node, 'lineno', 0)}"
                    text = ", ".join(map(ast.unparse, given))
                    yield Site(place, code, _merged(given, scope), text)


@cache
def _raising_modules() -> Mapping[str, ast.Module]:
    """Return the modules of the site, by path."""
    places = ("scoring/", "tarokk_club/")
    return {path: tree for path, tree in modules().items() if path.startswith(places)}


def _raised(
    node: ast.AST, scope: Scope, codes: frozenset[str]
) -> Iterator[tuple[str, list[ast.expr]]]:
    """Yield the code and the values of a call, or of a pair that another function raises."""
    if isinstance(node, ast.Call) and called_name(node) in RAISERS:
        at = RAISERS[called_name(node)]
        if at is None:
            given: list[ast.expr] = [_keywords(node)] if node.keywords else []
        else:
            given = [*node.args[at:], *(one.value for one in node.keywords)]
        found = (codes & _texts(one, scope) for one in node.args)
        yield from ((code, given) for code in next(filter(None, found), ()))
    elif isinstance(node, ast.Tuple):
        for code, beside in zip(node.elts, node.elts[1:], strict=False):
            known = isinstance(code, ast.Constant) and code.value in codes
            if known and (isinstance(beside, ast.Dict) or _last_name(beside) in VALUES):
                yield ast.literal_eval(code), [beside]


def _last_name(code: ast.expr) -> str:
    return ast.unparse(code).rpartition(".")[2]


def _texts(code: ast.expr | None, scope: Scope, deep: int = DEEPEST) -> frozenset[str]:
    """Return the texts that an expression may evaluate to."""
    if code is None or not deep:
        return frozenset()
    if isinstance(code, ast.Constant):
        return frozenset({str(code.value)})
    if isinstance(code, ast.Name):
        return frozenset().union(*(_texts(x, scope, deep - 1) for x in scope.assigned(code.id)))
    if isinstance(code, ast.JoinedStr):
        return frozenset(_joined(code, scope, deep))
    if isinstance(code, ast.Call):
        made = _returned().get(called_name(code), ())
        near = [one for one in made if one[1] is scope.module] or made
        texts = (_texts(one, Scope(node, tree), deep - 1) for node, tree, one in near)
        return frozenset().union(*texts)
    # A comparison or a subscript only selects among the other parts.
    skip = (code.test,) if isinstance(code, ast.IfExp) else ()
    inner = [one for one in ast.iter_child_nodes(code) if one not in skip]
    found = (_texts(one, scope, deep) for one in inner if isinstance(one, ast.expr))
    return frozenset().union(*found)


def _joined(code: ast.JoinedStr, scope: Scope, deep: int) -> set[str]:
    texts = {""}
    for part in code.values:
        more = _texts(part.value if isinstance(part, ast.FormattedValue) else part, scope, deep)
        if not more:
            more = frozenset().union(*(_constants(scope.module)))
        texts = {text + end for text in texts for end in more}
    return texts


def _constants(tree: ast.Module) -> Iterator[frozenset[str]]:
    """Yield the constants of a module, and those that it imports from other modules."""
    names = {
        one.name for node in tree.body if isinstance(node, ast.ImportFrom) for one in node.names
    }
    for other in (tree, *_raising_modules().values()):
        for node in other.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant | ast.Tuple):
                targets = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
                if other is tree or targets & names:
                    walked = ast.walk(node.value)
                    yield frozenset(
                        str(one.value) for one in walked if isinstance(one, ast.Constant)
                    )


def _merged(given: list[ast.expr], scope: Scope) -> Values:
    """Return the values of a dictionary that the call or the function contains, or None."""
    found: dict[str, ast.expr] = {}
    for one in given:
        if isinstance(one, ast.Name):
            more = _merged(list(_assigned(scope.node, one.id)) or [ast.Constant(None)], scope)
            if more is None:
                return None
            found |= {**more, **dict(_items(scope.node, one.id))}
        elif isinstance(one, ast.Dict):
            for key, value in zip(one.keys, one.values, strict=True):
                if isinstance(key, ast.Constant):
                    found[str(key.value)] = value
                    continue
                more = None if key else _merged([value], scope)
                if more is None:
                    return None
                found |= more
        else:
            return None
    return found


def _assigned(scope: ast.AST, name: str) -> Iterator[ast.expr]:
    """Yield the expressions assigned to a name, looped over for it, or added to it as a list."""
    for node in _nodes(scope):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr | ast.For | ast.comprehension):
            targets = [node.target]
        names = {one.id for top in targets for one in ast.walk(top) if isinstance(one, ast.Name)}
        value = getattr(node, "iter", None) or getattr(node, "value", None)
        stored = not any(isinstance(one, ast.Subscript) for one in targets)
        if name in names and stored and isinstance(value, ast.expr):
            yield value
        appended = isinstance(node, ast.Call) and called_name(node) == "append"
        if isinstance(node, ast.Call) and appended and ast.unparse(node.func) == f"{name}.append":
            yield node.args[0]


def _items(scope: ast.AST, name: str) -> Iterator[tuple[str, ast.expr]]:
    """Yield the items put into a dictionary after its creation."""
    for node in _nodes(scope):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            if not isinstance(target, ast.Subscript) or ast.unparse(target.value) != name:
                continue
            if isinstance(target.slice, ast.Constant):
                yield str(target.slice.value), node.value


def _keywords(call: ast.Call) -> ast.Dict:
    """Return the named arguments of a call as a dictionary."""
    return ast.Dict(
        keys=[ast.Constant(one.arg) if one.arg else None for one in call.keywords],
        values=[one.value for one in call.keywords],
    )


@cache
def _returned() -> Mapping[str, list[tuple[Function, ast.Module, ast.expr]]]:
    """Return the expressions that each function may return or yield, by its name."""
    found: dict[str, list[tuple[Function, ast.Module, ast.expr]]] = {}
    for tree in _raising_modules().values():
        for one in functions(tree):
            for node in _nodes(one):
                if isinstance(node, ast.Return | ast.Yield) and node.value:
                    found.setdefault(one.name, []).append((one, tree, node.value))
    return found


def _nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function or module without those of its inner functions."""
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting += ast.iter_child_nodes(node)
