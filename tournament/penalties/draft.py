"""A penalty while it is being decided: what the schedule asks and foresees, what came before, what it would change.

The page shows it as soon as something is chosen, with script or without; giving it is asked for only after that.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from scoring.foul.sentences import in_words
from scoring.foul.texts import case_texts, outcome_text
from scoring.fouls import Consequence, Foul, Outcome
from scoring.points import Points
from scoring.sentences.of_rules import Sentence
from scoring.standings import Deduction, Status
from scoring.words import Text
from tournament.events.models import Hanchan, Tournament
from tournament.penalties.answers import answers_in, written
from tournament.penalties.effect import Effect, effects
from tournament.penalties.fields import type_back
from tournament.penalties.models import Penalty, PenaltyKind
from tournament.penalties.price import (
    Price,
    follows_the_schedule,
    foreseen,
    is_ruled,
    kinds_for,
    paid_at_table,
    suggestion,
)
from tournament.penalties.queries import earlier_offences, foul_of, other_warnings
from tournament.penalties.seats import KeptSeats, kept_seats
from tournament.players.models import Player

AT_ONCE = 4  # sentences that are read at once; the rest is for when it is needed


@dataclass(frozen=True)
class Draft:
    """What has been chosen so far; anything may still be missing. `amount` in points, `answers` keys by question."""

    tournament: Tournament
    player: Player | None
    hanchan: Hanchan | None
    foul: Foul | None
    kind: str
    amount: Points | None
    answers: Mapping[str, str] = field(default_factory=dict)

    @property
    def mark(self) -> str:
        """Names what was shown, so that nothing else is given than what was seen."""
        parts = (self.player and self.player.pk, self.hanchan and self.hanchan.number, self.foul and self.foul.code)
        return "/".join(str(part) for part in (*parts, self.kind, self.amount, self.answers_as_text))

    @property
    def answers_as_text(self) -> str:
        """The answers, to see whether they are still the same."""
        return written(self.answers)

    @cached_property
    def outcome(self) -> Outcome | None:
        """What follows, None while a question is open."""
        found = self.foul.outcomes(self.answers) if self.foul else ()
        return found[0] if len(found) == 1 else None

    @property
    def is_open(self) -> bool:
        """Whether the foul still asks something."""
        return self.foul is not None and self.outcome is None

    @property
    def headline(self) -> Text | None:
        """What follows in a few words."""
        return outcome_text(self.outcome) if self.outcome else None

    @property
    def is_unverified(self) -> bool:
        """Whether no source confirms what the schedule has here."""
        return bool(self.foul and self.outcome and (self.foul.unverified or self.outcome.unverified))

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """What follows, in sentences."""
        return in_words(self.foul, self.outcome, self.tournament.ruleset) if self.foul and self.outcome else ()

    @property
    def first_sentences(self) -> tuple[Sentence, ...]:
        return self.sentences[:AT_ONCE]

    @property
    def more_sentences(self) -> tuple[Sentence, ...]:
        return self.sentences[AT_ONCE:]

    @property
    def possible(self) -> tuple[Text, ...]:
        """What may follow, a line for each case that is left."""
        return case_texts(self.foul, self.answers) if self.foul else ()

    @property
    def price(self) -> Price | None:
        """What the schedule has for the chosen kind, None where it foresees nothing of the sort."""
        return foreseen(self.foul, self.answers, self.kind, self.tournament.ruleset)

    @property
    def kinds(self) -> tuple[PenaltyKind, ...]:
        """What the schedule foresees for the foul by the answers."""
        return kinds_for(self.foul, self.answers, self.tournament.ruleset)

    @property
    def pays_at_table(self) -> bool:
        return paid_at_table(self.tournament.ruleset)

    @cached_property
    def earlier(self) -> list[Penalty]:
        """The same foul by the same player before."""
        return earlier_offences(self.player, self.foul.code) if self.player and self.foul else []

    @cached_property
    def other_warnings(self) -> list[Penalty]:
        """What the player was warned for apart from this foul: many of them may be an obstruction."""
        return other_warnings(self.player, self.foul.code if self.foul else "") if self.player else []

    @property
    def asks_for_repetition(self) -> bool:
        """Whether the schedule wants to know which time it is."""
        return self.foul is not None and any(one.key in ("repeated", "time") for one in self.foul.questions)

    @property
    def nth(self) -> int:
        return len(self.earlier) + 1

    @property
    def is_left_to_referee(self) -> bool:
        """Whether the schedule leaves it to the referee, who then says why."""
        return self.foul is not None and not self.is_open and not is_ruled(self.foul, self.answers)

    @property
    def deviates(self) -> bool:
        """Whether this is something else than what the schedule foresees."""
        if self.foul is None or self.amount is None or not self.kind:
            return False
        rules = self.tournament.ruleset
        return not follows_the_schedule(self.foul, self.answers, self.kind, self.amount, rules)

    @property
    def is_unsaid_disqualification(self) -> bool:
        """Whether it disqualifies without the schedule saying so."""
        said = self.outcome is not None and self.outcome.consequence is Consequence.DISQUALIFICATION
        return self.kind == PenaltyKind.DISQUALIFICATION and not said

    @cached_property
    def kept(self) -> KeptSeats | None:
        """The seats that a disqualification would leave with the player; None for every other penalty."""
        out = self.kind == PenaltyKind.DISQUALIFICATION
        return kept_seats(self.player) if self.player and out else None

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """What it changes in the standings, () while nobody is chosen."""
        if self.player is None or self.amount is None:
            return ()
        extra = [Deduction(self.player.pk, self.amount, self.hanchan and self.hanchan.number)]
        out = self.kind == PenaltyKind.DISQUALIFICATION
        statuses = {self.player.pk: Status.DISQUALIFIED} if out else {}
        return effects(self.tournament, [self.player], extra=extra, statuses=statuses)


def settled(typed: Mapping[str, str], tournament: Tournament, *, live: bool) -> dict[str, str]:
    """Kind and amount to go on with, as one types them.

    `was_…` say what the page had. When the foul, an answer or the kind is another now, what hangs on it is taken from
    the schedule. A page that is sent as a whole (not `live`) may have changed several things at once: what the referee
    typed there stays.
    """
    rules, foul, answers = tournament.ruleset, foul_of(tournament, typed.get("foul", "")), answers_to(typed, tournament)
    kind, amount = typed.get("kind", ""), typed.get("amount", "")
    is_new = is_new_foul(typed) or written(answers) != typed.get("was_answers", "")
    if not kind or (is_new and (live or kind == typed.get("was_kind", ""))):
        kind = suggestion(foul, answers, rules) or ""
    if (is_new or kind != typed.get("was_kind", "")) and (live or amount == typed.get("was_amount", "")):
        price = foreseen(foul, answers, kind, rules)
        amount = type_back(price.amount) if price and price.kind == kind else ""
    if not amount and kind not in ("", PenaltyKind.POINTS, PenaltyKind.CHONBO):
        amount = "0"
    return {"kind": str(kind), "amount": amount}


def is_new_foul(typed: Mapping[str, str]) -> bool:
    """Whether another foul was chosen than the page had."""
    return typed.get("foul", "") != typed.get("was_foul", "")


def answers_to(typed: Mapping[str, str], tournament: Tournament) -> dict[str, str]:
    """The answers to the chosen foul; those to another one that the page had before do not count."""
    if "was_foul" in typed and is_new_foul(typed):
        return {}
    return answers_in(typed, foul_of(tournament, typed.get("foul", "")))
