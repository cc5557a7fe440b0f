"""Everybody is seated anew: from a seed, from words of the hall, or as a search with wishes has found."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from seating import plan
from seating.rounds import Rounds
from seating.word_draw import seed_from
from tournament.core.messages import Message
from tournament.core.models import Verb
from tournament.core.stored_words import coded
from tournament.planning.basis import SeatingBasis
from tournament.planning.plan_spec import PlanSpec, plan_spec
from tournament.planning.proposal import Origin, Proposal, obstacle
from tournament.planning.refusals import size_obstacles
from tournament.players.queries import Field, field_among
from tournament.seats.models import SeatingSource
from tournament.seats.seat_map import Arrangement, from_plan, spans
from tournament.seats.word_draws import digest_of, listed

PLAN = "plan"
"""The key of the one way."""
WITH_WISHES = obstacle(
    "draw-with-wishes",
    _("With wishes, not the words alone decide. Withdraw the wishes to draw, or plan from a seed with them."),
)


@dataclass(frozen=True, slots=True)
class SeedPlan:
    """A seed, for all hanchan, without wishes. They are hidden until they are published."""

    seed: int

    def ways(self, basis: SeatingBasis, run: str = "") -> Iterator[Proposal]:
        subject = coded("seed", seed=self.seed)
        origin = Origin(source=SeatingSource.PLANNED, verb=Verb.PLANNED, subject=subject, seed=self.seed)
        yield replace(_everybody(basis, self.seed, origin, run), hides=frozenset(basis.hanchan))


@dataclass(frozen=True, slots=True)
class WordPlan:
    """Words that the hall supplied, for draw `number`. The seats are published at once: nobody tries words unseen.

    The seed is made of the list of players and the words, so that anybody can recompute every seat.
    """

    words: str
    number: int

    def ways(self, basis: SeatingBasis, run: str = "") -> Iterator[Proposal]:
        people = listed(_field(basis).seated)
        subject = coded("word-draw", number=self.number, words=self.words)
        origin = Origin(
            source=SeatingSource.PLANNED, verb=Verb.HELD_DRAW, subject=subject, words=self.words, listed=people
        )
        made = _everybody(basis, seed_from(digest_of(people), self.words), origin, run)
        yield replace(made, publishes=frozenset(basis.hanchan))


@dataclass(frozen=True, slots=True)
class SearchedPlan:
    """The rounds that a search has found, for the hanchan that have not started; hidden until they are published.

    `job` is the id of the search, `spec` what was searched for. With other players or hanchan it is not used; with
    other wishes it is.
    """

    job: int
    spec: PlanSpec
    rounds: Rounds

    def ways(self, basis: SeatingBasis, run: str = "") -> Iterator[Proposal]:
        spec = self.spec
        now = plan_spec(basis, spec.seed)
        is_same = replace(now, wishes=spec.wishes, moves=spec.moves, winds=spec.winds) == spec
        changed = _("Players or hanchan changed since the plan was requested. Plan again.")
        seed = {"seed": spec.seed}
        byes = {number: out for number, out in basis.now.byes.items() if number not in spec.planned}
        yield Proposal(
            key=PLAN,
            title=gettext("Use this seating"),
            done="",
            button=gettext("Use this seating"),
            origin=Origin(
                source=SeatingSource.PLANNED,
                verb=Verb.PLANNED,
                subject=coded("hanchan-seed", numbers=spans(spec.planned), **seed)
                if spec.past
                else coded("seed", **seed),
                seed=spec.seed if isinstance(spec.seed, int) else None,
            ),
            first=min(spec.planned, default=1),
            arranged=Arrangement(spec.draft(self.rounds), byes),
            obstacles=() if is_same else (obstacle("plan-outdated", changed),),
            is_stale=True,
            expected=dict.fromkeys(spec.planned, spec.seated),
            afresh=spec.planned,
            hides=frozenset(spec.planned),
            job=self.job,
        )


def _field(basis: SeatingBasis) -> Field:
    return field_among((player for player in basis.listed if basis.is_playing(player.pk)), basis.size)


def _everybody(basis: SeatingBasis, seed: int | str, origin: Origin, run: str) -> Proposal:
    """The way to seat all who play in all hanchan; planned where it is the one to run."""
    field = _field(basis)
    people = tuple(player.pk for player in field.seated)
    obstacles = tuple(_obstacles(basis, field, origin))
    arranged = None
    if run == PLAN and not obstacles:
        made = plan(len(people), len(basis.hanchan), seed, size=basis.size)
        arranged = Arrangement(from_plan(made.rounds, people))
    return Proposal(
        key=PLAN,
        title=gettext("Plan the seating"),
        done="",
        button=gettext("Plan the seating"),
        origin=origin,
        first=1,
        arranged=arranged,
        is_waiting=arranged is None,
        obstacles=obstacles,
        expected=dict.fromkeys(basis.hanchan, people),
        afresh=basis.hanchan,
    )


def _obstacles(basis: SeatingBasis, field: Field, origin: Origin) -> Iterator[Message]:
    if basis.started:
        text = _(
            "Hanchan {numbers} has started. A new plan would repeat pairings that were already played. "
            "Swap two players, replace a player, or import a seating for the remaining hanchan."
        )
        yield obstacle("event-started", text, numbers=spans(basis.started))
    yield from size_obstacles(field, basis.hall)
    if origin.words and basis.wishes:
        yield WITH_WISHES
