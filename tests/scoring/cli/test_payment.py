"""`python -m scoring payment`."""

import pytest

from scoring.__main__ import main
from tests.scoring.cli.calls import problems, refused, result, run


def test_who_pays_whom_and_what_each_has_more_or_less(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["payment", "--han", "3", "--fu", "40", "--honba", "1", "--deposits", "2"]) == 0
    assert capsys.readouterr().out == (
        "  WRC 2022: South wins on West's discard, 3 han 40 fu\n\n"
        "  West pays South 5,500: 5,200 for 3 han 40 fu, 300 for honba.\n"
        "  South gets 2,000: riichi deposits.\n\n"
        "  東 East          0\n"
        "  南 South    +7,500\n"
        "  西 West     −5,500\n"
        "  北 North         0\n"
    )


@pytest.mark.parametrize(
    ("arguments", "changes"),
    [
        (["--han", "3", "--fu", "40", "--dealer"], {"E": 7_700, "S": -7_700, "W": 0, "N": 0}),
        (["--han", "3", "--fu", "40", "--dealer", "--tsumo"], {"E": 7_800, "S": -2_600, "W": -2_600, "N": -2_600}),
        (["--han", "5", "--winner", "N", "--from", "E"], {"E": -8_000, "S": 0, "W": 0, "N": 8_000}),
        (["--han", "5", "--winner", "N"], {"E": -8_000, "S": 0, "W": 0, "N": 8_000}),
        (["--han", "1", "--fu", "30", "--at-least", "mangan"], {"E": 0, "S": 8_000, "W": -8_000, "N": 0}),
        (["--value", "1/30", "--at-least", "mangan"], {"E": 0, "S": 8_000, "W": -8_000, "N": 0}),
        (["--value", "yakuman*2"], {"E": 0, "S": 64_000, "W": -64_000, "N": 0}),
        (["--han", "13", "--rules", "wrc-2025"], {"E": 0, "S": 32_000, "W": -32_000, "N": 0}),
        (["--han", "5", "--tsumo", "--rules", "tenhou-3"], {"E": -4_000, "S": 6_000, "W": -2_000}),
    ],
)
def test_json_has_the_changes(
    arguments: list[str], changes: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["payment", *arguments, "--json"]) == 0
    found = result(capsys.readouterr().out)
    assert (found["changes"], found["deposits"]) == (changes, 0)
    assert sum(due["points"] for due in found["dues"] if due["receiver"]) == max(changes.values())


def test_json_says_each_due(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["payment", "--han", "5", "--deposits", "1", "--json"]) == 0
    found = result(capsys.readouterr().out)
    assert found["value"] == {"han": 5, "fu": 0, "yakuman": 0, "named": [], "at_least": None, "said": "mangan"}
    assert found["dues"] == [
        {"payer": "W", "receiver": "S", "points": 8_000, "parts": [{"points": 8_000, "for": "mangan"}]},
        {"payer": None, "receiver": "S", "points": 1_000, "parts": [{"points": 1_000, "for": "riichi deposits"}]},
    ]
    assert found["said"] == ["West pays South 8,000: mangan.", "South gets 1,000: riichi deposits."]
    assert main(["payment", "--han", "1", "--fu", "30", "--at-least", "mangan", "--json"]) == 0
    value = result(capsys.readouterr().out)["value"]
    assert value == {"han": 1, "fu": 30, "yakuman": 0, "named": [], "at_least": "mangan", "said": "mangan"}


def test_a_hand_that_cannot_be_is_exit_1(capsys: pytest.CaptureFixture[str]) -> None:
    message = "20 fu is a pinfu by self-draw, which is at least 2 han."
    assert main(["payment", "--han", "1", "--fu", "20"]) == 1
    assert capsys.readouterr() == ("", f"{message}\n")
    assert main(["payment", "--han", "1", "--fu", "20", "--json"]) == 1
    problem = {"level": "error", "code": "payment", "message": message, "field": ""}
    assert problems(capsys.readouterr().out) == [problem]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "either --han (and --fu), or --value"),
        (["--han", "3", "--value", "3/40"], "either --han (and --fu), or --value"),
        (["--han", "three"], "“three” is not a whole number"),
        (["--han", "5", "--winner", "X"], "“X” is not a wind; type E, S, W or N"),
        (["--han", "5", "--tsumo", "--from", "W"], "a self-draw has no discarder"),
        (["--han", "5", "--dealer", "--winner", "S"], "not allowed with"),
    ],
)
def test_a_wrong_call_is_exit_2(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in refused(capsys, "payment", *arguments)


def test_it_runs_as_others_run_it() -> None:
    done = run("payment", "--value", "mangan", encoding="ascii")
    assert done.returncode == 0
    assert b"West pays South 8,000: mangan." in done.stdout
