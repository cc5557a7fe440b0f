"""Names for the hall: what is left of one that has no room."""

from types import SimpleNamespace

from tournament.screens.hall_names import first_part, hall_name


def person(first, last):
    return SimpleNamespace(name=f"{first} {last}".strip(), first_name=first, last_name=last, distinction="")


def test_a_family_name_keeps_its_first_part():
    name = hall_name(person("Marie-Luise", "von Hohenfels-Schwarzenberg"))
    assert (name.short, name.shortest) == ("M.-L. von Hohenfels-Schwarzenberg", "M.-L. von Hohenfels-S.")
    assert name.shortest_family == "von Hohenfels-S."


def test_one_part_is_never_shortened():
    assert hall_name(person("Wei", "Chen")).shortest == ""
    assert first_part("O'Brien") == "O'Brien"


def test_nothing_is_shortened_of_a_name_whose_parts_nobody_knows():
    assert hall_name(person("", "Anna Maria Holm")).shortest_family == ""
