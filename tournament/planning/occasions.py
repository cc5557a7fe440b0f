"""The one door: what happened, in people's words, and where each answer leads."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.core.messages import Text
from tournament.core.models import Tournament
from tournament.planning.forms import OccasionForm
from tournament.planning.importing.forms import SeatListForm
from tournament.planning.occasion_forms import (
    ComingForm,
    ExchangeForm,
    MissingForm,
    NamesForm,
    ReplacementForm,
    RestForm,
    RestorationForm,
    SeatsForm,
    UnplayedForm,
)
from tournament.planning.pairing.forms import StandingsForm


@dataclass(frozen=True, slots=True)
class Occasion:
    """One answer to “what happened?”: who may give it, and the form that asks the rest, or the page that does."""

    key: str
    title: Text
    explains: object
    right: str = "run_event"
    form: type[OccasionForm] | None = None
    page: str = ""

    def address(self, tournament: Tournament) -> str:
        """Return the page that asks the rest; one of its own has more to choose from than a form."""
        if self.page:
            return reverse(self.page, args=[tournament.slug])
        return f"{reverse('seating_change', args=[tournament.slug])}?what={self.key}"


OCCASIONS = (
    Occasion(
        "missing",
        _("Somebody is missing"),
        _("Late, ill, or gone home: substitutes, fewer tables, byes"),
        form=MissingForm,
    ),
    Occasion(
        "came",
        _("Somebody came"),
        _("A new player, or one who is back"),
        form=ComingForm,
    ),
    Occasion(
        "replace",
        _("Somebody plays instead of another"),
        _("All seats from a hanchan on, nobody else moves"),
        form=ReplacementForm,
    ),
    Occasion("wrong", _("Two sit wrong"), _("Before they play: they exchange seats"), "run_hanchan", ExchangeForm),
    Occasion(
        "tables",
        _("Whole tables sit wrong"),
        _("Before the start, or as they sit now"),
        form=SeatsForm,
    ),
    Occasion(
        "names",
        _("The sheet names others"),
        _("After the game: others played than we seated"),
        "change_sheet",
        NamesForm,
    ),
    Occasion(
        "unplayed",
        _("A table was not played"),
        _("A whole hanchan is cancelled on its own page"),
        "change_sheet",
        UnplayedForm,
    ),
    Occasion("standings", _("New standings"), _("Seat by rank, seat the final"), form=StandingsForm),
    Occasion("file", _("From a file"), _("A seating made elsewhere"), form=SeatListForm),
    Occasion(
        "rest", _("Plan the rest again"), _("For all who play, with byes if they do not fill the tables"), form=RestForm
    ),
    Occasion("over", _("Start over"), _("Plan or draw all hanchan"), page="seating_plan"),
    Occasion("back", _("An earlier version"), _("As it was before"), form=RestorationForm, page="seating_versions"),
)
