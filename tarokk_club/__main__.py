"""Entry point of `python -m tarokk_club`: the commands of manage.py for an installation by pip."""

import sys


def main() -> int:
    """Run the command given on the command line and return its exit code."""
    name = sys.argv[1] if len(sys.argv) > 1 else "help"
    if name == "score":
        # Scoring is pure standard library: no Django, no database.
        from scoring.cli import main as score

        return score(sys.argv[2:])
    from tarokk_club.serving import dispatch

    return dispatch.run_command(name, sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
