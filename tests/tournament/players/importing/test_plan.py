"""What a list would do: new, unchanged, changed, or an error at its row."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.factories import MORNING, make_tournament
from tests.tournament.players.importing.lists import apply, grid, plan_for
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.players.actions import add_player, disqualify, withdraw
from tournament.players.importing.choices import Choices
from tournament.players.importing.plan import Fate, make_plan
from tournament.players.models import Player


def here(**fields):
    """Somebody who is here already, not saved: plans are made without a database."""
    fields = {"pk": fields["number"], **fields}
    return Player(**fields)


LUC = here(number=4, name="Luc Moreau", country="FR", club="Paris Riichi", ema_number="04100170")
EWA = here(number=7, name="Ewa Nowak", country="PL")


def fates(plan):
    return [line.fate.value for line in plan.lines]


def codes(line):
    return [remark.code for remark in line.remarks]


def test_new_players_get_the_lowest_free_numbers_around_those_of_the_list():
    plan = make_plan(grid("name;number", "Aiko;", "Tom;2", "Mika;"), [here(number=1, name="Ewa")])
    assert [(line.name, line.number) for line in plan.new] == [("Aiko", 3), ("Tom", 2), ("Mika", 4)]


def test_the_ema_number_says_who_it_is_even_when_club_and_spelling_changed():
    plan = make_plan(grid("name;club;EMA", "MOREAU Luc;Lyon;4100170"), [LUC])
    line = plan.lines[0]
    assert (line.player, line.fate) == (4, Fate.CHANGED)
    assert [(change.field, change.new) for change in line.changes] == [("first_name", "Luc"), ("last_name", "Moreau")]
    assert [(change.field, change.old, change.new) for change in line.kept] == [("club", "Paris Riichi", "Lyon")]


def test_the_list_replaces_what_is_here_only_when_that_is_chosen():
    plan = make_plan(grid("name;club;EMA", "Luc Moreau;Lyon;04100170"), [LUC], Choices(overwrite=True))
    assert fates(plan) == ["changed"]
    assert [(change.field, change.new) for change in plan.lines[0].changes] == [("club", "Lyon")]


def test_what_is_empty_here_is_filled():
    plan = make_plan(grid("name;country;team;EMA", "ewa NOWAK;Pologne;Dragons;19000001"), [EWA])
    assert [(change.field, change.new) for change in plan.lines[0].changes] == [
        ("team", "Dragons"),
        ("ema_number", "19000001"),
    ]


def test_an_empty_cell_erases_nothing():
    assert fates(make_plan(grid("name;country;club", "Luc Moreau;FR;"), [LUC], Choices(overwrite=True))) == ["same"]


def test_an_ema_number_of_somebody_with_quite_another_name_is_an_error():
    plan = make_plan(grid("name;EMA", "Ewa Nowak;04100170"), [LUC])
    assert fates(plan) == ["error"]
    assert "Luc Moreau (number 4)" in plan.lines[0].remarks[0].say()


def test_the_same_name_from_another_country_or_club_or_with_another_ema_number_is_another_person():
    rows = ("name;country;club;EMA", "Luc Moreau;BE;;", "Luc Moreau;FR;Nice;", "Luc Moreau;FR;Paris Riichi;04100171")
    plan = make_plan(grid(*rows), [LUC])
    assert fates(plan) == ["new", "new", "new"]
    assert all(codes(line) == ["namesake"] and not line.namesake for line in plan.lines)


def test_two_rows_of_the_same_person_are_an_error_at_the_later_one():
    plan = make_plan(
        grid("name;country;EMA", "Aiko Brandt;DE;", "AIKO  brandt;Deutschland;", "Tom;GB;11000001", "T.;;11000001"), []
    )
    assert fates(plan) == ["new", "error", "new", "error"]
    assert plan.lines[1].remarks[0].say() == "Same person as row 2. Remove one of the two rows."
    assert plan.lines[3].remarks[0].say() == "Same person as row 4. Remove one of the two rows."


def test_two_rows_that_might_be_the_same_person_need_a_tick():
    plan = make_plan(grid("name;club", "Aiko Brandt;Berlin", "Aiko Brandt;"), [])
    assert fates(plan) == ["new", "new"]
    assert [str(line.namesake) for line in plan.lines] == ["None", "row 2, Aiko Brandt"]


def test_a_name_the_other_way_round_needs_a_tick():
    assert make_plan(grid("Moreau Luc"), [LUC]).lines[0].namesake.say() == "number 4, Luc Moreau"


def test_a_name_that_two_people_here_bear_must_say_which():
    two = [LUC, here(number=9, name="Luc Moreau", country="FR", club="Nice")]
    plan = make_plan(grid("name;note", "Luc Moreau;vegetarian"), two)
    assert codes(plan.lines[0]) == ["ambiguous"]
    assert make_plan(grid("name;number;note", "Luc Moreau;9;vegetarian"), two).lines[0].player == 9


def test_numbers_taken_here_or_twice_in_the_list_are_errors():
    plan = make_plan(grid("name;number", "Aiko;4", "Tom;5", "Mika;5"), [LUC])
    assert fates(plan) == ["error", "new", "error"]
    assert "to Luc Moreau" in plan.lines[0].remarks[0].say()
    assert "to Tom" in plan.lines[2].remarks[0].say()


def test_two_players_may_exchange_their_numbers():
    plan = make_plan(grid("name;number", "Luc Moreau;7", "Ewa Nowak;4"), [LUC, EWA], Choices(overwrite=True))
    assert fates(plan) == ["changed", "changed"]


def test_every_problem_of_a_row_is_reported_at_once():
    plan = make_plan(grid("name;country;EMA;substitute;number;club", f";Absurdie;12;perhaps;x;{'x' * 81}"), [])
    assert sorted(codes(plan.lines[0])) == [
        "country-unknown",
        "ema-number-form",
        "no-name",
        "number-form",
        "too-long",
        "yes-or-no",
    ]


@pytest.mark.parametrize(
    ("name", "code"),
    [("=1+1", "formula-text"),
     ("FranÃ§ois", "wrong-encoding"), ("Fran\ufffdois", "wrong-encoding"), ("Moreau, Luc", "name-turned")],
)  # fmt: skip
def test_an_odd_name_is_noted(name, code):
    assert codes(make_plan(grid("name\tcountry", f"{name}\tFR"), []).lines[0]) == [code]


@pytest.mark.parametrize("name", ["محمد الفاتح", "山田 太郎", "Luc 🀄", "<b>Luc</b>", "O’Brien & Söhne", "=1+1"])
def test_unusual_names_are_kept_as_they_are(name):
    assert make_plan(grid("name\tcountry", f"{name}\tFR"), []).lines[0].values["name"] == name


def test_a_zero_that_excel_dropped_is_put_back_with_a_note():
    line = make_plan(grid("name;EMA", "Aiko;5100170"), []).lines[0]
    assert (line.values["ema_number"], codes(line)) == ("05100170", ["ema-zero"])


@pytest.mark.django_db
def test_a_plan_asks_nothing_of_the_database(django_assert_num_queries):
    with django_assert_num_queries(0):
        make_plan(grid("name", *(f"Player {n}" for n in range(300))), [LUC, EWA])


@pytest.mark.django_db
def test_a_withdrawn_player_stays_withdrawn_and_is_noted():
    tournament = make_tournament()
    for name, leave in (("Luc", withdraw), ("Ewa", disqualify)):
        leave(
            player=add_player(tournament=tournament, act=Act(by=None, at=MORNING), name=name),
            act=Act(by=None, at=MORNING, reason="left"),
        )
    plan = plan_for(tournament, grid("Luc", "Ewa"))
    assert [codes(line) for line in plan.lines] == [["is-out"], ["is-out"]]
    assert not plan.does_something


def test_a_row_that_is_somebody_after_an_earlier_row_has_filled_in_what_is_known_is_the_same_person():
    luc = here(number=1, name="Luc Moreau", country="FR")
    plan = make_plan(grid("name;country;club", "Luc Moreau;;Paris", "Luc Moreau;FR;Paris"), [luc])
    assert [codes(line) for line in plan.lines][-1] == ["twice"]


NAMES = st.sampled_from(["Luc Moreau", "Moreau Luc", "Aiko Brandt", "Zoë", "zoe", "山田 太郎", "🀄"])
ROWS = st.tuples(
    NAMES, st.sampled_from(["", "FR", "DE"]), st.sampled_from(["", "Paris", "paris"]),
    st.sampled_from(["", "04100170", "05100170"]), st.sampled_from(["", "1", "2", "30"]),
)  # fmt: skip


@pytest.mark.django_db
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ROWS, min_size=1, max_size=7), st.lists(ROWS, max_size=4))
def test_the_same_list_twice_adds_nobody_twice(rows, others):
    tournament = make_tournament(slug="")
    for list_of_rows in (others, rows):
        lines = grid("name;country;club;EMA;number", *(";".join(row) for row in list_of_rows))
        try:
            apply(tournament, lines, distinct=range(100))
        except Refused:
            continue
        again = plan_for(tournament, lines)
        assert again.new == ()
        assert again.errors == ()


# --- another spelling ----------------------------------------------------------------------------------------------


def changed(plan, at=0):
    return [(change.field, change.old, change.new) for change in plan.lines[at].changes]


MAX = here(number=9, name="Max Hofer", first_name="Max", last_name="Hofer", ema_number="11000913", ara_id="A77")


@pytest.mark.parametrize(
    "row",
    ["name;EMA\nHöfer, Max;11000913", "name;EMA\nMax Höfer;11000913", "name;ARA ID\nHÖFER Max;A77"],
)
def test_another_spelling_under_the_same_number_is_a_change(row):
    assert changed(make_plan(grid(row), [MAX])) == [
        ("name", "Max Hofer", "Max Höfer"),
        ("last_name", "Hofer", "Höfer"),
    ]


@pytest.mark.parametrize("name", ["max hofer", "MAX HOFER", "Max  Hofer"])
def test_capitals_and_spaces_are_no_other_spelling(name):
    assert fates(make_plan(grid("name;EMA", f"{name};11000913"), [MAX])) == ["same"]


def test_accents_that_a_list_leaves_out_and_another_order_are_shown_and_kept():
    with_accent = here(number=9, name="Max Höfer", ema_number="11000913")
    for name in ("Max Hofer", "Höfer Max"):
        plan = make_plan(grid("name;EMA", f"{name};11000913"), [with_accent])
        assert fates(plan) == ["same"] and [change.new for change in plan.lines[0].kept] == [name]
        plan = make_plan(grid("name;EMA", f"{name};11000913"), [with_accent], Choices(overwrite=True))
        assert changed(plan) == [("name", "Max Höfer", name)]


def test_parts_of_a_name_that_cannot_be_told_from_a_longer_one_are_named():
    plan = make_plan(grid("name;EMA", "Max Emil Höfer;11000913"), [MAX])
    assert changed(plan) == [("name", "Max Hofer", "Max Emil Höfer")]
    assert "parts-stay" in codes(plan.lines[0])


def test_an_ara_id_of_quite_another_name_or_of_two_people_says_nothing():
    assert fates(make_plan(grid("name;ARA ID", "Zoë Albrecht;A77"), [MAX])) == ["new"]
    twin = here(number=10, name="Max Hofmann", ara_id="A77")
    assert fates(make_plan(grid("name;ARA ID", "Max Hof;A77"), [MAX, twin])) == ["new"]


DAN = here(number=27, name="Dan Ionescu", first_name="Dan", last_name="Ionescu")


def test_a_start_number_and_nearly_the_same_name_are_the_same_person():
    plan = make_plan(grid("number;name", "27;Ionesco, Dan"), [DAN])
    assert changed(plan) == [("name", "Dan Ionescu", "Dan Ionesco"), ("last_name", "Ionescu", "Ionesco")]
    for row in ("27;Dan Smith", "27;Zoë Albrecht"):
        assert codes(make_plan(grid("number;name", row), [DAN]).lines[0]) == ["number-taken"]
    abroad = here(number=27, name="Dan Ionescu", country="RO")
    assert "number-taken" in codes(make_plan(grid("number;name;country", "27;Dan Ionesco;FR"), [abroad]).lines[0])


def test_a_similar_name_is_offered_as_the_same_person():
    rows = grid("name;club", "Ionesco, Dan;", "Luc Moreau;Kan")
    plan = make_plan(rows, [DAN])
    assert fates(plan) == ["new", "new"] and plan.lines[0].alike == ((27, "Dan Ionescu"),)
    plan = make_plan(rows, [DAN], Choices(same={2: 27}))
    assert fates(plan) == ["changed", "new"] and plan.lines[0].alike == ((27, "Dan Ionescu"),)
    assert ("name", "Dan Ionescu", "Dan Ionesco") in changed(plan)
    assert fates(make_plan(rows, [DAN], Choices(same={2: 5}))) == ["new", "new"], "nobody has this number"


def test_two_rows_for_one_number_are_an_error_at_the_later_one():
    plan = make_plan(grid("name", "Dan Ionesco", "Dan Ionescou"), [DAN], Choices(same={2: 27, 3: 27}))
    assert fates(plan) == ["changed", "error"]
