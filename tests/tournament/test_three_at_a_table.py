"""A tournament where three play (sanma), from setting it up to its last paper: every table has three, everywhere."""

import json
import re
from io import BytesIO, StringIO
from itertools import combinations
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from seating.cli.drawing import recomputed
from seating.swiss import pairing
from tests.factories import make_players, make_staff, make_tournament, make_user
from tests.tournament.desk.halls import hanchan_of
from tests.tournament.planning.halls import WORDS, begin, drawn_hall, open_doors, seated_hall, used
from tests.tournament.standings.tables import play, vouch
from tournament.core.audit import Act
from tournament.core.models import Role, Tournament
from tournament.planning.jobs import worker
from tournament.planning.models import PlanningJob
from tournament.planning.pairing.basis import pairing_basis
from tournament.planning.pairing.methods import Method, PairingChoice, pair_hanchan
from tournament.players.queries import field_of
from tournament.results.models import Sheet
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import arranged_of, draft_of, lineup
from tournament.standings.queries import standings_of
from tournament.wishes.actions import add_wish

pytestmark = pytest.mark.django_db

POINTS = (52_300, 31_200, 21_500)
"""Sums to 105,000: three times 35,000. First place has 20 of the oka of 15 besides (tenhou-3)."""
SCORES = [12_300 + 20_000 + 15_000, -8_800 + 0, -18_500 - 20_000]


def three(players: int = 18, hanchan: int = 4, **fields) -> Tournament:
    """Eighteen players at six tables of three, all hanchan planned."""
    return seated_hall(players, hanchan, preset="tenhou-3", **fields)


def organiser(client, tournament) -> None:
    client.force_login(make_staff(tournament, Role.ORGANISER))


def page(name, tournament, *args):
    return reverse(name, args=[tournament.slug, *args])


def sizes(draft) -> set[int]:
    return {len(seats) for tables in draft.values() for seats in tables.values()}


def typed(tournament, table=1, points=("523", "312", "215"), **more):
    """What the desk's form sends for a table of hanchan 1."""
    players = ",".join(str(place.player.pk) for place in lineup(tournament, 1)[table])
    scores = {f"points_{row}": text for row, text in enumerate(points)}
    return {"players": players, "submission": str(uuid4()), "deposits": "0", **scores, **more}


# --- from the beginning to the standings ------------------------------------------------------------------------


def test_an_event_is_set_up_planned_played_and_ranked_by_its_pages(client):
    client.force_login(make_user(superuser=True))
    submission = re.search(r'name="submission" value="([\w-]+)"', client.get("/manage/new/").text)[1]
    client.post("/manage/new/", {
        "name": "Sanma", "preset": "tenhou-3", "hanchan_count": "2", "wind_method": "fixed", "point_unit": "hundreds",
        "submission": submission,
    })  # fmt: skip
    event = Tournament.objects.get(name="Sanma")
    make_players(event, 18)
    expected = client.get(page("seating_plan", event)).text
    assert re.search(r"<dt>tables</dt>\s*<dd>6</dd>", expected) and "No two players meet twice." in expected
    planned = client.post(page("seating_plan", event), {"seed": 7, "base": 0, "submission": uuid4()})
    assert planned.status_code == 302
    event.refresh_from_db()
    draft = draft_of(event.seating)
    assert sizes(draft) == {3} and [len(draft[number]) for number in (1, 2)] == [6, 6]
    client.post(page("seating_publish", event), {"public": "1"})
    client.post(page("hanchan_start", event, 1))
    for table in range(1, 7):
        assert client.post(page("sheet", event, 1, table), typed(event, table)).status_code == 302
    assert client.post(page("hanchan_close", event, 1)).status_code == 302
    assert hanchan_of(event).state == "closed"
    totals = sorted((row.standing.total for row in standings_of(event).rows), reverse=True)
    assert totals == sorted(SCORES * 6, reverse=True) and sum(totals) == 0
    assert "+47.3" in client.get(page("standings", event)).text


def test_the_third_score_is_checked_against_three_times_the_start(client):
    event = three(hanchan=1)
    begin(event, 1)
    organiser(client, event)
    asked = client.get(page("sheet", event, 1, 1)).text
    assert "points_2" in asked and "points_3" not in asked and "North" not in asked
    wrong = client.post(page("sheet", event, 1, 1), typed(event, points=("523", "312", "216")))
    assert wrong.status_code == 422 and not Sheet.objects.filter(accepted__isnull=False).exists()


def test_drawn_winds_are_those_of_three(client):
    event = three(hanchan=1, wind_method="drawn")
    begin(event, 1)
    organiser(client, event)
    assert "E S W, or 1 2 3." in client.get(page("sheet", event, 1, 1)).text
    north = client.post(page("sheet", event, 1, 1), typed(event, wind_0="N", wind_1="E", wind_2="S"))
    assert north.status_code == 422 and "not a wind for three players" in north.text
    drawn = typed(event, wind_0="W", wind_1="E", wind_2="2")
    assert client.post(page("sheet", event, 1, 1), drawn).status_code == 302
    lines = accepted_version(hanchan_of(event), 1).lines.all()
    winds = {line.player_id: line.wind for line in lines}
    assert [winds[place.player.pk] for place in lineup(event, 1)[1]] == ["W", "E", "S"]


def test_the_all_last_row_has_three_deltas_and_ends_with_south_3(client):
    event = three(hanchan=1)
    begin(event, 1)
    organiser(client, event)
    form = client.get(page("sheet", event, 1, 1)).context["look"].form
    assert str(form.fields["hand_0"].choices[-1][1]) == "South 3" and "delta_0_N" not in form.fields
    row = {"hand_0": "3", "delta_0_E": "-20", "delta_0_S": "40", "delta_0_W": "-20"}
    assert client.post(page("sheet", event, 1, 1), typed(event, **row)).status_code == 302
    kept = accepted_version(hanchan_of(event), 1).all_last_rows.get()
    assert (kept.hand, kept.deltas[:3]) == (3, (-2_000, 4_000, -2_000))


# --- seating ----------------------------------------------------------------------------------------------------


def test_people_who_do_not_fill_tables_of_three_are_told_so(client):
    event = make_tournament(hanchan_count=4, preset="tenhou-3")
    make_players(event, 16)
    organiser(client, event)
    asked = client.post(page("seating_plan", event), {"seed": 7, "base": 0, "submission": uuid4()})
    assert "16 players do not fill tables of three: add 2 substitutes, or leave out 1 player." in asked.text
    make_players(event, 2, is_substitute=True)
    assert len(field_of(event).seated) == 18 and field_of(event).tables == 6


def test_the_report_judges_by_what_three_can_have(client):
    event = three(players=18, hanchan=4)
    organiser(client, event)
    report = client.get(page("seating_report", event)).text
    assert "Nobody meets twice" in report
    figures = client.get(page("seating_report_values", event)).json()["figures"]
    assert all(line["optimal"] for line in figures if line["title"] != "Fewest shared opponents of two who never meet")
    for name in ("seating_matrix", "seating_paths", "seating_report_paper", "seating_wishes", "seating_change"):
        assert client.get(page(name, event)).status_code == 200
    paper = client.get(page("seating_report_paper", event)).text
    assert "E S W" in paper and "E S W N" not in paper


def test_a_wish_leads_to_a_plan_of_tables_of_three(client, now):
    event = three()
    organiser(client, event)
    add_wish(tournament=event, kind="apart", players=list(event.players.all()[:5]), act=Act(by=None, at=now))
    client.post(page("seating_plan", event), {"seed": 3, "base": 1, "submission": uuid4()})
    worker.run_next(now=timezone.now)
    job = PlanningJob.objects.get()
    client.post(page("seating_job", event, job.pk), {"do": "take", "base": 1, "submission": uuid4()})
    event.refresh_from_db()
    apart = {player.pk for player in event.players.all()[:5]}
    draft = draft_of(event.seating)
    assert event.seating.number == 2 and sizes(draft) == {3}
    assert all(len(apart & set(seats)) <= 1 for tables in draft.values() for seats in tables.values())


def test_what_is_left_is_planned_again_for_tables_of_three(client, now):
    event = three()
    begin(event, 1)
    organiser(client, event)
    client.post(page("seating_plan", event), {"seed": 3, "base": 1, "submission": uuid4()})
    worker.run_next(now=timezone.now)
    job = PlanningJob.objects.get()
    client.post(page("seating_job", event, job.pk), {"do": "take", "base": 1, "submission": uuid4()})
    before = draft_of(event.seating)
    event.refresh_from_db()
    after = draft_of(event.seating)
    assert event.seating.number == 2 and after[1] == before[1] and after[2] != before[2] and sizes(after) == {3}


def test_the_next_hanchan_is_seated_by_the_standings(client, monkeypatch):
    monkeypatch.setattr(pairing, "MOVES", 4_000)
    monkeypatch.setattr(pairing, "CURVE_MOVES", 1_000)
    event = three(hanchan=2)
    play(event, 1, dict.fromkeys(range(1, 7), POINTS))
    organiser(client, event)
    asked = {"what": "standings", "hanchan": 2}
    preview = client.get(page("seating_change", event), asked)
    assert preview.status_code == 200
    made = pair_hanchan(pairing_basis(event, 2), PairingChoice(seed=5))
    assert {len(table) for table in made.tables} == {3} and len(made.tables) == 6
    first = {frozenset(pair) for seats in draft_of(event.seating)[1].values() for pair in combinations(seats, 2)}
    again = [pair for table in made.tables for pair in combinations(table, 2) if frozenset(pair) in first]
    assert not again
    for method in Method:
        answer = client.get(page("seating_change", event), asked | {"way": method, "seed": 5})
        assert answer.status_code in (200, 422), method


@pytest.mark.parametrize(("gone", "key", "tables", "byes"), [(3, "tables", 5, 0), (1, "byes", 5, 2), (2, "byes", 5, 1)])
def test_who_leaves_makes_fewer_tables_or_byes(client, gone, key, tables, byes):
    event = three(hanchan=3)
    begin(event, 1)
    organiser(client, event)
    leaving = [str(number) for number in range(1, gone + 1)]
    asked = {"what": "missing", "who": leaving, "first": "2", "way": key}
    assert f'value="{key}"' in client.get(page("seating_change", event), asked).text
    told = {"base": 1, "submission": uuid4(), **asked}
    client.post(page("seating_change", event), told)
    event.refresh_from_db()
    after = arranged_of(event.seating)
    assert sizes(after.draft) == {3} and [len(after.draft[number]) for number in (1, 2, 3)] == [6, tables, tables]
    assert [len(after.byes.get(number, ())) for number in (2, 3)] == [byes, byes]


def test_substitutes_take_the_places_of_those_who_left(client):
    event = three(hanchan=3)
    begin(event, 1)
    make_players(event, 1, is_substitute=True)
    organiser(client, event)
    told = {"base": 1, "submission": uuid4(), "what": "missing", "who": ["4"], "first": "2", "way": "substitutes"}
    client.post(page("seating_change", event), told)
    event.refresh_from_db()
    draft = draft_of(event.seating)
    assert event.seating.number == 2 and [len(tables) for tables in draft.values()] == [6, 6, 6]


IMPORTED = {
    "a row per table": "hanchan,table,E,S,W\n1,1,1,2,3\n1,2,4,5,6\n1,3,7,8,9\n2,1,4,8,1\n2,2,5,9,2\n2,3,6,7,3",
    "a row per seat": "hanchan,table,wind,player\n" + "\n".join(
        f"{hanchan},{table},{wind},{player}"
        for hanchan, rows in enumerate((((1, 2, 3), (4, 5, 6), (7, 8, 9)), ((4, 8, 1), (5, 9, 2), (6, 7, 3))), 1)
        for table, people in enumerate(rows, 1)
        for wind, player in zip("ESW", people, strict=True)
    ),
    "numbers alone": "1 1 1 2 3\n1 2 4 5 6\n1 3 7 8 9\n2 1 4 8 1\n2 2 5 9 2\n2 3 6 7 3",
    "tables alone": "1 2 3\n4 5 6\n7 8 9\n4 8 1\n5 9 2\n6 7 3",
    "a row per hanchan": "1 2 3 4 5 6 7 8 9\n4 8 1 5 9 2 6 7 3",
}  # fmt: skip


@pytest.mark.parametrize("shape", IMPORTED)
def test_a_seating_of_three_is_imported(client, shape):
    event = make_tournament(hanchan_count=2, preset="tenhou-3")
    make_players(event, 9)
    organiser(client, event)
    preview = client.post(page("seating_change", event), {"what": "file", "pasted": IMPORTED[shape]})
    assert preview.status_code == 200, preview.text
    assert client.post(page("seating_change", event), used(preview)).status_code == 302
    event.refresh_from_db()
    number = {player.pk: player.number for player in event.players.all()}
    seats = {table: [number[pk] for pk in seats] for table, seats in draft_of(event.seating)[2].items()}
    assert seats == {1: [4, 8, 1], 2: [5, 9, 2], 3: [6, 7, 3]}
    assert client.post(page("seating_check", event), {"pasted": IMPORTED[shape]}).status_code == 200
    assert "9 players" in client.post(reverse("check_seating"), {"pasted": IMPORTED[shape]}).text


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("hanchan,table,E,S,W,N\n1,1,1,2,3,4\n1,2,5,6,7,8", "table 1 has 4 players; a table has three."),
        ("hanchan,table,wind,player\n1,1,E,1\n1,1,S,2\n1,1,N,3", "with three players there is no North"),
    ],
)
def test_four_at_a_table_of_three_and_north_are_told_with_their_place(client, rows, words):
    event = make_tournament(hanchan_count=1, preset="tenhou-3")
    make_players(event, 9)
    organiser(client, event)
    answer = client.post(page("seating_change", event), {"what": "file", "pasted": rows})
    assert answer.status_code == 422 and words in answer.text


def test_a_draw_from_words_can_be_recomputed_by_anybody(client):
    event = drawn_hall(18, preset="tenhou-3")
    assert sizes(draft_of(event.seating)) == {3}
    assert all(one.holds for one in recomputed(client.get(page("public_draw_file", event)).json(), WORDS))


def test_a_swap_counts_three_winds(client):
    event = three()
    organiser(client, event)
    shown = client.get(page("seating_change", event), {"what": "wrong", "hanchan": 2, "who": ["1", "2"]})
    assert shown.status_code == 200 and not re.search(r"\bNorth\b|北", shown.text)


def test_the_command_plans_tables_of_three(capsys):
    call_command("plan_seating", "--players", "21", "--rounds", "10", "--at-a-table", "3", "--json")
    made = json.loads(capsys.readouterr().out)
    assert {len(table) for tables in made["rounds"] for table in tables} == {3}
    assert (made["quality"]["repeats"], made["quality"]["wind_gap_any"]) == (0, 1)
    call_command("plan_seating", "--players", "9", "--rounds", "2", "--at-a-table", "3")
    assert "North" not in capsys.readouterr().out


# --- what players and the hall see -------------------------------------------------------------------------------


def test_papers_exports_and_public_pages_have_three_at_every_table(client):
    event = open_doors(three(hanchan=2))
    client.force_login(make_staff(event, Role.ORGANISER))
    client.post(page("seating_publish", event), {"public": "1"})
    play(event, 1, dict.fromkeys(range(1, 7), POINTS))
    vouch(event)
    papers = ("report_sheets", "all_last_sheets", "seating_by_table", "seating_by_player", "standings", "rules")
    for paper in papers:
        shown = client.get(page(f"print_{paper}", event), {"hanchan": 1})
        assert shown.status_code == 200, paper
        assert paper == "rules" or not re.search(r"\bNorth\b|北", shown.text), paper
    deltas = client.get(page("print_all_last_sheets", event), {"hanchan": 1}).text
    assert "46,200 is +6.2 · 37,800 is ▲2.2 · 40,000 is 0" in deltas
    for name in ("public_seating", "public_standings", "public_crosstable", "public_last_hand"):
        assert client.get(page(name, event)).status_code == 200, name
    book = load_workbook(BytesIO(client.get(page("export_workbook", event)).content))
    seats = list(book["Seating"].iter_rows(values_only=True))
    assert not any("N" in row for row in seats)


def test_an_event_of_three_that_is_over_is_loaded_from_its_results(tmp_path):
    rows = ["hanchan,table,wind,player,points"]
    for hanchan, tables in enumerate(((1, 2, 3, 4, 5, 6, 7, 8, 9), (4, 8, 1, 5, 9, 2, 6, 7, 3)), start=1):
        rows += [
            f"{hanchan},{at // 3 + 1},{'ESW'[at % 3]},{player},{POINTS[at % 3]}" for at, player in enumerate(tables)
        ]
    file = tmp_path / "event.csv"
    file.write_text("\n".join(rows))
    call_command("load_event", str(file), "--name", "Past", "--rules", "tenhou-3", stdout=StringIO())
    event = Tournament.objects.get(name="Past")
    assert sizes(draft_of(event.seating)) == {3}
    totals = {row.player.number: row.standing.total for row in standings_of(event).rows}
    assert sum(totals.values()) == 0 and totals[4] == 2 * SCORES[0] and totals[1] == SCORES[0] + SCORES[2]
