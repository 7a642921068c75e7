"""The set-up papers of the operator, read as numbered steps with the commands of each."""

import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from support.source import ROOT

FOLDER = ROOT / "docs" / "how-to" / "operator"
PAPERS = ("one-machine-with-sqlite", "one-machine-with-postgresql", "two-nodes")
NETWORK = "needs the network"
_STEP = re.compile(r"^(\d+)\. (.+?)\n(?=\n|\Z)(?:\n +```bash\n(.*?)^ +```$)?", re.M | re.S)
_HEREDOC = re.compile(r"<<(\w+)\n.*?^\1$", re.M | re.S)
_ASSIGNED = re.compile(r"^\w+=(?!\$\()\S*\s*|^\w+=")
# Where a command begins: at a line, in a substitution or a subshell, behind a pipe or `&&`.
_BEGINS = re.compile(r"\n|\$\(|\(|\||&&")
# Programs that run the one named behind them.
_RUN_ANOTHER = {"runuser": "--", "env": ""}


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a paper.

    commands: as one shell script, "" where a person does something.
    """

    number: int
    text: str
    commands: str

    @property
    def needs_network(self) -> bool:
        """Whether the step says that it fetches something."""
        return NETWORK in self.text

    def programs(self) -> set[str]:
        """Return the names of the programs that its commands start."""
        script = _HEREDOC.sub("", self.commands.replace("\\\n", " "))
        script = re.sub(r"'[^']*'", "''", script)
        starts = (_ASSIGNED.sub("", part.strip()).split() for part in _BEGINS.split(script))
        return {name for words in starts if words for name in _names(words)}


def read_steps(paper: str) -> list[Step]:
    """Return the numbered steps of a paper in their order."""
    return parse_steps((FOLDER / f"{paper}.md").read_text("utf-8"))


def parse_steps(text: str) -> list[Step]:
    """Return the numbered steps of a page."""
    return [
        Step(int(number), " ".join(words.split()), dedent(commands).strip())
        for number, words, commands in _STEP.findall(text)
    ]


def count_fences(paper: str) -> int:
    """Return the number of fenced blocks on a paper, in a step or not."""
    return len(re.findall(r"^ *```\w", Path(FOLDER / f"{paper}.md").read_text("utf-8"), re.M))


def _names(words: list[str]) -> list[str]:
    """Return the program of a command, and that which it starts."""
    name, *rest = words
    if name not in _RUN_ANOTHER:
        return [name.rstrip(')"')]
    behind = rest[rest.index("--") + 1 :] if "--" in rest else rest
    while behind and "=" in behind[0]:
        behind = behind[1:]
    return [name, *_names(behind)] if behind else [name]
