"""The set-up papers of the operator as numbered steps with their commands."""

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
# What precedes a command: a new line, a substitution, a subshell, a pipe or `&&`.
_BEGINS = re.compile(r"\n|\$\(|\(|\||&&")
# Programs that run another program, with the argument that precedes it.
_RUN_ANOTHER = {"runuser": "--", "env": ""}


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a paper.

    commands: shell script, "" if a person does something.
    """

    number: int
    text: str
    commands: str

    @property
    def needs_network(self) -> bool:
        """Whether the text says that the step needs the network."""
        return NETWORK in self.text

    def programs(self) -> set[str]:
        """Return the names of the programs that the commands start."""
        script = _HEREDOC.sub("", self.commands.replace("\\\n", " "))
        script = re.sub(r"'[^']*'", "''", script)
        starts = (_ASSIGNED.sub("", part.strip()).split() for part in _BEGINS.split(script))
        return {name for words in starts if words for name in _names(words)}


def read_steps(paper: str) -> list[Step]:
    """Return the numbered steps of a paper."""
    return parse_steps((FOLDER / f"{paper}.md").read_text("utf-8"))


def parse_steps(text: str) -> list[Step]:
    """Return the numbered steps of a text."""
    return [
        Step(int(number), " ".join(words.split()), dedent(commands).strip())
        for number, words, commands in _STEP.findall(text)
    ]


def count_fences(paper: str) -> int:
    """Return the number of fenced blocks of a paper."""
    return len(re.findall(r"^ *```\w", Path(FOLDER / f"{paper}.md").read_text("utf-8"), re.M))


def _names(words: list[str]) -> list[str]:
    """Return the program of a command, and the program that it starts."""
    name, *rest = words
    if name not in _RUN_ANOTHER:
        return [name.rstrip(')"')]
    behind = rest[rest.index("--") + 1 :] if "--" in rest else rest
    while behind and "=" in behind[0]:
        behind = behind[1:]
    return [name, *_names(behind)] if behind else [name]
