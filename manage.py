#!/usr/bin/env python3
"""The entry point of every command; README.md lists them."""

import sys


def main() -> int:
    """Run the command named on the command line and return its exit code."""
    if sys.version_info < (3, 11):
        sys.stderr.write("Tarokk Club needs Python 3.11 or newer.\n")
        return 1
    name = sys.argv[1] if len(sys.argv) > 1 else "help"
    if name == "score":
        # Scoring needs only the standard library, so skip the set-up of the environment.
        from scoring.cli import main as score

        return score(sys.argv[2:])
    from tarokk_club.serving import bootstrap

    bootstrap.ensure_venv(dev=name in bootstrap.DEV_COMMANDS)
    from tarokk_club.serving import dispatch

    return dispatch.run_command(name, sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
