"""manage.py ux dependencies: list all third-party code that the site runs, with versions."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

from tarokk_club.env import ROOT

PINS = ROOT / "requirements.txt"
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\]+)")
# The version in a script's banner or among its values.
SCRIPT_VERSION = re.compile(
    r"""(?:version:\s*["']|\bv|^\s*\*?\s*\w+ )(\d+\.\d+\.\d+)""", re.MULTILINE
)
SCRIPT_TAG = re.compile(r"""{% script ['"]([^'"]+)['"] %}""")
# The third-party scripts that pages of Django's admin include.
ADMIN_SCRIPT = re.compile(r"^admin/js/vendor/[^/]+/[^/]+(?<!\.min)\.js$")


@dataclass(frozen=True, slots=True)
class Part:
    """A third-party package or script.

    within: the package that contains the script.
    """

    name: str
    version: str
    within: str = ""

    def format_line(self) -> str:
        """Return the line for the terminal."""
        return f"  {self.name:<40} {self.version:<16} {self.within}".rstrip()


def main() -> int:
    """Print the list; return 1 if it disagrees with the pins."""
    packages, scripts = list(list_running_packages()), list(list_bundled_scripts())
    print(f"{len(packages)} packages that the site runs:")
    print("\n".join(component.format_line() for component in packages))
    print(f"{len(scripts)} scripts that came with them:")
    print("\n".join(component.format_line() for component in scripts))
    other_pins = sorted(read_pins().keys() - {component.name for component in packages})
    print(f"Pinned for other machines than this one: {', '.join(other_pins) or 'none'}.")
    faults = find_disagreements(packages, read_pins())
    print("\n".join(faults) if faults else f"All of them as pinned in {PINS.name}.")
    return int(bool(faults))


def read_pins(text: str | None = None) -> dict[str, str]:
    """Return every pinned package with its version."""
    lines = (PINS.read_text() if text is None else text).splitlines()
    matches = [match for line in lines if (match := PINNED.match(line))]
    return {normalise_package_name(match[1]): match[2] for match in matches}


def list_running_packages() -> Iterator[Part]:
    """Yield the installed packages that are pinned for the running site, by name."""
    pins = read_pins()
    for package in sorted(distributions(), key=lambda entry: normalise_package_name(entry.name)):
        if normalise_package_name(package.name) in pins:
            yield Part(normalise_package_name(package.name), package.version)


def list_bundled_scripts() -> Iterator[Part]:
    """Yield the scripts inside packages that a page of the site loads."""
    templates = (ROOT / "templates").rglob("*.html")
    loaded = {name for path in templates for name in SCRIPT_TAG.findall(path.read_text())}
    for package in sorted(distributions(), key=lambda entry: normalise_package_name(entry.name)):
        for file in package.files or ():
            name = file.as_posix().rpartition("/static/")[2]
            if name in loaded or ADMIN_SCRIPT.match(name):
                text = Path(str(package.locate_file(file))).read_text("utf-8", "replace")
                version = SCRIPT_VERSION.search(text)
                origin = f"in {normalise_package_name(package.name)} {package.version}"
                yield Part(name, version[1] if version else "-", origin)


def find_disagreements(packages: list[Part], pins: dict[str, str]) -> list[str]:
    """Return sentences about packages whose installed version differs from the pinned one."""
    return [
        f"{part.name} runs in version {part.version}, pinned is {pins[part.name]}"
        for part in packages
        if pins.get(part.name, part.version) != part.version
    ]


def normalise_package_name(name: str) -> str:
    """Return the normalised name of a package.

    >>> normalise_package_name("Django_HTMX")
    'django-htmx'
    """
    return re.sub(r"[-_.]+", "-", name).lower()
