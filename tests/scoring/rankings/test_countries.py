"""The ranking of countries."""

from fractions import Fraction

from scoring.rankings import rank
from scoring.rankings.countries import country_ranking
from tests.scoring.rankings.seasons import DAY, rule, scored

ROWS = rank([scored("1", Anna=90, Ben=60, Cem=30, Dana=20, Eve=200, Fay=0)], rule(country_best=3), DAY)
OF = {"Anna": "PL", "Ben": "PL", "Cem": "PL", "Dana": "PL", "Eve": "SE"}


def test_a_country_is_the_mean_of_its_best_three_also_where_there_are_fewer() -> None:
    found = country_ranking(ROWS, OF, rule(country_best=3, country_above=50_000))
    assert [(one.country, one.place, one.ranking) for one in found] == [
        ("SE", 1, Fraction(200_000, 3)),
        ("PL", 2, 60_000),
    ]
    assert [(one.ranked, one.above, [row.person for row in one.best]) for one in found] == [
        (1, 1, ["Eve"]),
        (4, 2, ["Anna", "Ben", "Cem"]),
    ]


def test_exactly_at_the_line_is_not_above_it() -> None:
    (found,) = country_ranking(ROWS, {"Ben": "PL"}, rule(country_best=1, country_above=60_000))
    assert found.above == 0


def test_equal_countries_share_a_place_and_without_a_line_nobody_is_above() -> None:
    rows = rank([scored("1", Anna=9, Ben=9, Cem=1)], rule(), DAY)
    found = country_ranking(rows, {"Anna": "PL", "Ben": "AT", "Cem": "SE"}, rule(country_best=1))
    assert [(one.country, one.place, one.shared, one.above) for one in found] == [
        ("AT", 1, True, None),
        ("PL", 1, True, None),
        ("SE", 3, False, None),
    ]


def test_whoever_has_no_place_counts_for_no_country_and_a_rule_may_have_none() -> None:
    rows = rank([scored("1", Anna=9)], rule(least=2), DAY)
    assert country_ranking(rows, {"Anna": "PL"}, rule(country_best=3)) == ()
    assert country_ranking(ROWS, OF, rule()) == ()
