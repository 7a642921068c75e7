"""Creation of the project's own .venv with the pinned packages; uses only the standard library."""

import contextlib
import errno
import fcntl
import hashlib
import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tarokk_club.system import install_apt_packages, print_message

ROOT = Path(__file__).resolve().parent.parent.parent
VENV = ROOT / ".venv"
TOOLS = ROOT / ".tools"
BYTECODE = TOOLS / "bytecode"
VENV_PYTHON = VENV / "bin" / "python"
# The machine's own Python, even from inside .venv, because it has pip and pip's settings.
BASE_PYTHON: str = getattr(sys, "_base_executable", sys.executable)
UV_PINS = ROOT / "tarokk_club" / "serving" / "uv.txt"
RUN_FILES = (ROOT / "requirements.txt",)
DEV_FILES = (*RUN_FILES, ROOT / "requirements-dev.txt")
DEV_COMMANDS = frozenset({"test", "lint", "mutants", "bench", "torture", "ux", "materials"})
# uv does not read pip's settings, so pass them under uv's names.
UV_NAMES = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_EXTRA_INDEX_URL",
    "find-links": "UV_FIND_LINKS",
    "no-index": "UV_NO_INDEX",
    "trusted-host": "UV_INSECURE_HOST",
    "cert": "SSL_CERT_FILE",
}


def ensure_venv(*, dev: bool) -> None:
    """Re-exec inside .venv, creating it first if needed; exit if that fails.

    dev: include the packages for development.
    """
    enable_bytecode(dev=dev)
    inside = Path(sys.prefix).resolve() == VENV.resolve()
    try:
        if inside and _is_venv_ready(dev=dev):
            return
        if not inside and VENV_PYTHON.exists():
            _restart_in_venv()
        with _hold_first_start_lock():
            if not (VENV_PYTHON.exists() and _is_venv_ready(dev=dev)):
                _build_venv(dev=dev)
        _restart_in_venv()
    except (OSError, subprocess.CalledProcessError) as error:
        failed = isinstance(error, subprocess.CalledProcessError)
        print_message("The set-up did not finish" + ("." if failed else f": {error}."))
        print_message(_build_advice(error))
        sys.exit(1)


def _build_advice(error: Exception) -> str:
    if isinstance(error, OSError) and error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        owner = f"the user that owns {ROOT}"
        with contextlib.suppress(KeyError):
            owner = f"{owner}, {pwd.getpwuid(ROOT.stat().st_uid).pw_name}"
        return f"Run the command once as {owner}; the folder must not be read-only then."
    return "Check the network and the free disk space, then run the same command again."


def enable_bytecode(*, dev: bool) -> None:
    """Make all further processes store their bytecode, even if the environment forbids it.

    Containers usually set PYTHONDONTWRITEBYTECODE. Each start would then compile Django again,
    which doubles its time.

    dev: store it in one folder, also for the copies of the program that tests run elsewhere.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if dev:
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(BYTECODE))


def _restart_in_venv() -> None:
    os.execv(VENV_PYTHON, [str(VENV_PYTHON), *sys.argv])  # noqa: S606 - our own interpreter


def _is_venv_ready(*, dev: bool) -> bool:
    # The test set includes the runtime set, so its stamp is valid for both.
    return _has_current_stamp(DEV_FILES) or (not dev and _has_current_stamp(RUN_FILES))


def _find_stamp_file(files: tuple[Path, ...]) -> Path:
    return VENV / f".stamp-{files[-1].stem}"


def _build_stamp(files: tuple[Path, ...]) -> str:
    sums = [hashlib.sha256(path.read_bytes()).hexdigest() for path in files]
    return " ".join([f"python{sys.version_info.major}.{sys.version_info.minor}", *sums])


def _has_current_stamp(files: tuple[Path, ...]) -> bool:
    stamp = _find_stamp_file(files)
    return stamp.exists() and stamp.read_text() == _build_stamp(files)


@contextlib.contextmanager
def _hold_first_start_lock() -> Iterator[None]:
    """Hold a file lock while the block runs, so that only one process builds .venv at a time."""
    TOOLS.mkdir(exist_ok=True)
    with (TOOLS / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _build_venv(*, dev: bool) -> None:
    files = DEV_FILES if dev else RUN_FILES
    print_message(f"Setting up the packages of {files[-1].name} in .venv, once ...")
    with _compile_own_code():
        uv, environment = ensure_uv()
        if not (uv and _build_with_uv(uv, environment, files[-1])):
            _build_with_pip(files[-1])
    for lock in (VENV / ".lock", TOOLS / "uv-cache" / ".lock"):
        # uv lets everybody write its lock file, and a user who holds it could block the next start.
        if lock.exists():
            lock.chmod(0o600)
    _find_stamp_file(files).write_text(_build_stamp(files))


@contextlib.contextmanager
def _compile_own_code() -> Iterator[None]:
    """Compile the project's modules in another process while the block runs."""
    folders = [str(ROOT / name) for name in ("tarokk_club", "scoring")]
    # In a read-only folder, compileall writes nothing and reports no error.
    with subprocess.Popen([BASE_PYTHON, "-m", "compileall", "-qq", *folders]):
        yield


def ensure_uv() -> tuple[str, dict[str, str]]:
    """Install uv if it is missing; return its path and the environment to run it in.

    The path is "" if there is no uv.
    """
    # Only a first start needs it.
    from concurrent.futures import ThreadPoolExecutor

    # Both start pip, and each waits mostly for the disk or the network.
    with ThreadPoolExecutor() as pool:
        environment = pool.submit(_build_uv_environment)
        return _find_or_install_uv() or "", environment.result()


def _find_or_install_uv() -> str | None:
    """Return the path of the pinned uv, installed with pip if missing.

    If pip cannot install it, return the path of the machine's uv, or None if there is none.
    """
    bundled = TOOLS / "uv" / "bin" / "uv"
    if not bundled.exists() and _has_module("pip"):
        fetch = [BASE_PYTHON, "-m", "pip", "install", "-qq", "--no-deps", "--upgrade"]
        fetch += [
            "--only-binary",
            ":all:",
            "--require-hashes",
            "--target",
            str(bundled.parent.parent),
        ]
        # Root in a container is normal here, so pip's warning would only worry users.
        environment = os.environ | {"PIP_ROOT_USER_ACTION": "ignore", "PIP_REQUIRE_VIRTUALENV": "0"}
        _run_step([*fetch, "-r", str(UV_PINS)], check=False, env=environment)
    return str(bundled) if bundled.exists() else shutil.which("uv")


def _build_with_uv(uv: str, environment: dict[str, str], requirements: Path) -> bool:
    quiet = [uv, "--quiet", "--no-progress"]
    if not VENV_PYTHON.exists():
        result = _run_step(
            [*quiet, "venv", "--clear", "--python", BASE_PYTHON, str(VENV)],
            check=False,
            env=environment,
        )
        if result.returncode:
            return False
    install = [*quiet, "pip", "install", "--python", str(VENV_PYTHON), "--require-hashes"]
    done = _run_step([*install, "-r", str(requirements)], check=False, env=environment)
    return done.returncode == 0


def _build_with_pip(requirements: Path) -> None:
    print_message("uv is not available, so pip installs the packages; this takes a little longer.")
    if not _has_module("ensurepip") and not install_apt_packages("python3-venv"):
        print_message(
            "Python's venv module is missing: install it first (on Debian: python3-venv)."
        )
        sys.exit(1)
    if not VENV_PYTHON.exists():
        _run_step([BASE_PYTHON, "-m", "venv", "--without-pip", str(VENV)])
    # An environment created by uv has no pip; ensurepip installs it without a network.
    _run_step([str(VENV_PYTHON), "-m", "ensurepip", "--default-pip"])
    install = [str(VENV_PYTHON), "-m", "pip", "install", "-qq", "--require-hashes"]
    _run_step([*install, "-r", str(requirements)])


def _build_uv_environment() -> dict[str, str]:
    """Return the environment for uv: a cache in the project, and pip's settings."""
    environment = dict(os.environ)
    environment.setdefault("UV_CACHE_DIR", str(TOOLS / "uv-cache"))
    environment.setdefault("UV_PYTHON_DOWNLOADS", "never")
    # Every package is pinned by hash, so any index may provide it.
    environment.setdefault("UV_INDEX_STRATEGY", "unsafe-best-match")
    for key, value in _read_pip_settings().items():
        joined = value.split()
        separator = "," if key == "find-links" else " "
        environment.setdefault(UV_NAMES[key], separator.join(joined))
    return environment


def _read_pip_settings() -> dict[str, str]:
    """Return pip's settings on this machine by name; environment variables take precedence."""
    listed = subprocess.run(
        [BASE_PYTHON, "-m", "pip", "config", "list"],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    settings: dict[str, str] = {}
    for section in ("global.", "install.", ":env:."):
        for line in listed.splitlines():
            name, _, value = line.partition("=")
            key = name.removeprefix(section)
            if name.startswith(section) and key in UV_NAMES:
                settings[key] = value.strip("'\"").replace("\\n", " ")
    return settings


def _has_module(module: str) -> bool:
    program = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({module!r}) is None)"
    return _run_step([BASE_PYTHON, "-c", program], check=False).returncode == 0


def _run_step(
    command: list[str], *, check: bool = True, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a set-up step with all its output on standard error."""
    return subprocess.run(command, check=check, env=env, stdout=sys.stderr, text=True)
