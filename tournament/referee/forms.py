"""Forms of a won hand: who won it and how, and its tiles, or its han and fu. Errors stand at a field, with a remedy."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.forms.utils import ErrorDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.hands.tiles import TileHand, check_discarder
from scoring.hands.value import TileValue, value_of
from scoring.messages import Message
from scoring.payments import HandValue, Liable, Payment, PaymentProblem, Yakuman, ron, tsumo
from scoring.payments.worth import is_played
from scoring.rules import Ruleset
from scoring.rules.values import FedYakuman, OpenRiichi, OtherYakuman
from scoring.winds import Wind
from tournament.desk.forms import MOST_DEPOSITS
from tournament.last_hand.forms import MOST_HONBA, CountField
from tournament.referee.entry import CALLED, CONCEALED, QUADS, WINNING, HandEntry

SELF_DRAW = "self-draw"
FED = "fed_"
MOST_HAN = 13
MOST_NORTH = 4
FU = (20, 25, *range(30, 111, 10), 120, 130, 140)
RIICHI, DOUBLE, OPEN = "riichi", "double", "open"
WAYS = {
    "": gettext_lazy("as usual"),
    "after_quad": gettext_lazy("after a quad"),
    "robbed_quad": gettext_lazy("robbing a quad"),
    "robbed_concealed": gettext_lazy("robbing a concealed quad"),
    "last_tile": gettext_lazy("as the last tile"),
    "first_turn": gettext_lazy("in the first turn"),
}
TEXT_FIELDS = {
    CONCEALED: gettext_lazy("Concealed tiles"),
    WINNING: gettext_lazy("Winning tile"),
    CALLED: gettext_lazy("Called sets"),
    QUADS: gettext_lazy("Concealed quads"),
    "dora": gettext_lazy("Dora indicators"),
    "ura": gettext_lazy("Ura dora indicators"),
}
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
    """Who won off whom, with honba and deposits; who fed which yakuman, where that makes liable."""

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
        self._choose("seat", winds)
        self._choose("by", [(SELF_DRAW, _("self-draw")), *winds])
        for fed in self.rules.hand.liability:
            self.fields[FED + fed] = forms.ChoiceField(
                label=_("Who fed the last set of {yakuman}?").format(yakuman=_(fed.label)),
                choices=[("", _("nobody")), *winds],
                widget=forms.RadioSelect(attrs={"form": "won"}),  # it stands in the answer, beside the form
                required=False,
            )
        for name in ("honba", "deposits"):
            self.fields[name].widget.attrs["placeholder"] = "0"

    def _choose(self, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  # for the types
        field.choices = choices

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
        self.add_error(field, forms.ValidationError([message.say(_), *filter(None, [str(REMEDIES.get(field, ""))])]))


class TileHandForm(WonHandForm):
    """A hand tile by tile. The texts of its tiles are those of `entry`, which taps change."""

    round = forms.ChoiceField(
        label=gettext_lazy("Round wind"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose the wind of the round.")},
    )
    riichi = forms.ChoiceField(label=gettext_lazy("Riichi"), widget=forms.RadioSelect, required=False)
    ippatsu = forms.BooleanField(label=gettext_lazy("Ippatsu"), required=False)
    fed_by_riichi = forms.BooleanField(label=gettext_lazy("The discarder had declared riichi"), required=False)
    way = forms.ChoiceField(label=gettext_lazy("The winning tile came"), widget=forms.RadioSelect, required=False)
    eighth_win = forms.BooleanField(label=gettext_lazy("The eighth win in a row"), required=False)
    north = CountField(MOST_NORTH, label=gettext_lazy("North tiles set aside"))

    found: TileValue | None = None
    hand: TileHand | None = None

    def __init__(self, data: Mapping[str, Any], rules: Ruleset, entry: HandEntry, *, asks: bool) -> None:
        self.entry = entry
        unread = {name: data.get(name, "") for name in entry.faults}
        super().__init__({**{name: data[name] for name in data}, **entry.texts(), **unread}, rules, asks=asks)

    def offer(self) -> None:
        """Offer what the rules play."""
        super().offer()
        own = self.rules.hand
        is_open = own.open_riichi is not OpenRiichi.NOTHING
        riichi = {"": _("no"), RIICHI: _("riichi"), DOUBLE: _("double riichi"), OPEN: _("open riichi")}
        self._choose("round", wind_choices(self.rules))
        self._choose("riichi", [one for one in riichi.items() if is_open or one[0] != OPEN])
        self._choose("way", [one for one in WAYS.items() if own.orphans_rob_quad or one[0] != "robbed_concealed"])
        for name, label in TEXT_FIELDS.items():
            self.fields[name] = _text_field(label)
        left_out = {
            "ippatsu": not own.ippatsu,
            "fed_by_riichi": own.open_riichi is not OpenRiichi.YAKUMAN_FED,
            "eighth_win": OtherYakuman.EIGHT_WINS not in own.other_yakuman,
            "north": self.rules.players == 4,
        }
        for name in (name for name, is_out in left_out.items() if is_out):
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        typed = super().clean()
        for name, message in self.entry.faults.items():
            self.add_error(name, message.say(_))
        if self.entry.missing and not self.entry.faults:
            self.add_error(CONCEALED, forms.ValidationError(_count_problem(self.entry)))
        elif not self.errors:
            self._read_hand(typed)
        return typed

    def _read_hand(self, typed: dict[str, Any]) -> None:
        try:
            self.hand = self._tile_hand(typed)
            if self.discarder:
                check_discarder(self.hand, self.discarder)
            self.found = value_of(self.hand, self.rules, typed["honba"])
        except PaymentProblem as problem:
            field = problem.message.field
            known = "way" if field and field in WAYS else field
            self.refuse(problem.message, known if known in self.fields else CONCEALED)

    def _tile_hand(self, typed: dict[str, Any]) -> TileHand:
        entry, riichi, way = self.entry, typed["riichi"], typed["way"]
        return TileHand(
            tiles=entry.tiles,
            winning=entry.win[0],
            seat=self.winner,
            round_wind=Wind(typed["round"]),
            melds=entry.sets,
            self_draw=self.discarder is None,
            riichi=bool(riichi),
            double_riichi=riichi == DOUBLE,
            open_riichi=riichi == OPEN,
            ippatsu=typed.get("ippatsu", False),
            fed_by_riichi=typed.get("fed_by_riichi", False),
            eighth_win=typed.get("eighth_win", False),
            dora=entry.dora,
            ura=entry.ura,
            north=typed.get("north", 0),
            **dict.fromkeys(("robbed_quad", way) if way == "robbed_concealed" else filter(None, [way]), True),
        )

    @property
    def situation(self) -> list[forms.BoundField]:
        """The fields of how the hand was won, in the order in which a referee asks."""
        names = ("round", "seat", "by", "riichi", "ippatsu", "fed_by_riichi", "way", "eighth_win", "north")
        return [self[name] for name in names if name in self.fields]

    @property
    def texts(self) -> list[forms.BoundField]:
        return [self[name] for name in TEXT_FIELDS]

    @property
    def tile_errors(self) -> list[str]:
        """What is wrong with the tiles; a text that cannot be read has it beside its field."""
        return [] if self.entry.faults else [one for name in TEXT_FIELDS for one in map(str, self.errors.get(name, ()))]


def _text_field(label: Any) -> forms.CharField:
    attrs = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
    return forms.CharField(label=label, required=False, widget=forms.TextInput(attrs=attrs))


def _count_problem(entry: HandEntry) -> str:
    """Return how many tiles are missing or too many, and what to do."""
    if not entry.win and entry.concealed_room < 1:
        return _("The winning tile is missing: choose “Winning tile” and tap it.")
    if entry.missing > 0:
        return _("Tiles missing: {n}. A hand has 14, a set counted as three: tap the others.").format(n=entry.missing)
    return _("Tiles too many: {n}. A hand has 14, a set counted as three: tap a tile to remove it.").format(
        n=-entry.missing
    )


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
        self._choose("han", [("", "–"), *((han, han) for han in range(1, MOST_HAN)), (MOST_HAN, most)])
        self._choose("fu", [("", "–"), *((fu, fu) for fu in FU)])
        self._choose("yakuman", [(one.value, _(one.label)) for one in playable(self.rules)])

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
