"""What players and referees look up at a table: the last hand, and how the winds are drawn."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.rules import preset
from tests.events.rows import kept
from tests.factories import make_players, make_tournament
from tests.tournament.hanchan.test_actions import hanchan
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.events.actions import set_public
from tournament.hanchan import actions
from tournament.planning.actions import plan_seating

pytestmark = pytest.mark.django_db


@kept
def opened(now, preset="wrc-2022", **fields):
    tournament = make_tournament("Open", preset=preset, hanchan_count=1, **fields)
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=now))
    return tournament


def page(client, path, **asked):
    return client.get(path, asked).content.decode()


def running(now, gone, preset="wrc-2022"):
    """An open tournament whose hanchan has been running for so many minutes."""
    tournament = opened(now, preset)
    make_players(tournament, 4)
    plan_seating(tournament=tournament, seed=7, act=Act(by=None, at=now))
    tournament.refresh_from_db()
    actions.start(hanchan=hanchan(tournament), act=Act(by=None, at=timezone.now() - timedelta(minutes=gone)))
    return tournament


def test_the_clock_has_the_table_that_a_referee_reads_out(client, now):
    """S2 Time limit."""
    running(now, 10)
    html = page(client, "/t/open/clock/")
    for text in (
        "When the time ends",
        "A hand is being played, East has discarded",
        "Finish this hand; do not start another.",
        "A hand has ended, the South round has not",
        "Play one more hand; it is the last.",
        "The game is over: a last hand with a chonbo is not dealt again.",
    ):
        assert text in html


def test_the_gong_of_ema_2016_is_told_before_it_sounds_and_when_it_has_sounded(client, now, settings):
    settings.TIME_ZONE = "UTC"
    tournament = running(now, 10, preset="ema-2016")
    html = page(client, "/t/open/clock/")
    gong = hanchan(tournament).started_at + timedelta(minutes=75)
    assert f"The signal sounds at {gong:%H:%M}; only the last hands are played after it." in html
    assert "When the signal sounds" in html
    clock = client.get("/t/open/clock/").context["clock"]
    assert (clock.warning, clock.is_announced) == (900, False)
    actions.add_minutes(hanchan=hanchan(tournament), minutes=-66, act=Act(by=None, at=now))
    assert client.get("/t/open/clock/").context["clock"].is_announced


def test_an_announcement_that_changes_nothing_is_only_announced(client, now, settings):
    settings.TIME_ZONE = "UTC"
    tournament = running(now, 0)
    tournament.rules = preset("wrc-2022").replace(time={"warning": 10}).to_json()
    tournament.save()
    html = page(client, "/t/open/clock/")
    assert f"The end is announced at {hanchan(tournament).started_at + timedelta(minutes=80):%H:%M}." in html
    assert "When the time ends" in html


def test_three_questions_give_the_verdict_of_the_rule_set(client, now):
    """S2 Time limit."""
    opened(now)
    html = page(client, "/t/open/last-hand/")
    assert html.count('type="radio"') == 7
    assert "last-hand-verdict" not in html
    for asked, text in (
        ({"when": "during"}, "Finish this hand; do not start another."),
        ({"when": "between"}, "Play one more hand; it is the last."),
        ({"when": "between", "south": "over"}, "The game is over: the South round has been played."),
        ({"when": "during", "chonbo": "yes"}, "The game is over: a last hand with a chonbo is not dealt"),
    ):
        answered = page(client, "/t/open/last-hand/", **asked)
        said = answered[answered.index("last-hand-verdict") :]
        assert text in said[: said.index("</p>")]


def test_without_an_answer_to_the_first_question_there_is_no_verdict(client, now):
    opened(now)
    html = page(client, "/t/open/last-hand/", south="over")
    assert "This field is required." in html
    assert "last-hand-verdict" not in html


def test_where_a_signal_counts_the_question_is_what_the_table_did_when_it_sounded(client, now):
    """The EMA 2016 wiki page: only one more valid hand may be started after the gong."""
    opened(now, preset="ema-2016")
    assert "When the signal sounded, the table was" in page(client, "/t/open/last-hand/")


def test_another_rule_set_has_another_verdict(client, now):
    """TORI Open 2025: two more hands between two hands."""
    opened(now, preset="tori-open-2026")
    assert "Play two more hands, unless the South round ends first." in page(
        client, "/t/open/last-hand/", when="between"
    )


def test_in_an_east_only_game_the_question_is_whether_the_east_round_is_over(client, now):
    tournament = opened(now)
    Tournament.objects.update(rules=tournament.ruleset.replace(length="east-only").to_json())
    assert "The East round" in page(client, "/t/open/last-hand/")
    verdict = page(client, "/t/open/last-hand/", when="between", south="over")
    assert "The game is over: the East round has been played." in verdict and "South round" not in verdict


def test_players_read_how_the_winds_are_drawn(client, now):
    opened(now, wind_method="drawn")
    html = page(client, "/t/open/winds/")
    assert "One of you mixes East, South, West, North, one odd and one even number tile face down" in html
    assert "Write the winds on the report sheet." in html


def test_four_wind_tiles_are_explained_where_they_are_drawn(client, now):
    tournament = opened(now, wind_method="drawn")
    tournament.rules = preset("wrc-2022").replace(seat_draw="direct").to_json()
    tournament.save()
    assert "One of you mixes East, South, West and North face down." in page(client, "/t/open/winds/")


def test_where_the_page_of_the_table_draws_nobody_reads_of_tiles(client, now):
    opened(now, wind_method="page")
    html = page(client, "/t/open/winds/")
    assert "presses “Draw the winds” once for everybody" in html and "East stays." in html
    assert "tile" not in html.partition("<main")[2].partition("</main")[0]


def test_winds_that_the_seating_fixes_are_not_drawn(client, now):
    opened(now)
    assert client.get("/t/open/winds/").status_code == 404
