"""A rule set in sentences."""

from itertools import product
from pathlib import Path

import pytest

from scoring.__main__ import main
from scoring.fouls import schedule
from scoring.fouls.cases import Consequence
from scoring.penalties import table_payment
from scoring.points import write, write_price
from scoring.rules import Ruleset, preset
from scoring.rules.fields import RuleSection
from scoring.rules.files import PRESETS
from scoring.sentences.rules import rule_sentences
from scoring.winds import Wind

CHONBO = Consequence.CHONBO
GOLDEN = Path(__file__).parent.parent / "golden" / "rules"


def said(key: str, **changes: object) -> dict[str, str]:
    return {one.field: str(one) for one in rule_sentences(preset(key).replace(**changes))}


@pytest.mark.parametrize("key", ["wrc-2025", "wrc-2022", "m-league", "tenhou-3", "friendly"])
def test_the_whole_text_is_as_it_was_read_and_approved(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m scoring rules KEY > tests/scoring/golden/rules/KEY.txt` writes a new one, to be read again."""
    main(["rules", key])
    assert capsys.readouterr().out == (GOLDEN / f"{key}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", PRESETS)
def test_sections_come_in_order_and_hold_together(key: str) -> None:
    sections = [one.section for one in rule_sentences(preset(key))]
    always = [one for one in RuleSection if one not in (RuleSection.ETIQUETTE, RuleSection.NOT_COVERED)]
    assert set(always) <= set(sections)
    assert sections == sorted(sections, key=list(RuleSection).index)


@pytest.mark.parametrize("key", PRESETS)
def test_a_sentence_names_the_values_it_says_their_sources_and_their_marks(key: str) -> None:
    rules = preset(key)
    of_values = [one for one in rule_sentences(rules) if one.fields]
    for one in of_values:
        assert one.fields[0] == one.field
        assert all(clause in one.source for name in one.fields for clause in rules.sources[name].split("; "))
        assert set(one.marks) == {rules.marks[name] for name in one.fields if name in rules.marks}
    fields = [one.field for one in of_values]
    assert len(fields) == len(set(fields))


def test_a_clause_that_stands_behind_several_values_is_named_once() -> None:
    (goal,) = [one for one in rule_sentences(preset("wrc-2022")) if one.field == "goal"]
    assert (goal.fields, goal.source) == (("goal", "count", "oka"), "S0 Mod.4.2")


def test_rules_without_sources_have_sentences_without_sources() -> None:
    data = preset("wrc-2022").to_json()
    del data["sources"], data["notes"]
    assert {one.source for one in rule_sentences(Ruleset.from_json(data))} == {""}


def test_an_oka_is_said_with_the_goal_and_with_the_ties() -> None:
    sentences = said("own", start=25_000)
    assert sentences["goal"] == "Scores are counted from 30,000 points; the winner gets an oka of 20P."
    assert sentences["ties"].endswith("Winners with equal points share uma and oka.")


@pytest.mark.parametrize(
    ("key", "sum"), [("tori-casual", "−20.0"), ("four-winds", "+32.0"), ("wrc-2022-oka", None), ("wrc-2022", None)]
)
def test_scores_that_do_not_sum_to_zero_say_so(key: str, sum: str | None) -> None:
    """S3 Oka: 4 x 5,000 are missing. S4 4.11: 15 + 10 + 5 + 2; the end points themselves sum to zero (4.10)."""
    expected = f"So the scores of a table add up to {sum}, not to zero." if sum else None
    assert said(key).get("oka") == expected


def test_end_points_are_said_as_the_winner_gets_them() -> None:
    """S4 4.10."""
    sentences = said("four-winds")
    assert sentences["goal"] == (
        "Scores are end points: everybody except the winner scores points − 30,000, and the winner scores what "
        "they are missing in total. Several winners share it. There is no oka."
    )
    assert sentences["uma"] == "There is no uma."
    assert sentences["prizes"] == "The prizes by place are +15.0, +10.0, +5.0, +2.0."


def test_prizes_beside_an_uma_come_on_top_of_it() -> None:
    assert said("own", prizes=[10_000, 0, 0, 0])["prizes"].startswith("The prizes by place, on top of that, are +10.0")
    floating = preset("jpml-a-2012").replace(prizes=[10_000, 0, 0, 0])
    assert any("on top of that" in str(one) for one in rule_sentences(floating))


def test_agari_yame_without_an_extension_needs_only_the_lead() -> None:
    """S3 Agariyame: in the lead and with the goal met, where there is one to be met."""
    assert said("own", agari_yame=True)["agari_yame"] == (
        "In the last hand, a leading dealer who would repeat may end the game instead."
    )


def test_three_calls_are_an_abortive_draw_among_four_only() -> None:
    """Mod.5.2 and S1: where only two may win, the third call ends the hand though nothing else does."""
    two = {"winners": "two", "abortive": []}
    assert said("own", hand=two)["hand.abortive"].startswith("There are no other abortive draws.")
    assert said("own", hand=two)["hand.winners"].endswith("with one more honba, and the deposits stay on the table.")
    assert said("tenhou-3", hand=two)["hand.abortive"].startswith("There are no abortive draws.")


def test_one_abortive_draw_is_said_as_one() -> None:
    """S0 Mod.5.2: winds stay, one honba is added, deposits of the hand are returned."""
    assert said("own", hand={"abortive": ["nine-terminals"]})["hand.abortive"].startswith(
        "There is one abortive draw: nine terminals and honours. The hand is dealt again"
    )


def test_deposits_of_an_abortive_draw_go_back_or_stay() -> None:
    """S0 Mod.5.2, and 5.2.3 with the showing of hands, which a platform that refuses a noten riichi does not know."""
    ways = {"abortive": ["four-riichi"]}
    back = said("own", hand=ways)["hand.abortive_deposits"]
    assert back.startswith("After an abortive draw the riichi deposits from that hand go back to those who paid them.")
    assert back.endswith("all hands are shown; an invalid riichi is a chonbo, and no honba is added then.")
    assert "shown" not in said("own", hand={"abortive": ["four-winds"]})["hand.abortive_deposits"]
    assert said("tenhou")["hand.abortive_deposits"] == (
        "After an abortive draw the riichi deposits from that hand stay on the table for the next winner."
    )
    assert "hand.abortive_deposits" not in said("own")


def test_the_length_of_a_game_is_told_with_all_that_follows() -> None:
    """S3 Enchousen: a tonpuusen goes on into South."""
    rules = said("tenhou", length="east-only", time={"minutes": 45})
    assert rules["length"] == "A game is East-only (tonpuusen): one East round."
    assert rules["extension"].startswith("If nobody has 30,000 points after the East round, the South round is played")
    assert rules["time.minutes"] == "An East-only game lasts 45 minutes."
    assert "and the East round is not over" in rules["time.during"]
    assert said("own", length="east-only")["extension"] == "The game ends after the East round, whatever the scores."
    assert said("own")["length"] == "A game is a hanchan: an East round and a South round."


def test_an_asymmetrical_uma_is_said_as_it_is() -> None:
    assert said("own", uma=[12_000, -1_000, -3_000, -8_000])["uma"] == "The uma by place is +12.0, −1.0, −3.0, −8.0."


def test_a_floating_uma_is_said_row_by_row() -> None:
    assert said("jpml-a-2012")["uma"] == (
        "The uma by place follows the number of players with 30,000 points or more. "
        "For 0: 0.0, 0.0, 0.0, 0.0. For 1: +12.0, −1.0, −3.0, −8.0. For 2: +8.0, +4.0, −4.0, −8.0. "
        "For 3: +8.0, +3.0, +1.0, −12.0. For 4: 0.0, 0.0, 0.0, 0.0."
    )


def test_yakitori_says_when_it_is_paid_how_it_is_shared_and_when_it_is_void() -> None:
    """S0 Mod.4.3."""
    assert said("own", yakitori=9_000)["yakitori"] == (
        "Yakitori: a player who has won no hand pays 9,000 points, before uma and score are counted. "
        "Players who have won one share it evenly, rounded down to full hundreds; when nobody has, nobody pays. "
        "Everybody has a marker and turns it face down with their first win."
    )
    assert said("own")["yakitori"] == "Yakitori is not played."


def test_a_bust_says_where_it_begins_and_what_it_pays() -> None:
    """S0 Mod.5.3; the Matsuoka Cup's prize (RULES §5)."""
    sentences = said("own", bust="at-zero", bust_prize=10_000)
    assert sentences["bust"] == "The game ends as soon as a player has 0 points or less."
    assert sentences["bust_prize"] == "A bust player pays 10P to the player who took the last points."
    assert said("own", bust="below-zero")["bust_prize"] == "There is no prize for a bust."
    assert "bust_prize" not in said("own")


def test_penalties_at_the_table_are_said_with_their_amounts() -> None:
    """S0 Mod.6.1: 6,000 to each for 30P, 4,000 for 20P, 2,000 for 10P."""
    sentences = said("own", paid="table")
    assert sentences["chonbo"] == "A chonbo is 30P: the player pays 6,000 points to each other player."
    assert said("own", paid="table", chonbo=20_000)["chonbo"].endswith("pays 4,000 points to each other player.")
    assert "for 30P 6,000 points to each other player, for 20P 4,000, for 10P 2,000" in sentences["paid"]
    assert sentences["lateness.per_minute"].startswith("Lateness is not applied here")


WITH_ANOTHER_CHONBO = {preset(key).chonbo: key for key in PRESETS}.values()
SCHEDULES_OF_OTHERS = ("lower", "bare-minimum", "tori-open-2026", "wrc-2025")


@pytest.mark.parametrize(
    ("key", "fouls"),
    [*((key, "") for key in PRESETS), *product(WITH_ANOTHER_CHONBO, SCHEDULES_OF_OTHERS)],
)
def test_a_chonbo_has_one_price_in_the_sentence_and_in_the_schedule(key: str, fouls: str) -> None:
    """S0 Mod.6.3: lowered to 20P; a schedule with a price of its own goes before the rule set's."""
    rules = preset(key).replace(paid="tournament", schedule=fouls or preset(key).schedule)
    rules = rules.replace(chonbo=rules.chonbo or 10_000)
    priced = schedule(rules.schedule).with_chonbo(rules.chonbo)
    (price,) = {
        write_price(one.points) for foul in priced.fouls for one in foul.outcomes() if one.consequence is CHONBO
    }
    (sentence,) = [one for one in rule_sentences(rules) if one.field == "chonbo"]
    assert str(sentence) == f"A chonbo takes {price} off the tournament score."


@pytest.mark.parametrize("key", [key for key in PRESETS if key != "friendly"])
def test_that_a_forfeit_replaces_the_minutes_names_who_says_so(key: str) -> None:
    """S0 Mod.6.3 has 30P and a replacement; WRC 2025 §12.3.9 no points, and not both prices (A8)."""
    assert "WRC 2025 §12.3.9" in preset(key).sources["lateness.forfeit"]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {},
            "Being late is a warning; after 10 minutes the hanchan is forfeited: "
            "no points for it, a warning, and a substitute plays. A player who does not come at all loses 30P.",
        ),
        (
            {"lateness": {"minutes": 0}},
            "Being late forfeits the hanchan: no points for it, a warning, and a substitute plays. "
            "A player who does not come at all loses 30P.",
        ),
    ],
)
def test_where_the_schedule_warns_the_sentence_on_lateness_does(changes: dict[str, object], sentence: str) -> None:
    """S0 Mod.6.3, third column: a warning, a warning and a replacement, 30P and a replacement."""
    rules = preset("own").replace(schedule="bare-minimum", **changes)
    (late,) = [one for one in rule_sentences(rules) if one.field == "lateness.per_minute"]
    assert str(late) == sentence
    assert late.fields[-1] == "schedule"


@pytest.mark.parametrize("paid", ["tournament", "table"])
def test_a_chonbo_without_a_price_says_so(paid: str) -> None:
    assert said("own", chonbo=0, paid=paid)["chonbo"] == "A chonbo costs no points; the hand is dealt again."


@pytest.mark.parametrize("price", [500, 1_000, 2_000, 2_100, 5_000, 7_300, 10_000, 30_000])
def test_a_chonbo_at_the_table_is_said_as_it_is_paid(price: int) -> None:
    """S0 Mod.6.1: 1P and 2P to the table in full, more to each other player."""
    rules = preset("own").replace(paid="table", chonbo=price)
    paid = table_payment(price, Wind.SOUTH, rules)
    if paid.to_table:
        expected = f"A chonbo is {write_price(price)}: it goes to the table in full, and to the next winner."
    else:
        expected = (
            f"A chonbo is {write_price(price)}: the player pays {write(paid.changes[0])} points to each other player."
        )
    assert said("own", paid="table", chonbo=price)["chonbo"] == expected


def test_a_price_that_the_schedule_sets_names_the_schedule() -> None:
    rules = preset("own").replace(schedule="lower", paid="table")
    (sentence,) = [one for one in rule_sentences(rules) if one.field == "chonbo"]
    assert str(sentence) == "A chonbo is 20P: the player pays 4,000 points to each other player."
    assert sentence.fields == ("chonbo", "schedule")


@pytest.mark.parametrize("key", PRESETS)
def test_no_preset_has_another_price_than_its_schedule(key: str) -> None:
    rules = preset(key)
    assert schedule(rules.schedule).price_of_chonbo(rules.chonbo) == rules.chonbo


@pytest.mark.parametrize(
    ("key", "changes", "all_", "dealer", "rest"),
    [
        ("friendly", {}, "4,000", "4,000", "2,000"),
        ("tenhou-3", {"paid": "reverse-mangan"}, "4,000", "4,000", "2,000"),
        ("tenhou-3", {"paid": "reverse-mangan", "hand": {"tsumo_loss": False}}, "6,000", "5,000", "3,000"),
    ],
)
def test_a_reverse_mangan_says_what_each_other_player_gets(
    key: str, changes: dict[str, object], all_: str, dealer: str, rest: str
) -> None:
    """S1 Chonbo: 2,000 / 2,000 / 4,000, as dealer 4,000 from all; among three the missing share may be split."""
    from scoring.payments.draws import chonbo

    rules = preset(key).replace(**changes)
    assert said(key, **changes)["chonbo"] == (
        f"A chonbo costs a mangan: as dealer {all_} points to each other player, otherwise {dealer} to the dealer "
        f"and {rest} to the others."
    )
    assert chonbo({Wind.EAST}, rules).changes[1] == int(all_.replace(",", ""))
    assert chonbo({Wind.WEST}, rules).changes[:2] == (int(dealer.replace(",", "")), int(rest.replace(",", "")))


@pytest.mark.parametrize(
    ("lateness", "sentence"),
    [
        (
            {"per_minute": 500, "minutes": 15, "forfeit": 20_000},
            "Being late costs 0.5P for each full minute; after 15 minutes the hanchan is forfeited: "
            "no points for it, 20P instead of the minutes, and a substitute plays.",
        ),
        (
            {"per_minute": 0, "forfeit": 0},
            "Being late costs nothing at first; after 10 minutes the hanchan is forfeited: "
            "no points for it, and a substitute plays.",
        ),
        (
            {"minutes": 0},
            "Being late forfeits the hanchan: no points for it, 30P, and a substitute plays.",
        ),
        (
            {"minutes": 0, "forfeit": 0},
            "Being late forfeits the hanchan: no points for it, and a substitute plays.",
        ),
    ],
)
def test_lateness_is_said_with_what_it_costs(lateness: dict[str, int], sentence: str) -> None:
    assert said("own", lateness=lateness)["lateness.per_minute"] == sentence


@pytest.mark.parametrize(
    ("key", "field", "sentence"),
    [
        ("wrc-2022", "leftover", "Riichi deposits left on the table at the end go to nobody."),
        (
            "ema-2025",
            "leftover",
            "Riichi deposits left on the table at the end go to the winner; several winners share them, "
            "rounded down to full hundreds.",
        ),
        (
            "tenhou",
            "ties",
            "If players have equal points, the one with the earlier starting wind takes the better place "
            "and its full value.",
        ),
        (
            "tenhou",
            "extension",
            "If nobody has 30,000 points after the South round, the West round is played until somebody does "
            "or until it ends.",
        ),
        (
            "tenhou",
            "agari_yame",
            "In the last hand, a leading dealer who would repeat and has at least 30,000 points "
            "may end the game instead.",
        ),
        ("tenhou-3", "seat_draw", "They draw their winds from one tile each of East, South and West, face down."),
        ("ema-2025", "hand.winners", "If two or three players call a win on the same discard, all of them win."),
        (
            "ema-2025",
            "hand.honba_to",
            "If several players win, each gets the honba, and the first in turn gets the deposits.",
        ),
        (
            "jpml-a-2012",
            "hand.abortive",
            "These are abortive draws: nine terminals and honours, "
            "four equal winds in the first turn, four riichi, four quads of several players. "
            "The hand is dealt again with the same winds and one more honba. Nobody pays for being noten. "
            "Nine terminals and honours: a player with at least nine different ones in the starting hand and first "
            "draw may end the hand by showing it, unless somebody has called a tile or declared a concealed quad. A "
            "riichi does not prevent it. Four equal winds: the hand ends if all players discard the same wind in the "
            "first turn, unless somebody has called a tile or declared a concealed quad. A riichi does not prevent it. "
            "Four riichi: the hand ends if all players have declared riichi and nobody wins on the discard after the "
            "fourth. "
            "Four quads: the hand ends if several players have made four quads and nobody wins on the discard after "
            "the fourth. It goes on if all four are one player's; nobody may make a fifth.",
        ),
        ("jpml-a-2012", "hand.ippatsu", "There is no ippatsu."),
        ("jpml-a-2012", "hand.more_dora", "Only the first dora indicator counts: no ura dora, no kan dora."),
        ("saikouisen-2014", "hand.liability", "There is no liability for feeding the last set of a yakuman."),
        ("wrc-2015", "seat_draw", "They draw their winds from one tile of each wind, face down."),
        ("wrc-2015", "hand.several_yakuman", "Several yakuman in one hand are paid as one."),
        (
            "tori-casual",
            "hand.red_fives",
            "There are 3 red fives; each is a dora, and two if an indicator points to it as well.",
        ),
    ],
)
def test_what_sets_a_preset_apart_is_said(key: str, field: str, sentence: str) -> None:
    assert said(key)[field] == sentence


def test_what_is_not_played_is_said_shortly() -> None:
    sentences = said("own", hand={"honba": 0, "noten": 0, "open_tanyao": False})
    assert sentences["hand.honba"] == "Honba add nothing to a win."
    assert sentences["hand.noten"] == "At an exhaustive draw nobody pays for being noten."
    assert sentences["hand.open_tanyao"] == "Tanyao requires a closed hand."
    assert sentences["hand.nagashi"] == "Nagashi mangan is not played."


def test_open_riichi_says_how_it_is_declared() -> None:
    """S0 Mod.3.1."""
    assert said("own", hand={"open_riichi": "two-han"})["hand.open_riichi"] == (
        "Open riichi is worth two han instead of one; it does not combine with double riichi. The player announces it "
        "with the declaration and shows the whole hand before the deposit is paid. Dealing into it costs no more than "
        "usual."
    )


def test_the_two_han_minimum_says_what_counts_and_that_riichi_need_not_wait() -> None:
    """S0 Mod.5.1."""
    assert said("own", hand={"two_han_minimum": True})["hand.two_han_minimum"] == (
        "From five honba, a hand needs two han from yaku; dora do not count. Riichi may be declared before they are "
        "certain."
    )
