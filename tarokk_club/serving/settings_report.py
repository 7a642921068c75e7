"""manage.py settings: print every setting with its value, source and meaning."""

import argparse
import os
from pathlib import Path

from tarokk_club.env import Environment
from tarokk_club.serving.env_file import list_variable_files
from tarokk_club.serving.known_settings import KNOWN_SETTINGS, KnownSetting, iter_wrong_settings

HIDDEN = "(hidden)"


def main(arguments: list[str]) -> int:
    """Print the settings; return 1 if a value is wrong."""
    parser = argparse.ArgumentParser(prog="manage.py settings", description=__doc__)
    # Only for the help: the option is read earlier, for every command.
    parser.add_argument("--env-file", type=Path, help="settings instead of /etc/tarokk-club.env")
    parser.parse_args(arguments)
    wrong = dict(iter_wrong_settings())
    for setting in KNOWN_SETTINGS:
        print(f"{setting.name}  {_describe_value(setting)}")
        print(f"    {setting.meaning.replace('`', '')}")
        if setting.name in wrong:
            print(f"    WRONG: {wrong[setting.name]}")
    print(f"\nLinks in letters lead to {Environment().build_site_address()}/")
    return 1 if wrong else 0


def _describe_value(setting: KnownSetting) -> str:
    """Return the value and its source; a secret value is replaced."""
    value = os.environ.get(setting.name, "")
    if not value.strip():
        return f"not set: {setting.default.replace('`', '')}"
    path: Path | None = list_variable_files().get(setting.name)
    source = f"from {path}" if path else "from the environment"
    return f"= {HIDDEN if setting.is_secret else value}  ({source})"
