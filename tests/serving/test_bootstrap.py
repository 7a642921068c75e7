"""The set-up of .venv, as far as it can be tried without making one."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tarokk_club.serving import bootstrap


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[Path, Path]:
    run, dev = tmp_path / "requirements.txt", tmp_path / "requirements-dev.txt"
    run.write_text("a==1\n")
    dev.write_text("b==1\n")
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    monkeypatch.setattr(bootstrap, "RUN_FILES", (run,))
    monkeypatch.setattr(bootstrap, "DEV_FILES", (run, dev))
    return run, dev


def _stamp(which: tuple[Path, ...]) -> None:
    bootstrap._find_stamp_file(which).write_text(bootstrap._build_stamp(which))


def test_test_packages_suffice_for_plain_commands(files: tuple[Path, Path]) -> None:
    before = bootstrap._is_venv_ready(dev=False)
    _stamp(bootstrap.DEV_FILES)

    assert not before
    assert bootstrap._is_venv_ready(dev=False)
    assert bootstrap._is_venv_ready(dev=True)


def test_runtime_packages_do_not_suffice_for_tests(files: tuple[Path, Path]) -> None:
    _stamp(bootstrap.RUN_FILES)

    assert bootstrap._is_venv_ready(dev=False)
    assert not bootstrap._is_venv_ready(dev=True)


def test_detects_changed_pins(files: tuple[Path, Path]) -> None:
    _stamp(bootstrap.DEV_FILES)
    files[0].write_text("a==2\n")

    assert not bootstrap._is_venv_ready(dev=False)


@pytest.fixture
def without_bytecode(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forbid Python to store bytecode, as containers do."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    # Set before it is deleted, so that it is restored afterwards in any case.
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", "")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX")


@pytest.mark.parametrize(("dev", "folder"), [(True, "bytecode"), (False, "__pycache__")])
def test_bytecode_is_stored_even_if_disabled(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    without_bytecode: None,
    *,
    dev: bool,
    folder: str,
) -> None:
    monkeypatch.setattr(bootstrap, "BYTECODE", tmp_path / "bytecode")
    monkeypatch.setattr(bootstrap, "_is_venv_ready", lambda **_dev: True)
    monkeypatch.setattr(bootstrap, "_restart_in_venv", lambda: None)
    (tmp_path / "deal.py").write_text("")

    bootstrap.ensure_venv(dev=dev)
    subprocess.run([sys.executable, "-c", "import deal"], cwd=tmp_path, check=True)

    assert [path.name[:5] for path in tmp_path.rglob("deal.*.pyc")] == ["deal."]
    assert [path.name[:5] for path in (tmp_path / folder).rglob("deal.*.pyc")] == ["deal."]


def test_uv_gets_the_settings_of_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = (
        "global.index-url='https://slow.example/simple'\n"
        "global.extra-index-url='file:///a file:///b'\n"
        "install.find-links='/one /two'\n"
        ":env:.index-url='https://club.example/simple'\n"
        "global.timeout='9'\n"
    )
    answer = subprocess.CompletedProcess[str]([], 0, listed, "")
    monkeypatch.setattr(subprocess, "run", lambda *_args, **_more: answer)
    monkeypatch.setattr(os, "environ", {"UV_CACHE_DIR": "/kept"})

    told = bootstrap._build_uv_environment()

    assert told["UV_DEFAULT_INDEX"] == "https://club.example/simple"
    assert told["UV_EXTRA_INDEX_URL"] == "file:///a file:///b"
    assert told["UV_FIND_LINKS"] == "/one,/two"
    assert told["UV_CACHE_DIR"] == "/kept"
    assert not any("9" in value for value in told.values())


def test_the_settings_of_pip_are_read_while_uv_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads = threading.Event()

    def read_settings() -> dict[str, str]:
        reads.set()
        return {"cert": "/club.pem"}

    monkeypatch.setattr(bootstrap, "_find_or_install_uv", lambda: reads.wait(30) and "/uv")
    monkeypatch.setattr(bootstrap, "_read_pip_settings", read_settings)
    monkeypatch.setattr(os, "environ", {})

    uv, environment = bootstrap.ensure_uv()

    assert (uv, environment["SSL_CERT_FILE"]) == ("/uv", "/club.pem")


def test_scoring_needs_no_set_up_and_no_django() -> None:
    code = (
        "import runpy, sys; sys.argv = ['manage.py', 'score', '--help']\n"
        "try:\n    runpy.run_path('manage.py', run_name='__main__')\n"
        "except SystemExit:\n    pass\n"
        "print(sorted({'django', 'tarokk_club.serving.bootstrap'} & set(sys.modules)))"
    )
    # -S: as on a machine where nothing was ever installed.
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        text=True,
        cwd=bootstrap.ROOT,
        check=True,
    )

    assert done.stdout.splitlines()[-1] == "[]"


def test_only_the_owner_can_hold_the_locks_of_uv(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locks = [tmp_path / "venv/.lock", tmp_path / "tools/uv-cache/.lock"]
    for lock in locks:
        lock.parent.mkdir(parents=True)
        lock.touch(0o666)
        lock.chmod(0o666)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / "venv")
    monkeypatch.setattr(bootstrap, "TOOLS", tmp_path / "tools")
    monkeypatch.setattr(bootstrap, "_build_with_uv", lambda *_any: True)
    monkeypatch.setattr(bootstrap, "ensure_uv", lambda: ("uv", {}))
    monkeypatch.setattr(bootstrap, "_find_stamp_file", lambda _files: tmp_path / "stamp")

    bootstrap._build_venv(dev=True)

    assert [lock.stat().st_mode & 0o777 for lock in locks] == [0o600, 0o600]


def test_own_code_is_compiled_while_packages_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, without_bytecode: None
) -> None:
    for name in ("tarokk_club", "scoring"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "module.py").write_text("VALUE = 1\n")
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    bootstrap.enable_bytecode(dev=False)

    with bootstrap._compile_own_code():
        pass

    assert len(list(tmp_path.rglob("*.pyc"))) == 2


def test_a_program_folder_of_another_user_is_reported(
    files: tuple[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied", str(tmp_path / ".tools"))

    monkeypatch.setattr(bootstrap, "VENV_PYTHON", tmp_path / "bin" / "python")
    monkeypatch.setattr(bootstrap, "enable_bytecode", lambda **_options: None)
    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(SystemExit, match="1"):
        bootstrap.ensure_venv(dev=False)

    words = capsys.readouterr().err
    assert "Permission denied" in words
    assert f"Run the command once as the user that owns {bootstrap.ROOT}" in words
