"""What is chosen for a hanchan by the standings, and taking it over."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.pairing.methods import Choice, Method, Tables, label_of
from tournament.pairing.situation import Situation
from tournament.seating.forms import DecisionForm
from tournament.seating.planner.by_standings import STEPS

MOST_SEED = 2**31 - 1
THREE = 3
"""So many sit at a table of sanma."""
STEP_LABELS = {
    0: _("close in rank; repeats do not matter"),
    4: _("a repeat is as bad as 4 ranks apart"),
    8: _("… 8 ranks apart"),
    16: _("… 16 ranks apart"),
    32: _("… 32 ranks apart"),
    64: _("… 64 ranks apart"),
    None: _("never meet again where that can be"),
}


SHORT_STEPS = {
    0: _("only ranks count"),
    4: _("4 ranks"),
    8: _("8 ranks"),
    16: _("16 ranks"),
    32: _("32 ranks"),
    64: _("64 ranks"),
    None: _("never again"),
}
"""As bad as a repeat is, for a narrow table."""


def written_step(step: int | None) -> str:
    return "never" if step is None else str(step)


BELOW = (Method.SWISS, Method.SNAKE, Method.CHUNKS)
"""How those below the line of finals may be seated."""


class ChoiceForm(forms.Form):
    """The method and its details; a form that saves nothing."""

    method = forms.ChoiceField(label=_("How"), required=False)
    step = forms.ChoiceField(
        label=_("Repeats against closeness"), required=False,
        choices=[(written_step(step), STEP_LABELS[step]) for step in reversed(STEPS)],
        help_text=_("For Swiss."),
    )  # fmt: skip
    group = forms.IntegerField(
        label=_("Tables in a group"), required=False, min_value=1, max_value=250, help_text=_("For groups.")
    )
    pattern = forms.CharField(
        label=_("Ranks at each table"), required=False, max_length=4000,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        help_text=_("For example 1-4-5-8 / 2-3-6-7; it goes on below them. In finals: empty is 1–4, 5–8."),
    )  # fmt: skip
    rest = forms.ChoiceField(label=_("Below the line"), required=False, choices=[(one.value, one) for one in BELOW])
    tables = forms.ChoiceField(
        label=_("Table numbers"), required=False,
        help_text=_("As usual: nobody stays at a table; in finals and patterns by rank."),
        choices=[
            (Tables.USUAL.value, _("as usual")),
            (Tables.NEW.value, _("nobody stays at a table")),
            (Tables.RANK.value, _("by rank: table 1 is the top table")),
        ],
    )  # fmt: skip
    winds_first = forms.BooleanField(
        label=_("Even winds come before closeness in rank"), required=False, help_text=_("For Swiss.")
    )
    sit_out = forms.BooleanField(
        label=_("Who is over sits out: the lowest, nobody twice before all have"), required=False
    )
    seed = forms.IntegerField(
        label=_("Seed"), required=False, min_value=0, max_value=MOST_SEED,
        help_text=_("The same standings and the same seed give the same tables, on any machine."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )  # fmt: skip

    def __init__(self, *args: Any, known: Situation, **kwargs: Any):
        super().__init__(*args, **kwargs)
        methods = [one for one in Method if one is not Method.FINALS or known.finalists]
        for name, offered in (("method", methods), ("rest", BELOW)):
            labels = [(one.value, label_of(one, known.size)) for one in offered]
            self.fields[name].choices = labels  # type: ignore[attr-defined]
        if known.size == THREE:
            self.fields["pattern"].help_text = _(
                "For example 1-4-5 / 2-3-6; it goes on below them. In finals: empty is 1–3, 4–6."
            )
        if not known.finalists:
            del self.fields["rest"]
        if not known.winds:
            del self.fields["winds_first"]
        if not known.over:
            del self.fields["sit_out"]

    @property
    def choice(self) -> Choice:
        """What was chosen; what was left open is as usual."""
        given = self.cleaned_data
        step = given.get("step") or "never"
        return Choice(
            method=Method(given.get("method") or Method.SWISS),
            step=None if step == "never" else int(step),
            group=given.get("group") or 4,
            pattern=given.get("pattern") or "",
            rest=Method(given.get("rest") or Method.SWISS),
            tables=Tables(given.get("tables") or Tables.USUAL),
            winds_first=bool(given.get("winds_first")),
            sit_out=bool(given.get("sit_out")),
            seed=given.get("seed") or 0,
        )


class TakeOverForm(DecisionForm):
    """The previewed tables are wanted: the digest of what they were made from."""

    reason = None
    state = forms.CharField(widget=forms.HiddenInput, max_length=64)
