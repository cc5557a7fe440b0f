"""The conditions of a start: what has to be right before a hanchan is played, in the order in which it can be done.

A message of level ERROR stops a start, whoever asks for it: an open tie at a cut, or a final at the wrong tables, gives
results that nothing puts right afterwards. One of level WARNING can be started against with a reason. A NOTE advises.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from scoring.standings.cut import TiedLine
from tournament.core.messages import Level, Message
from tournament.core.models import Hanchan, HanchanState, Tournament, Verb
from tournament.hanchan.checks import listed, notices
from tournament.players.models import Player, PlayerStatus
from tournament.results.paper.queries import undecided
from tournament.results.sheets.queries import differing_sheets
from tournament.seats.queries import Lineup, byes_of, lineup
from tournament.seats.seat_map import spans
from tournament.standings.queries import ranking_before, standings_of
from tournament.standings.ranking import Ranking, finalists

MOST_NAMES = 6
MOST_TABLES = 8


@dataclass(frozen=True, slots=True)
class StartCondition:
    """One condition; `message` says what is missing, or that it is met. `after` has the keys of what comes first,
    `numbers` the numbers in the address of the page on which it is done."""

    key: str
    message: Message
    is_met: bool = False
    after: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()

    @property
    def stops(self) -> bool:
        """Return whether a start without a reason is refused."""
        return not self.is_met and self.message.level is not Level.NOTE


@dataclass(frozen=True)
class StartCheck:
    """The conditions of one start, and `notices`, which only inform.

    `ranking` are the standings on which a cut before it is made, None without a cut.
    """

    hanchan: int
    conditions: tuple[StartCondition, ...] = ()
    notices: tuple[Message, ...] = ()
    ranking: Ranking | None = None

    @property
    def refusals(self) -> tuple[Message, ...]:
        """The open conditions against which nobody starts."""
        return self._open(Level.ERROR)

    @property
    def to_confirm(self) -> tuple[Message, ...]:
        """The open conditions against which a start needs a reason."""
        return self._open(Level.WARNING)

    @property
    def tied(self) -> TiedLine | None:
        return self.ranking.tied if self.ranking else None

    @property
    def is_open(self) -> bool:
        """Return whether anything is still to be done or worth doing first."""
        return any(not one.is_met for one in self.conditions)

    def has(self, key: str) -> bool:
        """Return whether the condition is open."""
        return any(one.key == key and not one.is_met for one in self.conditions)

    def _open(self, level: Level) -> tuple[Message, ...]:
        return tuple(one.message for one in self.conditions if not one.is_met and one.message.level is level)


def check_start(hanchan: Hanchan, seated: Lineup | None = None, *, locked: bool = False) -> StartCheck:
    """Return the conditions of starting this hanchan; `seated` is its line-up if the caller has it.

    A constant number of queries. `locked`: inside a write, whose edition may be rolled back; nothing is cached under
    it.
    """
    tournament, number = hanchan.tournament, hanchan.number
    seated = lineup(tournament, number) if seated is None else seated
    earlier = dict(
        tournament.hanchan.filter(number__lt=number)
        .exclude(state=HanchanState.CLOSED)
        .order_by("number")
        .values_list("number", "state")
    )
    cuts = [cut.after for cut in tournament.ranked_by.cuts if cut.after < number]
    ranking = None
    if cuts and not earlier:
        ranking = ranking_before(tournament, number) if locked else standings_of(tournament, after=number - 1)
    found = [
        *_earlier_open(earlier, cuts),
        *_sheets(tournament, number),
        *_penalties(tournament, number),
        *_cut(hanchan, seated, ranking),
        *_people(hanchan, seated),
        *_public(hanchan),
    ]
    keys = {one.key for one in found if not one.is_met}
    return StartCheck(number, tuple(_following(one, keys) for one in found), tuple(notices(hanchan, seated)), ranking)


def _following(one: StartCondition, open_keys: set[str]) -> StartCondition:
    """The condition with what is still open of that which comes before it."""
    after = tuple(key for key in one.after if key in open_keys)
    return StartCondition(one.key, one.message, one.is_met, after, one.numbers)


EARLIER_OPEN = {
    HanchanState.PLAYING: _(
        "Hanchan {number} is not closed yet; its sheets may still be entered while this one is played."
    ),
    HanchanState.PLANNED: _("Hanchan {number} has not been played."),
}


def _earlier_open(earlier: Mapping[int, str], cuts: list[int]) -> Iterator[StartCondition]:
    for number, state in earlier.items():
        if before := [after for after in cuts if after >= number]:
            text = _("Hanchan {number} is not closed yet: the cut after hanchan {after} cannot be made.")
            message = Message("cut-unknown", text, {"number": number, "after": before[0]}, Level.ERROR)
        else:
            text = EARLIER_OPEN[HanchanState(state)]
            message = Message("earlier-open", text, {"number": number}, Level.WARNING, "reason")
        yield StartCondition("earlier", message, numbers=(number,))


def _sheets(tournament: Tournament, number: int) -> Iterator[StartCondition]:
    """Readings that differ although their hanchan is closed; one that is played cannot be closed over them."""
    for hanchan, tables in differing_sheets(tournament, before=number).items():
        text = _("Two readings differ: hanchan {hanchan}, table {tables}. A referee decides.")
        params = {"hanchan": hanchan, "tables": spans(tables)}
        message = Message("sheets-differ", text, params, Level.WARNING, "reason")
        yield StartCondition("sheets", message, numbers=(hanchan,))


def _penalties(tournament: Tournament, number: int) -> Iterator[StartCondition]:
    found = sorted({(one.hanchan, one.table) for one in undecided(tournament) if one.hanchan < number})
    if found:
        place = _("hanchan {hanchan}, table {table}")
        places = [str(Message("", place, {"hanchan": hanchan, "table": table})) for hanchan, table in found]
        text = _("A referee has not decided about proposed penalties: {places}.")
        params = {"places": listed(places, MOST_NAMES)}
        yield StartCondition("penalties", Message("penalties-open", text, params, Level.WARNING, "reason"))


def _cut(hanchan: Hanchan, seated: Lineup, ranking: Ranking | None) -> Iterator[StartCondition]:
    """The tie at a cut, then the tables of those above it; without a cut, any seating."""
    if ranking is None:
        if not seated:
            text = _("Hanchan {number} has no seating. Plan or import one first.")
            yield StartCondition("seating", Message("no-seating", text, {"number": hanchan.number}, Level.ERROR))
        return
    if ranking.tied:
        yield StartCondition("tie", _tie(ranking), numbers=(ranking.tied.cut.after, ranking.tied.place))
        text = _("The tables of those above the cut follow from the tie.")
        if not seated:
            text = _("Hanchan {number} has no seating. Plan or import one first.")
        message = Message("final-unknown", text, {"number": hanchan.number}, Level.ERROR)
        yield StartCondition("final", message, after=("tie",), numbers=(hanchan.number,))
        return
    yield StartCondition("tie", Message("no-tie", _("No tie at the cut")), is_met=True)
    yield _final(hanchan, seated, ranking)


def _tie(ranking: Ranking) -> Message:
    assert ranking.tied is not None  # noqa: S101  # asked by the caller
    names = {row.player.id: row.player.label for row in ranking.rows}
    text = _(
        "The first {size} after hanchan {after} are above the cut. {names} share place {place}, and every tie-break is "
        "equal."
    )
    tied = ranking.tied
    people = listed([names[int(one)] for one in tied.players], MOST_NAMES)
    params = {"size": tied.size, "after": tied.cut.after, "names": people, "place": tied.place}
    return Message("tied-line", text, params, Level.ERROR)


def _final(hanchan: Hanchan, seated: Lineup, ranking: Ranking) -> StartCondition:
    """Those above the cut have tables of their own; who has left them may leave seats there to others."""
    playing = set(hanchan.tournament.players.filter(status=PlayerStatus.PLAYING).values_list("pk", flat=True))
    people = [row.player.id for row in finalists(ranking) if row.player.id in playing]
    table_of = {place.holder.pk: table for table, places in seated.items() for place in places}
    tables = [table_of[one] for one in people if one in table_of]
    needed = -(-len(people) // hanchan.tournament.at_a_table)
    params: dict[str, object] = {
        "number": hanchan.number,
        "count": len(people),
        "tables": spans(sorted(set(tables))),
        "needed": needed,
    }
    if len(tables) == len(people) and len(set(tables)) <= needed:
        return StartCondition(
            "final", Message("final-seated", _("The first {count} sit together: table {tables}"), params), is_met=True
        )
    text = _("The first {count} sit at {spread} tables instead of {needed}.")
    params["spread"] = len(set(tables))
    if len(tables) <= MOST_TABLES:
        text = _("The planned seating puts the first {count} at tables {tables}.")
        params["tables"] = ", ".join(map(str, sorted(tables)))
    if len(tables) < len(people):
        text = _("Not all of the first {count} have a seat in hanchan {number}.")
    if not seated:
        text = _("Hanchan {number} has no seating. Plan or import one first.")
    code = "final-tables" if seated else "no-seating"
    return StartCondition("final", Message(code, text, params, Level.ERROR), numbers=(hanchan.number,))


def _people(hanchan: Hanchan, seated: Lineup) -> Iterator[StartCondition]:
    """Players without a seat or a bye, and seats of players who are out."""
    if not seated:
        return
    tournament = hanchan.tournament
    places = [place for table in seated.values() for place in table]
    known = {place.holder.pk for place in places}
    known |= set(byes_of(tournament.seating).get(hanchan.number, ()))
    regular = tournament.players.filter(status=PlayerStatus.PLAYING, is_substitute=False).order_by("number")
    if unseated := [player for player in regular if player.pk not in known]:
        text = _("Without a seat or a bye in hanchan {number}: {names}.")
        yield _about_people("unseated", text, hanchan, unseated)
    out = [place.player for place in places if place.player.status != PlayerStatus.PLAYING]
    if out:
        yield _about_people("out", _("Out of the tournament but still seated: {names}."), hanchan, out)


def _about_people(key: str, text: str, hanchan: Hanchan, people: list[Player]) -> StartCondition:
    params = {"number": hanchan.number, "names": listed((player.label for player in people), MOST_NAMES)}
    codes = {"unseated": "people-unseated", "out": "out-but-seated"}
    return StartCondition(key, Message(codes[key], text, params, Level.WARNING, "reason"), after=("final",))


def _public(hanchan: Hanchan) -> Iterator[StartCondition]:
    """Players see where they sit. A public page that was closed at an earlier start, and always was, is not wanted."""
    tournament = hanchan.tournament
    is_published = hanchan.seating_published_at is not None
    text = _("The seating is not published: players cannot see where they sit.")
    if is_published:
        text = _("Seating published")
    yield StartCondition("publish", Message("unpublished", text), is_published, after=("final", "unseated", "out"))
    started = tournament.hanchan.filter(number__lt=hanchan.number).exclude(state=HanchanState.PLANNED)
    if tournament.is_public or not started.exists() or _was_public(tournament):
        text = _("The seating is published, but players cannot see it yet: the public page is closed.")
        if not is_published:
            text = _("Players cannot see the seating: the public page is closed.")
        if tournament.is_public:
            text = _("Public page open")
        yield StartCondition("public", Message("public-closed", text), tournament.is_public)


def _was_public(tournament: Tournament) -> bool:
    """Return whether the public page was ever opened or closed."""
    return tournament.audit_entries.filter(verb=Verb.CHANGED_PUBLIC, detail__changes__has_key="is_public").exists()
