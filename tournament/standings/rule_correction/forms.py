"""The form that changes the rules of an event under way: the rules as shown, the reason and the password."""

import json
import uuid

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.rules import Ruleset
from scoring.rules.fields import RulesetProblem
from tournament.core.form_fields import Sent
from tournament.core.messages import sentence
from tournament.events.rule_changes import problem_text


class RuleCorrectionForm(forms.Form):
    """The rules that were shown, with the reason and the password."""

    submission = forms.UUIDField(widget=forms.HiddenInput)
    base = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    rules = forms.CharField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        error_messages={"required": _("Enter a reason for the change.")},
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, data: Sent = None, *, rules: Ruleset | None = None, base: int = 0) -> None:
        values = {"submission": uuid.uuid4(), "base": base, "rules": json.dumps(rules.to_json()) if rules else ""}
        super().__init__(data, initial=values)

    def clean_rules(self) -> Ruleset:
        try:
            return Ruleset.from_json(json.loads(self.cleaned_data["rules"]))
        except RulesetProblem as wrong:
            raise forms.ValidationError(sentence(problem_text(wrong))) from wrong
        except (ValueError, TypeError, AttributeError, KeyError) as wrong:
            raise forms.ValidationError(gettext("These are no rules. Begin again on the page of the rules.")) from wrong
