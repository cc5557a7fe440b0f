"""The play of a hand, its worth and payments, where a value alone does not say its sentence."""

from scoring.messages import COMMA, OR, list_text, phrase
from scoring.points import write
from scoring.rules import RuleField, Ruleset
from scoring.rules.values import Abortive, AbortiveDeposits, Winners
from scoring.sentences.sentence import Clauses, clause, own_sentence, sentence, stated


def winners(one: RuleField, rules: Ruleset) -> Clauses:
    """Several wins on one discard; among three two others can win."""
    both = rules.players == 3 and rules.hand.winners is not Winners.HEAD_BUMP
    yield stated(one.name, "both-others" if both else rules.hand.winners)


def abortive(one: RuleField, rules: Ruleset) -> Clauses:
    """The abortive draws with their conditions."""
    causes = rules.hand.abortive
    if causes:
        named = list_text([phrase(choice.label) for choice in causes], COMMA)
        said = [sentence(one.name, "one" if len(causes) == 1 else "other", causes=named), sentence(one.name, "ended")]
    else:
        three_calls = rules.hand.winners is Winners.TWO and rules.players == 4
        said = [sentence(one.name, "none-besides" if three_calls else "none")]
    conditions = [*causes, *(() if Abortive.FOUR_QUADS in causes else ("no-fifth-quad",))]
    yield clause(one.name, *said, *(sentence(one.name, key) for key in conditions))


def abortive_deposits(one: RuleField, rules: Ruleset) -> Clauses:
    """The riichi deposits; where they go back, what S0 Mod.5.2.3 says of four riichi belongs to it."""
    own = rules.hand
    returned = own.abortive_deposits is AbortiveDeposits.RETURNED and Abortive.FOUR_RIICHI in own.abortive
    if own.abortive:
        keys = (own.abortive_deposits, *(("four-riichi",) if returned else ()))
        yield clause(one.name, *(sentence(one.name, key) for key in keys))


def honba(one: RuleField, rules: Ruleset) -> Clauses:
    """The worth of honba, from all and from each."""
    each = rules.hand.honba
    yield stated(one.name, "other" if each else "0", all=write(each * (rules.players - 1)), each=write(each))


def honba_to(one: RuleField, rules: Ruleset) -> Clauses:
    """The receiver of honba, where several can win."""
    if rules.hand.honba and rules.hand.winners is not Winners.HEAD_BUMP:
        yield from own_sentence(one, rules)


def liability(one: RuleField, rules: Ruleset) -> Clauses:
    """The liability (pao) for some yakuman, and its extent."""
    if rules.hand.liability:
        sets = list_text([phrase(choice.label) for choice in rules.hand.liability], OR)
        yield stated(f"{one.name} hand.liable_for", rules.hand.liable_for, sets=sets)
    else:
        yield stated(one.name, "none")


def tsumo_loss(one: RuleField, rules: Ruleset) -> Clauses:
    """The share of the missing player, among three."""
    if rules.players == 3:
        yield from own_sentence(one, rules)


def quad_dora(one: RuleField, rules: Ruleset) -> Clauses:
    """The moment at which the dora of a quad is turned, where there is one."""
    if rules.hand.more_dora:
        yield from own_sentence(one, rules)
