"""The export of all data about a person, as JSON and CSV files."""

import io
import json
from datetime import date, datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.utils.translation import gettext as _

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell, Dialect, build_csv

Facts = dict[str, Any]


def build_personal_zip(data: Facts, dialect: Dialect) -> bytes:
    """Return the personal data as a ZIP file with data.json, sessions.csv and hands.csv.

    dialect: the separators of the CSV files.
    """
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        text = json.dumps(data, ensure_ascii=False, indent=1, default=_encode_value)
        archive.writestr("data.json", f"{text}\n")
        archive.writestr("sessions.csv", _build_sessions_csv(data, dialect))
        archive.writestr("hands.csv", _build_hands_csv(data, dialect))
    return file.getvalue()


def _encode_value(value: Any) -> str:
    if isinstance(value, date | datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no place in the file")


def _build_sessions_csv(data: Facts, dialect: Dialect) -> bytes:
    header = [
        _("Club"),
        _("Date"),
        _("Name of the table"),
        _("Game"),
        _("Hands"),
        _("Points"),
        _("Money"),
        _("Currency"),
    ]
    rows: list[list[Cell]] = [
        [
            club["club"],
            row["day"].isoformat(),
            row["table"],
            label_game(row["game"]),
            row["hands"],
            row["points"],
            _build_amount(row),
            row["currency"],
        ]
        for club in data["clubs"]
        for row in club["sessions"]
    ]
    return build_csv(header, rows, dialect)


def _build_amount(row: Facts) -> Amount | None:
    if row["money"] is None:
        return None
    return Amount(int(row["money"].replace(".", "")), CURRENCIES[row["currency"]].digits)


def _build_hands_csv(data: Facts, dialect: Dialect) -> bytes:
    header = [
        _("Club"),
        _("Date"),
        _("Name of the table"),
        _("Game"),
        _("Hand"),
        _("Event"),
        _("Points"),
        _("Reason"),
    ]
    rows: list[list[Cell]] = [
        [
            club["club"],
            row["day"].isoformat(),
            row["table"],
            row["game"],
            row["hand"],
            row["what"],
            row["points"],
            "; ".join(line["reason"] for line in row["why"]),
        ]
        for club in data["clubs"]
        for row in club["hands"]
    ]
    return build_csv(header, rows, dialect)
