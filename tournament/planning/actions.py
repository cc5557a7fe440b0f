"""Actions that change a seating. Each makes a new version; hanchan that have started stay as they are.

All raise Refused with the remedy. Those that make a version raise Conflict when another is in use than `act.base`, and
return the version that an earlier sending of the same form made; see `versions.new_version`.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from django.utils.translation import gettext as _

from seating import CannotPlan, Plan, plan
from seating.word_draw import normalised, seed_from
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Level, Message, Refused
from tournament.core.models import Tournament, Verb
from tournament.planning.importing.checks import seating_faults
from tournament.planning.pairing.disclosure import refuse_telling
from tournament.planning.refusals import (
    refuse_plan,
    refuse_replacement,
    refuse_seating_who_is_out,
    refuse_swap,
    refuse_wishes,
)
from tournament.planning.sentences import refusal_of
from tournament.planning.versions import Origin, new_version
from tournament.players.models import Player
from tournament.players.queries import Field, field_of
from tournament.seats.integrity import refuse_altered
from tournament.seats.models import Seating, SeatingSource
from tournament.seats.queries import arranged_of, numbers_seated, published_hanchan, started_hanchan
from tournament.seats.seat_map import Arrangement, SeatMap, exchange, from_plan, renamed, spans
from tournament.seats.word_draws import digest_of, listed

MOST_LETTERS = 200
"""Letters of the words of a draw, as they count."""


def plan_seating(*, tournament: Tournament, seed: int, act: Act) -> Seating:
    """Seat everybody for all hanchan from a seed; the same players and seed give the same seating.

    The planned hanchan are hidden until they are published. Planning happens before the database is locked.
    """
    refuse_plan(tournament)
    origin = Origin(
        source=SeatingSource.PLANNED, seed=seed, verb=Verb.PLANNED, subject=_("from seed {seed}").format(seed=seed)
    )
    return _seat_everybody(tournament, field_of(tournament), seed, origin, act)


def draw_seating(*, tournament: Tournament, words: str, act: Act) -> Seating:
    """Seat everybody for all hanchan from words that the hall supplied, and publish it: nobody tries words unseen.

    The seed is made of the list of players and the words, so that anybody can recompute every seat.
    """
    words = normalised(words)
    if not words:
        raise Refused.of("no-words", _("Type the words or numbers that the hall supplied."), field="words")
    if len(words) > MOST_LETTERS:
        raise Refused.of("words-long", _("These are too many words. Shorten them."), field="words")
    refuse_plan(tournament)
    refuse_wishes(tournament)
    field = field_of(tournament)
    people = listed(field.seated)
    number = tournament.seatings.exclude(words="").count() + 1
    origin = Origin(
        source=SeatingSource.PLANNED,
        words=words,
        listed=people,
        verb=Verb.HELD_DRAW,
        subject=_("draw {number} from the words “{words}”").format(number=number, words=words),
    )
    return _seat_everybody(tournament, field, seed_from(digest_of(people), words), origin, act, published_at=act.at)


def _seat_everybody(
    tournament: Tournament,
    field: Field,
    seed: int | str,
    origin: Origin,
    act: Act,
    published_at: datetime | None = None,
) -> Seating:
    """Plan before the database is locked; the hanchan are hidden, or published."""
    made = _plan(tournament, field, seed)
    planned = range(1, len(made.rounds) + 1)
    people = listed(field.seated)

    def change(old: Arrangement) -> Arrangement:
        if origin.words:
            refuse_wishes(tournament)
        if listed(field_of(tournament).seated) != people or tournament.hanchan.count() != len(made.rounds):
            raise Conflict.of(
                "players-changed", _("The players changed while the seating was being planned. Plan again.")
            )
        tournament.hanchan.update(seating_published_at=published_at)
        return Arrangement(from_plan(made.rounds, tuple(player.pk for player in field.seated)))

    everybody = [player.pk for player in field.seated]
    return new_version(tournament, change, origin, act, expected=dict.fromkeys(planned, everybody), afresh=planned)


def _plan(tournament: Tournament, field: Field, seed: int | str) -> Plan:
    """Plan for these players; refusals of the planner in the reader's language."""
    try:
        return plan(len(field.seated), tournament.hanchan.count(), seed, size=field.size)
    except CannotPlan as refusal:
        raise refusal_of(refusal) from refusal


def import_seating(
    *, tournament: Tournament, draft: SeatMap, act: Act, byes: Mapping[int, Collection[int]] | None = None
) -> Seating:
    """Import a seating for the hanchan it contains; the others keep their seats. All or nothing.

    `byes` are the players without a seat in those hanchan. Imported hanchan are hidden until published. Refused
    carries every problem.
    """

    def change(old: Arrangement) -> Arrangement:
        found = seating_faults(
            draft,
            list(tournament.players.all()),
            tournament.hanchan.count(),
            seated=old.draft,
            size=tournament.at_a_table,
            byes=byes,
        )
        if found:
            raise Refused([Message("not-imported", _("Nothing was imported."), {}, Level.ERROR), *found])
        _hide(tournament, [hanchan for hanchan in draft if old.draft.get(hanchan) != draft[hanchan]])
        out = {**old.byes, **{hanchan: frozenset((byes or {}).get(hanchan, ())) for hanchan in draft}}
        return Arrangement({**old.draft, **draft}, {hanchan: people for hanchan, people in out.items() if people})

    origin = Origin(
        source=SeatingSource.IMPORTED,
        verb=Verb.IMPORTED_SEATING,
        subject=_("hanchan {numbers}").format(numbers=spans(list(draft))),
    )
    return new_version(tournament, change, origin, act, afresh=draft)


def swap(*, tournament: Tournament, hanchan: int, one: Player, other: Player, act: Act) -> Seating:
    """Swap two players in a hanchan that has not started."""

    def change(old: Arrangement) -> SeatMap:
        refuse_swap(tournament, old.draft, hanchan, one, other)
        return exchange(old.draft, hanchan, one.pk, other.pk)

    origin = Origin(
        source=SeatingSource.CHANGED,
        verb=Verb.SWAPPED_SEATS,
        subject=_("hanchan {number}: {one} ↔ {other}").format(number=hanchan, one=one, other=other),
    )
    return new_version(tournament, change, origin, act)


def replace_player(*, tournament: Tournament, leaving: Player, coming: Player, from_hanchan: int, act: Act) -> Seating:
    """Give a player's seats to another player, from a hanchan that has not started on."""
    if not act.reason.strip():
        raise Refused.of("no-reason", _("Give a reason for the replacement."), field="reason")

    def change(old: Arrangement) -> Arrangement:
        refuse_replacement(tournament, old.draft, leaving, coming, from_hanchan)
        return renamed(old, from_hanchan, {leaving.pk: coming.pk})

    names = {"number": from_hanchan, "coming": coming, "leaving": leaving}
    origin = Origin(
        source=SeatingSource.CHANGED,
        verb=Verb.REPLACED_PLAYER,
        subject=_("from hanchan {number} on: {coming} for {leaving}").format(**names),
    )
    return new_version(tournament, change, origin, act.because(act.reason.strip()))


def restore(*, tournament: Tournament, number: int, act: Act) -> Seating:
    """Restore an earlier version as a new one; hanchan that have started stay as they are."""
    earlier = tournament.seatings.get(number=number)
    refuse_altered(earlier, at=act.at)

    def change(old: Arrangement) -> Arrangement:
        new = restored_arrangement(tournament, old, arranged_of(earlier))
        refuse_seating_who_is_out(tournament, old, new)
        if new == old:
            raise Refused.of(
                "same-seats",
                _("Version {number} has the same seats as the version in use: nothing would change."),
                number=number,
            )
        return new

    origin = Origin(
        source=SeatingSource.CHANGED,
        verb=Verb.RESTORED_SEATING,
        subject=_("back to version {number}").format(number=number),
    )
    return new_version(
        tournament, change, origin, act, afresh=earlier.seats.values_list("hanchan__number", flat=True).distinct()
    )


def restored_arrangement(tournament: Tournament, now: Arrangement, earlier: Arrangement) -> Arrangement:
    """The earlier seats and byes in hanchan that have not started, the current ones in the others."""
    started = set(started_hanchan(tournament))
    numbers = set(tournament.hanchan.values_list("number", flat=True))
    chosen = {
        number: now if number in started or number not in earlier.draft else earlier
        for number in sorted({*now.draft, *earlier.draft} & numbers)
    }
    return Arrangement(
        {number: one.draft[number] for number, one in chosen.items() if number in one.draft},
        {number: people for number, one in chosen.items() if (people := one.byes.get(number)) and number in one.draft},
    )


def publish(
    *, tournament: Tournament, hanchan: int | None, act: Act, public: bool = True, telling: bool = False
) -> None:
    """Publish the seating of a hanchan (None: of all that have one), or hide it.

    Refused when the seating is not the one that was verified; without `telling` also when it gives hidden results away.
    """
    verb = Verb.PUBLISHED_SEATING if public else Verb.HID_SEATING
    with audited_write(tournament, act, verb) as entry:
        tournament.refresh_from_db(fields=["seating"])
        having = numbers_seated(tournament)
        numbers = having if hanchan is None else {hanchan}
        if public and not (numbers and numbers <= having):
            raise Refused.of("no-seating", _("There is no seating to publish yet. Plan or import one first."))
        if public:
            refuse_altered(tournament.seating, at=act.at)
            if not telling:
                shown = set(published_hanchan(tournament))
                refuse_telling(tournament, [number for number in numbers if number not in shown])
        entry.subject = _("hanchan {numbers}").format(numbers=spans(numbers))
        changing = tournament.hanchan.filter(number__in=numbers, seating_published_at__isnull=public)
        changing.update(seating_published_at=act.at if public else None)


def _hide(tournament: Tournament, numbers: Iterable[int]) -> None:
    tournament.hanchan.filter(number__in=list(numbers)).update(seating_published_at=None)
