"""Every setting is explained, printed and checked before the start."""

from pathlib import Path

import pytest

from support.catalogue import row
from support.served import ROOT, run_command
from tarokk_club.serving.known_settings import KNOWN_SETTINGS, iter_wrong_settings
from tools.dev.settings_page import replace_settings_table

NAMES = [setting.name for setting in KNOWN_SETTINGS]
SECRET = "a key that nobody guesses 2026"
GOOD = {
    "HOST": ["0.0.0.0", "*", "::1", "[::1]", "cellar.local"],  # noqa: S104 - a setting
    "PORT": ["1", "65535"],
    "DATABASE_URL": ["postgres://me:secret@db:5432/tarokk", "sqlite:////srv/club.sqlite3"],
    "CACHE_URL": ["redis://:secret@cache/0", "rediss://cache", "unix:///run/valkey.sock"],
    "DATABASE_REPLICA_URL": ["postgres://db2/tarokk"],
    "WORKERS": ["1", "64"],
    "TAROKK_VAR": ["/var/lib/tarokk-club", "var"],
    "SECRET_KEY": [SECRET],
    "ALLOWED_HOSTS": ["tarokk.example.org, 192.168.1.7,[::1]", ".example.org", "*"],
    "HTTPS": ["1", "0", "ON", "no"],
    "BEHIND_PROXY": ["true", "false"],
    "BACKUP_FOLDER": ["/nowhere/yet", str(ROOT)],
    "BACKUP_URL": [
        "s3://key:secret@s3.example.org/copies/club?region=eu-1",
        "s3+http://key:s%2Fcret@127.0.0.1:9000/copies",
    ],
    "BACKUPS": ["0", "off"],
    "EMAIL_URL": ["smtp+tls://user:secret@mail.example.org:587", "smtps://mail.example.org"],
    "EMAIL_FROM": ["club@localhost", "The club <club@example.org>"],
    "SITE_ADDRESS": ["https://club.example", "http://192.168.1.7:8000/"],
    "FOUNDERS": ["operator", "anyone"],
    "TAROKK_ADMIN_PATH": ["kemence-k7Qp2vX9"],
    "HEALTH_TOKEN": ["2f7b"],
    "HSTS_PRELOAD": ["1"],
    "ACCESS_LOG": ["1"],
    "LOG_LEVEL": ["debug", "WARNING"],
    "DEBUG": ["0"],
}
WRONG = {
    "HOST": ["a/b", "http://cellar", "cellar:80", "0", "127.1"],
    "PORT": ["0", "65536", "eighty", "-1"],
    "DATABASE_URL": ["foo://x", "nonsense", "mysql://db/x", "postgres://db:x/y", "sqlite://"],
    "CACHE_URL": ["cache:6379", "http://cache", "redis://cache:x/0", "redis://[::1"],
    "DATABASE_REPLICA_URL": ["sqlite:///x", "db2"],
    "WORKERS": ["0", "65", "two"],
    "TAROKK_VAR": ["/", "/etc", "/var/lib/"],
    "SECRET_KEY": ["secret", SECRET + "\udcff"],
    "ALLOWED_HOSTS": ["https://club.example", "club.example:443", "club.example/", "a b"],
    "HTTPS": ["maybe", "2"],
    "BEHIND_PROXY": ["nginx"],
    "BACKUP_FOLDER": [str(ROOT / "manage.py"), str(ROOT / "manage.py" / "backups")],
    "BACKUP_URL": [
        "s3://copies/club",
        "https://key:secret@s3.example.org/copies",
        "s3://key:secret@s3.example.org",
        "s3://key:secret@s3.example.org:port/copies",
    ],
    "BACKUPS": ["daily"],
    "EMAIL_URL": ["foo", "https://mail.example.org", "smtp://", "smtp://mail:port"],
    "EMAIL_FROM": ["nobody", "@example.org"],
    "SITE_ADDRESS": [
        "club.example",
        "https://club.example/book",
        "ftp://club.example",
        "https://",
        "https://a b",
    ],
    "FOUNDERS": ["all"],
    "TAROKK_ADMIN_PATH": ["admin"],
    "HEALTH_TOKEN": ["two words", "kulcs-é"],
    "HSTS_PRELOAD": ["example.org"],
    "ACCESS_LOG": ["/var/log/access"],
    "LOG_LEVEL": ["loud"],
    "DEBUG": ["x"],
}
# Read before the settings; wrong ones are refused there.
ELSEWHERE = {"TAROKK_ENV_FILE", "SECRET_KEY_FALLBACKS"}


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def test_every_setting_has_a_good_and_a_wrong_example() -> None:
    assert set(GOOD) == set(WRONG) == set(NAMES) - ELSEWHERE
    assert len(NAMES) == len(set(NAMES))


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in GOOD.items() for value in values]
)
def test_a_good_value_is_taken(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)

    assert list(iter_wrong_settings()) == []


@row("S90")
@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in WRONG.items() for value in values]
)
def test_a_wrong_value_is_named_in_one_line(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)

    ((named, sentence),) = iter_wrong_settings()

    assert named == name
    assert sentence.startswith(f"{name} ") and "\n" not in sentence


@row("S90")
@pytest.mark.parametrize("command", ["serve", "check"])
def test_every_wrong_setting_is_reported_before_any_file_exists(
    tmp_path: Path, command: str
) -> None:
    done = run_command(tmp_path / "var", command, EMAIL_URL="foo", HTTPS="maybe")

    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert [line.split()[0] for line in lines] == ["HTTPS", "EMAIL_URL"]
    assert not (tmp_path / "var").exists()


def test_a_backup_goes_on_with_a_wrong_mail_server_but_not_without_a_database(
    tmp_path: Path,
) -> None:
    mail = run_command(tmp_path, "backup", EMAIL_URL="foo")
    database = run_command(tmp_path, "backup", DATABASE_URL="foo://me:secret@x")

    assert "There is no book" in mail.stderr
    assert database.stderr.startswith("DATABASE_URL is no address of a database")
    assert "secret" not in database.stderr


@row("S90")
def test_the_command_prints_value_source_and_meaning_and_no_secret(tmp_path: Path) -> None:
    file = tmp_path / "club.env"
    file.write_text(f"SECRET_KEY='{SECRET}'\nSITE_ADDRESS=https://club.example\n")

    done = run_command(tmp_path, "settings", "--env-file", str(file), HTTPS="1", PORT="eighty")

    assert done.returncode == 1
    assert f"SITE_ADDRESS  = https://club.example  (from {file})" in done.stdout
    assert f"SECRET_KEY  = (hidden)  (from {file})" in done.stdout
    assert "HTTPS  = 1  (from the environment)" in done.stdout
    assert "LOG_LEVEL  not set: INFO" in done.stdout
    assert "WRONG: PORT must be a number from 1 to 65535, not eighty." in done.stdout
    assert SECRET not in done.stdout + done.stderr
    assert [name for name in NAMES if f"{name}  " not in done.stdout] == []


def test_the_paper_has_the_table_of_today() -> None:
    text = (ROOT / "docs" / "reference" / "settings.md").read_text("utf-8")

    assert replace_settings_table(text) == text
