"""Standings to post: only what is public, aligned in every typeface, safe to paste."""

import pytest

from tests.factories import make_staff, make_tournament
from tests.tournament.exports.events import rich_event
from tests.tournament.standings.tables import USUAL, play, small_event, vouch
from tournament.exports.posts import FIGURE_SPACE, post_of
from tournament.players.models import Player

pytestmark = pytest.mark.django_db


def address(tournament, rest):
    return f"/manage/{tournament.slug}/export/{rest}"


def test_a_post_is_readable_text_with_names_at_the_end():
    tournament, _people = small_event(hanchan_count=1)
    play(tournament, 1, {1: USUAL, 2: (40_000, 35_000, 25_000, 20_000)})
    lines = post_of(tournament).text.replace(FIGURE_SPACE, "_").splitlines()
    assert lines[:6] == [
        "Spring Open",
        "Utrecht · 16–17 May 2026",
        "Final standings · official",
        "",
        "1.  +30.2  Aiko Brandt (DE)",
        "2.  +25.0  Noor van Dijk (DE)",
    ]
    assert lines[-2:] == ["7.  −25.0  Inês Duarte (GB)", "8.  −27.0  Tom Okafor (GB)"]


def test_standings_are_not_called_final_while_errors_can_be_reported():
    tournament, _people = small_event(hanchan_count=1)
    tournament.protest_minutes = 30
    tournament.save()
    play(tournament, 1, {1: USUAL, 2: USUAL})
    assert post_of(tournament).state.startswith("Standings after hanchan 1 of 1 · provisional")


def test_every_line_of_places_has_its_columns_at_the_same_character():
    tournament, people = small_event(hanchan_count=1, players=12)
    play(tournament, 1, {1: USUAL, 2: (130_000, 5_000, 3_000, -18_000), 3: (30_100, 30_000, 30_000, 29_900)})
    lines = post_of(tournament).text.splitlines()[4:]
    assert len(lines) == len(people)
    ends = {line.index(player) for line in lines for player in (one.name for one in people) if player in line}
    assert len(ends) == 1
    assert {line.index(".") for line in lines} == {2}


def test_hidden_results_and_those_who_are_out_are_in_no_post():
    tournament = rich_event()
    post = post_of(tournament)
    assert post.ranking.after == 1
    assert "Standings after hanchan 1 of 2" in post.text
    assert "Sub One" not in post.text + post.html


def test_substitutes_stand_below_without_a_place():
    tournament = rich_event()
    tournament.hanchan.update(released_at=tournament.hanchan.first().closed_at)
    tournament.edition += 1
    post = post_of(tournament)
    assert post.text.splitlines()[-2] == "Substitutes (not ranked):"
    assert post.text.splitlines()[-1].endswith("Sub One")
    assert "Substitutes (not ranked): <bdi>Sub One</bdi>" in post.html


def test_names_are_escaped_in_html_and_it_has_no_style_and_no_script():
    tournament, people = small_event(hanchan_count=1)
    Player.objects.filter(pk=people[0].pk).update(name="<script>alert(1)</script>")
    play(tournament, 1, {1: USUAL, 2: USUAL})
    html = post_of(tournament).html
    assert "<script" not in html and "&lt;script&gt;" in html and "style" not in html and "class" not in html
    assert "<td>1=</td>" in html


def test_the_page_offers_both_and_the_files_are_downloads(client):
    tournament, _people = small_event(hanchan_count=1)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    vouch(tournament)
    client.force_login(make_staff(tournament))
    page = client.get(address(tournament, "post/")).content.decode()
    assert 'data-copy="post-text"' in page and "Aiko Brandt" in page
    text, html = client.get(address(tournament, "post.txt")), client.get(address(tournament, "post.html"))
    assert text["Content-Disposition"] == 'attachment; filename="spring-open-standings.txt"'
    assert text.content.decode("utf-8-sig") == post_of(tournament).text
    assert html["Content-Disposition"] == 'attachment; filename="spring-open-standings.html"'
    assert html.content.decode() == post_of(tournament).html


def test_before_anything_is_public_there_is_nothing_to_post(client):
    tournament = make_tournament()
    client.force_login(make_staff(tournament))
    page = client.get(address(tournament, "post/"))
    assert page.status_code == 200 and "No results are public yet" in page.content.decode()
    assert client.get(address(tournament, "post.txt")).status_code == 404
    assert client.get(address(tournament, "post.html")).status_code == 404
