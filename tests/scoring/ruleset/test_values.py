"""Every choice of a rule set says itself in words of its own."""

import pytest

from scoring.ruleset import values as rule_values
from scoring.ruleset.values import Abortive, Choice, Counted, DealerRepeats, Fed, Nagashi, Renhou

CHOICES = [kind for kind in vars(rule_values).values() if isinstance(kind, type) and issubclass(kind, Choice)]


@pytest.mark.parametrize("kind", [kind for kind in CHOICES if kind is not Choice])
def test_the_choices_of_a_rule_differ_in_words(kind: type[Choice]) -> None:
    assert len({choice.label for choice in kind}) == len(kind)


def test_choices_of_two_rules_that_are_spelled_alike_keep_their_own_words() -> None:
    assert (Nagashi.WIN.label, DealerRepeats.WIN.label) == ("counts as a mangan won by self-draw", "a win")
    assert (Fed.FOUR_QUADS.label, Abortive.FOUR_QUADS.label) == ("Four Quads", "four quads of several players")
    assert (Counted.YAKUMAN.label, Renhou.YAKUMAN.label) == ("as much as a yakuman", "is a yakuman")
    assert (Nagashi.NOTHING.label, Renhou.NOTHING.label) == ("is not played", "has no yaku of its own")
