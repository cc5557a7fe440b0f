"""`scoring` and the shadow agree; a small sample of what `python -m tests.shadow` compares."""

from random import Random

from tests.shadow import compare, compare_payments, compare_standings, every_hand, random_events, random_tables


def test_hanchan_scores_agree_over_all_presets() -> None:
    cases = random_tables.tables(compare.presets(), 3_000, Random(20_220_621))
    assert next(compare.differences(cases), None) is None


def test_standings_agree() -> None:
    events = random_events.events(compare.presets(), 96, Random(20_220_329))
    assert next(compare_standings.differences(events), None) is None


def test_payments_agree() -> None:
    hands = every_hand.sample(compare.presets()[0], 20, Random(20_250_526))
    assert next(compare_payments.differences(hands), None) is None


def test_a_difference_is_found_and_told_in_full(monkeypatch) -> None:
    """Two that agree only because nothing is compared would agree here, too."""
    monkeypatch.setattr(compare, "theirs", lambda case: [])
    (case,) = random_tables.tables(compare.presets(), 1, Random(1))
    (found,) = compare.differences([case])
    assert found["case"] == case
    assert found["shadow"] == []
    assert len(found["scoring"]) == case["rules"]["players"]
