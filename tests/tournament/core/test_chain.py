"""The values of the audit chain: whoever changes how they are computed breaks every history there is."""

from datetime import UTC, datetime, timedelta, timezone

from tournament.core.chain import canonical, first_value, head, moment, next_value

AT = datetime(2026, 5, 16, 9, 30, tzinfo=UTC)


def test_the_values_are_those_that_histories_have():
    first = first_value(7, AT)
    assert first == "9d383630e292139ff1944945177b756fa205964e078f2938a9c59f5b31e5fe7e"
    assert (
        next_value(first, {"line": 1, "subject": "Utrecht"})
        == "e860ab53ceb18035562fb62a2b2c2c5bda48109b09133f14fa85fc87dbe310c7"
    )


def test_equal_values_have_one_text():
    assert canonical({"b": [1, None, True], "a": "é"}) == canonical({"a": "é", "b": [1, None, True]})


def test_a_moment_is_the_same_in_every_zone():
    assert moment(AT.astimezone(timezone(timedelta(hours=9)))) == moment(AT) == "2026-05-16T09:30:00+00:00"


def test_a_head_is_sixteen_letters_in_groups():
    assert head("3f9a12bc77d0e1a4" + "f" * 48) == "3f9a 12bc 77d0 e1a4"
    assert head("") == ""
