"""Changing a rule set: what becomes of values, sources and the oka, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.fouls import SCHEDULES
from scoring.rules import Ruleset, preset
from scoring.rules.fields import RulesetProblem
from scoring.rules.ruleset import BY_THE_ORGANISER
from scoring.rules.value_kinds import FloatingUma
from scoring.rules.values import Bust, HandRules, Leftover

WRC = preset("wrc-2022")
CHOICES = "split, split-remainder, seat"


def test_a_changed_value_is_the_organisers_and_no_clauses() -> None:
    rules = preset("own").replace(start=28_000, uma=(20_000, 10_000, -10_000, -20_000), time={"minutes": None})
    assert (rules.oka, rules.total, rules.minutes) == (8_000, 112_000, None)
    changed = {name for name, clause in rules.sources.items() if clause == BY_THE_ORGANISER}
    assert changed == {"start", "oka", "uma", "time.minutes"}
    assert preset("own").start == 30_000


def test_of_a_part_only_what_changes_need_be_given() -> None:
    rules = WRC.replace(hand={"kiriage": False}, lateness={"minutes": 15})
    assert (rules.hand.kiriage, rules.hand.ippatsu) == (False, True)
    assert (rules.lateness.minutes, rules.lateness.forfeit) == (15, 30_000)
    assert rules.sources["hand.kiriage"] == rules.sources["lateness.minutes"] == BY_THE_ORGANISER
    assert rules.sources["lateness.forfeit"] == WRC.sources["lateness.forfeit"]


def test_a_part_can_be_changed_as_a_whole() -> None:
    assert WRC.replace(hand=preset("friendly").hand).hand == preset("friendly").hand


def test_a_change_to_the_same_value_changes_nothing() -> None:
    assert WRC.replace(start=30_000, hand={"kiriage": True}, ties="split", leftover=Leftover.LOST) == WRC
    assert WRC.replace() == WRC


def test_the_oka_follows_start_and_goal() -> None:
    """S0 Mod.4.2: 4 x 5,000."""
    oka = WRC.replace(start=25_000)
    assert oka.oka == 20_000
    assert oka.replace(goal=26_000).oka == 4_000
    assert oka.replace(start=30_000).oka == 0
    assert preset("tenhou-3").replace(start=36_000).oka == 12_000


def test_an_oka_that_is_named_is_as_it_is_named() -> None:
    assert WRC.replace(start=25_000, oka=10_000).oka == 10_000
    assert WRC.replace(start=25_000, oka=0).oka == 0


def test_an_oka_that_was_set_apart_stays_so() -> None:
    """TORI's casual games start below the goal and pay none (S3 Oka)."""
    assert preset("tori-casual").replace(start=20_000).oka == 0
    assert WRC.replace(oka=5_000).replace(start=25_000).oka == 5_000


def test_end_points_hold_the_oka_already() -> None:
    """S4 4.10."""
    assert preset("wrc-2022-oka").replace(count="end-points").oka == 0
    assert preset("four-winds").replace(start=20_000).oka == 0
    with pytest.raises(RulesetProblem, match="no oka") as refused:
        preset("wrc-2022-oka").replace(count="end-points", oka=20_000)
    assert refused.value.field == "oka"


def test_a_marked_value_is_the_organisers_once_it_is_changed() -> None:
    ema = preset("ema-2025")
    changed = ema.replace(schedule="lower", time={"minutes": 90})
    assert ema.marks.keys() - changed.marks.keys() == {"schedule", "time.minutes"}
    assert ema.replace(ties="seat").marks == {name: mark for name, mark in ema.marks.items() if name != "ties"}


def test_notes_and_the_base_stay_with_changed_rules() -> None:
    changed = preset("wrc-2022-oka").replace(chonbo=20_000)
    assert (changed.notes, changed.based_on) == (preset("wrc-2022").notes, "wrc-2022")


def test_a_floating_uma_can_be_put_into_own_rules() -> None:
    floating = preset("jpml-a-2012").uma
    assert isinstance(floating, FloatingUma)
    assert preset("own").replace(uma=floating, leftover=Leftover.WINNER).uma == floating
    assert preset("own").replace(uma={"floating": [list(row) for row in floating.by_floating]}).uma == floating


def test_an_uma_need_not_be_symmetrical() -> None:
    """S0 Mod.4.1: only its sum is zero."""
    assert WRC.replace(uma=[20_000, 0, 0, -20_000]).uma == (20_000, 0, 0, -20_000)
    assert WRC.replace(uma=[12_000, -1_000, -3_000, -8_000]).uma[1] == -1_000


def test_a_name_can_be_changed() -> None:
    rules = preset("own").replace(title="Club rules", key="club")
    assert (rules.title, rules.key, rules.sources) == ("Club rules", "club", preset("own").sources)


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"start": 30_050}, "start", "“start” is not a multiple of 100 points."),
        ({"start": 0}, "start", "“start” is below 100."),
        ({"start": "30000"}, "start", "“start” must be a whole number."),
        ({"start": True}, "start", "“start” must be a whole number."),
        ({"goal": 25_000}, "goal", "The goal is below the starting points."),
        ({"goal": None}, "goal", "“goal” must be a whole number."),
        ({"oka": -100}, "oka", "“oka” is below 0."),
        ({"players": 5}, "players", "“players” is above 4."),
        ({"players": 3}, "uma", "“uma” needs 3 values, one for each place, from first to last."),
        ({"uma": [15_000, 5_000, -5_000, -10_000]}, "uma", "The values of the uma add up to +5.0, not to zero."),
        ({"uma": [15_000, 5_000, -5_000, -16_000]}, "uma", "The values of the uma add up to −1.0, not to zero."),
        ({"uma": [-15_000, -5_000, 5_000, 15_000]}, "uma", "“uma” gives a lower place more than a higher one."),
        ({"uma": [15_000, -15_000]}, "uma", "“uma” has one value for each place, from first to last."),
        ({"uma": [15_000, 0, -15_000]}, "uma", "“uma” needs 4 values, one for each place, from first to last."),
        ({"uma": "15/5"}, "uma", "The uma has one value for each place, from first to last."),
        ({"uma": [15_000, 5_000, "x", -15_000]}, "uma", "“uma” is not in whole numbers of points."),
        ({"uma": [15_050, 5_000, -5_000, -15_050]}, "uma", "“uma” is not a multiple of 100 points."),
        ({"uma": {"floating": []}}, "uma", "A floating uma has 5 rows: for 0 to 4 players at the goal."),
        ({"uma": {"floating": [[1]] * 5}}, "uma", "“uma” has one value for each place, from first to last."),
        ({"uma": {"floating": [1]}}, "uma", "A floating uma has a row for each number of players at the goal."),
        ({"uma": {"floating": [], "x": 1}}, "uma", "A floating uma has a row for each number of players at the goal."),
        ({"uma": {}}, "uma", "A floating uma has a row for each number of players at the goal."),
        ({"prizes": 5}, "prizes", "“prizes” is not a list of points by place."),
        ({"prizes": [1_000]}, "prizes", "“prizes” has one value for each place, from first to last."),
        (
            {"prizes": [3_000, 2_000, 1_000]},
            "prizes",
            "“prizes” needs 4 values, one for each place, from first to last.",
        ),
        ({"ties": "even"}, "ties", f"“ties” must be one of: {CHOICES}."),
        ({"ties": ["split"]}, "ties", f"“ties” must be one of: {CHOICES}."),
        ({"ties": None}, "ties", f"“ties” must be one of: {CHOICES}."),
        ({"agari_yame": 0}, "agari_yame", "“agari_yame” must be yes or no."),
        ({"yakitori": 9_050}, "yakitori", "“yakitori” is not a multiple of 100 points."),
        ({"bust_prize": 1_000}, "bust_prize", "There is a prize for a bust, but the game never ends by one."),
        ({"chonbo": -100}, "chonbo", "“chonbo” is below 0."),
        ({"time": {"minutes": 0}}, "time.minutes", "“time.minutes” is below 1."),
        ({"time": {"minutes": 601}}, "time.minutes", "“time.minutes” is above 600."),
        ({"time": {"during": None}}, "time.during", "“time.during” must be a whole number."),
        ({"time": {"gong": 1}}, "time.gong", "“time.gong” is not a value of a rule set."),
        ({"time": 90}, "time", "“time” must be a group of values."),
        ({"time": {"warning": -1}}, "time.warning", "“time.warning” is below 0."),
        ({"lateness": {"minutes": -1}}, "lateness.minutes", "“lateness.minutes” is below 0."),
        ({"lateness": {"per_minute": -100}}, "lateness.per_minute", "“lateness.per_minute” is below 0."),
        ({"hand": {"double_wind_fu": 6}}, "hand.double_wind_fu", "“hand.double_wind_fu” is above 4."),
        ({"hand": {"abortive": "all"}}, "hand.abortive", "“hand.abortive” is not a list."),
        (
            {"hand": {"liability": ["big-dragons", "rinshan"]}},
            "hand.liability",
            "“hand.liability” must be one of: big-dragons, big-winds, four-quads.",
        ),
        (
            {"schedule": "mine"},
            "schedule",
            f"“schedule” must be one of: {', '.join(SCHEDULES)}.",
        ),
        ({"title": " "}, "title", "“title” must be text."),
        ({"key": 7}, "key", "“key” must be text."),
        ({"minutes": 90}, "minutes", "“minutes” is not a value of a rule set. Did you mean “time.minutes”?"),
    ],
)
def test_a_value_that_cannot_be_played_is_refused_by_name(changes: dict[str, object], field: str, message: str) -> None:
    with pytest.raises(RulesetProblem) as refused:
        WRC.replace(**changes)
    assert (refused.value.field, str(refused.value), str(refused.value)) == (field, message, message)


def test_rules_made_by_hand_are_checked_as_well() -> None:
    values = {name: getattr(WRC, name) for name in WRC.to_json() if name != "version"}
    assert Ruleset(**values) == WRC
    with pytest.raises(RulesetProblem, match="needs 4 values"):
        Ruleset(**{**values, "uma": (15_000, 0, -15_000)})
    with pytest.raises(RulesetProblem, match="“time” must be a group of values"):
        Ruleset(**{**values, "time": {"minutes": 90}})
    with pytest.raises(RulesetProblem, match="one value for each place"):
        Ruleset(**{**values, "uma": [15_000, 5_000, -5_000, -15_000]})
    twice = HandRules(**{**WRC.to_json()["hand"], "abortive": ("four-winds",) * 2})
    with pytest.raises(RulesetProblem, match="names a choice twice or not in order"):
        Ruleset(**{**values, "hand": twice})


def test_a_bust_that_ends_the_game_may_have_a_prize() -> None:
    """As in the Matsuoka Cup (RULES §5): at zero points, 10P."""
    rules = WRC.replace(bust="at-zero", bust_prize=10_000)
    assert (rules.bust, rules.bust_prize) == (Bust.AT_ZERO, 10_000)


@given(st.lists(st.integers(-300, 300), min_size=4, max_size=4))
def test_only_an_uma_that_sums_to_zero_is_played(hundreds: list[int]) -> None:
    uma = sorted((own * 100 for own in hundreds), reverse=True)
    if sum(uma):
        with pytest.raises(RulesetProblem) as refused:
            WRC.replace(uma=uma)
        assert refused.value.field == "uma"
    else:
        assert WRC.replace(uma=uma).uma == tuple(uma)
