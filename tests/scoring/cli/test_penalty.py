"""`python -m scoring penalty`: S0 Mod.6.1, and our scale for amounts that it does not name."""

import pytest

from scoring.__main__ import main
from tests.scoring.cli.calls import refused, result


def test_who_pays_whom_with_its_source(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["penalty", "30P", "--offender", "S"]) == 0
    assert capsys.readouterr().out == (
        "  A penalty of 30P, paid at the table; “WRC 2022” deducts it from the score\n"
        "\n"
        "  South pays 6,000 to each other player.\n"
        "  [S0 Mod.6.1]\n"
        "\n"
        "  東 East     +6,000\n"
        "  南 South   −18,000\n"
        "  西 West     +6,000\n"
        "  北 North    +6,000\n"
    )


def test_a_low_penalty_goes_to_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["penalty", "2P", "--offender", "E"]) == 0
    said = capsys.readouterr().out
    assert "  東 East     −2,000\n  南 South         0\n" in said
    assert said.endswith("  北 North         0\n  Table       +2,000\n")


@pytest.mark.parametrize(
    ("amount", "changes", "to_table", "source"),
    [
        ("30P", [6_000, -18_000, 6_000, 6_000], 0, "S0 Mod.6.1"),
        ("20p", [4_000, -12_000, 4_000, 4_000], 0, "S0 Mod.6.1"),
        ("10000", [2_000, -6_000, 2_000, 2_000], 0, "S0 Mod.6.1"),
        ("7.5P", [1_500, -4_500, 1_500, 1_500], 0, "S0 Mod.6.1; amount ours"),
        ("2P", [0, -2_000, 0, 0], 2_000, "S0 Mod.6.1"),
        ("500", [0, -500, 0, 0], 500, "S0 Mod.6.1; amount ours"),
    ],
)
def test_every_amount_as_json(
    amount: str, changes: list[int], to_table: int, source: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["penalty", amount, "--offender", "S", "--json"]) == 0
    found = result(capsys.readouterr().out)
    assert (list(found["changes"].values()), found["to_table"], found["source"]) == (changes, to_table, source)
    assert found["offender"] == "S"
    low = "South puts {} on the table; the next player to win a hand takes it."
    assert found["said"] == [
        low.format(f"{to_table:,}") if to_table else f"South pays {changes[0]:,} to each other player."
    ]


def test_among_three_each_other_player_gets_as_much(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["penalty", "30P", "--offender", "W", "--rules", "tenhou-3", "--json"]) == 0
    assert result(capsys.readouterr().out)["changes"] == {"E": 6_000, "S": 6_000, "W": -12_000}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("30",), "“30” is no penalty; type 30P, or points in full hundreds, as 30000"),
        (("0P",), "“0P” is no penalty"),
        (("-2000",), "“-2000” is no penalty"),
        (("1000000",), "“1000000” is no penalty"),
        (("30k",), "“30k” is not a whole number"),
        (("30P", "--rules", "tenhou-3", "--offender", "N"), "nobody sits as N at a table of 3"),
    ],
)
def test_a_wrong_call_is_exit_2(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    amount, *others = arguments
    assert message in refused(capsys, "penalty", *(others or ["--offender", "S"]), "--", amount)


def test_the_offender_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "the following arguments are required: --offender" in refused(capsys, "penalty", "30P")


def test_rules_that_pay_otherwise_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["penalty", "30P", "--offender", "S"]) == 0
    assert "paid at the table; “WRC 2022” deducts it from the score" in capsys.readouterr().out
    said = refused(capsys, "penalty", "30P", "--offender", "S", "--rules", "friendly")
    assert "“Friendly game” pays only a chonbo, as a mangan, and no other penalty" in said
