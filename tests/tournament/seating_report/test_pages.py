"""The pages of the report: what they show, how often they ask the database, whom they let in."""

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.planning.halls import seated_hall
from tests.tournament.rendering import unrendered
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.models import Role
from tournament.planning.actions import swap
from tournament.seats.models import Bye
from tournament.seats.queries import lineup

pytestmark = pytest.mark.django_db

PARTS = ("seating_report", "seating_matrix", "seating_paths", "seating_report_paper", "seating_report_values")


def sign_in(client, tournament, role=Role.DESK):
    client.force_login(make_staff(tournament, role))


def read(client, name, tournament, *args, **query):
    answer = client.get(reverse(name, args=[tournament.slug, *args]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def swapped(tournament, hanchan=2):
    one, other = (lineup(tournament, hanchan)[table][0].player for table in (1, 2))
    swap(tournament=tournament, hanchan=hanchan, one=one, other=other, act=Act(by=None, at=MORNING, reason="twins"))
    return one, other


@pytest.fixture
def hall(client):
    tournament = seated_hall(20, 5)
    sign_in(client, tournament)
    return tournament


def test_the_report_says_what_is_optimal_and_names_the_worst(client, hall):
    html = read(client, "seating_report", hall)
    assert html.count("best possible") >= 5 and "Nobody meets twice" in html
    one, other = swapped(hall)
    html = read(client, "seating_report", hall)
    assert re.search(r"best possible: 0", html)
    assert re.search(rf"({one}|{other}) \(\d+\).* meet in hanchan \d, \d", html)


def test_people_of_one_country_and_club_are_counted_beside_what_is_forced(client, hall):
    hall.players.filter(number__lte=6).update(club="Łódź")
    html = read(client, "seating_report", hall)
    assert "Same country" in html and "Same club" in html and "Same team" not in html
    assert "Łódź" in html and "Germany" in html


def test_an_earlier_version_has_its_report_too(client, hall):
    swapped(hall)
    assert "Nobody meets twice" not in read(client, "seating_report", hall)
    assert "Nobody meets twice" in read(client, "seating_report", hall, version=1)
    for wrong in ("9", "x", "9" * 5000, "-1"):
        assert client.get(reverse("seating_report", args=[hall.slug]), {"version": wrong}).status_code == 404


def test_the_picture_has_a_mark_in_both_halves_for_each_pair_and_says_who(client, hall):
    hall.players.filter(number=3).update(name="نور <الدين>")
    html = read(client, "seating_matrix", hall)
    assert html.count('r="5"') == 2 * 6 * 5 * 5 + 1, "six pairs at five tables in five hanchan, twice, and the legend"
    assert "نور &lt;الدين&gt;" in html and "<الدين>" not in html
    swapped(hall)
    html = read(client, "seating_matrix", hall)
    assert "meet again, earlier" in html and '<g class="matrix-again"><g>' in html


def test_a_large_hall_is_drawn_as_a_half_and_a_huge_one_is_not_drawn(client, monkeypatch):
    large = seated_hall(64, 2)
    sign_in(client, large)
    html = read(client, "seating_matrix", large)
    assert html.count('r="7"') == 6 * 16 * 2 and "below the diagonal" in html
    monkeypatch.setattr("tournament.seating_report.matrix_drawing.MOST_DRAWN", 60)
    html = read(client, "seating_matrix", large)
    assert "too many players for a readable picture" in html and "matrix-field" not in html.split("</ul>")[-1]


def test_everybody_is_listed_sorted_and_found(client, hall):
    one, _other = swapped(hall)
    rows = client.get(reverse("seating_paths", args=[hall.slug]), {"sort": "-repeats"}).context["table"].rows
    assert next(iter(rows)).record.repeats > 0
    found = client.get(reverse("seating_paths", args=[hall.slug]), {"q": one.name}).context["table"].rows
    assert [row.record.number for row in found] == [one.number]
    assert (
        len(client.get(reverse("seating_paths", args=[hall.slug]), {"q": str(one.number)}).context["table"].rows) == 1
    )
    assert "No player matches" in read(client, "seating_paths", hall, q="🀄🀄")


def test_a_row_counts_winds_tables_and_opponents(client, hall):
    row = client.get(reverse("seating_paths", args=[hall.slug])).context["table"].rows[0].record
    assert row.east + row.south + row.west + row.north == 5
    assert (row.opponents, row.repeats, row.revisits) == (15, 0, 0)
    assert sorted(row.where.split()) == ["1", "2", "3", "4", "5"]


def test_the_tables_of_all_players_are_aligned_in_columns(client):
    tournament = seated_hall(40, 5)
    sign_in(client, tournament)
    rows = client.get(reverse("seating_paths", args=[tournament.slug])).context["table"].rows
    assert {len(row.record.where) for row in rows} == {5 * 2 + 4}, "two figures each, as ten tables need"


def test_of_one_version_there_is_nothing_to_compare(client, hall):
    assert "There is only one version." in read(client, "seating_compare", hall)
    swapped(hall)
    assert "There is only one version." not in read(client, "seating_compare", hall)


def test_one_player_has_a_page_with_everybody_met(client, hall):
    one, _other = swapped(hall)
    answer = client.get(reverse("seating_path", args=[hall.slug, one.number]))
    steps = answer.context["steps"]
    assert [step.hanchan for step in steps] == [1, 2, 3, 4, 5]
    assert all(len(step.companions) == 3 for step in steps)
    assert "again, after" in answer.content.decode()
    assert client.get(reverse("seating_path", args=[hall.slug, 99])).status_code == 404


def test_a_bye_is_on_the_page_of_the_player_and_in_the_list(client, hall):
    seating, first = hall.seating, hall.players.order_by("number").first()
    seating.seats.filter(hanchan__number=5, player=first).delete()
    Bye.objects.create(seating=seating, hanchan=seating.tournament.hanchan.get(number=5), player=first)
    assert "sits out" in read(client, "seating_path", hall, first.number)
    assert client.get(reverse("seating_paths", args=[hall.slug])).context["table"].rows[0].record.byes == 1


def test_drawn_winds_are_not_in_the_report(client):
    tournament = seated_hall(16, 4, wind_method="drawn")
    sign_in(client, tournament)
    for name in PARTS[:4]:
        assert "wind gap" not in read(client, name, tournament) and "Uneven winds" not in read(client, name, tournament)


def test_the_paper_has_a_sheet_for_each_part_and_everybody_on_it(client, hall):
    html = read(client, "seating_report_paper", hall)
    assert html.count('class="paper paper-report"') == 3
    assert all(player.name in html for player in hall.players.all())
    assert "letter" in read(client, "seating_report_paper", hall, paper="letter")


def test_the_file_holds_the_figures_and_everybody(client, hall):
    one, other = swapped(hall)
    answer = client.get(reverse("seating_report_values", args=[hall.slug]))
    assert answer["Content-Disposition"] == f'attachment; filename="{hall.slug}-seating-2.json"'
    values = json.loads(answer.content)
    assert len(values["players"]) == 20 and values["players"][0]["number"] == 1
    assert values["quality"]["repeats"] == len(values["repeated_pairs"]) > 0
    met = {number for pair in values["repeated_pairs"] for number in pair["players"]}
    assert {one.number, other.number} & met


def test_forty_players_cost_as_many_queries_as_twenty(client):
    counts = {}
    for players in (40, 20):
        tournament = seated_hall(players, 5)
        sign_in(client, tournament)
        findings(tournament)
        for name in (*PARTS, "seating_compare"):
            with CaptureQueriesContext(connection) as caught:
                read(client, name, tournament)
            counts.setdefault(name, []).append(len(caught))
    assert all(many == few <= 17 for many, few in counts.values()), counts


@pytest.mark.parametrize("name", [*PARTS, "seating_compare"])
def test_without_a_seating_the_next_step_is_shown(client, name):
    tournament = make_tournament()
    make_players(tournament, 16)
    sign_in(client, tournament, Role.ORGANISER)
    assert "There is no seating yet" in read(client, name, tournament)


def test_two_versions_side_by_side(client, hall):
    one, other = swapped(hall)
    html = read(client, "seating_compare", hall)
    assert "worse" in html and f"{one} ({one.number})" in html and f"{other} ({other.number})" in html
    back = read(client, "seating_compare", hall, before=2, after=1)
    assert "better" in back and "worse" not in back
    assert "Both versions seat everybody the same way." in read(client, "seating_compare", hall, before=2, after=2)
    assert client.get(reverse("seating_compare", args=[hall.slug]), {"before": "x"}).status_code == 404


@unrendered()
def test_the_comparison_counts_what_was_gained_as_what_is_lost_on_the_way_back(client, hall):
    swapped(hall)
    there = client.get(reverse("seating_compare", args=[hall.slug]), {"before": 1, "after": 2}).context
    back = client.get(reverse("seating_compare", args=[hall.slug]), {"before": 2, "after": 1}).context
    there, back = there["compared"], back["compared"]
    assert there["gained"] == back["lost"] and there["lost"] == back["gained"] == []
    repeats = next(line for line in there["figures"] if line.title == "Times a pair meets again")
    assert repeats.after - repeats.before == len(there["gained"])
