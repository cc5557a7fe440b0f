"""`python -m scoring rules`."""

import pytest

from scoring.__main__ import main
from scoring.rules import Ruleset, preset
from scoring.rules.files import offered
from tests.scoring.cli.calls import refused, result


def test_the_presets_are_listed_in_their_order_with_aligned_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(offered())
    assert len({line.index("start ") for line in lines}) == len({line.index("chonbo ") for line in lines}) == 1
    assert all(line.endswith(" of 69 values confirmed by a document") for line in lines)


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("wrc-2022", "wrc-2022 WRC 2022 start 30,000 goal 30,000 uma 15/5/−5/−15 chonbo 30P 66 of 69"),
        ("ema-2025", "ema-2025 EMA 2025 start 30,000 goal 30,000 uma 15/5/−5/−15 chonbo 20P 25 of 69"),
        (
            "tenhou-3",
            "tenhou-3 Tenhou, three players start 35,000 goal 40,000 uma 20/0/−20 chonbo 30P oka 15P 34 of 69",
        ),
        ("friendly", "friendly Friendly game start 30,000 goal 30,000 uma 15/5/−5/−15 chonbo mangan 68 of 69"),
        (
            "four-winds",
            "four-winds Four Winds, end points start 25,000 goal 30,000 uma none chonbo 30P prizes 15/10/5/2 17 of 69",
        ),
    ],
)
def test_a_preset_is_listed_with_what_tells_it_from_others(
    key: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["rules"])
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert f"{words} values confirmed by a document" in lines


def test_a_floating_uma_is_listed_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules"])
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.split()[0] == "jpml-a-2012"]
    assert "uma floating" in line


def test_the_presets_are_listed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--json"]) == 0
    listed = result(capsys.readouterr().out)
    assert [one["key"] for one in listed["rule_sets"]] == list(offered())
    first = {"key": "arizona-2025", "title": "Arizona Riichi 2025", "confirmed": 67, "values": 69}
    assert listed["rule_sets"][0] == first


def test_one_rule_set_in_sentences_no_wider_than_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "ema-2025"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("  EMA 2025\n\n  ")
    assert "\n  Everyone starts with 30,000 points.\n  [EMA 2025 §1.4]\n" in said
    assert "\n  The score\n  ─────────\n  Everyone starts" in said
    assert max(map(len, said.splitlines())) <= 80


def test_a_rule_set_that_is_not_offered_is_read_by_its_key_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "rrc"]) == 0
    assert capsys.readouterr().out.startswith("  RRC (Russia)\n\n  This rule set is not offered any more: ")
    assert main(["table", "41000", "33000", "26000", "20000", "--rules", "rrc"]) == 0


def test_what_is_not_certain_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules", "ema-2025"])
    said = capsys.readouterr().out
    limit = "The rules name no time limit; the organiser may set one for each hanchan."
    assert f"  {limit}\n  [common practice: not found for EMA 2025]\n" in said
    main(["rules", "wrc-2022"])
    said = capsys.readouterr().out
    assert "common practice" not in said
    assert "[sources disagree: S3 Renhou; but WRC 2014 precisions" in said


def test_one_rule_set_as_json_holds_its_snapshot_and_its_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "wrc-2025", "--json"]) == 0
    said = result(capsys.readouterr().out)
    sentences = said["sentences"]
    assert Ruleset.from_json(said["rule_set"]) == preset("wrc-2025")
    start = [one for one in sentences if one["field"] == "start"]
    source = preset("wrc-2025").sources["start"]
    assert start == [
        {
            "section": "The score",
            "field": "start",
            "fields": ["start"],
            "text": "Everyone starts with 30,000 points.",
            "source": source,
            "marks": [],
        }
    ]
    said_of = {one["field"]: one for one in sentences}
    assert said_of["goal"]["fields"] == ["goal", "count", "oka"]
    assert said_of["time.minutes"]["marks"] == ["disputed"]


def test_another_name_is_refused_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert "“wrc2025” is not a rule set; did you mean wrc-2025" in refused(capsys, "rules", "wrc2025")
