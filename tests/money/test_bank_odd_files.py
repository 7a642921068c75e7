"""Statements with a fault of their own: nothing of them is lost, and nothing is guessed."""

from datetime import date

import pytest

from scoring.core.problem import RefusedError
from support.bank_statements import read_titled_statement
from tarokk_club.club.money.bank_files import read_bank_file
from tarokk_club.club.money.bank_lines import BankLine, LineState
from tarokk_club.club.money.bank_tables import BankTable, detect_day_order, read_table_statement

TITLES = "Date,Amount,Name,Text\n"
CAMT = (
    "<Document><BkToCstmrStmt><Stmt><Id>S1</Id><Acct><Id><IBAN>BE72000000001616</IBAN></Id></Acct>"
    "{}</Stmt></BkToCstmrStmt></Document>"
)


def lines_of(text: str) -> tuple[BankLine, ...]:
    return read_titled_statement(text.encode(), "EUR").lines


def balance_of(kind: str, amount: str) -> str:
    return (
        f"<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp><Amt Ccy='EUR'>{amount}</Amt>"
        "<CdtDbtInd>CRDT</CdtDbtInd></Bal>"
    )


def entry_of(amount: str, status: str = "BOOK") -> str:
    return (
        f"<Ntry><Amt Ccy='EUR'>{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>{status}</Sts>"
        "<BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>"
    )


def test_an_open_quote_swallows_no_row() -> None:
    lines = lines_of(f'{TITLES}2026-11-20,17.00,"Søren Ægir,tag\n2026-11-21,18.00,Bo,x\n')
    assert [line.minor for line in lines] == [1700, 1800]

    lines = lines_of(f'{TITLES}2026-11-20,17.00,"Bo,a\n2026-11-21,18.00,Bo,b\n2026-11-22,1,"Bo,c\n')
    assert [line.minor for line in lines] == [1700, 1800, 100]


def test_quotes_within_a_text_and_a_quoted_newline_are_read() -> None:
    lines = lines_of(f'{TITLES}2026-11-20,17.00,"Anna "Bo" K.",x\n2026-11-21,18.00,Bo,"a\nb"\n')
    assert [line.minor for line in lines] == [1700, 1800]
    lines = lines_of(f'{TITLES}2026-11-21,"1,018.00",Bo,"a\nb"\n')
    assert [(line.minor, line.text) for line in lines] == [(101800, "a b")]


def test_a_file_without_titles_keeps_its_first_payment() -> None:
    text = '"1177";"J";18000;"HUF";"20261120";"Ödön"\n"1177";"T";-4590;"HUF";"20261121";"Spar"\n'
    table = read_bank_file(text.encode("cp1250"))
    assert isinstance(table, BankTable)
    assert table.titles == ("",) * 6 and table.above == ()

    columns = ("account", "side", "amount", "currency", "date", "name")
    lines = read_table_statement(table, columns, "HUF").lines
    assert [(line.minor, line.name) for line in lines] == [(18000, "Ödön"), (-4590, "Spar")]


def test_a_row_with_more_cells_than_columns_is_not_guessed() -> None:
    lines = lines_of("Date,Name,Amount\n2026-11-20,Bo,17,50\n2026-11-21,Bo,18\n")
    assert [(line.minor, line.state) for line in lines] == [
        (0, LineState.UNREADABLE),
        (1800, LineState.BOOKED),
    ]


def test_shows_a_payment_without_a_day_but_no_total() -> None:
    found = read_titled_statement(
        f"{TITLES},17.00,Bo,x\n,35.00,,Total\n,35.00,,\n2026-11-20,18.00,Bo,Total\n".encode(), "EUR"
    )
    assert [(line.minor, line.day) for line in found.lines] == [
        (0, None),
        (1800, date(2026, 11, 20)),
    ]
    assert found.lines[0].written == "17.00 EUR"
    assert found.lines[0].problem and found.lines[0].problem.code == "bank_day_missing"
    assert found.passed_over == ("35.00 · Total", "35.00")


def test_reads_american_dates_with_hyphens_and_asks_about_contradictory_ones() -> None:
    lines = lines_of(f"{TITLES}11-03-2026,17,Bo,\n11-25-2026,18,Bo,\n")
    assert [line.day for line in lines] == [date(2026, 11, 3), date(2026, 11, 25)]

    table = read_bank_file(f"{TITLES}11/25/2026,17,Bo,\n25/11/2026,18,Bo,\n".encode())
    assert isinstance(table, BankTable)
    assert detect_day_order(table, ("date", "amount", "name", "text")) == "unclear"


def test_a_fee_beside_the_amount_went_out() -> None:
    lines = lines_of(
        "Started Date,Description,Amount,Fee,Currency,State\n"
        "2026-11-21,To Bo,-10.00,0.50,EUR,COMPLETED\n"
        "2026-11-22,Plan,0.00,7.99,EUR,COMPLETED\n2026-11-23,Bo,5.00,0.00,EUR,COMPLETED\n"
    )
    assert [line.minor for line in lines] == [-1050, -799, 500]


def test_a_debit_with_the_sign_of_no_other_debit_is_not_guessed() -> None:
    lines = lines_of(
        "Date,Text,Debit,Credit\n2026-11-20,rent,45.00,\n2026-11-21,fee,5.50,\n"
        "2026-11-22,storno fee,-5.50,\n2026-11-23,Bo,,18.00\n"
    )
    assert [line.minor for line in lines] == [-4500, -550, 0, 1800]
    assert [line.problem and line.problem.code for line in lines] == [
        *(None, None, "bank_side_unknown", None)
    ]
    lines = lines_of(
        "Date,Amount,D/C\n2026-11-20,-45.00,D\n2026-11-21,-5.50,D\n2026-11-22,5.50,D\n"
        "2026-11-23,18.00,C\n2026-11-24,0.00,C\n"
    )
    assert [line.minor for line in lines] == [-4500, -550, 0, 1800, 0]
    assert [line.state for line in lines].count(LineState.UNREADABLE) == 1


def test_a_balance_with_a_day_and_titles_within_are_no_payments() -> None:
    found = read_titled_statement(
        b"Datum;Text;Betrag\n01.11.2026;Anfangssaldo;100,00\n20.11.2026;Bo;12,00\n"
        b"Datum;Text;Betrag\n21.11.2026;Endsaldo GmbH;-2,00\n30.11.2026;Endsaldo;110,00\n",
        "EUR",
    )
    assert [line.minor for line in found.lines] == [1200, -200]
    assert found.sums == {"EUR": 1000} and found.declared == 2
    assert found.passed_over == (
        "01.11.2026 · Anfangssaldo · 100,00",
        "Datum · Text · Betrag",
        "30.11.2026 · Endsaldo · 110,00",
    )


@pytest.mark.parametrize(
    ("title", "amount", "club", "currency", "minor"),
    [
        ("Amount", "1500 Ft", "EUR", "HUF", 1500),
        ("Amount", "12.50 zł", "EUR", "PLN", 1250),
        ("Amount", "$12.50", "EUR", "USD", 1250),
        ("Amount", "$12.50", "CAD", "CAD", 1250),
        ("Amount", "12.50 kr.", "DKK", "DKK", 1250),
        ("Amount", "12.50 kr", "EUR", "KR", 0),
        ("Amount", "12.50", "HUF", "HUF", 0),
        ("Betrag (€)", "12.50", "HUF", "EUR", 1250),
        ("Amount (EUR)", "12.50", "HUF", "EUR", 1250),
        ("Beløb DKK", "12.50", "EUR", "DKK", 1250),
    ],
)
def test_a_currency_that_is_written_is_not_that_of_the_club(
    title: str, amount: str, club: str, currency: str, minor: int
) -> None:
    line = read_titled_statement(f"Date;{title}\n2026-11-20;{amount}\n".encode(), club).lines[0]
    assert (line.currency, line.minor, line.problem is None) == (currency, minor, minor != 0)


@pytest.mark.parametrize(
    ("state", "word"),
    [
        *((LineState.BOOKED, word) for word in ("Gebucht", "Könyvelt", "Udført", "Procesată")),
        (LineState.PENDING, "Nicht gebucht"),
        (LineState.PENDING, "Nem könyvelt"),
        (LineState.PENDING, "Ikke bogført"),
        (LineState.PENDING, "În curs de procesare"),
        (LineState.PENDING, "Awaiting approval"),
        (LineState.REVERSED, "Sikertelen"),
        (LineState.REVERSED, "Zurückgewiesen"),
        (LineState.REVERSED, "Fejlet"),
        (LineState.REVERSED, "Eșuată"),
        (LineState.REVERSED, "Void"),
        (LineState.RETURNED, "Rückgebucht"),
        (LineState.RETURNED, "Chargeback"),
    ],
)
def test_shows_an_unbooked_status(state: LineState, word: str) -> None:
    line = read_titled_statement(f"Date;Amount;Status\n2026-11-20;5;{word}\n".encode(), "EUR")
    assert [each.state for each in line.lines] == [state]


def test_cells_written_as_formulas_are_read() -> None:
    lines = lines_of('Date;Amount;Name\n="2026-11-20";="12.00";="Bo"\n'.replace(";", ","))
    assert [(line.minor, line.name) for line in lines] == [(1200, "Bo")]


def test_a_sign_for_a_currency_is_read_in_its_column() -> None:
    text = "Dato;Beløb;Valuta\n20.11.2026;17,00;kr.\n21.11.2026;17,00;€\n"
    lines = read_titled_statement(text.encode(), "DKK").lines
    assert [(line.currency, line.minor) for line in lines] == [("DKK", 1700), ("EUR", 1700)]


def test_an_envelope_and_every_encoding_of_xml_are_read() -> None:
    text = CAMT.format(entry_of("18.00"))
    declared = f'<?xml version="1.0" encoding="UTF-16"?>{text}'
    be = b"\xfe\xff" + declared.encode("utf-16-be")
    wrapped = f"<s:DataPDU xmlns:s='urn:s'><s:Body><AppHdr/>{text}</s:Body></s:DataPDU>"
    blank = f'\r\n<?xml version="1.0"?>{text}'
    for data in (declared.encode("utf-16"), be, wrapped.encode(), blank.encode()):
        assert [line.minor for line in read_titled_statement(data, "EUR").lines] == [1800]


def test_only_the_returned_parts_of_a_transaction_are_returned() -> None:
    part = "<TxDtls><Amt Ccy='EUR'>{}</Amt>{}</TxDtls>"
    parts = part.format("14.00", "") + part.format("17.00", "<RtrInf><Rsn/></RtrInf>")
    entry = entry_of("31.00").replace("</Ntry>", f"<NtryDtls>{parts}</NtryDtls></Ntry>")
    found = read_titled_statement(CAMT.format(entry).encode(), "EUR")
    assert [(line.minor, line.state) for line in found.lines] == [
        (1400, LineState.BOOKED),
        (1700, LineState.RETURNED),
    ]
    assert found.sums == found.line_sums == {"EUR": 1400}

    code = "<BkTxCd><Domn><Fmly><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>"
    entry = entry_of("15.00").replace("</Ntry>", f"{code}</Ntry>")
    found = read_titled_statement(CAMT.format(entry).encode(), "EUR")
    assert [line.state for line in found.lines] == [LineState.RETURNED] and found.sums == {}


def test_equal_lines_on_two_pages_of_a_statement_are_two_payments() -> None:
    page = CAMT.format(entry_of("18.00")).partition("<Stmt>")[2].partition("</Stmt>")[0]
    text = CAMT.format(entry_of("18.00")).replace("</Stmt>", f"</Stmt><Stmt>{page}</Stmt>")
    lines = read_titled_statement(text.encode(), "EUR").lines
    assert len({line.fingerprint for line in lines}) == len(lines) == 2


def test_a_negative_debit_or_a_missing_day_of_an_entry_is_not_guessed() -> None:
    debit = entry_of("-12.00").replace("CRDT", "DBIT")
    entries = debit + entry_of("5.00").replace("<BookgDt><Dt>2026-11-20</Dt></BookgDt>", "")
    lines = read_titled_statement(CAMT.format(entries).encode(), "EUR").lines
    assert [line.problem and line.problem.code for line in lines] == [
        "bank_side_unknown",
        "bank_day_missing",
    ]
    assert [line.written for line in lines] == ["-12.00 EUR", "5.00 EUR"]


def test_a_reserved_payment_without_a_day_is_pending() -> None:
    lines = lines_of(
        "Bogføringsdato;Beløb;Afsender;Modtager;Navn;Beskrivelse\n"
        "2026/11/20;-20,00;1234;9;Bo;Afregning 2\nReserveret;-5,00;1234;9;Bo;Dankort\n"
    )
    assert [(line.minor, line.name, line.text, line.state) for line in lines] == [
        (-2000, "Bo", "Afregning 2", LineState.BOOKED),
        (-500, "Bo", "Dankort", LineState.PENDING),
    ]


@pytest.mark.parametrize(
    ("balances", "gaps"),
    [
        (("100.00", "135.00"), ()),
        (("100.00", "150.00"), (("EUR", 5000, 3500),)),
    ],
)
def test_reports_the_gap_of_missing_transactions(
    balances: tuple[str, str], gaps: tuple[tuple[str, int, int], ...]
) -> None:
    opening, closing = balances
    entries = entry_of("18.00") + entry_of("17.00") + entry_of("9.00", "PDNG")
    text = CAMT.format(balance_of("OPBD", opening) + balance_of("CLBD", closing) + entries)
    assert read_titled_statement(text.encode(), "EUR").gaps == gaps


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "bank_file_empty"),
        (b"\xef\xbb\xbf\r\n\r\n", "bank_file_empty"),
        (TITLES.encode(), "bank_file_empty"),
        (b":20:STARTUMS\n:25:DE00/1\n:61:2611201120CR18,00N166NONREF\n", "bank_file_unreadable"),
        (b"%PDF-1.7\n1;2;3\n4;5;6\n", "bank_file_unreadable"),
        (b"ABNANL2A\r\n940\r\n:20:A\r\n:25:1\r\n:61:2611201120C15,N1\r\n", "bank_file_unreadable"),
        (b"OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>\n<TRNAMT>12,00\n", "bank_file_unreadable"),
        (b"!Type:Bank\nD11/20/2026\nT-1,212.00\n^\n", "bank_file_unreadable"),
        (b'[{"date":"2026-11-20","amount":12}]', "bank_file_unreadable"),
        (b"PK\x03\x04;;;\n1;2;3;4\n", "bank_file_unreadable"),
    ],
)
def test_refuses_a_file_without_a_table(data: bytes, code: str) -> None:
    with pytest.raises(RefusedError) as refused:
        read_titled_statement(data, "EUR")
    assert [problem.code for problem in refused.value.problems] == [code]
