"""The parser for tables of people to enter, pasted or exported by another program."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from scoring.core.problem import Problem, RefusedError
from tarokk_club.club.tables.amounts import is_absence_mark, read_decimal
from tarokk_club.club.tables.days import read_day
from tarokk_club.club.tables.table_rows import (
    TableLimits,
    drop_rows_above_header,
    fold_title,
    is_sum_title,
    split_rows,
)
from tarokk_club.club.tables.text_encoding import decode_text

_LIMITS = TableLimits(rows=600, columns=60)
_ADDRESS = re.compile(r"\s*[<(\[]?[^\s<>()\[\]]+@[^\s<>()\[\]]+\.[^\s<>()\[\]]+[>)\]]?")
_LONGEST_NAME = 300
_PHONE = re.compile(r"[+(\d][\d\s()/.-]{6,}")
HIGHEST_RATING = 9999
NAME, CLUB, TEAM, RATING, NUMBER = "name", "club", "team", "rating", "number"
# Column titles in plain letters, in the languages of the site and German.
_TITLES: Mapping[str, str] = MappingProxyType(
    {
        title: column
        for column, titles in {
            NAME: (
                "name|full name|player|players|participant|participants|entrant|first name|"
                "last name|surname|given name|family name|nev|teljes nev|jatekos|jatekosok|"
                "jatekos neve|versenyzo|versenyzo neve|resztvevo|vezeteknev|keresztnev|utonev|"
                "navn|fulde navn|spiller|spillere|deltager|deltagere|fornavn|efternavn|"
                "nume|nume si prenume|numele|prenume|jucator|jucatori|jucatorul|participanti|"
                "spieler|teilnehmer|vorname|nachname"
            ),
            CLUB: (
                "club|clubs|klub|klubja|egyesulet|kor|kaszino|forening|klubnavn|clubul|"
                "asociatie|asociatia|verein|city|town|varos|telepules|helyseg|by|oras|orasul|ort"
            ),
            TEAM: "team|teams|csapat|csapata|csapat neve|hold|holdnavn|echipa|mannschaft",
            RATING: (
                "rating|elo|strength|rank points|ertekszam|elo pont|minosites|pontszam|"
                "ratingtal|styrke|styrketal|cota|punctaj|wertung|wertungszahl"
            ),
            NUMBER: "no|nr|number|#|ssz|sorszam|szam|nummer|lfd nr|crt|nr crt|numar|start number",
        }.items()
        for title in titles.split("|")
    }
)


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A row of the table of people.

    rating: strength of the player, None without a valid rating in the row.
    """

    name: str
    club_name: str = ""
    team: str = ""
    rating: int | None = None


def read_entrants(data: bytes | str) -> tuple[ListedPerson, ...]:
    """Return the people of a table, with or without column titles, in the order of its rows.

    Rows without a name and rows of sums are skipped.
    Raise RefusedError if there is no table, no column of names, or nobody in the table.

    >>> read_entrants("Név;Klub\\nNagy Éva;Szeged\\n")
    (ListedPerson(name='Nagy Éva', club_name='Szeged', team='', rating=None),)
    >>> read_entrants("1. Anna\\n2. Béla\\n")[1].name
    'Béla'
    """
    text = decode_text(data) if isinstance(data, bytes) else data
    rows = split_rows(text or "", _LIMITS)
    if not rows:
        raise RefusedError([Problem("entrants_unreadable", "file")])
    _above, below = drop_rows_above_header(rows, _is_header)
    if _is_header(below[0]):
        columns, rows_below = [_find_column_kind(title) for title in below[0]], below[1:]
    else:
        columns, rows_below = _guess_columns(below), below
    if NAME not in columns:
        raise RefusedError([Problem("entrants_without_names", "file")])
    people = tuple(person for row in rows_below if (person := _read_person(columns, row)))
    if not people:
        raise RefusedError([Problem("entrants_unreadable", "file")])
    return people


def _find_column_kind(title: str) -> str:
    plain = " ".join(re.findall(r"[\w#]+", fold_title(title)[:80]))
    return _TITLES.get(plain, "")


def _is_header(row: Sequence[str]) -> bool:
    return NAME in map(_find_column_kind, row)


def _guess_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the kind of each column of a table without titles.

    Columns of text are name, club and team, in this order. A column of numbers is the rating,
    unless it counts the rows. Mail addresses, telephone numbers and birthdays are left out.
    """
    width = max(map(len, rows))
    texts = iter((NAME, CLUB, TEAM))
    columns = []
    for place in range(width):
        cells = [row[place].strip() for row in rows if place < len(row) and row[place].strip()]
        if not cells:
            columns.append("")
        elif all(_read_rating(cell.rstrip(".")) is not None for cell in cells):
            columns.append(NUMBER if _are_row_numbers(cells) else RATING)
        elif all(map(_is_private_data, cells)):
            columns.append("")
        else:
            columns.append(next(texts, ""))
    return columns


def _is_private_data(cell: str) -> bool:
    """Return whether a cell holds only a mail address, a telephone number or a date."""
    patterns = (_ADDRESS, _PHONE)
    return any(pattern.fullmatch(cell) for pattern in patterns) or read_day(cell) is not None


def _are_row_numbers(cells: Sequence[str]) -> bool:
    """Return whether the cells contain the numbers 1, 2, 3 and so on."""
    return [cell.rstrip(".") for cell in cells] == [
        str(number) for number in range(1, len(cells) + 1)
    ]


def _read_rating(cell: str) -> int | None:
    number = read_decimal(cell) if cell and not is_absence_mark(cell) else None
    if number is None or number.startswith("-"):
        return None
    whole = int(number.partition(".")[0])
    return whole if whole <= HIGHEST_RATING else None


def _read_person(columns: Sequence[str], row: Sequence[str]) -> ListedPerson | None:
    """Return the person of a row, None if the row has no name or contains sums."""
    cells: dict[str, list[str]] = {}
    for column, cell in zip(columns, row, strict=False):
        text = " ".join(cell.split())
        if column and text and not is_absence_mark(text):
            cells.setdefault(column, []).append(text)
    name = _clean_name(" ".join(cells.get(NAME, ())))
    if not name or is_sum_title(name):
        return None
    first = {column: texts[0] for column, texts in cells.items()}
    return ListedPerson(
        name[:120],
        first.get(CLUB, "")[:80],
        first.get(TEAM, "")[:80],
        _read_rating(first.get(RATING, "")),
    )


def _clean_name(name: str) -> str:
    """Return the name without a list number or bullet in front, and without mail addresses.

    >>> [_clean_name(name) for name in ("1. Anna", "• Bo", "Éva <eva@example.org>")]
    ['Anna', 'Bo', 'Éva']
    """
    plain = re.sub(r"^(?:\d{1,3}[.)]\s*|[•·*–-]\s+)", "", name[:_LONGEST_NAME])
    return _ADDRESS.sub("", plain).strip() or plain
