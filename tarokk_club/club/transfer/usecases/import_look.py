"""What a document would come to, for the page that shows it before it is taken in."""

from dataclasses import dataclass

from scoring.core.accounts import add_to
from scoring.core.events import Hand
from scoring.core.posting import net_of
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.session.queries.chronicle import Decided, unusual_rules
from tarokk_club.club.session.rule_words import PRESETS
from tarokk_club.club.session.titles import title_of_record
from tarokk_club.club.transfer.usecases.incoming import Incoming


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """One event in words; nets: points in the order of the players, None for those absent."""

    number: int | None
    title: str
    dealer: str
    multiplier: int
    nets: tuple[int | None, ...]
    note: str


@dataclass(frozen=True, slots=True)
class DocumentLook:
    """All events, the players' totals in their order, and what still lies in the pots.

    preset: what it is called, "" for none; rules: every house rule that is other than there.
    """

    dealer: str
    preset: str
    rules: tuple[Decided, ...]
    rows: tuple[DocumentRow, ...]
    totals: tuple[int, ...]
    pots: tuple[tuple[str, int], ...]


def look_at(incoming: Incoming) -> DocumentLook:
    """The document as it would be booked; nothing is."""
    totals = dict.fromkeys(incoming.names, 0)
    for step in incoming.steps:
        net = net_of(step.lines)
        add_to(totals, {name: points for name, points in net.items() if name in totals})
    return DocumentLook(
        dealer=incoming.names[incoming.head.dealer],
        preset=str(PRESETS.get(incoming.head.preset or "", "")),
        rules=unusual_rules(incoming.head),
        rows=tuple(_row(incoming, place) for place in range(len(incoming.steps))),
        totals=tuple(totals.values()),
        pots=_pots(incoming),
    )


def _row(incoming: Incoming, place: int) -> DocumentRow:
    step = incoming.steps[place]
    before, net = step.before, net_of(step.lines)
    return DocumentRow(
        number=before.number if isinstance(step.event, Hand) else None,
        title=title_of_record(
            incoming.head.game, incoming.events[place], ClubWords(incoming.names)
        ),
        dealer=incoming.names[before.dealer],
        multiplier=before.multiplier,
        nets=tuple(net.get(name, 0 if name in before.seats else None) for name in incoming.names),
        note=incoming.events[place].get("note", ""),
    )


def _pots(incoming: Incoming) -> tuple[tuple[str, int], ...]:
    pots = incoming.steps[-1].after.pots if incoming.steps else {}
    words = ClubWords()
    return tuple((words.term(f"pot.{name}"), held) for name, held in pots.items() if held)
