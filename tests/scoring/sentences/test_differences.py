"""Single values in words, and what differs between two rule sets."""

import pytest

from scoring.rules import preset, rule_names
from scoring.rules.files import PRESETS
from scoring.rules.value_kinds import FloatingUma
from scoring.sentences.rules import differences, value_text

WRC = preset("wrc-2022")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("players", 3, "3"),
        ("start", 25_000, "25,000 points"),
        ("oka", 20_000, "20P"),
        ("oka", 0, "none"),
        ("uma", (15_000, 5_000, -5_000, -15_000), "+15.0, +5.0, −5.0, −15.0"),
        ("uma", (0, 0, 0, 0), "none"),
        ("prizes", (15_000, 10_000, 5_000, 2_000), "+15.0, +10.0, +5.0, +2.0"),
        ("prizes", (), "none"),
        ("ties", preset("tenhou").ties, "decided by seat: the earlier starting wind places higher"),
        ("yakitori", 9_000, "9,000 points"),
        ("extension", 0, "not played"),
        ("agari_yame", True, "yes"),
        ("agari_yame", False, "no"),
        ("chonbo", 30_000, "30P"),
        ("schedule", "wrc-2025", "WRC 2025, official"),
        ("time.minutes", 90, "90"),
        ("time.minutes", None, "no limit"),
        ("time.during", 0, "none"),
        ("time.warning", 0, "not announced"),
        ("lateness.minutes", 0, "0"),
        ("lateness.per_minute", 0, "nothing"),
        ("hand.honba", 100, "100 points"),
        ("hand.noten", 3_000, "3,000 points"),
        ("hand.red_fives", 3, "3"),
        ("hand.red_fives", 0, "none"),
        ("hand.abortive", preset("jpml-a-2012").hand.abortive[2:], "four riichi and four quads of several players"),
        ("hand.abortive", (), "none"),
        ("hand.liability", preset("wrc-2022").hand.liability, "Big Three Dragons, Big Four Winds and Four Quads"),
    ],
)
def test_a_value_in_words(name: str, value: object, words: str) -> None:
    assert str(value_text(name, value)) == words


def test_a_floating_uma_in_words_names_each_number_of_players() -> None:
    uma = FloatingUma(((0, 0, 0, 0), (12_000, -1_000, -3_000, -8_000)))
    assert str(value_text("uma", uma)) == (
        "0.0, 0.0, 0.0, 0.0 for 0 with the goal and +12.0, −1.0, −3.0, −8.0 for 1 with the goal"
    )


@pytest.mark.parametrize("key", PRESETS)
def test_every_value_of_every_preset_has_words(key: str) -> None:
    assert all(str(value_text(one.name, one.of(preset(key)))) for one in rule_names())


@pytest.mark.parametrize("name", ["hand", "key", "tempo"])
def test_what_is_no_value_of_a_rule_set_has_no_words(name: str) -> None:
    with pytest.raises(KeyError):
        value_text(name, 1)


def test_what_differs_is_said_beside_what_is_usual() -> None:
    changed = WRC.replace(start=25_000, hand={"red_fives": 3}, time={"minutes": None})
    found = differences(changed, WRC)
    assert [(one.name, one.label, str(one.usual), str(one.here)) for one in found] == [
        ("start", "Starting points", "30,000 points", "25,000 points"),
        ("oka", "Oka for the winner", "none", "20P"),
        ("time.minutes", "Minutes per hanchan", "90", "no limit"),
        ("hand.red_fives", "Red fives", "none", "3"),
    ]
    assert [str(one.sentence) for one in found][
        1
    ] == "Scores are counted from 30,000 points; the winner gets an oka of 20P."


def test_a_value_that_changes_nothing_differs_without_a_sentence() -> None:
    """Only one can win on a discard, so that there is nobody to share honba with."""
    (found,) = differences(WRC.replace(hand={"honba_to": "each"}), WRC)
    assert (found.name, found.sentence) == ("hand.honba_to", None)


def test_nothing_differs_from_itself() -> None:
    assert not any(differences(preset(key), preset(key)) for key in PRESETS)
