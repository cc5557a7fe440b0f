"""What the organiser's page of rules shows beside the form: what the values mean and what differs."""

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from scoring.rules import Ruleset
from tournament.events.rule_changes import NOT_ADAPTED, differing, usual_of
from tournament.events.rule_form import RulesForm
from tournament.events.rulebook import Difference, RulesPart, by_part, differences, has_unverified


@dataclass(frozen=True)
class RulesPage:
    """The form, and the rule set that stands on it; asked when the page is written, after a refusal too."""

    form: RulesForm
    started: bool

    @property
    def rules(self) -> Ruleset:
        return self.form.shown

    @property
    def usual(self) -> Ruleset | None:
        return usual_of(self.rules)

    @property
    def differences(self) -> tuple[Difference, ...]:
        return differences(self.rules)

    @property
    def is_adapted(self) -> bool:
        """Whether the title says so: a time limit of one's own adapts nothing."""
        return any(one.name not in NOT_ADAPTED for one in self.differences)

    @cached_property
    def parts(self) -> tuple[RulesPart, ...]:
        return by_part(self.rules)

    @property
    def has_unverified(self) -> bool:
        return has_unverified(self.parts)

    @property
    def is_editable(self) -> bool:
        """Rules hold still after the first start; what was typed by then is still shown."""
        return not self.started or self.form.is_bound

    @property
    def is_unsaved(self) -> bool:
        return self.form.is_bound and (bool(self.form.errors) or bool(differing(self.form.rules, self.rules)))

    @property
    def problems(self) -> list[str]:
        """Everything that is wrong, each with the value it is about."""
        labels = {name: str(field.label) for name, field in self.form.fields.items()}
        return [
            _("{label}: {problem}").format(label=labels[name], problem=problem) if name in labels else problem
            for name, problems in self.form.errors.items()
            for problem in problems
        ]
