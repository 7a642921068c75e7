"""Tables in the shapes of banks: titles, days, amounts and states as each of them writes."""

import pytest

from support.bank_statements import read_titled_statement
from tarokk_club.club.money.bank_lines import LineState

BOOKED, PENDING, REVERSED = LineState.BOOKED, LineState.PENDING, LineState.REVERSED
# Bank, file, currency of the club; lines by day, minor units, a word of name or text, and state.
SHAPES = [
    (
        "OTP",
        "Tranzakció dátuma;Könyvelés dátuma;Típus;Bejövő/Kimenő;Partner neve;"
        "Partner számlaszáma/azonosítója;Összeg;Devizanem;Közlemény\n"
        "2026.11.20 08:15:00;2026.11.20;Átutalás;Bejövő;Szőke Ödön;11773016;18 000;HUF;"
        "2. elszámolás\n2026.11.21;2026.11.21;Vásárlás;Kimenő;Spar;;-4 590;HUF;\n",
        "HUF",
        [("2026-11-20", 18000, "Szőke Ödön", BOOKED), ("2026-11-21", -4590, "Spar", BOOKED)],
    ),
    (
        "MBH",
        "Könyvelés dátuma\tÉrtéknap\tJóváírás\tTerhelés\tPénznem\tPartner neve\tKözlemény\n"
        "2026. 11. 20.\t2026. 11. 20.\t18.000,00\t\tHUF\tSzőke Ödön\ttagdíj\n"
        "2026. 11. 21.\t2026. 11. 21.\t\t1.250,00\tHUF\tMVM\táram\n",
        "HUF",
        [("2026-11-20", 18000, "tagdíj", BOOKED), ("2026-11-21", -1250, "áram", BOOKED)],
    ),
    (
        "K&H",
        "könyvelés dátuma;tranzakció azonosító;típus;könyvelési számla;partner számla;"
        "partner elnevezése;összeg;összeg devizaneme;közlemény\n"
        "2026.11.20;X1;Átutalás;HU42;HU43;Szőke Ödön;18000,00;HUF;2. elszámolás\n",
        "HUF",
        [("2026-11-20", 18000, "elszámolás", BOOKED)],
    ),
    (
        "Danske",
        '"Dato";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"\n'
        '"20.11.2026";"Overførsel Søren Ægir";"1.700,00";"9.000,00";"Udført";"Nej"\n'
        '"21.11.2026";"Dankort Netto";"\u2212250,50";"8.749,50";"Venter";"Nej"\n',
        "DKK",
        [("2026-11-20", 170000, "Søren Ægir", BOOKED), ("2026-11-21", -25050, "Netto", PENDING)],
    ),
    (
        "Nordea",
        "Bogføringsdato;Beløb;Afsender;Modtager;Navn;Beskrivelse;Saldo;Valuta;Afstemt\n"
        "2026/11/20;17,00;;;Søren Ægir;Afregning 2;1000,00;DKK;\n",
        "DKK",
        [("2026-11-20", 1700, "Søren Ægir", BOOKED)],
    ),
    (
        "ING",
        '"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)",'
        '"Mutatiesoort","Mededelingen"\n'
        '"20261120","J. Müller","NL00","NL01","GT","Bij","15,00","Overschrijving","Settlement 2"\n'
        '"20261121","Albert Heijn","NL00","","BA","Af","7,35","Betaalautomaat",""\n',
        "EUR",
        [("2026-11-20", 1500, "Müller", BOOKED), ("2026-11-21", -735, "Albert", BOOKED)],
    ),
    (
        "BT",
        "Cont: RO49BTRL\n\nData tranzactie,Data valuta,Descriere,Referinta tranzactiei,Debit,"
        'Credit,Sold contabil\n2026-11-20,2026-11-20,"Incasare;Ion Popescu",R1,,"1,180.00",'
        '"2,000.00"\n2026-11-21,2026-11-21,Plata la POS,R2,"-45.50",,"1,954.50"\n',
        "RON",
        [("2026-11-20", 118000, "Popescu", BOOKED), ("2026-11-21", -4550, "POS", BOOKED)],
    ),
    (
        "BCR",
        "Data inregistrarii;Data tranzactiei;Suma;Valuta;Nume partener;Detalii tranzactie\n"
        "20.11.2026;19.11.2026;180,00;RON;Ion Popescu;decont 2\n",
        "RON",
        [("2026-11-20", 18000, "Popescu", BOOKED)],
    ),
    (
        "Sparkasse",
        '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";'
        '"Beguenstigter/Zahlungspflichtiger";"Betrag";"Waehrung";"Info"\n'
        '"DE00";"20.11.26";"20.11.26";"GUTSCHRIFT";"Settlement 2";"MUELLER JUERGEN";"15,00";'
        '"EUR";"Umsatz gebucht"\n'
        '"DE00";"21.11.26";"21.11.26";"KARTENZAHLUNG";"";"Edeka";"-8,20";"EUR";'
        '"Umsatz vorgemerkt"\n',
        "EUR",
        [("2026-11-20", 1500, "MUELLER", BOOKED), ("2026-11-21", -820, "Edeka", PENDING)],
    ),
    (
        "DKB",
        '"Girokonto";"DE00"\n""\n"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";'
        '"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)"\n'
        '"20.11.26";"20.11.26";"Gebucht";"Müller Jürgen";"Klub";"Settlement 2";"Eingang";"DE00";'
        '"1.015"\n"21.11.26";"";"Vorgemerkt";"Klub";"Rewe";"";"Ausgang";"DE00";"-3,5"\n',
        "EUR",
        [("2026-11-20", 101500, "Müller", BOOKED), ("2026-11-21", -350, "Rewe", PENDING)],
    ),
    (
        "Revolut",
        "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\n"
        "TOPUP,Current,2026-11-20 09:00:01,2026-11-20 09:00:05,Payment from Nagy Peter,16.00,0.00,"
        "EUR,COMPLETED,16.00\n"
        "CARD_PAYMENT,Current,2026-11-21 10:00:00,,Lidl,-5.00,0.00,EUR,PENDING,\n"
        "CARD_PAYMENT,Current,2026-11-21 10:00:00,,Aldi,-5.00,0.00,EUR,REVERTED,\n",
        "EUR",
        [
            ("2026-11-20", 1600, "Nagy Peter", BOOKED),
            ("2026-11-21", -500, "Lidl", PENDING),
            ("2026-11-21", -500, "Aldi", REVERSED),
        ],
    ),
    (
        "Wise",
        '"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Payer Name"\n'
        "TRANSFER-1,20-11-2026,17.00,EUR,Received money from Søren Ægir,Settlement 2,Søren Ægir\n",
        "EUR",
        [("2026-11-20", 1700, "Søren Ægir", BOOKED)],
    ),
    (
        "Comdirect",
        '\n"Umsätze Girokonto";"Zeitraum: 30 Tage";\n"Neuer Kontostand";"1.234,56 EUR";\n\n'
        '"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";\n'
        '"20.11.2026";"20.11.2026";"Übertrag";"Auftraggeber: Müller Jürgen";"15,00";\n'
        '"offen";"--";"Lastschrift";"Empfänger: Rewe";"-8,00";\n\n'
        '"Alter Kontostand";"1.219,56 EUR";\n',
        "EUR",
        [("2026-11-20", 1500, "Müller Jürgen", BOOKED), ("None", -800, "Rewe", PENDING)],
    ),
    (
        "Volksbank, where Valuta is a day and the side has no title",
        "Buchungstag;Valuta;Auftraggeber/Zahlungsempfänger;Empfänger/Zahlungspflichtiger;"
        "Vorgang/Verwendungszweck;Währung;Umsatz; \n"
        "20.11.2026;20.11.2026;Klub;Müller Jürgen;Settlement 2;EUR;15,00;H\n"
        "21.11.2026;21.11.2026;Klub;Wirt;Saal;EUR;8,50;S\n",
        "EUR",
        [("2026-11-20", 1500, "Müller Jürgen", BOOKED), ("2026-11-21", -850, "Wirt", BOOKED)],
    ),
    (
        "a type that is the side, where the amounts have no sign",
        "Date,Description,Amount,Type\n2026-11-20,Bo,12.00,CREDIT\n2026-11-21,Pub,8.50,DEBIT\n",
        "USD",
        [("2026-11-20", 1200, "Bo", BOOKED), ("2026-11-21", -850, "Pub", BOOKED)],
    ),
    (
        "a type that says less than the signs of the amounts",
        "Date,Description,Amount,Type\n2026-11-20,Bo,12.00,IN\n2026-11-21,Pub,-8.50,OUT\n"
        "2026-11-22,Pub,8.50,OUT\n",
        "USD",
        [
            ("2026-11-20", 1200, "Bo", BOOKED),
            ("2026-11-21", -850, "Pub", BOOKED),
            ("2026-11-22", 850, "Pub", BOOKED),
        ],
    ),
    (
        "Deutsche Bank and Vivid",
        "Umsätze\nLetzter Kontostand;;;;1.199,38;EUR\nBuchungstag;Wert;Begünstigter / "
        "Auftraggeber;Reference;Betrag;Soll;Haben;Währung\n20.11.2026;20.11.2026;Müller Jürgen;"
        "Settlement 2;2.688,15;;2.688,15;EUR\n21.11.2026;21.11.2026;Wirt;Saal;-4,99;-4,99;;EUR\n"
        "Kontostand;28.11.2026;;;3.882,54;EUR\n",
        "EUR",
        [("2026-11-20", 268815, "Settlement 2", BOOKED), ("2026-11-21", -499, "Saal", BOOKED)],
    ),
    (
        "PostFinance",
        'Datum von:;="01.11.2026"\nWährung:;="CHF"\n\n'
        "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label\n"
        '20.11.2026;Gutschrift;"VON MÜLLER";1’015.50;;\n21.11.2026;Kauf;COOP;;-45.50;\n\n'
        "Disclaimer:\n",
        "CHF",
        [("2026-11-20", 101550, "MÜLLER", BOOKED), ("2026-11-21", -4550, "COOP", BOOKED)],
    ),
    (
        "PayPal, whose net amount is less the fee",
        '"Date","Time","Name","Type","Status","Currency","Gross","Fee","Net","Balance"\n'
        '"20/11/2026","10:00:00","Kovács Anna","Payment","Completed","EUR","14,00","-0,84",'
        '"13,16","13,16"\n"21/11/2026","10:00:00","Bo","Refund","Completed","EUR","-12,00",'
        '"0,54","-11,46","1,70"\n',
        "EUR",
        [("2026-11-20", 1316, "Anna", BOOKED), ("2026-11-21", -1146, "Bo", BOOKED)],
    ),
    (
        "Raiffeisen in Romania",
        "Raiffeisen Bank\nPerioada: 01/11/2026 - 30/11/2026\n\nData inregistrare;"
        "Data tranzactiei;Suma debit;Suma credit;Nr. OP;Nume/Denumire ordonator/beneficiar;"
        "Descrierea tranzactiei\n20/11/2026;20/11/2026;;180.00;;Ion Popescu;decont 2\n"
        "21/11/2026;21/11/2026;45.00;;;Shop;x\n",
        "RON",
        [("2026-11-20", 18000, "Popescu", BOOKED), ("2026-11-21", -4500, "Shop", BOOKED)],
    ),
    (
        "Revolut in Hungarian",
        "Típus,Termék,Kezdés dátuma,Befejezés dátuma,Leírás,Összeg,Díj,Pénznem,Állapot,Egyenleg\n"
        "Feltöltés,Folyószámla,2026-11-20 09:00:01,2026-11-20 09:00:05,Nagy Péter,16.00,0.00,"
        "EUR,BEFEJEZETT,16.00\nKártya,F,2026-11-21 09:00:01,,Lidl,-5.00,0.50,EUR,FÜGGŐBEN,\n",
        "EUR",
        [("2026-11-20", 1600, "Nagy Péter", BOOKED), ("2026-11-21", -550, "Lidl", PENDING)],
    ),
    (
        "Danske for firms",
        '"Bogført";"Tekst";"Beløb i DKK";"Bogført saldo i DKK";"Status"\n'
        '"20.11.2026";"Søren Ægir";"1.700,00";"9.000,00";"Udført"\n',
        "DKK",
        [("2026-11-20", 170000, "Søren Ægir", BOOKED)],
    ),
    (
        "amounts with their side",
        "Date;Text;Amount\n2026-11-20;Bo;12.00 CR\n2026-11-21;Pub;8.50DR\n",
        "GBP",
        [("2026-11-20", 1200, "Bo", BOOKED), ("2026-11-21", -850, "Pub", BOOKED)],
    ),
    (
        "dashes for nothing",
        "Date;Text;Money in;Money out\n2026-11-20;Bo;12.00;-\n2026-11-21;Pub;–;8.50\n",
        "GBP",
        [("2026-11-20", 1200, "Bo", BOOKED), ("2026-11-21", -850, "Pub", BOOKED)],
    ),
    (
        "a debit and a credit column in German",
        "Datum;Empfänger;Zweck;Soll;Haben\n20. November 2026;Groß Łukasz;Settlement 2;;13,00 EUR\n"
        "21. Nov. 2026;Wirt;Saal;40,00 EUR;\n;;Summe;40,00;13,00\n",
        "EUR",
        [("2026-11-20", 1300, "Settlement", BOOKED), ("2026-11-21", -4000, "Saal", BOOKED)],
    ),
    (
        "sep=",
        "sep=,\ndate,amount,s/h\n2026-11-20,14.00,H\n2026-11-21,9.00,S\n",
        "EUR",
        [("2026-11-20", 1400, "", BOOKED), ("2026-11-21", -900, "", BOOKED)],
    ),
]


@pytest.mark.parametrize(("bank", "text", "currency", "lines"), SHAPES, ids=[s[0] for s in SHAPES])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_table_is_read_in_the_shape_of_its_bank(
    bank: str, text: str, currency: str, lines: list[tuple[str, int, str, LineState]], encoding: str
) -> None:
    found = read_titled_statement(text.encode(encoding), currency)

    read = [(str(one.day), one.minor, one.state) for one in found.lines]
    assert read == [(day, minor, state) for day, minor, _said, state in lines]
    assert {one.currency for one in found.lines} == {currency}
    for one, (_day, _minor, said, _state) in zip(found.lines, lines, strict=True):
        assert said in f"{one.name} {one.text}"
