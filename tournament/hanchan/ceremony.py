"""The ceremony: the final places are announced step by step from the last one on, and at the end everything is public.

It announces the list that was made at its start. A correction does not move what people have read: the next step waits
until the organiser uses the corrected places, or the correction is undone. What a step reveals is decided in
standings/visibility.py, for every page and program alike; which steps there are, in standings/ceremony_steps.py.

The screen may go back and become dark. That hides nothing: what was shown stays public.
"""

from collections.abc import Sequence
from enum import StrEnum

from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.conditions import refuse_open
from tournament.core.messages import Conflict, Refused
from tournament.core.models import AuditEntry, Tournament, Verb
from tournament.core.stored_words import coded, label
from tournament.hanchan.actions import protest_end
from tournament.hanchan.result_conditions import ceremony_conditions, final_conditions, places_conditions
from tournament.seats.seat_map import spans
from tournament.standings.ceremony_list import FinalPlace, FinalPrize, final_prizes_from
from tournament.standings.ceremony_steps import (
    SINGLES,
    CeremonyStep,
    StepKind,
    ceremony_steps,
    prizes_in,
    steps_revealed,
)
from tournament.standings.final_places import final_places, list_mark
from tournament.standings.inputs import Inputs, read_inputs
from tournament.standings.prizes.ceremony_show import show_of
from tournament.standings.prizes.queries import awards_of, final_prizes
from tournament.standings.queries import inputs_of
from tournament.standings.ranking import ranking, running_through
from tournament.standings.recount import check_recount
from tournament.standings.visibility import revealed

POSITION = ["ceremony_shown", "ceremony_step", "ceremony_black"]
STORED = ["revealed_from", "final_places", "final_prizes", "ceremony_singles", *POSITION]
COLUMNS = [
    *("hidden_from", "shown_places", "standings_public", "protest_minutes", "standing_rules"),
    *STORED,
]


class Move(StrEnum):
    """What a key does to the screen of a ceremony."""

    NEXT = "next"
    BACK = "back"
    BLACK = "black"
    LIGHT = "light"


def start_ceremony(*, tournament: Tournament, act: Act, singles: int = SINGLES[0]) -> None:
    """Start the ceremony, with the list of the final places as they are now. From place `singles` on each place is a
    step of its own; places after it come in groups.

    Raises Refused while a hanchan is not closed or a sheet waits for somebody, while a tie is open, when the standings
    are not public or nothing of them is hidden, for any other number than SINGLES, and when a second count of all
    results differs from the standings.
    """
    check_recount(tournament)
    known, prizes = inputs_of(tournament), final_prizes(awards_of(tournament))
    with audited_write(tournament, act, Verb.STARTED_CEREMONY) as entry:
        tournament.refresh_from_db(fields=COLUMNS)
        if tournament.revealed_from is not None:
            raise Refused.of("ceremony-running", _("The ceremony has started already."))
        inputs = read_inputs(tournament)
        final = ranking(tournament.pk, inputs)
        refuse_open(ceremony_conditions(tournament, inputs, final))
        _refuse_other(known, inputs)
        if singles not in SINGLES:
            text = _("Choose the place from which places are revealed one at a time.")
            raise Refused.of("no-such-singles", text, field="singles")
        places = final_places(final, running_through(inputs))
        tournament.revealed_from = len(places) + 1
        tournament.ceremony_singles = singles
        _keep_list(tournament, places, prizes)
        _go_to(tournament, 0, shown=0)
        entry.detail = {"singles": singles}
        entry.changes_what_is_public = True
        tournament.save(update_fields=STORED)


def move_ceremony(*, tournament: Tournament, at: int, move: Move, act: Act) -> None:
    """Show the next step on the screen, or the one before, or make it dark or light. `at` is the number of the step at
    which the key was pressed: when the screen is at another one by now nothing is written, so that two presses, of one
    person or of two, show one step. The last step ends the ceremony, and all results are public; the screen can still
    move then, among the steps.

    Raises Conflict when the screen moves meanwhile, and Refused where there was no ceremony, and for a step that was
    not shown yet while the results no longer give the list of the ceremony.
    """
    if not tournament.revealed_from:
        _count_again(tournament)
    if not _changes_screen(tournament, at, move):
        return
    is_new = move is Move.NEXT and at == tournament.ceremony_shown
    show = show_of(tournament, public=False) if is_new else None
    if show and show.coming and show.coming.kind is StepKind.WINNER:
        check_recount(tournament)
    with audited_write(tournament, act, Verb.MOVED_CEREMONY) as entry:
        tournament.refresh_from_db(fields=COLUMNS)
        if tournament.revealed_from is None and not tournament.ceremony_shown:
            raise Refused.of("no-ceremony", _("No ceremony is going on."))
        if tournament.revealed_from is None:
            _count_again(tournament)
        if tournament.ceremony_step != at:
            raise Conflict.of("other-step", _("The ceremony is at another step now. Look at it and press again."))
        if move is Move.NEXT and at == tournament.ceremony_shown and tournament.revealed_from is not None:
            _announce(tournament, entry, act)
            return
        if move is Move.NEXT:
            _go_to(tournament, min(at + 1, tournament.ceremony_shown))
        elif move is Move.BACK:
            _go_to(tournament, max(at - 1, 0))
        tournament.ceremony_black = move is Move.BLACK
        tournament.save(update_fields=POSITION)


def _count_again(tournament: Tournament) -> None:
    """After the ceremony a correction may make a step more or fewer: count those that there are now."""
    if tournament.ceremony_shown and (show := show_of(tournament, public=False)):
        tournament.ceremony_step, tournament.ceremony_shown = show.at, len(show.steps)


def _changes_screen(tournament: Tournament, at: int, move: Move) -> bool:
    """Return whether the key changes what the screen shows."""
    if tournament.ceremony_step != at:
        return False
    match move:
        case Move.NEXT:
            is_there = tournament.revealed_from is not None or at < tournament.ceremony_shown
            return is_there or tournament.ceremony_black or not tournament.ceremony_shown
        case Move.BACK:
            return at > 0 or tournament.ceremony_black
    return tournament.ceremony_black == (move is Move.LIGHT)


def _announce(tournament: Tournament, entry: AuditEntry, act: Act) -> None:
    """Show the first step that was not shown yet."""
    inputs = read_inputs(tournament)
    final = ranking(tournament.pk, inputs)
    refuse_open(places_conditions(tournament, final))
    if final_places(final) != inputs.freeze.places:
        text = _("The results were corrected after the ceremony started. Decide how to go on before the next place.")
        raise Refused.of("places-corrected", text)
    step = _steps(tournament, inputs)[tournament.ceremony_shown]
    if step.best is None:
        prize = step.prizes[0]
        entry.verb = Verb.ANNOUNCED_PRIZE
        entry.subject = coded("prize", kind=label("prize", prize.kind), place=prize.place)
    else:
        entry.verb, entry.subject = Verb.REVEALED_PLACE, spans(one.place for one in step.places)
        tournament.revealed_from = min(tournament.revealed_from or step.best, step.best)
    entry.changes_what_is_public = True
    shown = tournament.ceremony_shown + 1
    _go_to(tournament, shown, shown=shown)
    tournament.save(update_fields=[*POSITION, "revealed_from"])
    if step.kind is StepKind.WINNER:
        _publish_all(tournament, entry, act)


def correct_ceremony(*, tournament: Tournament, seen: str, again: bool, act: Act) -> None:
    """Use the final places as they are now for the rest of the ceremony; `again` begins it again from the last place,
    and nothing is revealed. `seen` is the mark of the list that the person decided about (list_mark).

    Raises Conflict when the results were changed once more, and Refused while a hanchan is not closed, a sheet waits
    for somebody, or a tie is open, and when the list has nothing to correct: what is revealed stays so.
    """
    check_recount(tournament)
    known, prizes = inputs_of(tournament), final_prizes(awards_of(tournament))
    with audited_write(tournament, act, Verb.CORRECTED_CEREMONY) as entry:
        tournament.refresh_from_db(fields=COLUMNS)
        if tournament.revealed_from is None:
            raise Refused.of("no-ceremony", _("No ceremony is going on."))
        inputs = read_inputs(tournament)
        final = ranking(tournament.pk, inputs)
        refuse_open(places_conditions(tournament, final))
        before, now = inputs.freeze.places, final_places(final, running_through(inputs))
        if now == before:
            raise Refused.of(
                "nothing-corrected", _("The ceremony has the places that the results give. Go on with it.")
            )
        if list_mark(now) != seen:
            text = _("The results were changed once more. Look at this page and decide again.")
            raise Conflict.of("corrected-again", text)
        _refuse_other(known, inputs)
        entry.detail = {"again": again}
        entry.changes_what_is_public = True
        prizes_shown = prizes_in(_steps(tournament, inputs)[: tournament.ceremony_shown])
        if again:
            tournament.revealed_from, prizes_shown = len(now) + 1, frozenset()
        _keep_list(tournament, now, prizes)
        steps = ceremony_steps(now, prizes, tournament.ceremony_singles)
        shown = steps_revealed(steps, tournament.revealed_from, prizes_shown)
        _go_to(tournament, shown, shown=shown)
        tournament.save(update_fields=STORED)


def end_ceremony(*, tournament: Tournament, act: Act) -> None:
    """Reveal all places that are still hidden, and make all results public."""
    check_recount(tournament)
    with audited_write(tournament, act, Verb.ENDED_CEREMONY) as entry:
        tournament.refresh_from_db(fields=COLUMNS)
        if tournament.revealed_from is None:
            raise Refused.of("no-ceremony", _("No ceremony is going on."))
        refuse_open(final_conditions(tournament))
        entry.changes_what_is_public = True
        inputs = read_inputs(tournament)
        places, prizes = final_places(ranking(tournament.pk, inputs)), final_prizes_from(tournament.final_prizes)
        last = len(ceremony_steps(places, prizes, tournament.ceremony_singles))
        _go_to(tournament, last, shown=last)
        _publish_all(tournament, entry, act)


def cancel_ceremony(*, tournament: Tournament, act: Act) -> None:
    """Cancel a ceremony that has not revealed anything. Raises Refused afterwards: people have read it."""
    with audited_write(tournament, act, Verb.CANCELLED_CEREMONY):
        tournament.refresh_from_db(fields=COLUMNS)
        if tournament.revealed_from is None:
            raise Refused.of("no-ceremony", _("No ceremony is going on."))
        if tournament.ceremony_shown or revealed(read_inputs(tournament)):
            raise Refused.of("revealed-already", _("Places are revealed already, and what is revealed stays public."))
        tournament.revealed_from = None
        _keep_list(tournament, (), ())
        _go_to(tournament, 0, shown=0)
        tournament.save(update_fields=STORED)


def _steps(tournament: Tournament, inputs: Inputs) -> tuple[CeremonyStep, ...]:
    """The steps of the ceremony that goes on."""
    prizes = final_prizes_from(tournament.final_prizes)
    return ceremony_steps(inputs.freeze.places, prizes, tournament.ceremony_singles)


def _refuse_other(known: Inputs, inputs: Inputs) -> None:
    """Raise Conflict when the prizes were read from other results than the places."""
    if known != inputs:
        raise Conflict.of(
            "results-changed", _("The results were changed meanwhile. Look at this page and press again.")
        )


def _keep_list(tournament: Tournament, places: Sequence[FinalPlace], prizes: Sequence[FinalPrize]) -> None:
    tournament.final_places = [one.stored() for one in places]
    tournament.final_prizes = [one.stored() for one in prizes]


def _go_to(tournament: Tournament, step: int, *, shown: int | None = None) -> None:
    """Put the screen, which is light then, at a step; `shown` steps are public from now on."""
    tournament.ceremony_step, tournament.ceremony_black = step, False
    tournament.ceremony_shown = tournament.ceremony_shown if shown is None else shown


def _publish_all(tournament: Tournament, entry: AuditEntry, act: Act) -> None:
    hidden = list(tournament.hanchan.filter(released_at=None).order_by("number"))
    for one in hidden:
        one.released_at, one.protest_until = act.at, protest_end(tournament, act)
        one.save(update_fields=["released_at", "protest_until"])
    tournament.hidden_from = tournament.shown_places = tournament.revealed_from = None
    tournament.final_places = []
    tournament.save(update_fields=["hidden_from", "shown_places", *STORED])
    entry.detail = {"released": [one.number for one in hidden]}
