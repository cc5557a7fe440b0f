"""The form of pairing by the standings: the hanchan, the method and its details."""

from dataclasses import replace
from secrets import randbelow
from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from seating.swiss import STEPS
from tournament.core.form_fields import Files, set_choices
from tournament.core.models import HanchanState, Tournament
from tournament.core.requests import parse_int
from tournament.planning.forms import OccasionForm
from tournament.planning.pairing.basis import pairing_basis
from tournament.planning.pairing.closeness import STEP_LABELS, format_step, pairing_page
from tournament.planning.pairing.disclosure import hidden_before
from tournament.planning.pairing.methods import Method, PairingChoice, TableNumbering, label_of, usual_method
from tournament.planning.preview import Preview
from tournament.planning.sources.standings import StandingsPairing
from tournament.seats.seat_map import spans
from tournament.standings.queries import inputs_of

MOST_SEED = 2**31 - 1
FIRST_SEEDS = 1_000_000
"""A seed that nobody typed is below this."""
THREE = 3
"""So many sit at a table of sanma."""
BELOW = (Method.SWISS, Method.SNAKE, Method.CHUNKS)
"""How those below the line of finals may be seated."""


class StandingsForm(OccasionForm):
    """The hanchan, the method and its details, which have their usual values where nothing was typed."""

    hanchan = forms.TypedChoiceField(label=_("Hanchan"), coerce=int)
    way = forms.TypedChoiceField(label=_("How"), coerce=Method)
    step = forms.TypedChoiceField(
        label=_("Repeats versus closeness"),
        required=False,
        coerce=parse_int,
        choices=[(format_step(step), STEP_LABELS[step]) for step in reversed(STEPS)],
        help_text=_("For Swiss."),
    )
    group = forms.IntegerField(
        label=_("Tables in a group"), required=False, min_value=1, max_value=250, help_text=_("For groups.")
    )
    pattern = forms.CharField(
        label=_("Ranks at each table"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        help_text=_(
            "For example 1-4-5-8 / 2-3-6-7; the pattern continues downwards. For finals, leave empty for 1–4, 5–8."
        ),
    )
    rest = forms.TypedChoiceField(label=_("Below the cut"), required=False, coerce=Method)
    tables = forms.TypedChoiceField(
        label=_("Table numbers"),
        required=False,
        coerce=TableNumbering,
        help_text=_("Default: players change tables; finals and patterns are numbered by rank."),
        choices=[
            (TableNumbering.USUAL.value, _("default")),
            (TableNumbering.NEW.value, _("players change tables")),
            (TableNumbering.RANK.value, _("by rank: table 1 is the top table")),
        ],
    )
    winds_first = forms.BooleanField(
        label=_("Even winds before close ranks"), required=False, help_text=_("For Swiss.")
    )
    sit_out = forms.BooleanField(
        label=_("Give byes to the lowest-ranked extra players, nobody twice before everybody once"), required=False
    )
    seed = forms.IntegerField(
        label=_("Seed"),
        required=False,
        min_value=0,
        max_value=MOST_SEED,
        help_text=_("The same standings and seed always give the same tables."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    folded = ("group", "pattern", "rest", "tables")

    def __init__(self, data: QueryDict, tournament: Tournament, files: Files = None) -> None:
        super().__init__(data, tournament, files)
        typed = cast(QueryDict, self.data)
        number = next((one.number for one in self.hall if str(one.number) == typed.get("hanchan")), 1)
        self.ranked = basis = pairing_basis(tournament, number, self.basis)
        self.seen = basis.digest
        methods = [one for one in Method if one is not Method.FINALS or basis.finalists]
        for name, offered in (("way", methods), ("rest", BELOW)):
            labels = [(one.value, label_of(one, basis.size)) for one in offered]
            set_choices(self, name, labels)
        typed.setdefault("way", usual_method(basis).value)
        if "seed" not in typed:
            typed["seed"] = str(randbelow(FIRST_SEEDS))
            if basis.over and self.basis.now.byes:
                typed["sit_out"] = "on"
        if basis.size == THREE:
            self.fields["pattern"].help_text = _(
                "For example 1-4-5 / 2-3-6; the pattern continues downwards. For finals, leave empty for 1–3, 4–6."
            )
        if not basis.finalists:
            del self.fields["rest"]
        if not basis.winds:
            del self.fields["winds_first"]
        if not basis.over:
            del self.fields["sit_out"]

    @property
    def choice(self) -> PairingChoice:
        """The choice of the valid form; what was left open is as usual."""
        given = {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}
        return PairingChoice(given.pop("way"), **{name: value for name, value in given.items() if name != "hanchan"})

    def answer(self) -> StandingsPairing:
        return StandingsPairing(self.ranked, self.choice, cast(QueryDict, self.data).get("seen", ""))

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Without the method, which is the way that is looked at."""
        return [(name, value) for name, value in super().pairs if name != "way"]

    @property
    def is_unfolded(self) -> bool:
        """Return whether something is typed, needed or wrong in a field that is folded."""
        typed = cast(QueryDict, self.data)
        needed = typed["way"] in (Method.GROUPS, Method.PATTERN, Method.FINALS)
        return needed or bool(typed.get("pattern")) or not self.errors.keys().isdisjoint(self.folded)

    @property
    def open_hanchan(self) -> int | None:
        """The first hanchan before this one that is not closed."""
        earlier = [one for one in self.hall if one.number < self.ranked.number]
        return next((one.number for one in earlier if one.state != HanchanState.CLOSED), None)

    def shown(self, preview: Preview) -> dict[str, object]:
        choice = replace(self.choice, method=Method(preview.proposal.key))
        hidden = hidden_before(inputs_of(self.tournament), self.ranked.number)
        page = pairing_page(self.ranked, choice, self.answer().made(choice), self.query)
        return page | {"hidden": spans(hidden)}
