"""What an organiser chooses."""

from django.http import QueryDict

from tournament.planning.pairing.methods import Method, PairingChoice, TableNumbering
from tournament.planning.pairing.pages import address, choice_params


def test_a_choice_as_an_address_leaves_out_what_is_usual():
    assert address(PairingChoice(seed=3)) == "?method=swiss&seed=3"
    odd = PairingChoice(
        Method.FINALS,
        step=8,
        pattern="1-4 / 2-3",
        rest=Method.SNAKE,
        tables=TableNumbering.RANK,
        winds_first=True,
        seed=1,
    )
    assert QueryDict(address(odd)[1:]).dict() == choice_params(odd)


def test_finals_and_patterns_number_their_tables_by_rank_unless_asked_otherwise():
    by_rank = {method for method in Method if PairingChoice(method).by_rank}
    assert by_rank == {Method.CHUNKS, Method.FINALS, Method.PATTERN}
    assert (
        PairingChoice(tables=TableNumbering.RANK).by_rank
        and not PairingChoice(Method.FINALS, tables=TableNumbering.NEW).by_rank
    )
