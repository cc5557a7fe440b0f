"""`scoring` and the shadow agree on rankings over many events."""

from random import Random

import pytest

from tests.shadow import compare_seasons, random_seasons


@pytest.mark.long("a thousand of them")
def test_a_thousand_random_seasons_agree() -> None:
    cases = random_seasons.seasons(compare_seasons.rules(), 1_000, Random(20_180_101))
    assert next(compare_seasons.differences(cases), None) is None


@pytest.mark.parametrize("key", ["ema-2018", "club-best-30", "average"])
def test_a_season_of_sixty_people_and_two_hundred_games_agrees(key: str) -> None:
    chance = Random(60_200)
    (rule,) = (one for one in compare_seasons.rules() if one["key"] == key)
    people = [f"P{number:02}" for number in range(60)]
    case = random_seasons.season(rule, chance, events=200, people=people, size=4 if rule["result"] == "game" else 24)
    assert next(compare_seasons.differences([case]), None) is None
    assert sum(len(one["results"]) for one in case["events"]) >= 800
    assert any(one["place"] for one in compare_seasons.ours(case).values())


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare_seasons, "theirs", lambda season: {})
    cases = random_seasons.seasons(compare_seasons.rules(), 9, Random(1))
    assert [*compare_seasons.differences(cases)]
