"""That a merge says of everything which names a player what becomes of it."""

import pytest

from tests.factories import MORNING
from tournament.core.records import Recorded
from tournament.persons.entries.fields import CHOICES, FOLLOWING, STAYING, columns_taken, exchange, merged_row
from tournament.persons.entries.rows import EARLIER_LISTS, MOVED, list_after
from tournament.persons.entries.rows import STAYING as STAYING_ROWS
from tournament.players.models import Player, PlayerStatus
from tournament.seats.models import Seating
from tournament.standings.inputs import one_entry


def test_every_column_that_names_a_player_moves_or_stays():
    """A new foreign key to a player belongs into MOVED or STAYING of tournament/persons/entries/rows.py."""
    fields = [one for one in Player._meta.get_fields(include_hidden=True) if one.auto_created and one.is_relation]
    columns = {f"{one.field.model._meta.model_name}.{one.field.name}" for one in fields if not one.many_to_many}
    assert columns == MOVED.keys() | STAYING_ROWS.keys()
    assert not MOVED.keys() & STAYING_ROWS.keys() and all(STAYING_ROWS.values())


def test_every_list_of_ids_moves_but_that_of_a_draw():
    staying = {(model, name) for model in Recorded.__subclasses__() for name in model.lists_of_ids & {*EARLIER_LISTS}}
    assert staying == {(Seating, "listed")}


def test_every_column_of_a_player_is_chosen_or_follows_or_stays():
    """A new column of a player belongs into one of the three of tournament/persons/entries/fields.py."""
    chosen = [column for columns in CHOICES.values() for column in columns]
    known = [*chosen, *FOLLOWING, *STAYING]
    assert sorted(known) == sorted(field.name for field in Player._meta.concrete_fields)


@pytest.mark.parametrize(
    "rows, expected",
    [
        ([], []),
        ([3, 4], [3, 4]),
        ([9, 3], [5, 3]),
        ([5, 9], [5]),
        ([["E", 9], ["S", 3]], [["E", 5], ["S", 3]]),
        ([[0, 9], [1, 3], [1, 5]], [[0, 5], [1, 3]]),
        (((1, 9), (0, 5)), [(0, 5)]),
        ([[0, 5], [1, 3]], [[0, 5], [1, 3]]),
    ],
)
def test_a_list_has_the_one_entry_in_the_place_of_the_other_and_the_better_row_of_two(rows, expected):
    assert one_entry(rows, 9, 5) == expected


@pytest.mark.parametrize(
    "rows, expected",
    [
        ([], []),
        ([["team", 9], ["hanchan", 9], ["hanchan", 5]], [["team", 5], ["hanchan", 5]]),
        ([["team", 5], ["hanchan", 3]], [["team", 5], ["hanchan", 3]]),
    ],
)
def test_a_list_of_prizes_keeps_every_prize_of_the_one_entry(rows, expected):
    assert list_after("final_prizes", rows, 9, 5) == expected


def entry(**fields):
    return Player(**{"number": 1, "name": "Jan Vos", **fields})


@pytest.mark.parametrize(
    "kept, merged, taken",
    [
        ({}, {}, []),
        ({"status": "withdrawn"}, {}, ["status"]),
        ({}, {"status": "withdrawn"}, []),
        ({"status": "withdrawn", "out_from": 2}, {"status": "withdrawn", "out_from": 3}, ["out_from"]),
        ({"status": "waiting", "waiting_since": MORNING}, {"status": "withdrawn"}, ["status", "waiting_since"]),
        ({"checked_in_at": MORNING}, {}, []),
        ({}, {"checked_in_at": MORNING, "confirmed_at": MORNING}, ["checked_in_at", "confirmed_at"]),
        ({"counts_from": 3}, {"counts_from": 2}, ["counts_from"]),
        ({}, {"is_paid": True}, ["is_paid"]),
        ({"is_unlisted": True}, {}, ["is_unlisted"]),
    ],
)
def test_what_follows_is_what_says_more_of_the_person(kept, merged, taken):
    one, other = entry(**kept), entry(**merged)
    assert columns_taken(one, other, ()) == taken
    before = one.status, other.status
    row = merged_row(one, other, ())
    assert all(getattr(row, column) == getattr(other, column) for column in taken)
    assert (one.status, other.status) == before


def test_values_change_places_and_back():
    one, other = entry(club="Roma", contact="a@b.c"), entry(name="J. Vos", contact="")
    taken = columns_taken(one, other, ["name", "contact", "note"])
    assert taken == ["name", "contact"]
    exchange(one, other, taken)
    assert (one.name, one.contact, other.name, other.contact) == ("J. Vos", "", "Jan Vos", "a@b.c")
    assert one.status == PlayerStatus.PLAYING
