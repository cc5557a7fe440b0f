"""A penalty while it is being decided: questions and outcome under the schedule, earlier offences, effect."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from scoring.fouls.cases import Answers, Consequence, Foul, Outcome
from scoring.messages import Message
from scoring.points import Points
from scoring.sentences.fouls import case_texts, foul_sentences, outcome_text
from scoring.sentences.sentence import RuleSentence
from scoring.standings.values import Deduction
from tournament.core.models import Hanchan, Tournament
from tournament.players.models import Player
from tournament.referee.penalties.effect import effects, moving_cuts
from tournament.results.models import Penalty, PenaltyKind
from tournament.results.penalties.prices import follows_the_schedule, is_ruled, kinds_for, scheduled_points
from tournament.results.penalties.queries import earlier_offences, other_warnings
from tournament.seats.held_seats import UnfilledSeats, unfilled_seats
from tournament.standings.correction import Shift

AT_ONCE = 4  # sentences that are shown at once; the others are folded


def answers_as_text(answers: Answers) -> str:
    """Return the answers as one text, to see whether they are still the same."""
    return " ".join(f"{key}={value}" for key, value in sorted(answers.items()))


@dataclass(frozen=True)
class PenaltyDraft:
    """A penalty as chosen so far; anything may still be missing. `amount` in points, `answers` keys by question."""

    tournament: Tournament
    player: Player | None
    hanchan: Hanchan | None
    foul: Foul | None
    kind: str
    amount: Points | None
    answers: Mapping[str, str] = field(default_factory=dict)

    @property
    def mark(self) -> str:
        """Return a text that identifies what was shown, so that nothing else is given."""
        parts = (self.player and self.player.pk, self.hanchan and self.hanchan.number, self.foul and self.foul.code)
        return "/".join(str(part) for part in (*parts, self.kind, self.amount, self.answers_as_text))

    @property
    def answers_as_text(self) -> str:
        return answers_as_text(self.answers)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The outcome under the schedule, None while a question is open."""
        found = self.foul.outcomes(self.answers) if self.foul else ()
        return found[0] if len(found) == 1 else None

    @property
    def kind_label(self) -> str:
        """The kind of penalty in words, "" while none is chosen."""
        return str(PenaltyKind(self.kind).label) if self.kind else ""

    @property
    def is_open(self) -> bool:
        """Return whether the foul still asks something."""
        return self.foul is not None and self.outcome is None

    @property
    def headline(self) -> Message | None:
        return outcome_text(self.outcome) if self.outcome else None

    @property
    def is_unverified(self) -> bool:
        """Return whether no source confirms what the schedule has here."""
        return bool(self.foul and self.outcome and (self.foul.unverified or self.outcome.unverified))

    @cached_property
    def sentences(self) -> tuple[RuleSentence, ...]:
        return foul_sentences(self.foul, self.outcome, self.tournament.ruleset) if self.foul and self.outcome else ()

    @property
    def main_sentences(self) -> tuple[RuleSentence, ...]:
        return self.sentences[:AT_ONCE]

    @property
    def more_sentences(self) -> tuple[RuleSentence, ...]:
        return self.sentences[AT_ONCE:]

    @property
    def possible(self) -> tuple[Message, ...]:
        """The possible outcomes, a line for each case that is left."""
        return case_texts(self.foul, self.answers) if self.foul else ()

    @property
    def scheduled_points(self) -> Points | None:
        """The schedule's points for the chosen kind, None where it has none."""
        return scheduled_points(self.foul, self.answers, self.kind, self.tournament.ruleset)

    @property
    def kinds(self) -> tuple[PenaltyKind, ...]:
        """The kinds of penalty that the schedule has for the foul and answers."""
        return kinds_for(self.foul, self.answers, self.tournament.ruleset)

    @cached_property
    def earlier(self) -> list[Penalty]:
        """The same foul by the same player before."""
        return earlier_offences(self.player, self.foul.code) if self.player and self.foul else []

    @cached_property
    def other_warnings(self) -> list[Penalty]:
        """The player's warnings for other fouls: many of them may be an obstruction."""
        return other_warnings(self.player, self.foul.code if self.foul else "") if self.player else []

    @property
    def asks_for_repetition(self) -> bool:
        """Return whether the outcome depends on which occurrence it is."""
        return self.foul is not None and any(one.key in ("repeated", "time") for one in self.foul.questions)

    @property
    def nth(self) -> int:
        return len(self.earlier) + 1

    @property
    def is_left_to_referee(self) -> bool:
        """Return whether the schedule leaves it to the referee, who must then give a reason."""
        return self.foul is not None and not self.is_open and not is_ruled(self.foul, self.answers)

    @property
    def deviates(self) -> bool:
        """Return whether this differs from the schedule."""
        if self.foul is None or self.amount is None or not self.kind:
            return False
        rules = self.tournament.ruleset
        return not follows_the_schedule(self.foul, self.answers, self.kind, self.amount, rules)

    @property
    def is_extra_disqualification(self) -> bool:
        """Return whether it disqualifies although that is not the schedule's outcome."""
        scheduled = self.outcome is not None and self.outcome.consequence is Consequence.DISQUALIFICATION
        return self.kind == PenaltyKind.DISQUALIFICATION and not scheduled

    @cached_property
    def unfilled(self) -> UnfilledSeats | None:
        """The seats that a disqualification would leave to the player; None for every other penalty."""
        out = self.kind == PenaltyKind.DISQUALIFICATION
        return unfilled_seats(self.player) if self.player and out else None

    @cached_property
    def effects(self) -> tuple[Shift, ...]:
        """The effect on the standings, () while nobody is chosen."""
        return effects(self.tournament, [self.player], **self._changes) if self.player and self._changes else ()

    @cached_property
    def cuts(self) -> tuple[Message, ...]:
        """The cuts before hanchan that have started, which the penalty would move."""
        return moving_cuts(self.tournament, **self._changes) if self._changes else ()

    @property
    def _changes(self) -> dict[str, object]:
        if self.player is None or self.amount is None:
            return {}
        out = self.kind == PenaltyKind.DISQUALIFICATION
        return {
            "extra": [Deduction(self.player.pk, self.amount, self.hanchan.number if self.hanchan else None)],
            "disqualified": {self.player.pk} if out else set(),
        }
