"""Forms of pairing by the standings: the choice, and its confirmation."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from seating.swiss import STEPS
from tournament.planning.forms import VersionForm
from tournament.planning.pairing.basis import PairingBasis
from tournament.planning.pairing.methods import Method, PairingChoice, TableNumbering, label_of

MOST_SEED = 2**31 - 1
THREE = 3
"""So many sit at a table of sanma."""
STEP_LABELS = {
    0: _("closest ranks; repeats ignored"),
    4: _("a repeat counts as 4 ranks apart"),
    8: _("… 8 ranks apart"),
    16: _("… 16 ranks apart"),
    32: _("… 32 ranks apart"),
    64: _("… 64 ranks apart"),
    None: _("no repeats if possible"),
}


SHORT_STEPS = {
    0: _("ranks only"),
    4: _("4 ranks"),
    8: _("8 ranks"),
    16: _("16 ranks"),
    32: _("32 ranks"),
    64: _("64 ranks"),
    None: _("no repeats"),
}
"""The cost of a repeat, for a narrow table."""


def format_step(step: int | None) -> str:
    return "never" if step is None else str(step)


BELOW = (Method.SWISS, Method.SNAKE, Method.CHUNKS)
"""How those below the line of finals may be seated."""


class ChoiceForm(forms.Form):
    """The method and its details; it saves nothing."""

    method = forms.ChoiceField(label=_("How"), required=False)
    step = forms.ChoiceField(
        label=_("Repeats versus closeness"),
        required=False,
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
    rest = forms.ChoiceField(label=_("Below the cut"), required=False, choices=[(one.value, one) for one in BELOW])
    tables = forms.ChoiceField(
        label=_("Table numbers"),
        required=False,
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

    def __init__(self, *args: Any, basis: PairingBasis, **kwargs: Any):
        super().__init__(*args, **kwargs)
        methods = [one for one in Method if one is not Method.FINALS or basis.finalists]
        for name, offered in (("method", methods), ("rest", BELOW)):
            labels = [(one.value, label_of(one, basis.size)) for one in offered]
            self.fields[name].choices = labels  # type: ignore[attr-defined]
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
        """The choice, with defaults for what was left open."""
        given = self.cleaned_data
        step = given.get("step") or "never"
        return PairingChoice(
            method=Method(given.get("method") or Method.SWISS),
            step=None if step == "never" else int(step),
            group=given.get("group") or 4,
            pattern=given.get("pattern") or "",
            rest=Method(given.get("rest") or Method.SWISS),
            tables=TableNumbering(given.get("tables") or TableNumbering.USUAL),
            winds_first=bool(given.get("winds_first")),
            sit_out=bool(given.get("sit_out")),
            seed=given.get("seed") or 0,
        )


class ApplyForm(VersionForm):
    """The confirmation of the previewed tables, with the digest of their basis."""

    state = forms.CharField(widget=forms.HiddenInput, max_length=64)
