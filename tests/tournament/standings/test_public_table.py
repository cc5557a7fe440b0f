"""What surrounds a row of the public standings: places won, the gap above, the line of a cut to come."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import given

from scoring.standings.cut import Cut
from scoring.standings.rules import StandingRules
from tests.factories import MORNING
from tests.tournament.standings.tables import USUAL, play, punish, small_event
from tests.tournament.standings.test_ranking import events
from tournament.standings.cuts import coming_lines
from tournament.standings.public_table import STEPS, PublicStandingsTable, public_rows
from tournament.standings.queries import forget, standings_of
from tournament.standings.ranking import ranking
from tournament.standings.stages import stages_of


@given(inputs=events())
def test_the_gaps_add_up_to_the_distance_from_first_to_last(inputs):
    now = ranking(1, inputs)
    rows = list(public_rows(now, {}, None))
    gaps = [one.behind for one in rows if one.row.standing.ranked]
    totals = [row.standing.total for row in now.ranked]
    assert sum(gap or 0 for gap in gaps) == (totals[0] - totals[-1] if totals else 0)
    assert all(gap is None or gap >= 0 for gap in gaps) and gaps[:1] in ([], [None])


@given(inputs=events())
def test_a_line_to_come_runs_below_so_many_players_and_names_the_gap(inputs):
    now, by = ranking(1, inputs), StandingRules(cuts=(Cut(after=9, sizes=(2, 4)),))
    standings = [row.standing for row in now.rows]
    ranked = [row for row in standings if row.ranked]
    lines = coming_lines(standings, by, now.after)
    assert [line.size for line in lines.values()] == [size for size in (2, 4) if size < len(ranked)]
    for player, line in lines.items():
        assert ranked[line.size].player == player
        assert line.gap == ranked[line.size - 1].total - ranked[line.size].total


def test_a_cut_that_was_made_has_no_line_to_come():
    assert coming_lines([], StandingRules(cuts=(Cut(after=2, sizes=(4,)),)), 3) == {}


@pytest.mark.django_db
def test_the_line_of_the_next_cut_stands_in_the_list_and_goes_when_it_is_sorted(client):
    tournament, _people = small_event(hanchan_count=3)
    play(tournament, 1, {1: USUAL, 2: (40_000, 36_000, 22_000, 22_000)})
    rules = StandingRules(cuts=(Cut(after=2, sizes=(4,)),)).to_json()
    type(tournament).objects.filter(pk=tournament.pk).update(standing_rules=rules)
    forget()
    page = client.get("/t/spring-open/").content.decode()
    assert "Top 4 go on" in page and "between 4 and 5" in page
    assert "Top 4 go on" not in client.get("/t/spring-open/?sort=name").content.decode()


@pytest.mark.django_db
def test_no_gap_is_named_across_the_line_of_a_cut_that_was_made():
    tournament, _people = small_event(hanchan_count=3)
    play(tournament, 1, {1: USUAL, 2: (40_000, 36_000, 22_000, 22_000)})
    tournament.standing_rules = StandingRules(cuts=(Cut(after=1, sizes=(4,)),)).to_json()
    tournament.save(update_fields=["standing_rules"])
    play(tournament, 2, {1: USUAL, 2: (40_000, 36_000, 22_000, 22_000)})
    forget()
    rows = list(public_rows(standings_of(tournament, public=True), {}, None))
    assert [one.behind is None for one in rows] == [number in (1, 5) for number in range(1, 9)]


@pytest.mark.django_db
def test_a_penalties_column_stands_there_only_with_a_penalty_and_an_empty_country_has_none(client):
    tournament, people = small_event(hanchan_count=3)
    tournament.players.update(country="")
    play(tournament, 1, {1: USUAL, 2: USUAL})
    page = client.get("/t/spring-open/").content.decode()
    assert "sort=-penalties" not in page and "sort=country" not in page
    punish(people[0], 8_000, number=1)
    tournament.players.update(country="NL")
    forget()
    page = client.get("/t/spring-open/").content.decode()
    assert "sort=-penalties" in page and "sort=country" in page


def from_width(column):
    """The width in em from which a column is shown, 0 where it always is."""
    return int(next((css.removeprefix("from-") for css in column.css.split() if css.startswith("from-")), 0))


@pytest.mark.django_db
def test_older_hanchan_need_a_wider_list_and_the_country_the_widest():
    tournament, _people = small_event(hanchan_count=8)
    for number in range(1, 8):
        play(tournament, number, {1: USUAL, 2: USUAL})
    table = PublicStandingsTable(standings_of(tournament), {}, None, slug=tournament.slug)
    shown = {bound.name: from_width(bound.column) for bound in table.columns}
    assert [shown[key] for key in ("place", "moved", "name", "total", "hanchan_7", "hanchan_6")] == [0] * 6
    widths = [shown[f"hanchan_{n}"] for n in range(7, 0, -1)]
    assert widths == sorted(widths) and widths[-1] > widths[2]
    assert shown["hanchan_1"] <= shown["behind"] <= shown["country"]
    assert set(shown.values()) - {0} <= set(STEPS)


def test_the_style_sheet_has_the_steps_of_the_columns():
    css = (Path(settings.BASE_DIR) / "tournament/static/tournament/css/standings_public.css").read_text()
    steps = re.findall(r"@container \(width < (\d+)em\) \{\s+\.from-(\d+) ", css)
    assert steps == [(str(step), str(step)) for step in STEPS]


@pytest.mark.django_db
def test_days_and_names_of_hanchan_are_stages_as_far_as_they_were_played():
    tournament, _people = small_event(hanchan_count=4)
    for number in range(1, 5):
        tournament.hanchan.filter(number=number).update(planned_at=MORNING + timedelta(days=number // 3))
    tournament.hanchan.filter(number=4).update(name="Final")
    hanchan = list(tournament.hanchan.order_by("number"))
    assert [(one.label, one.after) for one in stages_of(hanchan, 3)] == [("Day 1", 2), ("Day 2", 3)]
    assert [one.label for one in stages_of(hanchan, 4)] == ["Day 1", "Day 2", "Final"]
    assert stages_of(hanchan, 0) == []
