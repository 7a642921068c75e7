"""The environment file of the unit, as a command typed by hand reads it."""

import os
from pathlib import Path
from typing import Any

import pytest

from tarokk_club.serving import env_file
from tarokk_club.serving.env_file import EnvFileError, load_env_file, parse_env_file

NAMES = ("HOST", "PORT", "DATABASE_URL", "EMAIL_FROM")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The default environment file, which nobody has written yet; no variable is set."""
    path = tmp_path / "tarokk-club.env"
    monkeypatch.setattr(env_file, "DEFAULT", path)
    for name in NAMES:
        # Once set, so that it is taken back at the end of the test.
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setenv("TAROKK_ENV_FILE", "")
    monkeypatch.delenv("TAROKK_ENV_FILE")
    return path


def read_environment() -> dict[str, str]:
    return {name: os.environ[name] for name in NAMES if name in os.environ}


def test_the_default_file_is_read_where_it_exists(file: Path) -> None:
    assert load_env_file("backup", ["--keep", "3"]) == ["--keep", "3"]
    assert read_environment() == {}
    del os.environ["TAROKK_ENV_FILE"]
    file.write_text("HOST=10.0.0.1\n")

    load_env_file("backup", [])

    assert read_environment() == {"HOST": "10.0.0.1"}
    assert os.environ["TAROKK_ENV_FILE"] == "", "what it starts reads no file again"


def test_variables_already_set_win(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOST", "10.0.0.9")
    monkeypatch.setenv("EMAIL_FROM", "")
    file.write_text("HOST=10.0.0.1\nPORT=9000\nEMAIL_FROM=a@b.example\n")

    load_env_file("backup", [])

    assert read_environment() == {"HOST": "10.0.0.9", "PORT": "9000", "EMAIL_FROM": ""}


@pytest.mark.parametrize("how", ["--env-file {}", "--env-file={}"])
def test_the_option_goes_before_the_variable_and_the_default(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    file.write_text("PORT=1\n")
    other, third = tmp_path / "other.env", tmp_path / "third.env"
    other.write_text("PORT=2\n")
    third.write_text("PORT=3\n")
    monkeypatch.setenv("TAROKK_ENV_FILE", str(third))

    assert load_env_file("operator", ["anna", *how.format(other).split(), "--remove"]) == [
        "anna",
        "--remove",
    ]

    assert read_environment() == {"PORT": "2"}


def test_an_empty_variable_is_no_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("PORT=1\n")
    monkeypatch.setenv("TAROKK_ENV_FILE", "")

    load_env_file("backup", [])

    assert read_environment() == {}


def refusal(*arguments: str) -> str:
    with pytest.raises(EnvFileError) as refused:
        load_env_file("backup", [*arguments])
    assert read_environment() == {}
    return str(refused.value)


@pytest.mark.parametrize(
    ("uid", "gid", "mode", "run"),
    [
        (0, 0, 0o600, "sudo"),
        (65534, 0, 0o600, "sudo -u nobody"),
        (0, 1, 0o640, "sudo -u daemon"),
        (0, 1, 0o600, "sudo"),
    ],
)
def test_a_file_that_may_not_be_read_is_refused_with_the_command_to_run(  # noqa: PLR0913
    file: Path, monkeypatch: pytest.MonkeyPatch, uid: int, gid: int, mode: int, run: str
) -> None:
    file.write_text("PORT=1\n")
    os.chown(file, uid, gid)
    file.chmod(mode)

    def closed(*_any: Any) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_text", closed)
    monkeypatch.setattr("sys.argv", ["manage.py"])

    words = refusal("--keep", "3")

    assert f"{file}, which you may not read. Nothing was done." in words
    assert f"Run: {run} python3 manage.py backup --keep 3\n" in words
    assert "TAROKK_ENV_FILE= python3 manage.py backup --keep 3" in words


def test_refuses_an_unreadable_environment_file(file: Path, tmp_path: Path) -> None:
    assert refusal("--env-file", str(tmp_path / "gone")).startswith("There is no file ")
    assert "cannot be read" in refusal("--env-file", str(tmp_path))
    file.write_bytes(b"PORT=\xff")
    assert "not text in UTF-8" in refusal()
    assert refusal("--env-file") == "--env-file wants the path of a file."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", {}),
        ("# one\n; two\n\n  HOST = a b  \r\n", {"HOST": "a b"}),
        ('A=\'x # "y" \'\nB="x \\"y\\" $z\\$"', {"A": 'x # "y" ', "B": 'x "y" $z$'}),
        ("A=x'y\nB='x'\"y\"z", {"A": "x'y", "B": "xyz"}),
        ("A=x\\\n y\nB=z", {"A": "x y", "B": "z"}),
        ("A=x\\\\\nB=z", {"A": "x\\", "B": "z"}),
        ("A=1\nA=2", {"A": "2"}),
        ("A=b=c", {"A": "b=c"}),
    ],
)
def test_the_file_is_parsed_as_systemd_parses_it(text: str, found: dict[str, str]) -> None:
    assert parse_env_file(text) == found


@pytest.mark.parametrize(
    "text", ["A=1\nexport SECRET=hush", "A=1\nhush", "A=1\n1B=hush", "A=1\nB='hush", "\nA=hush\0"]
)
def test_names_an_unreadable_line_without_its_text(file: Path, text: str) -> None:
    file.write_text(text)

    words = refusal()

    assert f"{file}, line 2: " in words
    assert "hush" not in words


def test_a_secret_is_read_from_its_file(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "database_url"
    secret.write_text("postgres://tarokk:password@book/tarokk\n")
    monkeypatch.setenv("DATABASE_URL_FILE", str(secret))

    load_env_file("backup", [])

    assert read_environment() == {"DATABASE_URL": "postgres://tarokk:password@book/tarokk"}
    assert env_file.list_variable_files()["DATABASE_URL"] == secret
    assert "DATABASE_URL_FILE" not in os.environ, "what it starts finds the secret alone"


def test_an_environment_file_may_name_the_file_of_a_secret(file: Path, tmp_path: Path) -> None:
    secret = tmp_path / "database_url"
    secret.write_text("postgres://book/tarokk")
    file.write_text(f"DATABASE_URL_FILE={secret}\n")

    load_env_file("backup", [])

    assert read_environment() == {"DATABASE_URL": "postgres://book/tarokk"}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"", "is empty"),
        (b"\xff\xfe", "is not text in UTF-8"),
    ],
)
def test_the_file_of_a_secret_that_cannot_be_used_is_named(
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: bytes | None,
    says: str,
) -> None:
    secret = tmp_path / "database_url"
    if content is not None:
        secret.write_bytes(content)
    monkeypatch.setenv("DATABASE_URL_FILE", str(secret))

    with pytest.raises(EnvFileError, match=f"DATABASE_URL_FILE: .*{says}"):
        load_env_file("backup", [])


def test_a_secret_and_its_file_are_not_both_given(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://book/one")
    monkeypatch.setenv("DATABASE_URL_FILE", str(tmp_path / "other"))

    with pytest.raises(EnvFileError, match="Set DATABASE_URL or DATABASE_URL_FILE, not both"):
        load_env_file("backup", [])
