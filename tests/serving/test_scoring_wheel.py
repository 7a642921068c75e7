"""The scorer by itself: a wheel that asks for nothing and scores as the whole program does."""

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.served import ROOT
from tarokk_club.serving import bootstrap

EXAMPLES = sorted((ROOT / "tests" / "scoring" / "examples").glob("*.json"))
PAPERS = {
    "RULEBOOK.md": "scoring/RULEBOOK.md",
    "SOURCES.md": "scoring/SOURCES.md",
    "format.md": "docs/reference/format.md",
    "session.schema.json": "docs/reference/session.schema.json",
    "LICENSE": "LICENSE",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as `pip wheel ./scoring` does it, with what is installed and no network."""
    folder = tmp_path_factory.mktemp("scoring")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT / "scoring", capture_output=True, check=True)
    (path,) = folder.glob("tarokk_scoring-*.whl")
    return path


@pytest.fixture
def packed(wheel: Path) -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(wheel) as archive:
        yield archive


def test_the_wheel_holds_the_scorer_its_types_and_the_format_docs(
    packed: zipfile.ZipFile,
) -> None:
    modules = {one.relative_to(ROOT).as_posix() for one in (ROOT / "scoring").rglob("*.py")}
    papers = {f"scoring/{name}" for name in PAPERS}
    held = {name for name in packed.namelist() if ".dist-info/" not in name}

    assert held == modules | papers | {"scoring/py.typed"}
    for name, source in PAPERS.items():
        assert packed.read(f"scoring/{name}") == (ROOT / source).read_bytes()


def test_rulebook_links_resolve_inside_the_wheel(packed: zipfile.ZipFile) -> None:
    for name in ("RULEBOOK.md", "SOURCES.md"):
        links = re.findall(r"\]\(([^)#]*)", packed.read(f"scoring/{name}").decode())
        inside = [link for link in links if not link.startswith("https://")]
        assert inside
        for link in inside:
            assert f"scoring/{link}" in packed.namelist()


def test_the_wheel_has_the_site_version_and_no_dependencies(
    packed: zipfile.ZipFile,
) -> None:
    (name,) = (one for one in packed.namelist() if one.endswith("/METADATA"))
    told = packed.read(name).decode()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    assert re.findall(r"^(?:Name|Version): (.+)$", told, re.MULTILINE) == [
        "tarokk-scoring",
        project["version"],
    ]
    assert "Requires-Dist" not in told
    assert f"Requires-Python: {project['requires-python']}" in told


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of an environment that holds nothing else."""
    folder = tmp_path_factory.mktemp("empty") / "env"
    uv, environment = bootstrap.ensure_uv()
    assert uv
    commands = folder / "bin"
    steps: list[list[str | Path]] = [
        [uv, "venv", "--offline", "--python", sys.executable, str(folder)],
        [uv, "pip", "install", "--offline", "--no-index", "--python", commands / "python", wheel],
    ]
    for command in steps:
        subprocess.run(command, env=environment, capture_output=True, check=True)
    return commands


def _run_command(*command: str | Path, typed: bytes = b"", cwd: Path) -> tuple[int, bytes, bytes]:
    done = subprocess.run(command, input=typed, cwd=cwd, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def documents(tmp_path: Path) -> list[Path]:
    """The worked documents, each in a file of its own."""
    found = []
    for path in EXAMPLES:
        found.append(tmp_path / path.name)
        found[-1].write_text(json.dumps(json.loads(path.read_text())["document"]))
    assert found
    return found


def test_the_wheel_scores_every_document_as_the_site_does(
    installed: Path, documents: list[Path], tmp_path: Path
) -> None:
    assert _run_command(installed / "python", "-c", "import django", cwd=tmp_path)[0] == 1
    for how in ([], ["--json"]):
        ours = _run_command(
            sys.executable, ROOT / "manage.py", "score", *how, *documents, cwd=tmp_path
        )
        alone = _run_command(installed / "tarokk-score", *how, *documents, cwd=tmp_path)

        assert (ours[0], alone) == (0, ours)


def test_a_program_scores_and_checks_with_it(installed: Path, tmp_path: Path) -> None:
    script = (
        "import json, pathlib, scoring\n"
        'spoilt = \'{"format": 1, "format": 2}\'\n'
        "whole = pathlib.Path(r'DOCUMENT').read_bytes()\n"
        "print(json.dumps([scoring.check_document(whole), scoring.score_document(whole)['pots'],\n"
        "    scoring.check_document(spoilt)[0]['code'], scoring.schema()['$schema'][:4]]))\n"
    )
    document = tmp_path / "evening.json"
    document.write_text(json.dumps(json.loads(EXAMPLES[0].read_text())["document"]))
    pots = json.loads(EXAMPLES[0].read_text())["expect"]["pots"]
    code, out, _err = _run_command(
        installed / "python", "-c", script.replace("DOCUMENT", str(document)), cwd=tmp_path
    )
    assert (code, json.loads(out)) == (0, [[], pots, "key_twice", "http"])


def test_the_command_reads_standard_input_and_names_itself_in_errors(
    installed: Path, documents: list[Path], tmp_path: Path
) -> None:
    score = installed / "tarokk-score"

    typed = _run_command(score, "--json", "-", typed=documents[0].read_bytes(), cwd=tmp_path)
    assert typed == _run_command(score, "--json", documents[0], cwd=tmp_path)
    assert typed[0] == 0
    assert _run_command(score, "-", typed=b"{", cwd=tmp_path)[0] == 2
    assert _run_command(score, "--help", cwd=tmp_path)[1].startswith(b"usage: tarokk-score ")
