"""manage.py messages: extract every marked string and update the catalogues."""

import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from tarokk_club.env import ROOT
from tarokk_club.serving.catalogues import LOCALE

LANGUAGES = ("hu", "da", "ro")
FOLDERS = ("scoring", "tarokk_club", "templates")
KEYWORDS = {
    "_": None,
    "N_": None,
    "NC_": ((1, "c"), 2),
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
_STRING_LITERAL = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_GETTEXT_CALL = re.compile(
    rf"\b(?:_|n?p?gettext)\(\s*{_STRING_LITERAL}(?:\s*,\s*(?:{_STRING_LITERAL}|\w+))*\s*\)"
)
# A fixed time, so that a run without new strings leaves the catalogues unchanged.
_FIXED_TIME = datetime(2026, 1, 1, tzinfo=UTC)


def main(arguments: list[str]) -> int:
    """Update the catalogues and print the number of untranslated strings in each."""
    del arguments
    template = extract_messages()
    for language in LANGUAGES:
        catalogue = update_catalogue(language, template)
        missing = [
            message for message in catalogue if message.id and not _is_translated(message.string)
        ]
        print(f"{language}: {len(catalogue)} strings, {len(missing)} to be translated")
    return 0


def extract_messages() -> Catalog:
    """Return a catalogue of all strings of the program that are marked for translation."""
    catalogue = Catalog(project="Tarokk Club", creation_date=_FIXED_TIME, revision_date=_FIXED_TIME)
    for path in _yield_source_files():
        name = path.relative_to(ROOT).as_posix()
        source = io.BytesIO(_read_as_python(path).encode())
        for line, text, comments, context in extract("python", source, keywords=KEYWORDS):
            catalogue.add(text, None, [(name, line)], (), comments, context=context)
    return catalogue


def update_catalogue(language: str, template: Catalog) -> Catalog:
    """Write and return the catalogue of a language with exactly the template's strings."""
    path = LOCALE / language / "LC_MESSAGES" / "django.po"
    catalogue = Catalog(language, project="Tarokk Club", creation_date=_FIXED_TIME)
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    catalogue.revision_date = _FIXED_TIME
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        # No line numbers, so that a catalogue changes only if its strings do.
        write_po(file, catalogue, width=100, include_lineno=False, omit_header=False)
    return catalogue


def _yield_source_files() -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".html", ".txt"} and "migrations" not in path.parts:
                yield path


def _read_as_python(path: Path) -> str:
    """Return a template's marked strings as Python calls; a Python file is returned unchanged."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        return text
    from django.utils.translation.template import templatize

    # Only the calls, one per line, because the text between them is not valid Python.
    calls = _GETTEXT_CALL.finditer(templatize(text, origin=str(path)))
    return "\n".join(call[0] for call in calls)


def _is_translated(string: str | tuple[str, ...] | list[str] | None) -> bool:
    return all(string) if isinstance(string, tuple | list) else bool(string)
