"""The notes on the hand-in of report sheets, and the penalties that these make the schedule propose.

A penalty is proposed and never given by itself. It is decided once such a penalty was given, cancelled ones too, or a
referee dismissed it. The foul of a wrong report sheet is everybody's at the table, that of a wrong all-last sheet the
players' who wrote it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext

from scoring.fouls.cases import Consequence, Foul, Question
from scoring.points import Points
from tournament.core.models import Hanchan, Tournament
from tournament.players.models import Player
from tournament.players.names import labelled
from tournament.results.models import Penalty, PenaltyKind, SheetVersion
from tournament.results.paper_models import DismissedProposal, HandIn, Noted, SheetPhotograph
from tournament.results.penalties.prices import Price, prices
from tournament.results.penalties.queries import SHEET_FOUL, foul_of
from tournament.seats.queries import Lineup, lineups
from tournament.translation.formats import enumeration

ALL_LAST_FOUL = "ALL_LAST"
PAPER_FOULS = (SHEET_FOUL, ALL_LAST_FOUL)


@dataclass(frozen=True, slots=True)
class ProposedPenalty:
    """A penalty that the schedule has for what was noted. `answers` are those to the foul's questions that were noted.

    `prices` are the outcomes that are still possible, mildest first; there are several while a question is open.
    """

    hand_in: HandIn
    player: Player
    foul: Foul
    answers: Mapping[str, str]
    prices: tuple[Price, ...]
    penalty: Penalty | None = None
    dismissal: DismissedProposal | None = None

    @property
    def hanchan(self) -> int:
        return self.hand_in.sheet.hanchan.number

    @property
    def table(self) -> int:
        return self.hand_in.sheet.table

    @property
    def is_decided(self) -> bool:
        return self.penalty is not None or self.dismissal is not None

    @property
    def amount(self) -> Points:
        """The points, the highest that are possible."""
        return max(price.amount for price in self.prices)

    @property
    def is_open(self) -> bool:
        """Return whether the outcome depends on something that was not noted."""
        return len(self.prices) > 1

    @property
    def open_questions(self) -> tuple[Question, ...]:
        return self.foul.open_questions(self.answers)

    @property
    def kind(self) -> PenaltyKind:
        """The kind of penalty, the most severe that is possible."""
        return self.prices[-1].kind


def hand_in_of(hanchan: Hanchan, table: int) -> HandIn | None:
    """Return what was noted about the sheet of a table; None while nothing was."""
    return hand_ins(hanchan.tournament).filter(sheet__hanchan=hanchan, sheet__table=table).first()


def hand_ins(tournament: Tournament) -> QuerySet[HandIn]:
    """Everything that was noted, by hanchan and table; `photographs` is how many there are of the sheet."""
    found = HandIn.objects.filter(sheet__hanchan__tournament=tournament).select_related("sheet__hanchan", "noted_by")
    there = Count("sheet__photographs", filter=Q(sheet__photographs__deleted_at=None))
    return found.annotate(photographs=there).order_by("sheet__hanchan__number", "sheet__table")


def first_version(hanchan: Hanchan, table: int) -> SheetVersion | None:
    """Return the first entry of a table's sheet: it was handed in by then. Also while it waits for a second person."""
    return SheetVersion.objects.filter(sheet__hanchan=hanchan, sheet__table=table).order_by("number").first()


def photographs_of(hanchan: Hanchan, table: int) -> list[SheetPhotograph]:
    """Return the photographs of a table's sheet in the order in which they were attached, deleted ones too."""
    found = SheetPhotograph.objects.filter(sheet__hanchan=hanchan, sheet__table=table)
    return list(found.select_related("attached_by", "deleted_by").order_by("number"))


def proposals(
    tournament: Tournament, hanchan: Hanchan | None = None, table: int | None = None
) -> list[ProposedPenalty]:
    """Return the proposed penalties with what was decided about each, by hanchan, table, foul and seat.

    A constant number of queries: one while nothing was noted.
    """
    noted = hand_ins(tournament)
    if hanchan is not None:
        noted = noted.filter(sheet__hanchan=hanchan)
    if table is not None:
        noted = noted.filter(sheet__table=table)
    wrong = [one for one in noted if one.corrected or one.wrong_all_last]
    if not wrong:
        return []
    seated = lineups(tournament, {one.sheet.hanchan.number for one in wrong})
    given = _given(tournament)
    dismissed = _dismissed(tournament)
    return [
        ProposedPenalty(
            one,
            player,
            foul,
            answers,
            possible,
            penalty=given.get((one.sheet.hanchan_id, player.pk, foul.code)),
            dismissal=_same(dismissed.get((one.sheet_id, player.pk, foul.code), ()), answers),
        )
        for one in wrong
        for foul, answers, people in _fouls(tournament, one, seated)
        if (possible := _prices(tournament, foul, answers))
        for player in people
    ]


def undecided(tournament: Tournament) -> list[ProposedPenalty]:
    """Return the proposed penalties that wait for a referee."""
    return [one for one in proposals(tournament) if not one.is_decided]


def names_in(tournament: Tournament) -> dict[int, str]:
    """Return the names of all players by id, namesakes told apart, for `reason_of` and `in_words`."""
    rows = tournament.players.values_list("id", "name", "distinction")
    return {player: labelled(name, distinction) for player, name, distinction in rows}


def in_words(people: Iterable[int], names: Mapping[int, str]) -> str:
    """Return the names of these players, without those that there are no more.

    >>> in_words([2, 1, 9], {1: "Aiko Brandt", 2: "Luc Moreau"})
    'Luc Moreau, Aiko Brandt'
    """
    return enumeration(names[one] for one in people if one in names)


def reason_of(hand_in: HandIn, code: str, names: Mapping[int, str]) -> str:
    """Return in words what was noted and makes the schedule propose this foul."""
    if code == SHEET_FOUL:
        who = in_words(hand_in.corrected, names)
        parts = [gettext("Report sheet handed in wrong; entries corrected on the paper: {names}.").format(names=who)]
        if hand_in.sticks_reset == Noted.YES:
            parts.append(gettext("The sticks were reset before the check."))
        return " ".join(parts)
    who = in_words(hand_in.wrong_all_last, names)
    parts = [gettext("Wrong entries on the all-last sheet: {names}.").format(names=who)]
    if hand_in.influence == Noted.YES:
        parts.append(gettext("It influenced the game."))
    return " ".join(parts)


def _fouls(
    tournament: Tournament, hand_in: HandIn, seated: Mapping[int, Lineup]
) -> Iterator[tuple[Foul, dict[str, str], list[Player]]]:
    """Yield the fouls of the schedule that fit, with the noted answers and the players they are proposed for."""
    places = seated.get(hand_in.sheet.hanchan.number, {}).get(hand_in.sheet.table, ())
    people = [place.player for place in places]
    authors = [player for player in people if player.pk in hand_in.wrong_all_last]
    noted = {"handed-in": Noted.YES.value, "reset": hand_in.sticks_reset}
    for code, answers, whose in (
        (SHEET_FOUL, noted, people if hand_in.corrected else []),
        (ALL_LAST_FOUL, {"influence": hand_in.influence}, authors),
    ):
        foul = foul_of(tournament, code)
        if foul and whose:
            yield foul, _asked(foul, answers), whose


def _asked(foul: Foul, noted: Mapping[str, str]) -> dict[str, str]:
    """Return the noted answers that the foul asks for."""
    keys = {question.key: {answer.key for answer in question.answers} for question in foul.questions}
    return {key: answer for key, answer in noted.items() if answer in keys.get(key, ())}


def _prices(tournament: Tournament, foul: Foul, answers: Mapping[str, str]) -> tuple[Price, ...]:
    """Return what the schedule may have for the answers, each once; () when it has nothing at all."""
    found = tuple(dict.fromkeys(prices(foul, answers, tournament.ruleset)))
    return found if any(price.consequence is not Consequence.NONE for price in found) else ()


def _given(tournament: Tournament) -> dict[tuple[int | None, int, str], Penalty]:
    """The penalties for these fouls, by hanchan, player and foul; one that counts before one that was cancelled."""
    rows = tournament.penalties.filter(foul__in=PAPER_FOULS, hanchan__isnull=False)
    ordered = sorted(rows.order_by("id"), key=lambda one: one.cancelled_at is None)
    return {(one.hanchan_id, one.player_id, one.foul): one for one in ordered}


def _dismissed(tournament: Tournament) -> dict[tuple[int, int, str], list[DismissedProposal]]:
    found: dict[tuple[int, int, str], list[DismissedProposal]] = {}
    rows = DismissedProposal.objects.filter(sheet__hanchan__tournament=tournament).select_related("dismissed_by")
    for one in rows:
        found.setdefault((one.sheet_id, one.player_id, one.foul), []).append(one)
    return found


def _same(dismissed: Iterable[DismissedProposal], answers: Mapping[str, str]) -> DismissedProposal | None:
    """The dismissal for the same answers."""
    return next((one for one in dismissed if one.answers == answers), None)
