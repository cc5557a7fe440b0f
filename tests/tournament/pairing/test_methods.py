"""What an organiser chooses."""

from django.http import QueryDict

from tournament.pairing.methods import Choice, Method, Tables
from tournament.pairing.pages import address, given


def test_a_choice_as_an_address_leaves_out_what_is_usual():
    assert address(Choice(seed=3)) == "?seed=3"
    odd = Choice(
        Method.FINALS, step=8, pattern="1-4 / 2-3", rest=Method.SNAKE, tables=Tables.RANK, winds_first=True, seed=1
    )
    assert QueryDict(address(odd)[1:]).dict() == given(odd)


def test_finals_and_patterns_number_their_tables_by_rank_unless_asked_otherwise():
    by_rank = {method for method in Method if Choice(method).by_rank}
    assert by_rank == {Method.CHUNKS, Method.FINALS, Method.PATTERN}
    assert Choice(tables=Tables.RANK).by_rank and not Choice(Method.FINALS, tables=Tables.NEW).by_rank
