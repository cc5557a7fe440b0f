"""The hands and payments of the two rule books side by side."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from scoring.payments.draws import chonbo, exhaustive_draw, nagashi
from scoring.payments.dues import Payment
from scoring.payments.liability import Liable
from scoring.payments.values import HandValue, Limit, PaymentProblem, Yakuman
from scoring.payments.wins import Win, ron, several_ron, tsumo
from scoring.penalties import table_payment
from scoring.rules import Ruleset
from scoring.rules.values import FedYakuman
from scoring.winds import Wind
from tests.shadow import payments
from tests.shadow.compare import ruleset

Told = dict[str, Any]
REFUSED: Told = {"refused": True}


def value(hand: dict[str, Any]) -> HandValue:
    if hand["yakuman"]:
        return HandValue.of(*map(Yakuman, hand["yakuman"]))
    return HandValue(hand["han"], hand["fu"], at_least=hand["at_least"] and Limit(hand["at_least"]))


def liable(hand: dict[str, Any]) -> tuple[Liable, ...]:
    return tuple(Liable(Wind(seat), FedYakuman(fed)) for seat, fed in hand["liable"])


def asked_win(case: dict[str, Any], rules: Ruleset) -> Payment:
    winner, hand = Wind(case["winner"]), case["hand"]
    more = {"honba": case["honba"], "deposits": case["deposits"], "liable": liable(hand)}
    if case["payer"] is None:
        return tsumo(winner, value(hand), rules, **more)
    return ron(winner, Wind(case["payer"]), value(hand), rules, **more)


def asked_several(case: dict[str, Any], rules: Ruleset) -> Payment:
    wins = [Win(Wind(seat), value(hand), liable(hand)) for seat, hand in case["hands"].items()]
    return several_ron(wins, Wind(case["payer"]), rules, case["honba"], case["deposits"])


ASKED: dict[str, Callable[[dict[str, Any], Ruleset], Payment]] = {
    "win": asked_win,
    "several": asked_several,
    "draw": lambda case, rules: exhaustive_draw(list(map(Wind, case["who"])), rules, case["deposits"]),
    "nagashi": lambda case, rules: nagashi(list(map(Wind, case["who"])), rules, case["honba"], case["deposits"]),
    "chonbo": lambda case, rules: chonbo(list(map(Wind, case["who"])), rules, case["deposits"]),
}


def ours(case: dict[str, Any]) -> Told:
    if case["kind"] == "penalty":
        table = table_payment(case["points"], Wind(case["who"]), ruleset(case["rules"]))
        return {"changes": list(table.changes), "deposits": table.to_table}
    try:
        payment = ASKED[case["kind"]](case, ruleset(case["rules"]))
    except PaymentProblem:
        return REFUSED
    return {"changes": list(payment.changes), "deposits": payment.deposits}


def theirs(case: dict[str, Any]) -> Told:
    rules, honba, deposits = case["rules"], case["honba"], case["deposits"]
    match case["kind"]:
        case "win" if not payments.exists(case["hand"], case["payer"] is None):
            return REFUSED
        case "win" if case["payer"] is None:
            return payments.self_drawn(rules, case["winner"], case["hand"], honba, deposits)
        case "win":
            return payments.called(rules, case["payer"], {case["winner"]: case["hand"]}, honba, deposits)
        case "several":
            return payments.called(rules, case["payer"], case["hands"], honba, deposits)
        case "draw":
            return payments.exhaustive_draw(rules, case["who"], deposits)
        case "penalty":
            return payments.at_the_table(rules, case["who"], case["points"])
        case "nagashi" if not case["who"] or rules["hand"]["nagashi"] == "nothing":
            return REFUSED
        case "nagashi":
            return payments.nagashi(rules, case["who"], honba, deposits)
        case "chonbo" if not case["who"]:
            return REFUSED
    return payments.chonbo(rules, case["who"], deposits)


def differences(cases: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for case in cases:
        scoring, shadow = ours(case), theirs(case)
        if scoring != shadow:
            yield {"case": case, "scoring": scoring, "shadow": shadow}
