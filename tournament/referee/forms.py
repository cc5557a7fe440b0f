"""Forms of a won hand: who won it and how, and its tiles, or its han and fu. Errors stand at a field, with a remedy."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.forms.utils import ErrorDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.messages import Message
from scoring.payments import HandValue, Liable, Payment, PaymentProblem, Yakuman, ron, tsumo
from scoring.payments.worth import is_played
from scoring.rules import Ruleset
from scoring.rules.values import FedYakuman
from scoring.winds import Wind
from tournament.core.form_fields import set_choices
from tournament.core.messages import sentence
from tournament.desk.forms import MOST_DEPOSITS
from tournament.hanchan.last_hand.forms import CountField
from tournament.results.all_last.models import MOST_HONBA

SELF_DRAW = "self-draw"
FED = "fed_"
MOST_HAN = 13
FU = (20, 25, *range(30, 111, 10), 120, 130, 140)
REMEDIES = {
    "tiles": gettext_lazy("Compare tiles, winds and the way it was won with the table; tap a tile to remove it."),
    "riichi": gettext_lazy("Choose no riichi, or correct the called sets."),
    "ippatsu": gettext_lazy("Untick ippatsu, or choose riichi."),
    "dora": gettext_lazy("Tap an indicator to remove it."),
    "ura": gettext_lazy("Tap the ura indicators to remove them, or choose riichi."),
    "north": gettext_lazy("Enter how many North tiles lie beside the hand."),
    "way": gettext_lazy("Choose another way, or correct the hand."),
    "fu": gettext_lazy("Choose other han, other fu, or the other way of winning."),
    "yakuman": gettext_lazy("Tick only the yakuman of this hand, or change how it was won."),
}
"""The way out of a problem with a field, below what is wrong."""


def wind_choices(rules: Ruleset) -> list[tuple[str, str]]:
    """Return the winds of a table, in words."""
    return [(wind.value, _(wind.label)) for wind in rules.winds]


class WonHandForm(forms.Form):
    """The winner and the discarder, with honba and deposits; who fed which yakuman, where that makes liable."""

    seat = forms.ChoiceField(
        label=gettext_lazy("Seat wind of the winner"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose the wind of the player who won.")},
    )
    by = forms.ChoiceField(
        label=gettext_lazy("Won by self-draw, or on whose discard?"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose self-draw, or who discarded the winning tile.")},
    )
    honba = CountField(MOST_HONBA, label=gettext_lazy("Honba"))
    deposits = CountField(MOST_DEPOSITS, label=gettext_lazy("Riichi deposits"))

    def __init__(self, data: Mapping[str, Any], rules: Ruleset, *, asks: bool) -> None:
        super().__init__(data)
        self.rules, self.asks = rules, asks
        self.offer()
        if not asks:
            self._errors = ErrorDict()  # nothing was asked for yet

    def offer(self) -> None:
        """Offer the winds of the table, and who may be liable."""
        winds = wind_choices(self.rules)
        set_choices(self, "seat", winds)
        set_choices(self, "by", [(SELF_DRAW, _("self-draw")), *winds])
        for fed in self.rules.hand.liability:
            self.fields[FED + fed] = forms.ChoiceField(
                label=_("Who fed the last set of {yakuman}?").format(yakuman=_(fed.label)),
                choices=[("", _("nobody")), *winds],
                widget=forms.RadioSelect(attrs={"form": "won"}),  # it stands in the answer, beside the form
                required=False,
            )
        for name in ("honba", "deposits"):
            self.fields[name].widget.attrs["placeholder"] = "0"

    def clean(self) -> dict[str, Any]:
        typed = self.cleaned_data
        if typed.get("seat") and typed.get("seat") == typed.get("by"):
            self.add_error("by", _("Nobody wins on their own discard: choose another discarder or another winner."))
        for fed in self.rules.hand.liability:
            if typed.get("seat") and typed.get(FED + fed) == typed["seat"]:
                self.add_error(FED + fed, _("The winner is not liable: choose who fed the set, or nobody."))
        return typed

    @property
    def winner(self) -> Wind:
        return Wind(self.cleaned_data["seat"])

    @property
    def discarder(self) -> Wind | None:
        by = self.cleaned_data["by"]
        return None if by == SELF_DRAW else Wind(by)

    def liable(self, value: HandValue) -> tuple[Liable, ...]:
        """Return who was named liable for a yakuman that the hand has."""
        chosen = {fed: self.cleaned_data.get(FED + fed) for fed in self.feedable(value)}
        return tuple(Liable(Wind(by), fed) for fed, by in chosen.items() if by)

    def feedable(self, value: HandValue) -> tuple[FedYakuman, ...]:
        """Return the yakuman of the hand that make whoever fed them liable."""
        return tuple(fed for fed in self.rules.hand.liability if Yakuman(fed) in value.named)

    def liability_fields(self, value: HandValue) -> list[forms.BoundField]:
        return [self[FED + fed] for fed in self.feedable(value)]

    def payment(self, value: HandValue) -> Payment:
        """Return who pays what; only of a valid form. Raises PaymentProblem."""
        read, liable = self.cleaned_data, self.liable(value)
        if self.discarder is None:
            return tsumo(self.winner, value, self.rules, read["honba"], read["deposits"], liable)
        return ron(self.winner, self.discarder, value, self.rules, read["honba"], read["deposits"], liable)

    def refuse(self, message: Message, field: str) -> None:
        """Put what is wrong beside a field, with the way out."""
        self.add_error(field, forms.ValidationError([sentence(message), *filter(None, [str(REMEDIES.get(field, ""))])]))


class HanFuForm(WonHandForm):
    """A hand by han and fu, or by the names of its yakuman."""

    han = forms.TypedChoiceField(label=gettext_lazy("Han, with dora"), coerce=int, empty_value=None, required=False)
    fu = forms.TypedChoiceField(label=gettext_lazy("Fu"), coerce=int, empty_value=None, required=False)
    yakuman = forms.MultipleChoiceField(
        label=gettext_lazy("Yakuman"), widget=forms.CheckboxSelectMultiple, required=False
    )

    value: HandValue | None = None

    def offer(self) -> None:
        """Offer the yakuman of the rules."""
        super().offer()
        most = _("{han} or more").format(han=MOST_HAN)
        set_choices(self, "han", [("", "–"), *((han, han) for han in range(1, MOST_HAN)), (MOST_HAN, most)])
        set_choices(self, "fu", [("", "–"), *((fu, fu) for fu in FU)])
        set_choices(self, "yakuman", [(one.value, _(one.label)) for one in playable(self.rules)])

    def clean(self) -> dict[str, Any]:
        typed = super().clean()
        han, fu, named = typed.get("han"), typed.get("fu"), typed.get("yakuman", [])
        if han and named:
            self.add_error("han", _("A yakuman has no han: choose “–”, or untick the yakuman."))
        elif not han and not named and not self.errors.keys() & {"han", "yakuman"}:
            self.add_error("han", _("Choose the han of the hand, or tick its yakuman."))
        elif han and han < 5 and not fu:
            self.add_error("fu", _("Choose the fu: below five han they count."))
        if not self.errors:
            self._read_value(typed)
        return typed

    def _read_value(self, typed: dict[str, Any]) -> None:
        named = [Yakuman(one) for one in typed["yakuman"]]
        try:
            self.value = HandValue.of(*named) if named else HandValue(typed["han"], typed["fu"] or 0)
            self.payment(self.value)
        except PaymentProblem as problem:
            self.refuse(problem.message, "yakuman" if named else "fu")


WIDER = {Yakuman.FOUR_TRIPLETS_PAIR, Yakuman.ORPHANS_THIRTEEN, Yakuman.NINE_GATES_NINE}


def playable(rules: Ruleset) -> Sequence[Yakuman]:
    """Return the yakuman of a rule set; those told apart by their wait only where they count double."""
    told_apart = rules.hand.double_yakuman
    return [one for one in Yakuman if is_played(one, rules) and (told_apart or one not in WIDER)]
