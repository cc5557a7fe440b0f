"""Every value of a rule set, and each of its choices, says itself in words of its own."""

import pytest

from scoring.rules import rule_names
from scoring.rules import values as rule_values
from scoring.rules.fields import RuleSection, value_texts
from scoring.rules.values import Abortive, DealerRepeats, FedYakuman, KazoeYakuman, Nagashi, Renhou, RuleChoice

CHOICES = [kind for kind in vars(rule_values).values() if isinstance(kind, type) and issubclass(kind, RuleChoice)]


@pytest.mark.parametrize("kind", [kind for kind in CHOICES if kind is not RuleChoice])
def test_the_choices_of_a_rule_differ_in_words(kind: type[RuleChoice]) -> None:
    assert len({choice.label for choice in kind}) == len(kind)


def test_choices_of_two_rules_that_are_spelled_alike_keep_their_own_words() -> None:
    assert (Nagashi.WIN.label, DealerRepeats.WIN.label) == ("counts as a mangan won by self-draw", "a win")
    assert (FedYakuman.FOUR_QUADS.label, Abortive.FOUR_QUADS.label) == ("Four Quads", "four quads of several players")
    assert (KazoeYakuman.YAKUMAN.label, Renhou.YAKUMAN.label) == ("as much as a yakuman", "is a yakuman")
    assert (Nagashi.NOTHING.label, Renhou.NOTHING.label) == ("is not played", "has no yaku of its own")


def test_every_value_has_its_texts_and_no_text_is_without_its_value() -> None:
    assert set(value_texts()) == {one.name for one in rule_names()}
    assert len({texts.label for texts in value_texts().values()}) == len(value_texts())
    told_by_notes_alone = {RuleSection.ETIQUETTE, RuleSection.NOT_COVERED}
    assert {texts.section for texts in value_texts().values()} == set(RuleSection) - told_by_notes_alone
