"""What follows a foul, in words: the price, the hand, the player (RULES.md §2.1, S0 Mod.6.1, S2 Time limit)."""

import pytest

from scoring.fouls import SCHEDULES, schedule
from scoring.fouls.cases import Consequence, Outcome
from scoring.messages import Message
from scoring.penalties import TOURNAMENT_SIDE, applies, off_score
from scoring.rules import preset
from scoring.sentences.fouls import case_texts, foul_sentences, outcome_text
from tests.scoring.languages import Words

WRC = preset("wrc-2025")
TABLE = preset("own").replace(paid="table", schedule="wrc-2025")


def said(code: str, answers: dict[str, str] | None = None, rules=WRC, key: str = "") -> list[str]:  # type: ignore[no-untyped-def]
    foul = schedule(key or rules.schedule).foul(code)
    return [str(one) for one in foul_sentences(foul, foul.outcome(answers), rules)]


def test_a_chonbo_says_what_happens_to_the_hand_in_every_case() -> None:
    """WRC 2025 §12.2: as if the hand had never happened; void with a win; no payments at a draw; each of several."""
    assert said("NOTEN_RIICHI") == [
        "The tournament score is lowered by 30P; points, places and uma at the table do not change.",
        "The hand is dealt again as if it had never been played.",
        "Seats and honba stay as they were, and riichi deposits go back to those who paid them.",
        "Nothing is paid for it at the table.",
        "Together with a win, the chonbo is void and the win counts.",
        "At an exhaustive draw it counts: nothing is paid for tenpai and no honba is added.",
        "When several players commit one at once, it counts for each of them.",
        "After a chonbo in the last hand the game is over; the hand is not dealt again.",
    ]


def test_a_chonbo_in_the_last_hand_follows_the_rule_set() -> None:
    """S2: the game is over; EMA 2016: the hand does not count and is played again."""
    assert said("NOTEN_RIICHI", rules=preset("ema-2016"))[-1] == (
        "A last hand that ends with a chonbo is dealt again: a hand with a chonbo does not count."
    )


def test_every_sentence_has_a_source() -> None:
    for key in SCHEDULES:
        for foul in schedule(key).fouls:
            for outcome in foul.outcomes():
                assert all(one.source for one in foul_sentences(foul, outcome, WRC)), (key, foul.code)


@pytest.mark.parametrize(
    ("code", "answers", "sentences"),
    [
        ("CONFUSING", {}, ["The warning is recorded. It never turns into points automatically."]),
        (
            "CALL_AFTER_RIICHI",
            {},
            [
                "The call is void.",
                "The player may no longer call, declare riichi or a concealed quad, or win in this hand, draws and "
                "discards as before, and is noten at its end.",
            ],
        ),
        (
            "CALL_DEAD_AWARE",
            {},
            [
                "The tournament score is lowered by 30P; points, places and uma at the table do not change.",
                "Points only; the call is void and the hand is not dealt again.",
            ],
        ),
        ("DEAL", {"deal": "again"}, ["The hand is dealt again as if it had never been played."]),
        ("DEAL", {"deal": "corrected"}, []),
        (
            "CHEAT",
            {},
            [
                "The player is out of the tournament and is not ranked.",
                "The other players' scores remain valid. The player's federation is informed.",
            ],
        ),
        ("INFO", {}, ["The schedule leaves this to the referee."]),
        (
            "ALL_LAST",
            {"influence": "yes"},
            ["The tournament score is lowered by 8P; points, places and uma at the table do not change."],
        ),
        (
            "REPORT",
            {"handed-in": "yes", "reset": "yes"},
            [
                "The tournament score of each player at the table is lowered by 2P.",
                "The scores are corrected where that is still possible.",
            ],
        ),
    ],
)
def test_what_follows_is_said_in_sentences(code: str, answers: dict[str, str], sentences: list[str]) -> None:
    assert said(code, answers) == sentences


def test_only_wrc_2022_has_up_to_8p_for_the_all_last_sheet() -> None:
    """S2 Penalties: up to; RULES.md §2.2: WRC 2025 has 8P when it influenced the game."""
    (sentence,) = said("ALL_LAST", {"influence": "yes"}, preset("wrc-2022"))
    assert sentence == "The tournament score is lowered by up to 8P, as the referee decides."


@pytest.mark.parametrize("key", ["wrc-2022", "wrc-2025"])
@pytest.mark.parametrize("code", ["FORFEIT", "LATE_10"])
def test_a_forfeited_hanchan_does_not_say_that_its_points_stay(key: str, code: str) -> None:
    """WRC 2025 §12.3.9: no points for the hanchan, and 30P."""
    foul = schedule(key).foul(code)
    first, *_rest = foul_sentences(foul, foul.outcomes()[0], preset(key))
    assert str(first) == "The tournament score is lowered by 30P."


@pytest.mark.parametrize(
    ("key", "code", "answers", "sentence"),
    [
        ("higher-2022", "CONFUSING", {}, "The warning is recorded."),  # S0 Mod.6.2: 1P with every warning
        ("higher-2025", "TENPAI_WRONG", {"repeated": "no"}, "The warning is recorded; a repeat costs 5P."),
        ("wrc-2025", "REVEAL", {"tiles": "2", "repeated": "no"}, "The warning is recorded; a repeat costs 5P."),
        ("wrc-2025", "TENPAI_WRONG", {"repeated": "no"}, "The warning is recorded; a repeat costs 5P."),
        ("tori-open-2026", "REVEAL", {"tiles": "2", "time": "2"}, "The warning is recorded; a repeat costs 5P."),
        (
            "wrc-2025",
            "AFTER_END",
            {"mixed": "no"},
            "The warning is recorded. It never turns into points automatically.",
        ),
    ],
)
def test_a_warning_says_what_it_costs_the_next_time(
    key: str, code: str, answers: dict[str, str], sentence: str
) -> None:
    """RULES.md §2.1, §2.2: two fouls of WRC 2025 have a price when they are repeated."""
    assert said(code, answers, key=key)[-1] == sentence


@pytest.mark.parametrize(
    ("rules", "source"),
    [
        ("ema-2016", "EMA 2016 news"),
        ("m-league", "M.League summary"),
        ("wrc-2022", "S0 Mod.6.3"),
        ("tori-open-2026", "TORI Open 2026; S0 Mod.6.3"),
    ],
)
def test_the_price_of_a_chonbo_names_who_set_it(rules: str, source: str) -> None:
    """S0 Mod.6.3 has 30P; EMA 2016 and the M.League have 20P."""
    ruleset = preset(rules)
    foul = schedule(ruleset.schedule).with_chonbo(ruleset.chonbo).foul("NOTEN_RIICHI")
    assert foul_sentences(foul, foul.outcome(), ruleset)[0].source == source


def test_what_belongs_to_the_tournament_is_not_applied_where_penalties_are_paid_at_the_table() -> None:
    """S0 Mod.6.1 names lateness and the report sheet; the all-last sheet is a sheet too (A28)."""
    assert {"LATE_1_10", "LATE_10", "FORFEIT", "REPORT", "ALL_LAST"} == TOURNAMENT_SIDE
    report = schedule("wrc-2022").foul("REPORT")
    assert not applies("REPORT", report.outcome(), TABLE)
    assert said("REPORT", rules=TABLE, key="wrc-2022") == [
        "It is not applied here: penalties are paid at the table, and this one is the tournament's."
    ]
    assert applies("REPORT", Outcome(Consequence.WARNING), TABLE)
    assert applies("REPORT", report.outcome(), WRC)


@pytest.mark.parametrize(
    ("code", "answers", "paid"),
    [
        ("TILES", {}, "The player pays 6,000 to each other player."),
        ("TENPAI_WRONG", {"repeated": "yes"}, "The player pays 1,000 to each other player."),
    ],
)
def test_at_the_table_the_player_pays_the_others(code: str, answers: dict[str, str], paid: str) -> None:
    """S0 Mod.6.1: 30P is 6,000 to each; 5P on the same scale is ours (A28)."""
    assert said(code, answers, TABLE)[:2] == [
        paid,
        "It is then part of the points on the report sheet: nothing is deducted from the tournament score.",
    ]


def test_low_penalties_go_to_the_next_winner() -> None:
    """S0 Mod.6.1: 1P and 2P in full; S0 Mod.6.2: 1P with every warning."""
    assert said("CONFUSING", rules=TABLE, key="higher-2022")[0] == (
        "The player puts 1,000 on the table; the next player to win a hand takes it."
    )


def test_an_amount_that_no_source_names_says_so() -> None:
    fouls = schedule("wrc-2025")
    ours = foul_sentences(fouls.foul("TENPAI_WRONG"), fouls.foul("TENPAI_WRONG").outcome({"repeated": "yes"}), TABLE)
    named = foul_sentences(fouls.foul("TILES"), fouls.foul("TILES").outcome(), TABLE)
    assert (ours[0].source, named[0].source) == ("S0 Mod.6.1; amount ours", "S0 Mod.6.1")


def test_a_friendly_chonbo_is_a_mangan_to_the_table() -> None:
    """S1 Penalties: 2,000 to each and 4,000 to the dealer; a dealer pays 4,000 to each."""
    friendly = preset("friendly")
    assert said("NOTEN_RIICHI", rules=friendly, key="friendly")[:3] == [
        "A dealer pays 4,000 to each other player.",
        "Any other player pays 4,000 to the dealer and 2,000 to each of the others.",
        "It is then part of the points on the report sheet: nothing is deducted from the tournament score.",
    ]
    assert said("CALL_DEAD_AWARE", rules=friendly, key="wrc-2022") == [
        "Under these rules only a chonbo is paid, as a mangan to the table: this penalty costs no points.",
        "Points only; the hand is not dealt again.",
    ]
    assert said("EMPTY_GROUP", rules=friendly, key="friendly") == ["The call may be taken back until the discard."]


def test_nothing_is_taken_off_the_tournament_score_where_penalties_are_paid_at_the_table() -> None:
    chonbo = schedule("wrc-2025").foul("TILES").outcome()
    assert (off_score(chonbo, WRC), off_score(chonbo, TABLE)) == (30_000, 0)
    assert "Nothing is paid for it at the table." not in said("TILES", rules=TABLE)


@pytest.mark.parametrize(
    ("key", "code", "texts"),
    [
        (
            "wrc-2025",
            "REVEAL",
            [
                "1 or 2 tiles, not warned for it before: warning",
                "1 or 2 tiles, warned for it before: 5P",
                "3 to 6 tiles: dead hand",
                "7 tiles or more: chonbo, 30P",
            ],
        ),
        ("wrc-2025", "ALL_LAST", ["it influenced the game: 8P", "no influence on the game: no penalty"]),
        ("wrc-2022", "REPORT", ["2P for each player at the table"]),
        ("higher-2022", "SWAP", ["dead hand, 1P"]),
        ("lower", "DEAL", ["corrected at once: no penalty", "dealt again: no penalty, the hand is dealt again"]),
    ],
)
def test_the_cases_of_a_foul_stand_in_a_line_each(key: str, code: str, texts: list[str]) -> None:
    assert [str(one) for one in case_texts(schedule(key).foul(code))] == texts


def test_only_the_cases_that_are_possible_are_listed() -> None:
    reveal = schedule("wrc-2025").foul("REVEAL")
    assert [str(one) for one in case_texts(reveal, {"tiles": "7+"})] == ["7 tiles or more: chonbo, 30P"]


def test_outcomes_can_be_said_in_another_language() -> None:
    words = {"chonbo": "tchombo", "{consequence}, {points}": "{points} et {consequence}"}
    outcome = schedule("wrc-2025").foul("TILES").outcome()
    said_in_french: Message = outcome_text(outcome)
    assert said_in_french.say(Words(words)) == "30P et tchombo"
