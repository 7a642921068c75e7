"""Words that banks use in tables: column titles, states, sides and totals."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.money.bank_lines import LineState
from tarokk_club.club.tables.amounts import read_decimal
from tarokk_club.club.tables.days import read_day
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
                "data initierii tranzactiei|data inregistrare|dato og tid|datum des beginns|"
                "datum des abschlusses|kezdes datuma|befejezes datuma|konyvelesi nap|startdato|"
                "faerdiggorelsesdato|data de inceput|data finalizarii|valordato|"
                "abschlussdatum|teljesites datuma|wert|"
                "booked at|valuta date"
            ),
            AMOUNT: (
                "amount|osszeg|terheles jovairas osszege|tranzakcio osszege|belob|belob dkk|"
                "suma|valoare|betrag|umsatz|bedrag|transaction amount|amount payment currency|"
                "konyvelt osszeg|zahlungsbetrag|payment amount|credit debit amount"
            ),
            IN: (
                "credit|paid in|money in|haben|jovairas|indsat|ind|credit amount|bij|incasari|"
                "gutschrift|suma credit|jovairas osszege"
            ),
            OUT: (
                "debit|paid out|money out|soll|terheles|haevet|ud|debit amount|af|plati|"
                "lastschrift|belastung|suma debit|terheles osszege"
            ),
            # Revolut charges its fee in addition to the amount.
            FEE: "fee|gebuhr|entgelt|dij|gebyr|taxa",
            SIDE: (
                "debit credit|credit debit|dc|d c|d k|k d|t j|af bij|soll haben|s h|direction|"
                "type of entry|debit or credit|terheles jovairas|jovairas terheles|debet credit|"
                "tartozik kovetel|sens|indicator|bejovo kimeno"
            ),
            CURRENCY: (
                "currency|devizanem|penznem|deviza|valuta|moneda|wahrung|waehrung|munt|"
                "osszeg devizaneme|source currency|whg|zahlungswahrung|payment currency"
            ),
            NAME: (
                "name|partner|payer|partner neve|partner name|navn|nume|platitor|afsender|"
                "ellenoldali nev|ellenoldal neve|zahlungspflichtiger|zahlungspflichtige r|"
                "auftraggeber|beguenstigter zahlungspflichtiger|begunstigter zahlungspflichtiger|"
                "name zahlungsbeteiligter|counterparty|counterparty name|sender|"
                "naam tegenpartij|naam omschrijving|kedvezmenyezett kezdemenyezo|"
                "kedvezmenyezett kezdemenyezo neve|source name|payer name|partner elnevezese|"
                "ordonator beneficiar|nume partener|modtager afsender|auftraggeber empfanger|"
                "auftraggeber begunstigter|auftraggeber beguenstigter|partner nev|"
                "ellenoldali nev szamlaszam|kedvezmenyezett megbizo|"
                "nume denumire ordonator beneficiar|auftraggeber zahlungsempfanger|"
                "empfanger zahlungspflichtiger|nev|begunstigter auftraggeber"
            ),
            PAYEE: (
                "payee|payee name|recipient|recipient name|beneficiary|zahlungsempfanger in|"
                "zahlungsempfanger|empfanger|modtager|beneficiar|kedvezmenyezett|"
                "kedvezmenyezett neve|target name|receiver"
            ),
            TEXT: (
                "zweck|kommentar|beskrivelse|text|message|kozlemeny|tekst|besked|detalii|description|verwendungszweck|"
                "descriere|mededelingen|omschrijving|details|note|memo|payment reference|"
                "buchungstext|megjegyzes|tranzakcio leirasa|detalii tranzactie|"
                "detalii tranzactie|explicatii|reference text|vrij bericht|descrierea tranzactiei|"
                "beschreibung|avisierungstext|leiras|vorgang verwendungszweck|"
                "beschreibung1|beschreibung2|beschreibung3|omschrijving 1|omschrijving 2|"
                "omschrijving 3|reference|reason"
            ),
            STATE: "status|state|statusz|allapot|allapota|stare|info",
            REFERENCE: "id|tranzakcio azonosito|referinta|transaction id|azonosito",
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
                "waiting|info|pdng|futr|scheduled|planned|ausstehend|on hold|held|"
                "not|nicht|nem|ikke|niet|unposted|unbooked|uncleared|in bearbeitung|varakozik|"
                "varakozo|folyamatban|planlagt|kommende|under behandling|in curs|neprocesat|"
                "neprocesata|blocat|blocata|blokkolt|blocked|awaiting|hold|gereserveerd|"
                "in verwerking"
            ),
            LineState.REVERSED: (
                "reverted|reversed|storniert|storno|stornozott|sztornozott|torolt|visszavont|"
                "annulleret|slettet|stornat|anulata|anulat|cancelled|canceled|declined|failed|"
                "afvist|abgelehnt|rejected|elutasitott|respins|respinsa|geannuleerd|deleted|"
                "ruckgangig gemacht|visszavonva|denied|sikertelen|elutasitva|visszautasitva|"
                "visszautasitott|torolve|sztornozva|hibas|lejart|fehlgeschlagen|zuruckgewiesen|"
                "abgebrochen|fejlet|mislykket|udlobet|esuat|esuata|expirat|expirata|refuzat|"
                "refuzata|mislukt|geweigerd|void|voided|expired|error"
            ),
            LineState.RETURNED: (
                "returned|refunded|retoure|ruckgabe|rucklastschrift|visszautalt|visszaerkezett|"
                "returneret|tilbagefort|returnat|returnata|teruggestort|refund|chargeback|bounced|"
                "ruckgebucht|ruckbuchung|ruckuberweisung|visszautalva|visszakuldott|rambursat|"
                "rambursata|teruggeboekt"
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
                "bejovo incasare incoming indbetaling eingang"
            ),
            False: (
                "debit d dr dbit s t soll af terheles tartozik debet out ud minus - kimeno plata "
                "outgoing udbetaling ausgang"
            ),
        }.items()
        for word in words.split()
    }
)
_SAMPLE_ROWS = 100
TOTALS = frozenset(
    (
        *("total", "totals", "sum", "balance", "summe", "gesamt", "saldo", "anfangssaldo"),
        *("endsaldo", "kontostand", "osszesen", "mindosszesen", "egyenleg", "nyitoegyenleg"),
        *("zaroegyenleg", "ialt", "slutsaldo", "sold", "rulaj", "totaal", "beginsaldo"),
    )
)


_NET_TITLES = frozenset({"net", "netto"})
# Texts of rows that hold a balance although they have a date.
BALANCES = frozenset(
    (
        *("opening balance", "closing balance", "starting balance", "ending balance"),
        *("balance brought forward", "balance carried forward", "anfangssaldo", "endsaldo"),
        *("saldovortrag", "alter kontostand", "neuer kontostand", "kontostand", "nyitoegyenleg"),
        *("zaroegyenleg", "nyito egyenleg", "zaro egyenleg", "primosaldo", "ultimosaldo"),
        *("startsaldo", "slutsaldo", "beginsaldo", "eindsaldo", "sold initial", "sold final"),
        *("sold precedent", "sold anterior", "sold la zi"),
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


def match_column_titles(
    titles: Sequence[str], rows: Sequence[Sequence[str]] = ()
) -> tuple[str, ...]:
    """Return the meaning of each column; "" if it is unknown or an earlier column already has it.

    Several columns may share the meanings in SEVERAL.

    rows: rows below the titles. They decide whether "Valuta" means the currency or a date, and
        identify a column with debit and credit that has no known title.
    """
    meanings = [_match_title(title) for title in titles]
    plain_titles = list(map(normalise_column_title, titles))
    if (net := next(filter(_NET_TITLES.__contains__, plain_titles), "")) and AMOUNT not in meanings:
        # PayPal's net amount is the gross amount less the fee.
        meanings = ["" if meaning == FEE else meaning for meaning in meanings]
        meanings[plain_titles.index(net)] = AMOUNT
    for at, meaning in enumerate(meanings):
        if meaning == CURRENCY and any(read_day(row[at]) for row in rows if at < len(row)):
            meanings[at] = DATE
    if (
        SIDE not in meanings
        and AMOUNT in meanings
        and not _has_negative_amounts(rows, meanings.index(AMOUNT))
    ):
        sides = (at for at, meaning in enumerate(meanings) if not meaning)
        place = next((at for at in sides if _is_side_column(titles[at], rows, at)), None)
        if place is not None:
            meanings[place] = SIDE
    # If two columns map to one field, the first one wins, except for those in SEVERAL.
    return tuple(
        column if column in SEVERAL or column not in meanings[:at] else ""
        for at, column in enumerate(meanings)
    )


def _is_side_column(title: str, rows: Sequence[Sequence[str]], place: int) -> bool:
    """Return whether the cells of a column are words for a side, such as "debit".

    Only the non-empty cells in dated rows near the top are examined.

    title: the title of the column.
    place: the position of the column.
    """
    dated_rows = [row for row in rows[:_SAMPLE_ROWS] if any(map(read_day, row))]
    cells = [row[place].strip() for row in dated_rows if place < len(row)]
    words = {normalise_column_title(cell) or cell for cell in cells if cell}
    # A column with a title of its own may hold other letters, such as a kind of transfer.
    shortest = 2 if title.strip() else 1
    return bool(words) and all(word in SIDES and len(word) >= shortest for word in words)


def _has_negative_amounts(rows: Sequence[Sequence[str]], column: int) -> bool:
    """Return whether a column has negative amounts, so that signs state the direction.

    column: the index of the column.
    """
    cells = (row[column] for row in rows if column < len(row))
    return any((read_decimal(cell) or "").startswith("-") for cell in cells)


def _match_title(title: str) -> str:
    """Return the meaning of a column title; "" if it is unknown."""
    plain = normalise_column_title(title)
    # The title of an amount may name its currency: "Beløb i DKK", "Gutschrift in CHF".
    amount, _space, code = plain.rpartition(" ")
    if plain not in _TITLES and code.upper() in CURRENCIES:
        plain = re.sub(r" (?:in|i)$", "", amount)
        return meaning if (meaning := _TITLES.get(plain, "")) in (AMOUNT, IN, OUT, FEE) else ""
    return _TITLES.get(plain, "")


def has_required_columns(columns: Sequence[str]) -> bool:
    """Return whether a date and an amount can be read from these columns."""
    return DATE in columns and (AMOUNT in columns or IN in columns or OUT in columns)
