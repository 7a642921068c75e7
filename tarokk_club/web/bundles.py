"""Scripts and styles as they travel: without what only their authors read.

A script that a page names travels with all that it imports, in one file. The source is ES modules
of one subject each, but a file of its own costs every first visit some 900 bytes of headers, and
what a module imports cannot be sealed without a further tag in every page. So the modules of a
script are put one after the other here, each in a scope of its own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

SOURCE = Path(__file__).parent.parent / "club" / "static"
# As they are written: what of them a page wants is in a bundle.
WRITTEN = ("club/*.js", "club/*.css")
IMPORTED = re.compile(
    r'^import (?:(?P<names>\{[^}]*\}|\* as \w+) from )?"(?P<path>\.{1,2}/[\w./-]+)";\n',
    re.MULTILINE,
)
EXPORTED = re.compile(
    r"^export (?=(?:async )?(?:function\*?|const|class) (?P<name>\w+))", re.MULTILINE
)
LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
COMMENT = re.compile(r"^\s*//.*\n", re.MULTILINE)
STEPS = re.compile(r"^[ \t]+", re.MULTILINE)
# Of a style: what stands in quotes, a sign beside which gaps mean nothing, and any other gap.
GAP = r"(?:\s|/\*.*?\*/)"
DRESS = re.compile(rf'("[^"\n]*")|{GAP}*([{{}};]){GAP}*|(?<=[:,]){GAP}+|{GAP}+', re.DOTALL)


class BundleError(Exception):
    """A script that cannot be put together."""


def bundle(script: Path) -> str:
    """The text of a script with all modules that it imports, those it needs first."""
    order = _order(script, ())
    names = {path: f"_{number}" for number, path in enumerate(order)}
    parts = [_scope(path, names) for path in order]
    return "".join(['"use strict";\n(() => {\n', *parts, "})();\n"])


def slim(style: str) -> str:
    """A style without its comments and steps.

    >>> slim("/* Why. */\\n.a :hover {\\n  content: \\"a; b\\";\\n}\\n")
    '.a :hover{content:"a; b";}'
    """
    return DRESS.sub(_kept, style).strip()


def _kept(found: re.Match[str]) -> str:
    if found[1] or found[2]:
        return found[1] or found[2]
    return "" if found.string[max(found.start() - 1, 0)] in ":," else " "


def imports(module: Path) -> tuple[Path, ...]:
    """The modules that a module names, in its order."""
    found = IMPORTED.finditer(module.read_text(encoding="utf-8"))
    return tuple((module.parent / match["path"]).resolve() for match in found)


def roots(folder: Path) -> tuple[Path, ...]:
    """The scripts that pages name: they stand in a room, what they are made of a folder below."""
    return tuple(sorted(folder.glob("club/*/*.js")))


def _order(module: Path, above: tuple[Path, ...]) -> list[Path]:
    """The module after all that it imports; each once."""
    module = module.resolve()
    if module in above:
        raise BundleError(f"{module.name} imports itself, by way of {above[-1].name}.")
    if not module.is_file():
        raise BundleError(f"{above[-1].name} imports {module.name}, which is not there.")
    found: list[Path] = []
    for needed in imports(module) if module.suffix == ".js" else ():
        found += [path for path in _order(needed, (*above, module)) if path not in found]
    return [*found, module]


def _scope(module: Path, names: dict[Path, str]) -> str:
    """One module as a function that gives what it exports."""
    text = module.read_text(encoding="utf-8")
    given = [match["name"] for match in EXPORTED.finditer(text)]
    taken = "".join(_taken(match, names, module) for match in IMPORTED.finditer(text))
    body = EXPORTED.sub("", IMPORTED.sub("", text))
    if left := LEFT.search(body):
        raise BundleError(f"{module.name}: no bundle knows this: {left[0]}")
    gives = f"return {{ {', '.join(given)} }};\n" if given else ""
    inside = f"{taken}{_bare(body, module)}{gives}"
    return f"const {names[module.resolve()]} = (() => {{\n{inside}}})();\n"


def _taken(match: re.Match[str], names: dict[Path, str], module: Path) -> str:
    """An import as the line that takes the same names from the function's answer."""
    said = " ".join((match["names"] or "").split())
    if not said:
        return ""
    source = names[(module.parent / match["path"]).resolve()]
    if said.startswith("*"):
        return f"const {said.removeprefix('* as ')} = {source};\n"
    return f"const {said.replace(' as ', ': ')} = {source};\n"


def _bare(text: str, module: Path) -> str:
    """The text without its comments and steps, which nobody reads on a phone."""
    lines = COMMENT.sub("", text)
    if any(line.count("`") % 2 for line in lines.splitlines()):
        raise BundleError(f"{module.name}: a text over several lines would lose its steps.")
    return re.sub(r"\n{2,}", "\n", STEPS.sub("", lines)).lstrip("\n")


class BundleFinder(BaseFinder):
    """Django's way to what travels: it looks here before it meets what was written."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self.storage = FileSystemStorage(location=Path(settings.VAR) / "scripts")
        self.known: dict[str, list[tuple[Path, int]]] = {}

    def check(self, **more: Any) -> list[Any]:
        """Nothing can be set wrongly."""
        return []

    def find(  # type: ignore[override]  # Django's stubs tell its two cases apart
        self,
        path: str,
        find_all: bool = False,  # noqa: FBT001, FBT002 - Django's own
    ) -> str | list[str]:
        """Where the file of this name lies, made anew when what it is made of changed."""
        found = self._made(path) if any(fnmatch(path, one) for one in WRITTEN) else None
        if found is None:
            return []
        return [str(found)] if find_all else str(found)

    def list(
        self, ignore_patterns: Iterable[str] | None
    ) -> Iterator[tuple[str, FileSystemStorage]]:
        """Every file that some page names."""
        del ignore_patterns
        for script in (*roots(SOURCE), *sorted(SOURCE.rglob("*.css"))):
            name = script.relative_to(SOURCE).as_posix()
            self._made(name)
            yield name, self.storage

    def _made(self, name: str) -> Path | None:
        source = SOURCE / name
        if not source.resolve().is_relative_to(SOURCE) or not source.is_file():
            return None
        target = Path(self.storage.path(name))
        parts = [(path, path.stat().st_mtime_ns) for path in _order(source, ())]
        if self.known.get(name) != parts or not target.exists():
            script = source.suffix == ".js"
            _write(target, bundle(source) if script else slim(source.read_text("utf-8")))
            self.known[name] = parts
        return target


def _write(target: Path, text: str) -> None:
    """Nothing where it says so already: the file's hour tells whether to collect anew."""
    if target.exists() and target.read_text(encoding="utf-8") == text:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    # Written beside and moved, as a page may be asking for the old one.
    fresh = target.with_suffix(f".{os.getpid()}.tmp")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(target)
