"""Bundles of scripts and styles: minified, each in one file with all its imports.

The source has one file per subject, but each file costs a first visit some 700 bytes of headers,
and each imported module would need a tag for its integrity hash. So a script is joined with its
modules, each in a scope of its own, and a style with its imports.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from string import ascii_letters
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

SOURCE = Path(__file__).parent.parent / "club" / "static"
# Source files, whose content reaches pages only in bundles.
WRITTEN = ("club/*.js", "club/*.css")
IMPORTED = {
    ".js": re.compile(
        r'^import (?:(?P<names>\{[^}]*\}|\* as \w+) from )?"(?P<path>\.{1,2}/[\w./-]+)";\n',
        re.MULTILINE,
    ),
    ".css": re.compile(r'^@import "(?P<path>[\w./-]+)";\n', re.MULTILINE),
}
EXPORTED = re.compile(
    r"^export (?=(?:async )?(?:function\*?|const|class) (?P<name>\w+))", re.MULTILINE
)
UNSUPPORTED = re.compile(r"^(?:import|export|@import)\b.*", re.MULTILINE)
KINDS = {".js": "application/javascript", ".css": "text/css"}


class BundleError(Exception):
    """A script or style that cannot be bundled."""


def build_minified_bundle(source: Path) -> str:
    """Return the bundled and minified text of a script or style.

    Raise BundleError if it cannot be bundled or minified.
    """
    # Imported only to build, because it loads a runtime that a serving process does not need.
    import minify

    try:
        text: str = minify.string(KINDS[source.suffix], build_bundle(source))
    except minify.MinifyError as error:
        raise BundleError(f"{source.name}: {error}") from error
    return text


def build_bundle(source: Path) -> str:
    """Return the text of a script or style with all its imports, dependencies first.

    Raise BundleError if it cannot be bundled.
    """
    order = _sort_by_imports(source, ())
    if source.suffix == ".css":
        return "".join(map(_strip_imports, order))
    names = {path: f"_{number}" for number, path in enumerate(order)}
    parts = [_wrap_in_function(path, names) for path in order]
    return "".join(['"use strict";\n(() => {\n', *parts, "})();\n"])


def list_imports(module: Path) -> tuple[Path, ...]:
    """Return the modules or styles that a file imports, in the order of their imports."""
    imports = IMPORTED[module.suffix].finditer(module.read_text(encoding="utf-8"))
    return tuple((module.parent / match["path"]).resolve() for match in imports)


def list_page_scripts(folder: Path) -> tuple[Path, ...]:
    """Return the scripts that pages include; their modules are one folder below."""
    return tuple(sorted(folder.glob("club/*/*.js")))


def list_sources() -> tuple[Path, ...]:
    """Return the files on which the bundles depend: all scripts and styles, and this module."""
    sources = (path for path in SOURCE.rglob("*") if path.suffix in KINDS)
    return (Path(__file__), *sorted(sources))


def _sort_by_imports(module: Path, above: tuple[Path, ...]) -> list[Path]:
    """Return everything that the module imports, each once, and then the module.

    Raise BundleError for a circular or missing import.
    """
    module = module.resolve()
    if module in above:
        raise BundleError(f"{module.name} imports itself, by way of {above[-1].name}.")
    if not module.is_file():
        raise BundleError(f"{above[-1].name} imports {module.name}, which is not there.")
    ordered: list[Path] = []
    for needed in list_imports(module):
        ordered += [
            path for path in _sort_by_imports(needed, (*above, module)) if path not in ordered
        ]
    return [*ordered, module]


def _wrap_in_function(module: Path, names: dict[Path, str]) -> str:
    """Return the module as a constant: the result of a function that returns its exports."""
    imported = "".join(
        _rewrite_import(match, names, module)
        for match in IMPORTED[".js"].finditer(module.read_text(encoding="utf-8"))
    )
    keys = _assign_short_keys(module)
    exports = ", ".join(f"{key}: {name}" for name, key in keys.items())
    returned = f"return {{ {exports} }};\n" if exports else ""
    inside = f"{imported}{_strip_imports(module)}{returned}"
    return f"const {names[module.resolve()]} = (() => {{\n{inside}}})();\n"


def _assign_short_keys(module: Path) -> dict[str, str]:
    """Return the name of each export with its key in the bundle: a, b, c and so on.

    The minifier shortens local names but not the keys of objects.
    """
    text = module.read_text(encoding="utf-8")
    exported = [match["name"] for match in EXPORTED.finditer(text)]
    return dict(zip(exported, ascii_letters, strict=False))


def _strip_imports(module: Path) -> str:
    """Return the text of a module or style without imports and without the keyword `export`.

    Raise BundleError for a statement that the bundler does not support.
    """
    text = IMPORTED[module.suffix].sub("", module.read_text(encoding="utf-8"))
    code = EXPORTED.sub("", text)
    if unsupported := UNSUPPORTED.search(code):
        raise BundleError(f"{module.name}: no bundle knows this: {unsupported[0]}")
    return code


def _rewrite_import(match: re.Match[str], names: dict[Path, str], module: Path) -> str:
    """Return an import as a line that takes the same names from the module's constant.

    Raise BundleError for a name that the other module does not export.
    """
    source = (module.parent / match["path"]).resolve()
    keys = _assign_short_keys(source)
    constant = names[source]
    names_read = (match["names"] or "").strip("{} \n")
    if names_read.startswith("*"):
        exports = ", ".join(f"{name}: {constant}.{key}" for name, key in keys.items())
        return f"const {names_read.removeprefix('* as ')} = {{ {exports} }};\n"
    taken = []
    for part in filter(None, map(str.strip, names_read.split(","))):
        name, _, alias = part.partition(" as ")
        if name not in keys:
            raise BundleError(f"{module.name} imports {name}, which {source.name} does not export.")
        taken.append(f"{keys[name]}: {alias or name}")
    return f"const {{ {', '.join(taken)} }} = {constant};\n" if taken else ""


class BundleFinder(BaseFinder):
    """A staticfiles finder for bundles, which Django searches before the source files."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self.storage = FileSystemStorage(location=Path(settings.VAR) / "scripts")
        self.known: dict[str, list[tuple[Path, int]]] = {}

    def check(self, **more: Any) -> list[Any]:
        """Return no errors: there is no setting to check."""
        return []

    def find(  # type: ignore[override]  # Django's stubs tell its two cases apart
        self,
        path: str,
        find_all: bool = False,  # noqa: FBT001, FBT002 - Django's own
    ) -> str | list[str]:
        """Return the path of the bundle with this name, rebuilt if one of its sources changed.

        If there is no such bundle, return an empty list.
        """
        bundle = (
            self._build_bundle(path) if any(fnmatch(path, pattern) for pattern in WRITTEN) else None
        )
        if bundle is None:
            return []
        return [str(bundle)] if find_all else str(bundle)

    def list(
        self, ignore_patterns: Iterable[str] | None
    ) -> Iterator[tuple[str, FileSystemStorage]]:
        """Build every bundle that a page can include; yield its name and storage."""
        del ignore_patterns
        for script in (*list_page_scripts(SOURCE), *sorted(SOURCE.rglob("*.css"))):
            name = script.relative_to(SOURCE).as_posix()
            self._build_bundle(name)
            yield name, self.storage

    def _build_bundle(self, name: str) -> Path | None:
        source = SOURCE / name
        if not source.resolve().is_relative_to(SOURCE) or not source.is_file():
            return None
        target = Path(self.storage.path(name))
        parts = [(path, path.stat().st_mtime_ns) for path in _sort_by_imports(source, ())]
        if self.known.get(name) != parts or not target.exists():
            _write_if_changed(target, build_minified_bundle(source))
            self.known[name] = parts
        return target


def _write_if_changed(target: Path, text: str) -> None:
    """Write the text to the file unless the file already contains it.

    A new modification time would make the static files be collected again.
    """
    if target.exists() and target.read_text(encoding="utf-8") == text:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    # Written to a temporary file and moved, because a request may be reading the old one.
    fresh = target.with_suffix(f".{os.getpid()}.tmp")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(target)
