"""The wheel holds what serves and nothing else, and a site runs from it."""

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.served import ROOT, served
from tools.dev.messages import LANGUAGES

# Left at home: what translators read, papers, and the pins of the set-up from a source.
LEFT_OUT = {".po", ".md", ".pyc", ".tmp"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    """Built as `pip wheel .` does it, with what is installed and no network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (path,) = folder.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        yield archive


def _sources(folder: str) -> set[str]:
    paths = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in paths if path.suffix not in LEFT_OUT}


def test_the_wheel_holds_exactly_the_serving_files(wheel: zipfile.ZipFile) -> None:
    packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    catalogues = {f"tarokk_club/locale/{one}/LC_MESSAGES/django.mo" for one in LANGUAGES}
    expected = _sources("scoring") | _sources("tarokk_club") | catalogues
    expected |= {f"tarokk_club/{name}" for name in _sources("templates")}
    # A copy of the reference, for programs that import scoring.
    expected.add("scoring/session.schema.json")
    expected -= {"tarokk_club/serving/uv.txt", "scoring/pyproject.toml"}

    assert packed == expected
    assert {"tarokk_club/templates/base.html", "tarokk_club/club/transfer/demo/today.json"} < packed
    assert any("/migrations/0001" in name for name in packed)


def test_the_build_needs_no_package_of_the_site() -> None:
    """Where pip builds it, only what `build-system` names is installed."""
    forget = "import sys; sys.modules.update(dict.fromkeys(['django', 'ifaddr', 'granian']))"
    program = f"{forget}; from tarokk_club.serving.catalogues import *; compile_catalogues()"

    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


def test_the_wheel_requires_serving_packages_but_no_test_packages(wheel: zipfile.ZipFile) -> None:
    (name,) = (one for one in wheel.namelist() if one.endswith("/METADATA"))
    asked = re.findall(r"^Requires-Dist: ([\w-]+)", wheel.read(name).decode(), re.MULTILINE)

    assert {"django", "django-htmx", "granian"} <= set(asked)
    assert not {"pytest", "pytest-django", "hatchling", "mypy"} & set(asked)


def _run_installed(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command of an unpacked wheel from another folder."""
    ours = {"PYTHONPATH": str(installed), "TAROKK_VAR": str(installed.parent / "var"), "LANG": "C"}
    environment = os.environ | ours
    for name in ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "SECRET_KEY"):
        environment.pop(name, None)
    return subprocess.run(
        [sys.executable, "-m", "tarokk_club", *arguments],
        cwd=installed.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", ["lint", "test", "bench", "pins"])
def test_a_developer_command_reports_that_it_needs_the_source(
    wheel: zipfile.ZipFile, tmp_path: Path, name: str
) -> None:
    wheel.extractall(tmp_path / "installed")

    done = _run_installed(tmp_path / "installed", name)

    words = f"{name} needs the source of Tarokk Club; what is installed here only serves.\n"
    assert (done.returncode, done.stdout + done.stderr) == (1, words)


@pytest.mark.ci
def test_installed_wheel_serves_a_site(
    wheel: zipfile.ZipFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "installed"
    wheel.extractall(installed)
    told = _run_installed(installed, "demo", "--hands", "1")
    assert (told.returncode, told.stderr) == (0, f"Book: SQLite, {tmp_path}/var/club.sqlite3\n")
    # Every file is found from wherever the site is started.
    monkeypatch.chdir(tmp_path)

    command = ("-m", "tarokk_club")
    with served(tmp_path / "var", command=command, PYTHONPATH=str(installed)) as site:
        page, body = site.ask("/accounts/login/", headers={"Accept-Language": "hu"})
        style = re.search(r'href="(/static/[^"]+\.css)"', body.decode())
        assert style
        sheet, _ = site.ask(style[1])
        rules, text = site.ask("/rules/paskievics/pagat/", headers={"Accept-Language": "hu"})
        health, _ = site.ask("/healthz")

    assert (page.status, sheet.status, rules.status, health.status) == (200, 200, 200, 200)
    assert 'lang="hu"' in body.decode() and "szabály" in text.decode().lower()
