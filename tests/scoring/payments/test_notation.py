"""The value of a hand as people type it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.payments.draws import exhaustive_draw
from scoring.payments.notation import read_value, write_value
from scoring.payments.values import HandValue, Limit, PaymentProblem
from scoring.rules import preset


def test_yakuman_keep_the_floor_that_is_typed_with_them() -> None:
    assert read_value("yakuman*2d1>=haneman") == HandValue(yakuman=2, double=1, at_least=Limit.HANEMAN)


@pytest.mark.parametrize("text", ["nonsense>=mangan", "mangan>=haneman", "3/40>=", ">=nonsense", "", "yakuman*"])
def test_what_is_no_value_is_refused_also_with_a_floor(text: str) -> None:
    with pytest.raises(PaymentProblem):
        read_value(text)


@given(
    st.one_of(
        st.builds(
            HandValue, st.integers(1, 4), st.sampled_from((30, 40, 50)), at_least=st.sampled_from([None, *Limit])
        ),
        st.builds(HandValue, yakuman=st.integers(1, 6), at_least=st.sampled_from([None, *Limit])),
    )
)
def test_a_written_value_reads_back(value: HandValue) -> None:
    assert read_value(write_value(value)) == value


def test_a_draw_with_fewer_than_no_deposits_is_refused() -> None:
    with pytest.raises(PaymentProblem, match="-1 riichi deposits"):
        exhaustive_draw(set(), preset("wrc-2022"), deposits=-1)
