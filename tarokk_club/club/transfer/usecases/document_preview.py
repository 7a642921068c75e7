"""The preview of a session document before its import."""

from dataclasses import dataclass

from scoring.core.accounts import add_amounts
from scoring.core.events import Hand
from scoring.core.posting import sum_points
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.session.queries.chronicle import SettingChange, list_unusual_rules
from tarokk_club.club.session.rule_words import PRESETS
from tarokk_club.club.session.titles import format_record_title
from tarokk_club.club.transfer.usecases.incoming import Incoming


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """An event of a session document as text.

    number: number of the hand; None for other events.
    nets: points in the order of the players; None for players without a seat.
    """

    number: int | None
    title: str
    dealer: str
    multiplier: int
    nets: tuple[int | None, ...]
    note: str


@dataclass(frozen=True, slots=True)
class DocumentPreview:
    """The preview of a session document.

    preset: name of the preset of house rules; "" for none.
    rules: house rules that differ from the preset.
    totals: points of the players, in their order.
    pots: name and content of each pot at the end, without empty pots.
    """

    dealer: str
    preset: str
    rules: tuple[SettingChange, ...]
    rows: tuple[DocumentRow, ...]
    totals: tuple[int, ...]
    pots: tuple[tuple[str, int], ...]


def preview_document(incoming: Incoming) -> DocumentPreview:
    """Return the preview of a valid session document."""
    totals = dict.fromkeys(incoming.names, 0)
    for step in incoming.steps:
        net = sum_points(step.lines)
        add_amounts(totals, {name: points for name, points in net.items() if name in totals})
    return DocumentPreview(
        dealer=incoming.names[incoming.head.dealer],
        preset=str(PRESETS.get(incoming.head.preset or "", "")),
        rules=list_unusual_rules(incoming.head),
        rows=tuple(_build_row(incoming, place) for place in range(len(incoming.steps))),
        totals=tuple(totals.values()),
        pots=_list_pots(incoming),
    )


def _build_row(incoming: Incoming, place: int) -> DocumentRow:
    step = incoming.steps[place]
    before, net = step.before, sum_points(step.lines)
    return DocumentRow(
        number=before.number if isinstance(step.event, Hand) else None,
        title=format_record_title(
            incoming.head.game, incoming.events[place], ClubWords(incoming.names)
        ),
        dealer=incoming.names[before.dealer],
        multiplier=before.multiplier,
        nets=tuple(net.get(name, 0 if name in before.seats else None) for name in incoming.names),
        note=incoming.events[place].get("note", ""),
    )


def _list_pots(incoming: Incoming) -> tuple[tuple[str, int], ...]:
    pots = incoming.steps[-1].after.pots if incoming.steps else {}
    words = ClubWords()
    return tuple((words.term(f"pot.{name}"), held) for name, held in pots.items() if held)
