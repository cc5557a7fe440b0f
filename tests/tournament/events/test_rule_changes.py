"""What becomes of a rule set when an organiser changes it."""

import pytest

from scoring.rules import preset
from scoring.rules.files import PRESETS
from scoring.rules.ruleset import BY_THE_ORGANISER
from tournament.core.messages import Refused
from tournament.events.rule_changes import chosen, differing, with_changes

WRC = preset("wrc-2022")


def test_another_time_limit_alone_adapts_nothing():
    assert with_changes(WRC, {"time": {"minutes": 75}}).title == "WRC 2022"
    assert with_changes(WRC, {"time": {"minutes": 75, "during": 1}}).title == "WRC 2022, adapted"


def test_a_value_of_a_part_is_told_by_its_dotted_name_before_and_after():
    changed = with_changes(WRC, {"hand": {"kiriage": not WRC.hand.kiriage}, "lateness": {"forfeit": 20_000}})
    assert differing(WRC, changed) == {
        "title": ["WRC 2022", "WRC 2022, adapted"],
        "hand.kiriage": [WRC.hand.kiriage, not WRC.hand.kiriage],
        "lateness.forfeit": [30_000, 20_000],
    }


def test_a_changed_value_is_the_organisers_and_back_again_it_has_its_clause_again():
    changed = with_changes(WRC, {"start": 25_000})
    assert changed.sources["start"] == changed.sources["oka"] == BY_THE_ORGANISER
    assert with_changes(changed, {"start": 30_000}) == WRC


@pytest.mark.parametrize("key", [key for key in PRESETS if preset(key).players == 4])
def test_the_mark_of_a_value_goes_when_it_is_changed_and_comes_back_with_it(key):
    rules = preset(key)
    changed = with_changes(rules, {"hand": {"kiriage": not rules.hand.kiriage}, "lateness": {"minutes": 42}})
    assert not {"hand.kiriage", "lateness.minutes"} & changed.marks.keys()
    before = {"hand": {"kiriage": rules.hand.kiriage}, "lateness": {"minutes": rules.lateness.minutes}}
    assert with_changes(changed, before) == rules


def test_own_rules_are_never_called_adapted():
    assert with_changes(preset("own"), {"start": 25_000}).title == preset("own").title


def test_what_is_wrong_is_said_with_the_label_of_its_value():
    with pytest.raises(Refused, match=r"“Minutes per hanchan” is above 600\.") as refused:
        with_changes(WRC, {"time": {"minutes": 601}})
    assert refused.value.field == "time.minutes"


@pytest.mark.parametrize("key", ["tenhou-3", "mahjong-soul-3"])
def test_a_rule_set_for_tables_of_three_is_one_to_choose(key):
    assert chosen(key).players == 3


def test_tables_become_tables_of_three_only_together_with_their_uma():
    with pytest.raises(Refused, match="“Uma” needs 3 values") as refused:
        with_changes(WRC, {"players": 3})
    assert refused.value.field == "uma"
    assert with_changes(WRC, {"players": 3, "uma": [15_000, 0, -15_000]}).total == 90_000


def test_a_rule_set_that_there_is_not_is_refused():
    with pytest.raises(Refused, match="no rule set called “wrc-1999”"):
        chosen("wrc-1999")
