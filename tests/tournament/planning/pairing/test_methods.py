"""What an organiser chooses."""

from tournament.planning.pairing.methods import Method, PairingChoice, TableNumbering


def test_finals_and_patterns_number_their_tables_by_rank_unless_asked_otherwise():
    by_rank = {method for method in Method if PairingChoice(method).by_rank}
    assert by_rank == {Method.CHUNKS, Method.FINALS, Method.PATTERN}
    assert (
        PairingChoice(tables=TableNumbering.RANK).by_rank
        and not PairingChoice(Method.FINALS, tables=TableNumbering.NEW).by_rank
    )
