"""The forms of a ranking's administration."""

from datetime import date
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.rankings import RANKING_RULES, RankingRule, ranking_rule
from scoring.rankings.files import read_ranking_rule
from scoring.rules.rule_file import RuleFileProblem
from tournament.core.form_fields import Files, Sent, set_choices
from tournament.core.messages import Text, sentence
from tournament.rankings.actions import MOST_DAYS
from tournament.rankings.models import ClubRanking, FrozenRanking
from tournament.rankings.queries import seasons_to_carry
from tournament.translation.formats import series, written

OWN = "own"
MOST_BYTES = 20_000  # of a rule's file; the longest preset has 2,000


def _day(label: Text, **kwargs: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **kwargs)


def _reason(label: Text, **kwargs: Any) -> forms.CharField:
    return forms.CharField(label=label, max_length=500, **kwargs)


class RankingForm(forms.Form):
    """A new ranking: its club, its name and its rule."""

    name = forms.CharField(
        label=_("Name"), max_length=120, error_messages={"required": _("Enter the name of the ranking.")}
    )
    club = forms.ChoiceField(label=pgettext_lazy("of an installation", "Club"))
    rule = forms.ChoiceField(label=_("Rule"))
    file = forms.FileField(
        label=_("File of the rule (TOML)"),
        required=False,
        help_text=_("For a rule of your own. A file that comes with the program is a good beginning."),
        widget=forms.FileInput(attrs={"accept": ".toml,text/plain"}),
    )

    def __init__(self, clubs: list[tuple[int, str]], data: Sent = None, files: Files = None):
        super().__init__(data, files, initial={"rule": "ema-2018"})
        set_choices(self, "club", clubs)
        if len(clubs) == 1:
            self.fields["club"].widget, self.fields["club"].initial = forms.HiddenInput(), clubs[0][0]
        offered = [(rule.key, rule_title(rule)) for rule in map(ranking_rule, RANKING_RULES)]
        set_choices(self, "rule", [*offered, (OWN, _("A rule of your own, from a file"))])

    def clean(self) -> dict[str, Any]:
        """Add the rule itself as `rules`."""
        found: dict[str, Any] = self.cleaned_data
        if found.get("rule") != OWN:
            return {**found, "rules": ranking_rule(found["rule"])} if found.get("rule") else found
        upload = found.get("file")
        if upload is None:
            if "file" not in self.errors:
                self.add_error("file", gettext("Choose the file of the rule."))
            return found
        try:
            return {**found, "rules": rule_of_upload(upload)}
        except forms.ValidationError as wrong:
            self.add_error("file", wrong)
            return found


def rule_title(rule: RankingRule) -> str:
    """Return title and edition of a rule in the reader's language."""
    return series(gettext(text) for text in (rule.title, rule.edition) if text)


def rule_of_upload(upload: "UploadedFile[Any]") -> RankingRule:
    """Return the rule of an uploaded file. Raises ValidationError."""
    if upload.size is None or upload.size > MOST_BYTES:
        text = gettext("The file has more than {size} kB: no rule of a ranking is that long.")
        raise forms.ValidationError(text.format(size=MOST_BYTES // 1000))
    try:
        return read_ranking_rule(upload.read().decode("utf-8-sig"))
    except UnicodeDecodeError as wrong:
        raise forms.ValidationError(gettext("The file is not text in UTF-8. Save it as a plain text file.")) from wrong
    except RuleFileProblem as wrong:
        raise forms.ValidationError([sentence(one) for one in wrong.problems]) from wrong


class RankingDetailsForm(forms.Form):
    """The name of a ranking, whether everybody may see it, and the season that its rule carries over."""

    name = forms.CharField(
        label=_("Name"), max_length=120, error_messages={"required": _("Enter the name of the ranking.")}
    )
    is_public = forms.BooleanField(
        label=_("The ranking is public"), required=False, help_text=_("Otherwise only the club sees it.")
    )
    last_season = forms.ChoiceField(label=_("Last season, frozen"), required=False)

    def __init__(self, ranking: ClubRanking, data: Sent = None):
        now = {"name": ranking.name, "is_public": ranking.is_public, "last_season": ranking.last_season_id}
        super().__init__(data, initial=now)
        self.seasons = {str(one.pk): one for one in seasons_to_carry(ranking)} if ranking.rules.carry else {}
        named = [(key, f"{one.ranking}, {written(one.as_of, 'day')}") for key, one in self.seasons.items()]
        set_choices(self, "last_season", [("", _("None: this is the first season")), *named])

    def clean_last_season(self) -> FrozenRanking | None:
        return self.seasons.get(self.cleaned_data["last_season"])


class RankedEventForm(forms.Form):
    """An event to add, or what it counts with."""

    tournament = forms.ChoiceField(label=_("Event"))
    weight = forms.CharField(
        label=_("Weight"), max_length=20, required=False, help_text=_("As 2, 1.5 or 3/2. Leave empty for 1.")
    )
    days = forms.IntegerField(
        label=_("Days"),
        required=False,
        min_value=1,
        max_value=MOST_DAYS,
        help_text=_("Leave empty to count from the first to the last day of the event."),
    )
    qualification = forms.BooleanField(label=_("Players had to qualify"), required=False)

    def __init__(self, choices: list[tuple[str, str]], data: Sent = None, **kwargs: Any):
        super().__init__(data, **kwargs)
        set_choices(self, "tournament", choices)


class PersonPenaltyForm(forms.Form):
    """A penalty in a ranking."""

    person = forms.ChoiceField(label=_("Player"))
    amount = forms.IntegerField(
        label=_("Subtracted"),
        min_value=1,
        max_value=1_000_000,
        help_text=_("In what the ranking is counted in; where scores count, in points."),
    )
    day = _day(_("From"))
    reason = _reason(_("Reason"), error_messages={"required": _("Say what the penalty is for.")})

    def __init__(self, people: list[tuple[str, str]], data: Sent = None):
        super().__init__(data)
        set_choices(self, "person", people)


class FreezeForm(forms.Form):
    """The day for which a ranking is frozen."""

    on = _day(_("As of"))
    reason = _reason(_("Note"), required=False)
    password = forms.CharField(required=False)

    def __init__(self, today: date, data: Sent = None):
        super().__init__(data, initial={"on": today})


class TakeBackForm(forms.Form):
    """The reason why a frozen ranking is taken back."""

    reason = _reason(_("Reason"), error_messages={"required": _("Say why the frozen ranking is taken back.")})
    password = forms.CharField(required=False)
