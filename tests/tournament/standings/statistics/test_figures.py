"""Pictures and figures of the event: laws of the numbers, and nothing outside its picture."""

from hypothesis import given

from scoring.points import P
from tests.tournament.standings.test_ranking import events
from tournament.standings.ranking import ranking
from tournament.standings.statistics.charts import WIDTH, histogram, meeting_square, totals_chart
from tournament.standings.statistics.figures import balances, event_figures, player_figures, wind_figures
from tournament.standings.visibility import released


def rankings_of(inputs):
    return [ranking(1, inputs, after) for after in range(1, inputs.played + 1)]


@given(inputs=events())
def test_every_line_stays_in_its_picture_and_ends_at_the_last_hanchan(inputs):
    rankings = rankings_of(inputs)
    if not rankings or not rankings[-1].ranked:
        return
    chart = totals_chart(rankings)
    assert len(chart.lines) == len(rankings[-1].ranked) and len(chart.columns) == len(rankings)
    for line in chart.lines:
        points = [tuple(map(int, point.split(","))) for point in line.points.split()]
        assert all(0 <= x <= WIDTH and 0 <= y <= chart.height for x, y in points)
        assert points[-1] == line.end and line.end[0] == chart.columns[-1].at


@given(inputs=events())
def test_a_histogram_counts_every_score_once(inputs):
    scores = [score for row in ranking(1, inputs).rows for score in row.scores if score is not None]
    bins = histogram(scores).bins
    assert sum(one.count for one in bins) == len(scores)
    assert all(one.count == sum(one.low <= score < one.high for score in scores) for one in bins)
    assert all(one.high - one.low == 10 * P for one in bins)


@given(inputs=events())
def test_figures_of_players_and_winds_count_the_same_seats(inputs):
    found = ranking(1, inputs)
    players, winds = player_figures(found, 4), wind_figures(found, 4)
    assert sum(one.played for one in players) == sum(one.seats for one in winds)
    assert all(sum(one.places) == one.played for one in players)
    assert all(sum(one.places) == one.seats for one in winds)
    assert all(one.worst - 100 < one.score < one.best + 100 for one in players)
    assert all(1 <= one.average <= 4 for one in players)


@given(inputs=events())
def test_who_was_ahead_of_whom_is_the_opposite_from_the_other_side(inputs):
    found = balances(inputs)
    assert all(found[other, one] == (behind, ahead) for (one, other), (ahead, behind) in found.items())
    square = meeting_square(ranking(1, inputs), found)
    tones = {"up": "down", "down": "up", "level": "level", "self": "self", "": ""}
    for n, row in enumerate(square):
        for m, cell in enumerate(row.cells):
            assert square[m].cells[n].tone == tones[cell.tone]


@given(inputs=events())
def test_event_figures_are_those_of_the_tables_that_may_be_seen(inputs):
    shown = released(inputs)
    figures = event_figures(shown)
    points = [line.points for table in shown.tables for line in table.lines]
    assert (figures is None) == (not points)
    if figures:
        assert (figures.most.value, figures.least.value) == (max(points), min(points))
        assert figures.below_zero == sum(one < 0 for one in points) and figures.seats == len(points)
