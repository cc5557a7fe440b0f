"""The form of a hand tile by tile: how it was won, and the texts of its tiles, which taps change."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.hands.tiles import TileHand, check_discarder
from scoring.hands.value import TileValue, value_of
from scoring.payments import PaymentProblem
from scoring.rules import Ruleset
from scoring.rules.values import OpenRiichi, OtherYakuman
from scoring.winds import Wind
from tournament.core.form_fields import set_choices
from tournament.core.messages import Text, sentence
from tournament.hanchan.last_hand.forms import CountField
from tournament.referee.entry import CALLED, CONCEALED, QUADS, WINNING, HandEntry
from tournament.referee.forms import WonHandForm, wind_choices

MOST_NORTH = 4
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

    def __init__(self, data: Mapping[str, object], rules: Ruleset, entry: HandEntry, *, asks: bool) -> None:
        self.entry = entry
        unread = {name: data.get(name, "") for name in entry.faults}
        super().__init__({**{name: data[name] for name in data}, **entry.texts(), **unread}, rules, asks=asks)

    def offer(self) -> None:
        """Offer what the rules play."""
        super().offer()
        own = self.rules.hand
        is_open = own.open_riichi is not OpenRiichi.NOTHING
        riichi = {"": _("no"), RIICHI: _("riichi"), DOUBLE: _("double riichi"), OPEN: _("open riichi")}
        set_choices(self, "round", wind_choices(self.rules))
        set_choices(self, "riichi", [one for one in riichi.items() if is_open or one[0] != OPEN])
        set_choices(self, "way", [one for one in WAYS.items() if own.orphans_rob_quad or one[0] != "robbed_concealed"])
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

    def clean(self) -> dict[str, object]:
        typed = super().clean()
        for name, message in self.entry.faults.items():
            self.add_error(name, sentence(message))
        if (self.entry.missing or len(self.entry.win) != 1) and not self.entry.faults:
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
        """The errors in the tiles; a text that cannot be read has its error beside its field."""
        return [] if self.entry.faults else [one for name in TEXT_FIELDS for one in map(str, self.errors.get(name, ()))]


def _text_field(label: Text) -> forms.CharField:
    attrs = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
    return forms.CharField(label=label, required=False, widget=forms.TextInput(attrs=attrs))


def _count_problem(entry: HandEntry) -> str:
    """Return how many tiles are missing or too many, and what to do."""
    if len(entry.win) > 1:
        return _("One tile wins, not {n}: tap the wrong one to remove it.").format(n=len(entry.win))
    if not entry.win and entry.concealed_room == 0:
        return _("The winning tile is missing: choose “Winning tile” and tap it.")
    if not entry.missing:
        return _("Which tile won? Tap it in the hand to remove it, choose “Winning tile” and tap it there.")
    if entry.missing > 0:
        return _("Tiles missing: {n}. A hand has 14, a set counted as three: tap the others.").format(n=entry.missing)
    return _("Tiles too many: {n}. A hand has 14, a set counted as three: tap a tile to remove it.").format(
        n=-entry.missing
    )
