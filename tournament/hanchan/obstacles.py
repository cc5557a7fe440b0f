"""The obstacles to a ceremony, each with the page that settles it: the action refuses by them, and the page shows them
instead of a button. The second count of all results is left to the action."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from scoring.messages import Level, Message
from tournament.core.models import HanchanState, Tournament
from tournament.hanchan.checks import against_sheets
from tournament.results.sheets.queries import unagreed_sheets
from tournament.seats.seat_map import spans
from tournament.standings.inputs import Inputs
from tournament.standings.ranking import Ranking
from tournament.standings.visibility import public_through


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A reason against going on. `button` is the text of a link to the page of this name, that of `hanchan` if any."""

    message: Message
    button: Message
    url_name: str
    hanchan: int | None = None


def open_results(tournament: Tournament) -> Iterator[Obstacle]:
    """Yield hanchan that are not closed, and sheets that wait for somebody. Two queries."""
    hanchan = list(tournament.hanchan.order_by("number"))
    for one in hanchan:
        one.tournament = tournament
    if still := [one.number for one in hanchan if one.state != HanchanState.CLOSED]:
        text = _("Close hanchan {numbers} first: the ceremony reveals the final places.")
        message = Message("not-closed", text, {"numbers": spans(still)}, Level.ERROR)
        yield Obstacle(message, _link(_("Go to hanchan {number}"), number=still[0]), "hanchan", still[0])
    closed = [one for one in hanchan if one.state == HanchanState.CLOSED]
    for number, unagreed in unagreed_sheets(closed).items():
        for message in against_sheets(unagreed, number):
            yield Obstacle(message, _link(_("Look at the sheets")), "sheets", number)


def against_places(tournament: Tournament, final: Ranking) -> Iterator[Obstacle]:
    """Yield why there are no final places that can be announced."""
    found = list(open_results(tournament))
    yield from found
    if final.tied is not None:
        message = Message("tie-open", _("Players are tied at the cut. Resolve the tie first."), {}, Level.ERROR)
        yield Obstacle(message, _link(_("Resolve the tie")), "standing_ties")
    if not found and not final.ranked:
        message = Message("nobody-ranked", _("There are no final places yet."), {}, Level.ERROR)
        yield Obstacle(message, _link(_("Go to the players")), "players")


def against_start(tournament: Tournament, inputs: Inputs, final: Ranking) -> Iterator[Obstacle]:
    """Yield everything that speaks against starting the ceremony."""
    found = list(against_places(tournament, final))
    yield from found
    message = None
    if not tournament.standings_public:
        message = Message("standings-closed", _("Make standings and results public first."), {}, Level.ERROR)
    elif not found and tournament.shown_places is None and public_through(inputs) >= final.after:
        text = _("All results are public already, so there is nothing to reveal.")
        message = Message("nothing-hidden", text, {}, Level.ERROR)
    if message is not None:
        yield Obstacle(message, _link(_("Choose what is public")), "event_public")


def _link(text: str, **params: object) -> Message:
    return Message("link", text, params)
