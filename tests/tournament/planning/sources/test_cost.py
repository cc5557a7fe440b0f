"""What a way costs, and which ways are not worth showing."""

import pytest

from seating.repair import RepairKind
from tests.tournament.planning.halls import begin, seated_hall
from tournament.core.models import Verb
from tournament.planning.basis import basis_of
from tournament.planning.preview import Preview
from tournament.planning.proposal import Origin, Proposal
from tournament.planning.sources import searches
from tournament.planning.sources.repair_options import available_options, options, repair_case, unevenness
from tournament.seating_report.quality import quality_of_map
from tournament.seats.models import SeatingSource


class Costed(Preview):
    """A way in which so many people change tables and so many meet again."""

    def __init__(self, people, repeats, even, group="byes"):
        origin = Origin(source=SeatingSource.REPAIRED, verb=Verb.REPAIRED, subject="")
        texts = {"key": "", "title": "", "done": "", "button": ""}
        made = Proposal(origin=origin, first=1, is_even=even, group=group, **texts)
        object.__setattr__(self, "proposal", made)
        object.__setattr__(self, "costs", (people, repeats))

    changing = property(lambda self: self.costs[0])
    repeats = property(lambda self: self.costs[1])
    price = property(lambda self: self.costs)


def option_of(*, people, repeats, even, group="byes"):
    return Costed(people, repeats, even, group)


def test_few_moves_are_not_offered_where_all_as_even_as_can_be_moves_no_more_and_repeats_no_more():
    few = option_of(people=26, repeats=1, even=False)
    assert few.is_outdone_by(option_of(people=25, repeats=0, even=True))
    assert not option_of(people=25, repeats=0, even=True).is_outdone_by(few)


@pytest.mark.parametrize(
    "other",
    [
        option_of(people=27, repeats=0, even=True),
        option_of(people=25, repeats=2, even=True),
        option_of(people=25, repeats=0, even=False),
        option_of(people=25, repeats=0, even=True, group="tables"),
    ],
)
def test_they_are_offered_where_the_other_way_costs_something_or_is_another_way(other):
    assert not option_of(people=26, repeats=1, even=False).is_outdone_by(other)


@pytest.mark.parametrize("repeats", [1, 2])
def test_as_even_as_can_be_is_not_offered_where_few_moves_are_as_good_in_everything(repeats):
    few, even = option_of(people=26, repeats=1, even=False), option_of(people=26, repeats=repeats, even=True)
    assert even.is_outdone_by(few)
    assert not few.is_outdone_by(even)


@pytest.mark.django_db
@pytest.mark.parametrize(("players", "played", "leaving"), [(16, 1, 1), (20, 2, 2)])
def test_the_most_even_seating_is_never_less_even_than_the_one_in_which_few_players_move(
    monkeypatch, players, played, leaving
):
    """The two have byes for different players, and the even one is searched for badly here."""
    tournament = seated_hall(players, 4)
    for number in range(1, played + 1):
        begin(tournament, number)
    case = repair_case(basis_of(tournament), played + 1, list(tournament.players.order_by("number")[:leaving]))
    (way,) = [one for one in available_options(case) if one.kind == RepairKind.BYES]
    replan = searches.replan

    def badly(task, seed, *, moves, close):
        if close:
            return replan(task, seed, moves=moves, close=True)
        return tuple(
            tuple(tuple(people[at : at + 4]) for at in range(0, len(people), 4)) for people in map(sorted, task.sitting)
        )

    monkeypatch.setattr(searches, "replan", badly)
    group = f"byes-{way.tables}-{way.byes}"
    made = {key: next(one for one in options(case, key) if one.key == key) for key in ("byes", "byes-even")}
    assert {one.group for one in made.values()} == {group}
    found = {one.is_even: one.arranged for one in made.values()}
    assert quality_of_map(found[True].draft).quality.repeats <= quality_of_map(found[False].draft).quality.repeats
    assert unevenness(case, found[True]) <= unevenness(case, found[False])
