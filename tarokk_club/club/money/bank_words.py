"""Words that banks use in tables: column titles, states, sides and totals."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from tarokk_club.club.money.bank_lines import LineState
from tarokk_club.club.tables.table_rows import fold_title

# No bank writes longer column titles.
_LONGEST_TITLE = 200
DATE, AMOUNT, IN, OUT, FEE, SIDE, CURRENCY, NAME, PAYEE, TEXT, STATE, REFERENCE, ACCOUNT = (
    *("date", "amount", "in", "out", "fee", "side", "currency", "name", "payee", "text", "state"),
    *("reference", "account"),
)
# Meanings that several columns may share: the first readable date is used, texts are joined.
SEVERAL = (DATE, NAME, PAYEE, TEXT)
# Banks' column titles in plain letters: in the five languages of the site, German and Dutch.
_TITLES: Mapping[str, str] = MappingProxyType(
    {
        title: column
        for column, titles in {
            DATE: (
                "date|booking date|posting date|transaction date|date completed|completed date|"
                "date started|started date|created on|finished on|bookingdate|executed on|"
                "data tranzactie|data valuta|data operatiei|bogforingsdag|rentedato|"
                "datum|buchungstag|buchungsdatum|buchung|konyveles datuma|konyvelesi datum|"
                "konyveles napja|tranzakcio datuma|tranzakcio idopontja|teljesites napja|"
                "bogforingsdato|bogfort|bogfoeringsdato|dato|data|data tranzactiei|"
                "data inregistrarii|data procesarii|data operatiunii|boekdatum|uitvoeringsdatum|"
                "valutadatum|wertstellung|value date|erteknap|data finalizarii tranzactiei|"
                "data initierii tranzactiei"
            ),
            AMOUNT: (
                "amount|osszeg|terheles jovairas osszege|tranzakcio osszege|belob|belob dkk|"
                "suma|valoare|betrag|umsatz|bedrag|transaction amount|amount payment currency|"
                "konyvelt osszeg"
            ),
            IN: "credit|paid in|money in|haben|jovairas|indsat|ind|credit amount|bij|incasari",
            OUT: "debit|paid out|money out|soll|terheles|haevet|ud|debit amount|af|plati",
            # Revolut charges its fee in addition to the amount.
            FEE: "fee",
            SIDE: (
                "debit credit|credit debit|dc|d c|d k|k d|t j|af bij|soll haben|s h|direction|"
                "type of entry|debit or credit|terheles jovairas|jovairas terheles|debet credit|"
                "tartozik kovetel|sens|indicator|bejovo kimeno"
            ),
            CURRENCY: (
                "currency|devizanem|penznem|deviza|valuta|moneda|wahrung|waehrung|munt|"
                "osszeg devizaneme|source currency"
            ),
            NAME: (
                "name|partner|payer|partner neve|partner name|navn|nume|platitor|afsender|"
                "ellenoldali nev|ellenoldal neve|zahlungspflichtiger|zahlungspflichtige r|"
                "auftraggeber|beguenstigter zahlungspflichtiger|begunstigter zahlungspflichtiger|"
                "name zahlungsbeteiligter|counterparty|counterparty name|sender|"
                "naam tegenpartij|naam omschrijving|kedvezmenyezett kezdemenyezo|"
                "kedvezmenyezett kezdemenyezo neve|source name|payer name|partner elnevezese|"
                "ordonator beneficiar|nume partener|modtager afsender|auftraggeber empfanger|"
                "auftraggeber begunstigter|auftraggeber beguenstigter"
            ),
            PAYEE: (
                "payee|payee name|recipient|recipient name|beneficiary|zahlungsempfanger in|"
                "zahlungsempfanger|empfanger|modtager|beneficiar|kedvezmenyezett|"
                "kedvezmenyezett neve|target name"
            ),
            TEXT: (
                "zweck|kommentar|beskrivelse|text|message|kozlemeny|tekst|besked|detalii|description|verwendungszweck|"
                "descriere|mededelingen|omschrijving|details|note|memo|payment reference|"
                "buchungstext|megjegyzes|tranzakcio leirasa|detalii tranzactie|"
                "detalii tranzactie|explicatii|reference text|vrij bericht"
            ),
            STATE: "status|state|statusz|allapot|allapota|stare|info",
            REFERENCE: "reference|id|tranzakcio azonosito|referinta|transaction id|azonosito",
            ACCOUNT: "account|konto|szamlaszam|rekening|cont|own account|sajat szamla|iban eigen",
        }.items()
        for title in titles.split("|")
    }
)
STATES: Mapping[str, LineState] = MappingProxyType(
    {
        word: state
        for state, words in {
            LineState.PENDING: (
                "pending|venter|afventer|vorgemerkt|vorgemerkte umsatze|fuggo|fuggoben|"
                "feldolgozas alatt|zarolt|in asteptare|in procesare|processing|reserved|"
                "reserveret|in behandeling|offen|authorised|authorized|incoming payment waiting|"
                "waiting|info|pdng|futr|scheduled|planned"
            ),
            LineState.REVERSED: (
                "reverted|reversed|storniert|storno|stornozott|sztornozott|torolt|visszavont|"
                "annulleret|slettet|stornat|anulata|anulat|cancelled|canceled|declined|failed|"
                "afvist|abgelehnt|rejected|elutasitott|respins|respinsa|geannuleerd|deleted"
            ),
            LineState.RETURNED: (
                "returned|refunded|retoure|ruckgabe|rucklastschrift|visszautalt|visszaerkezett|"
                "returneret|tilbagefort|returnat|returnata|teruggestort"
            ),
        }.items()
        for word in words.split("|")
    }
)
# Whether each word means that the money came in.
SIDES: Mapping[str, bool] = MappingProxyType(
    {
        word: came_in
        for came_in, words in {
            True: (
                "credit c cr crdt k h j haben bij jovairas kovetel kredit in indsat ind plus + "
                "bejovo incasare"
            ),
            False: (
                "debit d dr dbit s t soll af terheles tartozik debet out ud minus - kimeno plata"
            ),
        }.items()
        for word in words.split()
    }
)
TOTALS = frozenset(
    (
        *("total", "totals", "sum", "balance", "summe", "gesamt", "saldo", "anfangssaldo"),
        *("endsaldo", "kontostand", "osszesen", "mindosszesen", "egyenleg", "nyitoegyenleg"),
        *("zaroegyenleg", "ialt", "slutsaldo", "sold", "rulaj", "totaal", "beginsaldo"),
    )
)


def normalise_column_title(title: str) -> str:
    """Return a column title in plain letters, without punctuation or bracketed text.

    >>> [normalise_column_title(title) for title in ("Betrag (€)", "Zahlungspflichtige*r")]
    ['betrag', 'zahlungspflichtige r']
    >>> normalise_column_title("Debit/credit")
    'debit credit'
    """
    inner = re.sub(r"\(.*?\)|\[.*?\]", " ", fold_title(title[:_LONGEST_TITLE]))
    return " ".join(re.findall(r"\w+", inner))


def match_column_titles(titles: Sequence[str]) -> tuple[str, ...]:
    """Return the meaning of each column; "" if it is unknown or that of an earlier column."""
    meanings = [_TITLES.get(normalise_column_title(title), "") for title in titles]
    # If two columns map to one field, the first one wins, except for those in SEVERAL.
    return tuple(
        column if column in SEVERAL or column not in meanings[:at] else ""
        for at, column in enumerate(meanings)
    )


def has_required_columns(columns: Sequence[str]) -> bool:
    """Return whether a date and an amount can be read from these columns."""
    return DATE in columns and (AMOUNT in columns or IN in columns or OUT in columns)
