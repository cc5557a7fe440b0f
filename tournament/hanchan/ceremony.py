"""The ceremony: the final places are revealed from the last one on, and at the end everything is public.

It reveals the list that was made at its start. A correction does not move what people have read: the next place waits
until the organiser uses the corrected places, or the correction is undone. What a place reveals is decided in
standings/visibility.py, for every page and program alike.
"""

from collections.abc import Sequence
from dataclasses import astuple

from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.conditions import refuse_open
from tournament.core.messages import Conflict, Refused
from tournament.core.models import AuditEntry, Tournament, Verb
from tournament.hanchan.actions import protest_end
from tournament.hanchan.result_conditions import ceremony_conditions, final_conditions, places_conditions
from tournament.standings.final_places import final_places, list_mark
from tournament.standings.inputs import FinalPlace, read_inputs
from tournament.standings.ranking import ranking
from tournament.standings.recount import check_recount
from tournament.standings.visibility import next_to_reveal, revealed

COLUMNS = [
    *("hidden_from", "shown_places", "revealed_from", "final_places"),
    *("standings_public", "protest_minutes", "standing_rules"),
]


def start_ceremony(*, tournament: Tournament, act: Act, first: int | None = None) -> None:
    """Start the ceremony, with the list of the final places as they are now. `first` is the place that is revealed
    first by hand, None for the last one; all places after it become public at once.

    Raises Refused while a hanchan is not closed or a sheet waits for somebody, while a tie is open, when the standings
    are not public or nothing of them is hidden, for a place that there is not, and when a second count of all results
    differs from the standings.
    """
    check_recount(tournament)
    with audited_write(tournament, act, Verb.STARTED_CEREMONY) as entry:
        tournament.refresh_from_db(fields=COLUMNS)
        if tournament.revealed_from is not None:
            raise Refused.of("ceremony-running", _("The ceremony has started already."))
        inputs = read_inputs(tournament)
        final = ranking(tournament.pk, inputs)
        refuse_open(ceremony_conditions(tournament, inputs, final))
        places = {row.standing.place for row in final.ranked}
        last = max(place or 0 for place in places)
        if first is not None and first not in places:
            text = _("Nobody is on place {place}. Choose a place from 1 to {last}.")
            raise Refused.of("no-such-place", text, field="first", place=first, last=last)
        tournament.revealed_from = (last if first is None else first) + 1
        _keep_list(tournament, final_places(final))
        entry.detail = {"first": first or last}
        entry.changes_what_is_public = True
        tournament.save(update_fields=["revealed_from", "final_places"])


def reveal(*, tournament: Tournament, place: int, act: Act) -> None:
    """Reveal a place, which is the next one; with place 1 the ceremony ends, and all results are public.

    A place that is public already stays so, and nothing is written: a key pressed twice reveals one place. Raises
    Conflict for a place that is not the next, and Refused while the results no longer give the list of the ceremony.
    """
    if tournament.revealed_from is not None and place >= tournament.revealed_from:
        return
    if place == 1:
        check_recount(tournament)
    with audited_write(tournament, act, Verb.REVEALED_PLACE) as entry:
        tournament.refresh_from_db(fields=COLUMNS)
        if tournament.revealed_from is None:
            raise Conflict.of("no-ceremony", _("No ceremony is going on."))
        inputs = read_inputs(tournament)
        final = ranking(tournament.pk, inputs)
        refuse_open(places_conditions(tournament, final))
        if final_places(final) != inputs.freeze.places:
            text = _(
                "The results were corrected after the ceremony started. Decide how to go on before the next place."
            )
            raise Refused.of("places-corrected", text)
        if next_to_reveal(inputs) != place:
            raise Conflict.of("other-place", _("Another place is next now. Look at this page and press again."))
        entry.subject = str(place)
        entry.changes_what_is_public = True
        tournament.revealed_from = place
        tournament.save(update_fields=["revealed_from"])
        if place == 1:
            _publish_all(tournament, entry, act)


def correct_ceremony(*, tournament: Tournament, seen: str, again: bool, act: Act) -> None:
    """Use the final places as they are now for the rest of the ceremony; `again` begins it again from the last place,
    and nothing is revealed. `seen` is the mark of the list that the person decided about (list_mark).

    Raises Conflict when the results were changed once more, and Refused while a hanchan is not closed, a sheet waits
    for somebody, or a tie is open, and when the list has nothing to correct: what is revealed stays so.
    """
    check_recount(tournament)
    with audited_write(tournament, act, Verb.CORRECTED_CEREMONY) as entry:
        tournament.refresh_from_db(fields=COLUMNS)
        if tournament.revealed_from is None:
            raise Refused.of("no-ceremony", _("No ceremony is going on."))
        inputs = read_inputs(tournament)
        final = ranking(tournament.pk, inputs)
        refuse_open(places_conditions(tournament, final))
        before, now = inputs.freeze.places, final_places(final)
        if now == before:
            raise Refused.of(
                "nothing-corrected", _("The ceremony has the places that the results give. Go on with it.")
            )
        if list_mark(now) != seen:
            text = _("The results were changed once more. Look at this page and decide again.")
            raise Conflict.of("corrected-again", text)
        entry.detail = {"again": again}
        entry.changes_what_is_public = True
        if again:
            tournament.revealed_from = max(one.place for one in now) + 1
        _keep_list(tournament, now)
        tournament.save(update_fields=["revealed_from", "final_places"])


def end_ceremony(*, tournament: Tournament, act: Act) -> None:
    """Reveal all places that are still hidden, and make all results public."""
    check_recount(tournament)
    with audited_write(tournament, act, Verb.ENDED_CEREMONY) as entry:
        tournament.refresh_from_db(fields=COLUMNS)
        if tournament.revealed_from is None:
            raise Refused.of("no-ceremony", _("No ceremony is going on."))
        refuse_open(final_conditions(tournament))
        entry.changes_what_is_public = True
        _publish_all(tournament, entry, act)


def cancel_ceremony(*, tournament: Tournament, act: Act) -> None:
    """Cancel a ceremony that has not revealed anything. Raises Refused afterwards: people have read it."""
    with audited_write(tournament, act, Verb.CANCELLED_CEREMONY):
        tournament.refresh_from_db(fields=COLUMNS)
        if tournament.revealed_from is None:
            raise Refused.of("no-ceremony", _("No ceremony is going on."))
        if revealed(read_inputs(tournament)):
            raise Refused.of("revealed-already", _("Places are revealed already, and what is revealed stays public."))
        tournament.revealed_from = None
        _keep_list(tournament, ())
        tournament.save(update_fields=["revealed_from", "final_places"])


def _keep_list(tournament: Tournament, places: Sequence[FinalPlace]) -> None:
    tournament.final_places = [list(astuple(one)) for one in places]


def _publish_all(tournament: Tournament, entry: AuditEntry, act: Act) -> None:
    hidden = list(tournament.hanchan.filter(released_at=None).order_by("number"))
    for one in hidden:
        one.released_at, one.protest_until = act.at, protest_end(tournament, act)
        one.save(update_fields=["released_at", "protest_until"])
    tournament.hidden_from = tournament.shown_places = tournament.revealed_from = None
    _keep_list(tournament, ())
    tournament.save(update_fields=["hidden_from", "shown_places", "revealed_from", "final_places"])
    entry.detail = {"released": [one.number for one in hidden]}
