"""The questions of a league at set-up, and a game as it is typed: who sat, from East on, with what points."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast
from uuid import uuid4

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.game import score_points
from scoring.points import Unit
from scoring.rankings import RANKING_RULES, RankingRule, ranking_rule
from scoring.rankings.rule import ResultOf
from tournament.core.form_fields import Sent
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.desk.forms import MOST_DEPOSITS, UnitPointsField
from tournament.events.forms import PresetChoice
from tournament.events.ruleset_display import preset_options
from tournament.leagues.actions import MOST_EVENINGS
from tournament.leagues.game_list import LIMITS, GameList, has_game_headings, read_games
from tournament.players.fields import PersonField
from tournament.players.forms import FileForm, PasteForm
from tournament.players.importing.known_persons import known_persons
from tournament.players.lookup import option
from tournament.players.models import Player
from tournament.players.queries import players_of
from tournament.reading.files import read_file, read_pasted
from tournament.reading.raw_table import Grid
from tournament.results.sheets.checks import TypedSheet
from tournament.translation.formats import enumeration, write_p

NEW = "new"
SOMEBODY_NEW = _("Somebody new")
EXAMPLE = "day, game, player, points\n2026-11-26, 1, Aiko Brandt, 45200\n2026-11-26, 1, Luc Moreau, 31100"


def rules_of_games() -> list[tuple[str, str]]:
    """Return the rules of rankings that count games, each with its title in the reader's language."""
    found = (rule for rule in map(ranking_rule, RANKING_RULES) if rule.result is ResultOf.GAME and not rule.carry)
    return [(rule.key, gettext(rule.title)) for rule in found]


class LeagueRuleForm(forms.Form):
    """The rule of a league's table, and from how many games on somebody is placed."""

    ranking = forms.ChoiceField(label=_("The table counts"), choices=rules_of_games, initial="average")
    least = forms.IntegerField(
        label=_("Games needed for a place"),
        min_value=1,
        max_value=1_000,
        initial=20,
        help_text=_("Whoever has fewer stands below the line."),
    )

    def rule(self) -> RankingRule:
        """Return the rule, of a valid form."""
        return replace(ranking_rule(self.cleaned_data["ranking"]), least=self.cleaned_data["least"])


class LeagueForm(LeagueRuleForm, PresetChoice):
    """A new league."""

    name = forms.CharField(label=_("Name"), max_length=120)
    first_day = forms.DateField(
        label=_("First evening"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    evenings = forms.IntegerField(
        label=_("Evenings"),
        min_value=1,
        max_value=MOST_EVENINGS,
        initial=16,
        help_text=_("A week apart. Games can be played on any other day, too."),
    )
    preset = forms.CharField(label=_("Rule set"), initial="wrc-2022")
    submission = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Sent = None, **options: Any) -> None:
        super().__init__(data, **options)
        self.fields["preset"].widget = forms.Select(choices=preset_options())

    field_order = ("name", "first_day", "evenings", "preset", "ranking", "least")


class ListedPersonField(PersonField):
    """A player chosen from a list, None for somebody new."""

    widget: forms.Select

    def clean(self, value: object) -> Player | None:  # type: ignore[override]  # nobody yet
        return None if value == NEW and (NEW, SOMEBODY_NEW) in self.widget.choices else super().clean(value)


class GameForm(forms.Form):
    """One game, in the order of the winds from East on. `is_list`: people are chosen from a list, as on a phone;
    `takes_new`: also somebody who is no player yet."""

    submission = forms.UUIDField(widget=forms.HiddenInput, required=False)
    deposits = forms.IntegerField(
        label=pgettext_lazy("of a game", "Riichi deposits left"),
        initial=0,
        min_value=0,
        max_value=MOST_DEPOSITS,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "maxlength": 3}),
    )
    confirmed = forms.BooleanField(label=_("This is how it was played"), required=False)
    is_another = forms.BooleanField(label=_("This is another game"), required=False)

    def __init__(
        self,
        data: Sent = None,
        *,
        tournament: Tournament,
        people: Sequence[Player],
        first: Sequence[Player] = (),
        is_list: bool = False,
        takes_new: bool = False,
    ) -> None:
        chosen = {f"player_{row}": one.number if is_list else option(one) for row, one in enumerate(first)}
        super().__init__(data, initial={"submission": uuid4(), **chosen})
        self.tournament = tournament
        for row, wind in enumerate(tournament.ruleset.winds):
            label = gettext("Player, {wind}").format(wind=gettext(wind.label))
            who = ListedPersonField(label=label) if is_list else PersonField(label=label)
            who.people = people
            if is_list:
                choices = [("", "–"), *((one.number, one.label) for one in people)]
                who.widget = forms.Select(choices=[*choices, (NEW, SOMEBODY_NEW)] if takes_new else choices)
            self.fields[f"player_{row}"] = who
            if takes_new:
                label = gettext("Name of the new player, {wind}").format(wind=gettext(wind.label))
                self.fields[f"new_{row}"] = forms.CharField(label=label, max_length=120, required=False)
            label = gettext("Points, {wind}").format(wind=gettext(wind.label))
            self.fields[f"points_{row}"] = UnitPointsField(unit=tournament.unit, label=label)

    @property
    def rows(self) -> list[tuple[str, forms.BoundField, forms.BoundField, forms.BoundField | None]]:
        """The rows of the game: wind, player, points, and the name of somebody new where that may be."""
        winds = self.tournament.ruleset.winds
        return [
            (
                wind.value,
                self[f"player_{row}"],
                self[f"points_{row}"],
                self[f"new_{row}"] if f"new_{row}" in self.fields else None,
            )
            for row, wind in enumerate(winds)
        ]

    @property
    def hundreds(self) -> int:
        """The points of a one that is typed."""
        return {Unit.FULL: 1, Unit.HUNDREDS: 100, Unit.THOUSANDS: 1_000}[self.tournament.unit]

    @property
    def newcomers(self) -> dict[str, str]:
        """The names of those who are no players yet, by their field; of a valid form."""
        rows = range(len(self.tournament.ruleset.winds))
        new = [row for row in rows if self.cleaned_data[f"player_{row}"] is None]
        return {f"player_{row}": self.cleaned_data[f"new_{row}"] for row in new}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for row, wind in enumerate(self.tournament.ruleset.winds):
            name = f"points_{row}"
            if cleaned.get(name) is None and name not in self.errors:
                self.add_error(name, gettext("Enter the points of {wind}.").format(wind=gettext(wind.label)))
            who = f"player_{row}"
            if who not in self.errors and cleaned[who] is None and not cleaned[f"new_{row}"]:
                self.add_error(f"new_{row}", gettext("Enter a name."))
        return cleaned

    def typed_sheet(self) -> TypedSheet:
        """Return the sheet for the action; only of a valid form."""
        typed = self.cleaned_data
        rows = [
            (wind, typed[f"player_{row}"].pk, typed[f"points_{row}"])
            for row, wind in enumerate(self.tournament.ruleset.winds)
        ]
        return TypedSheet.of(rows, typed["deposits"])

    def in_words(self) -> str:
        """Return who scored what, of a valid form: "Aiko Brandt +30.2, …"."""
        sheet = self.typed_sheet()
        scored = score_points(sheet.points, self.tournament.ruleset, sheet.deposits)
        names = [str(self.cleaned_data[f"player_{row}"]) for row in range(len(scored))]
        return enumeration(f"{name} {write_p(one.score)}" for name, one in zip(names, scored, strict=True))


class GameListForm(PasteForm, FileForm):
    """A list of games: a file or pasted rows, which stay on the page as if they had been pasted. Then, for each name
    that no player has, who is meant."""

    submission = forms.UUIDField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, data: Sent, files: "MultiValueDict[str, UploadedFile[Any]] | None", *, tournament: Tournament
    ) -> None:
        super().__init__(data, files, initial={"submission": uuid4()})
        self.tournament = tournament
        self.fields["file"].required = False
        self.fields["pasted"].widget.attrs["placeholder"] = EXAMPLE
        self.listed: GameList | None = None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        try:
            players = list(players_of(self.tournament))
            grid, persons = self._grid(cleaned), known_persons(self.tournament)
            self.listed = read_games(grid, self.tournament.ruleset, players, persons)
        except Refused as refused:
            self.add_error(refused.field if refused.field in self.fields else "pasted", refused.sentences)
            return cleaned
        for row, one in enumerate(self.listed.unknown):
            others = [(str(player.pk), str(player)) for player in one.similar]
            others += [(str(player.pk), str(player)) for player in players if player not in one.similar]
            choices = [("", "–")] * bool(one.similar) + [(NEW, gettext("a new player")), *others]
            known = gettext("Known from other events: {values}.").format(values=one.known) if one.fields else ""
            self.fields[f"who_{row}"] = forms.ChoiceField(
                label=one.text, choices=choices, required=False, help_text=known
            )
        return cleaned

    def _grid(self, cleaned: Mapping[str, Any]) -> Grid:
        if file := cleaned.get("file"):
            content = file.read(LIMITS.bytes + 1)  # one more is refused
            grid = read_file(file.name, content, limits=LIMITS, has_headings=has_game_headings)
            data = cast(QueryDict, self.data).copy()
            data["pasted"] = "\n".join("\t".join(line.cells) for line in grid.lines)
            self.data = data
            return grid
        return read_pasted(cleaned.get("pasted", ""), limits=LIMITS)

    @property
    def doubts(self) -> list[forms.BoundField]:
        """The fields that ask who a name means."""
        return [self[name] for name in self.fields if name.startswith("who_")]

    def meant(self) -> dict[str, Player] | None:
        """Return the players that were chosen for names; None while one that may be somebody is not decided."""
        found: dict[str, Player] = {}
        players = {str(player.pk): player for player in players_of(self.tournament)}
        for row, one in enumerate(self.listed.unknown if self.listed else ()):
            chosen = self.data.get(f"who_{row}", "")
            if chosen in players:
                found[one.text] = players[chosen]
            elif one.similar and chosen != NEW:
                return None
        return found


class PresenceForm(forms.Form):
    """Somebody who came tonight."""

    def __init__(self, data: Sent = None, *, people: Sequence[Player]) -> None:
        super().__init__(data)
        who = PersonField(label=gettext("Player"))
        who.people = people
        self.fields["who"] = who
