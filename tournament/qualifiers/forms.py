"""The form of a source of qualifiers."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.standings.cut import Rounding
from tournament.core.form_fields import Sent, set_choices
from tournament.core.models import Tournament
from tournament.players.importing.earlier_event import title_of
from tournament.qualifiers.actions import MOST_PLACES
from tournament.qualifiers.models import QualifierSource
from tournament.rankings.models import ClubRanking

Source = Tournament | ClubRanking


class QualifierSourceForm(forms.Form):
    """An event, a league or a ranking, how many of it qualify, and what they carry over."""

    source = forms.ChoiceField(
        label=_("Qualified from"), error_messages={"required": _("Choose an event, a league or a ranking.")}
    )
    places = forms.IntegerField(
        label=pgettext_lazy("places of the event", "Places"),
        min_value=0,
        max_value=MOST_PLACES,
        help_text=_("How many of them qualify, from the first place down."),
    )
    as_of = forms.DateField(
        label=_("Ranking as of"),
        required=False,
        help_text=_("Only for a ranking. Leave empty for the last frozen one, or today’s."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    carry = forms.CharField(
        label=_("Part of the total carried over"),
        max_length=20,
        required=False,
        help_text=_("As 1/2 or 0.5; 1 for all of it. Leave empty to start from zero."),
    )
    rounding = forms.ChoiceField(label=_("Round the carry-over"), initial=Rounding.UP.value, required=False)

    def __init__(
        self,
        events: Sequence[Tournament],
        rankings: Sequence[ClubRanking],
        data: Sent = None,
        changed: QualifierSource | None = None,
    ):
        super().__init__(data, initial=_initial(changed) if changed else None)
        self.known: dict[str, Source] = {f"event-{one.slug}": one for one in events}
        self.known |= {f"ranking-{one.slug}": one for one in rankings}
        titles = {key: title_of(one) if isinstance(one, Tournament) else one.name for key, one in self.known.items()}
        kinds = {"ranking": gettext("Rankings"), "event": gettext("Events and leagues")}
        groups = [
            (label, [(key, title) for key, title in titles.items() if key.startswith(kind)])
            for kind, label in kinds.items()
        ]
        field = self.fields["source"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  # for the types
        field.choices = [("", "–"), *((label, found) for label, found in groups if found)]
        set_choices(self, "rounding", [(one.value, gettext(one.label)) for one in Rounding])

    def clean_source(self) -> Source:
        """Return the event or the ranking."""
        return self.known[self.cleaned_data["source"]]

    def clean_rounding(self) -> Rounding:
        """Return the rounding, the usual one where none was sent."""
        return Rounding(self.cleaned_data["rounding"] or Rounding.UP)


def source_key(source: QualifierSource) -> str:
    """Return a source as the form names it."""
    return f"ranking-{source.ranking.slug}" if source.ranking else f"event-{source.event.slug if source.event else ''}"


def _initial(source: QualifierSource) -> dict[str, Any]:
    values = {name: getattr(source, name) for name in ("places", "as_of", "carry", "rounding")}
    return {"source": source_key(source), **values}
