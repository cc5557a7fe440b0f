"""What is typed or stored for a setting of the standings: read, or refused by name and in words."""

import pytest

from scoring.rules.fields import RulesetProblem
from scoring.standings.rules import PLAIN, StandingRules

CUT = {"after": 6, "sizes": [16], "above": "1/2", "below": "0", "rounding": "up"}


def test_a_seed_text_loses_the_blanks_around_it_and_may_be_as_long_as_a_line() -> None:
    assert StandingRules.from_json({"lot_seed": "  dice 3 5 1 "}).lot_seed == "dice 3 5 1"
    assert len(StandingRules(lot_seed="x" * 200).lot_seed) == 200


@pytest.mark.parametrize(
    ("field", "message", "data"),
    [
        ("breakers", "“breakers” must be one of: firsts,", {"breakers": ["height"]}),
        ("cuts", "“cuts” is not a list.", {"cuts": {"1": CUT}}),
        ("cuts.1.sizes", "“cuts.1.sizes” is not a list.", {"cuts": [{**CUT, "sizes": 16}]}),
        ("cuts.2.above", "“cuts.2.above” must be one of: 1, 1/2, 1/4, 0.", {"cuts": [CUT, {**CUT, "above": "2/3"}]}),
        ("cuts.1.above", "“cuts.1.above” must be one of: 1, 1/2, 1/4, 0.", {"cuts": [{**CUT, "above": None}]}),
        ("teams.best", "“teams.best” is below 1.", {"teams": {"per": "total", "best": 0, "cuts": []}}),
        ("lot_seed", "“lot_seed” is not a line of text.", {"lot_seed": 351}),
        ("lot_seed", "“lot_seed” is longer than 200 characters.", {"lot_seed": "x" * 201}),
    ],
)
def test_what_cannot_be_is_refused_by_name_and_in_words(field: str, message: str, data: dict[str, object]) -> None:
    with pytest.raises(RulesetProblem) as problem:
        StandingRules.from_json(data)
    assert problem.value.field == field
    assert str(problem.value).startswith(message)


def test_what_is_not_said_is_the_default() -> None:
    assert StandingRules.from_json({"cuts": []}) == PLAIN
