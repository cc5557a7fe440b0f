"""The public pages of rankings: what stands on them, for whom they are, and what they cost."""

import csv
from datetime import date
from io import BytesIO, StringIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from openpyxl import load_workbook

from scoring.rankings import ranking_rule
from tests.calculator import recalculate, values_of
from tests.factories import make_user
from tests.tournament.rankings.rows import (
    act,
    erase,
    finished_event,
    hide,
    link,
    make_club,
    make_person,
    make_ranking,
    small_ranking,
    zofias_ranking,
)
from tournament.core.models import Tournament
from tournament.core.response_mark import KEPT
from tournament.rankings import actions
from tournament.rankings.models import ClubRanking

pytestmark = pytest.mark.django_db
FOUR = ["Ann", "Bob", "Cleo", "Dan"]
YEAR = "2026-12-31"


def page(client, ranking, name="ranking", status=200, **asked):
    answer = client.get(reverse(name, args=[ranking.slug]), asked)
    assert answer.status_code == status
    return answer


def text(answer):
    return " ".join(answer.content.decode().split())


@pytest.mark.slow("eleven events of up to 200 players")
def test_the_page_of_the_example_says_each_step_of_it(client):
    ranking, zofia = zofias_ranking()
    said = text(page(client, ranking, on="2026-11-01", person=zofia.pk))
    assert "911.59" in said and "854.56" in said and "968.62" in said
    assert "1,000 × 1 + 984 × 3 + 960 × 4 + 944 × 1.75 = 9,444, divided by 9.75: 968.62" in said
    assert "Kraków Open counts ½ <strong>909.14</strong>" in said
    assert "Warsaw Winter Cup drops out" in said
    assert "Copenhagen Open" not in said
    assert text(page(client, ranking, on="2027-01-01")).count("909.14") == 1


def test_rows_have_places_names_and_rankings(client):
    ranking, _, _ = small_ranking(FOUR, ["Bob", "Ann", "Dan", "Eve"])
    table = page(client, ranking, on=YEAR).context["table"]
    assert [(row["place"], row["shared"], row["name"], str(row["ranking"])) for row in table.program_rows()] == [
        (1, True, "Ann", "70.00"),
        (1, True, "Bob", "70.00"),
        (3, False, "Dan", "30.00"),
        (4, False, "Cleo", "20.00"),
        (5, False, "Eve", "10.00"),
    ]
    assert '1<span class="hangs">=</span>' in text(page(client, ranking, on=YEAR))


def test_who_lacks_results_stands_below_a_line(client):
    ranking, _, _ = small_ranking(FOUR, ["Bob", "Ann", "Fay", "Eve"], rule="ema-2018")
    said = text(page(client, ranking, on=YEAR))
    assert said.count("One more event to be ranked") == 1
    assert said.index("Ann") < said.index("One more event to be ranked") < said.index("Cleo")
    assert said.count('class="is-below"') == 4


def test_the_calculation_of_a_rule_of_one_part_names_what_is_left_out(client):
    ranking, _, people = small_ranking(*[FOUR] * 4)
    said = text(page(client, ranking, on=YEAR, person=people["Ann"].pk))
    assert said.count("left out") >= 1 and "Part A" not in said
    assert 'class="is-open"' in said and "page-rankings is-unfolded" in said


def test_an_unknown_person_opens_nothing(client):
    ranking, _, _ = small_ranking(FOUR)
    assert page(client, ranking, on=YEAR, person="0").context["opened"] is None


def test_a_hidden_person_keeps_the_place_and_an_erased_one_is_a_player(client):
    ranking, _, people = small_ranking(FOUR)
    hide(people["Ann"])
    erase(people["Bob"])
    answer = page(client, ranking, on=YEAR, person=people["Ann"].pk)
    said = text(answer)
    assert answer.context["opened"] is None
    assert [row["name"] for row in answer.context["table"].program_rows()][:2] == ["Player hidden", "a player"]
    assert ">Ann<" not in said and ">Bob<" not in said
    assert f"p{people['Ann'].pk}" not in said


def test_a_person_hidden_later_is_hidden_in_what_was_frozen_before(client):
    ranking, _, people = small_ranking(FOUR)
    actions.freeze(ranking=ranking, on=date(2026, 10, 1), act=act())
    hide(people["Ann"])
    assert "Player hidden" in text(page(client, ranking, on="2026-10-01"))


def test_the_list_is_narrowed_by_a_name_or_a_country(client):
    ranking, _, _ = small_ranking(FOUR)
    assert [row["name"] for row in page(client, ranking, on=YEAR, q="cL").context["table"].program_rows()] == ["Cleo"]
    assert page(client, ranking, on=YEAR, q="pl").context["table"].row_count == 4
    assert "Nobody matches “xx”." in text(page(client, ranking, on=YEAR, q="xx"))


def test_without_a_day_the_last_frozen_ranking_is_shown_and_arrows_lead_to_others(client):
    ranking, _, _ = small_ranking(FOUR)
    for day in (date(2026, 8, 1), date(2026, 10, 1)):
        actions.freeze(ranking=ranking, on=day, act=act())
    answer = page(client, ranking)
    assert answer.context["page"].on == date(2026, 10, 1)
    assert "Frozen on 1 November 2026" in text(answer) and "?on=2026-08-01" in text(answer)
    middle = page(client, ranking, on="2026-09-01").context["page"]
    assert (middle.shown, middle.earlier.as_of, middle.later.as_of) == (None, date(2026, 8, 1), date(2026, 10, 1))
    assert "computed now" in text(page(client, ranking, on="2026-09-01"))


def test_a_day_that_there_is_not_is_as_if_none_was_asked_for(client):
    ranking, _, _ = small_ranking(FOUR)
    for typed in ("2026-02-31", "tomorrow"):
        assert not page(client, ranking, on=typed).context["page"].is_asked


def test_moves_are_since_the_last_frozen_ranking(client):
    ranking, _, people = small_ranking(FOUR)
    actions.freeze(ranking=ranking, on=date(2026, 1, 20), act=act())
    event = finished_event("Late Open", ("Dan", "Fay", "Gus", "Hal"), date(2026, 3, 1))
    for name in ("Dan", "Fay"):
        link(people.get(name) or make_person(name), event)
    actions.set_event(ranking=ranking, tournament=event, act=act())
    rows = {one.person.name: one for one in page(client, ranking, on=YEAR).context["page"].rows}
    assert (rows["Dan"].moved, rows["Ann"].moved, rows["Bob"].moved) == (3, -1, -1)
    assert rows["Fay"].is_new and "new" in text(page(client, ranking, on=YEAR))


def test_the_foot_counts_events_that_are_not_public_and_names_none_of_them(client):
    ranking, (_, second), _ = small_ranking(FOUR, FOUR)
    Tournament.objects.filter(pk=second.pk).update(is_public=False, edition=second.edition + 1)
    said = text(page(client, ranking, on=YEAR))
    assert "1 event is not public yet." in said and "Open 2" not in said


def test_a_frozen_ranking_that_was_changed_by_hand_says_so(client):
    ranking, _, _ = small_ranking(FOUR)
    frozen = actions.freeze(ranking=ranking, on=date(2026, 10, 1), act=act())
    assert "outside of Sekigime" not in text(page(client, ranking))
    frozen.content["rows"][0]["place"] = 2
    frozen.save()
    assert "This frozen ranking was changed outside of Sekigime." in text(page(client, ranking))


def test_countries_are_ranked_where_the_rule_ranks_them(client):
    ranking, _, _ = small_ranking(FOUR, FOUR, rule="ema-2018")
    answer = page(client, ranking, "ranking_countries", on=YEAR)
    (row,) = answer.context["table"].program_rows()
    assert (row["place"], row["country"], row["best"], row["ranked"]) == (1, "PL", "Ann, Bob, Cleo", 4)
    assert "Above 700" in text(answer)
    other, _, _ = small_ranking(FOUR, club=ranking.club, name="B")
    page(client, other, "ranking_countries", status=404)


def test_the_events_that_count_are_listed_with_their_weight(client):
    ranking, events, _ = small_ranking(FOUR, FOUR, rule="ema-2018")
    answer = page(client, ranking, "ranking_events", on=YEAR)
    assert [row["name"] for row in answer.context["table"].program_rows()] == ["Open 2", "Open 1"]
    assert reverse("public_standings", args=[events[0].slug]) in text(answer)


def test_nobody_but_its_club_sees_a_ranking_that_is_not_public(client):
    member = make_user("member")
    ranking, _, _ = small_ranking(FOUR, club=make_club("Riichi Club", member))
    ClubRanking.objects.update(is_public=False)
    for name in ("ranking", "ranking_events", "ranking_csv", "ranking_xlsx"):
        page(client, ranking, name, status=404)
    assert ranking.name not in text(client.get(reverse("rankings")))
    client.force_login(make_user("stranger"))
    page(client, ranking, status=404)
    client.force_login(member)
    assert "not public" in text(page(client, ranking))
    assert ranking.name in text(client.get(reverse("rankings")))


def test_the_list_of_rankings_names_the_public_ones(client):
    assert "No ranking yet" in text(client.get(reverse("rankings")))
    ranking, _, _ = small_ranking(FOUR)
    actions.freeze(ranking=ranking, on=date(2026, 10, 1), act=act())
    said = text(client.get(reverse("rankings")))
    assert ranking.name in said and "frozen for 1 October 2026" in said and "1 event" in said


def test_a_ranking_without_results_says_how_it_fills(client):
    assert "Nobody is ranked on this day" in text(page(client, make_ranking()))
    assert page(client, make_ranking(name="B", club=make_club("B")), "ranking_xlsx").status_code == 200


def test_the_file_for_programs_has_the_keys_of_the_columns(client):
    ranking, _, _ = small_ranking(FOUR, FOUR, rule="ema-2018")
    answer = page(client, ranking, "ranking_csv", on=YEAR)
    rows = list(csv.DictReader(StringIO(answer.content.decode())))
    assert rows[0] == {
        "place": "1",
        "shared": "",
        "moved": "",
        "name": "Ann",
        "country": "PL",
        "events": "2",
        "counted": "2",
        "part_1": "400.00",
        "part_2": "500.00",
        "ranking": "450.00",
    }
    assert "european-riichi-ranking-2026-12-31.csv" in answer["Content-Disposition"]


def test_the_workbook_has_formulas_with_their_values(client):
    ranking, _, _ = small_ranking(FOUR, FOUR, rule="ema-2018")
    content = page(client, ranking, "ranking_xlsx", on=YEAR).content
    values, formulas = (load_workbook(BytesIO(content), data_only=only) for only in (True, False))
    first = [cell.value for cell in values["Ranking"][4]]
    assert first == [1, "Ann", "PL", 2, 0, 400, 500, 450]
    assert str(formulas["Ranking"]["H4"].value) == "=1/2*F4+1/2*G4"
    assert "SUMIFS" in str(formulas["Ranking"]["F4"].value)
    assert values["Rule"]["A2"].value.startswith("The first of an event gets 1,000")


def test_a_frozen_ranking_leads_to_no_event_that_was_closed_since(client):
    ranking, (_first, second), people = small_ranking(FOUR, FOUR)
    actions.freeze(ranking=ranking, on=date(2026, 10, 1), act=act())
    Tournament.objects.filter(pk=second.pk).update(is_public=False)
    for answer in (page(client, ranking, person=people["Ann"].pk), page(client, ranking, "ranking_events")):
        html = answer.content.decode()
        assert "Open 2" in html
        assert (html.count('href="/t/open-1/'), html.count('href="/t/open-2/')) == (1, 0)


def test_the_workbook_does_not_say_where_somebody_played_who_is_not_named(client):
    ranking, _, people = small_ranking(FOUR, FOUR)
    hide(people["Ann"])
    book = load_workbook(BytesIO(page(client, ranking, "ranking_xlsx", on=YEAR).content), data_only=True)
    rows = [row for row in book["Results"].iter_rows(values_only=True) if row[1] in ("Player hidden", "Bob")]
    hidden, shown = ([row[2:5] for row in rows if row[1] == name] for name in ("Player hidden", "Bob"))
    assert hidden == [("", None, 1), ("", None, 1)]
    assert {one[0] for one in shown} == {"Open 1", "Open 2"}


def queries_of(client, ranking, **asked):
    page(client, ranking, on=YEAR, **asked)
    with CaptureQueriesContext(connection) as caught:
        page(client, ranking, on=YEAR, **asked)
    return len(caught)


def test_queries_of_the_page_do_not_grow_with_events_or_rows(client):
    few, _, few_people = small_ranking(FOUR)
    club = few.club
    names = [[*FOUR, *(f"P{n}" for n in range(4 * size))] for size in range(1, 4)]
    many, _, many_people = small_ranking(*names, club=club, name="B")
    for ranking in (few, many):
        actions.freeze(ranking=ranking, on=date(2026, 10, 1), act=act())
    assert queries_of(client, few) == queries_of(client, many) <= 9
    assert queries_of(client, few, person=few_people["Ann"].pk) == queries_of(
        client, many, person=many_people["Ann"].pk
    )


@pytest.mark.slow("every page")
def test_every_rule_that_ranks_events_has_a_page(client):
    club = make_club()
    for key in ("ema-2018", "ema-2018-older-copy", "ema-before-2018", "best-3-of-4", "points-by-place"):
        ranking, _, people = small_ranking(FOUR, FOUR, FOUR, rule=key, club=club, name=key)
        answer = page(client, ranking, on=YEAR, person=people["Bob"].pk)
        assert ranking_rule(key).title in text(answer)
        page(client, ranking, "ranking_xlsx", on=YEAR)


def test_answers_are_kept_but_for_those_of_today(client):
    ranking, _, _ = small_ranking(FOUR, rule="ema-2018")
    for name in ("ranking", "ranking_countries", "ranking_events", "ranking_csv"):
        assert KEPT not in page(client, ranking, name)
        assert page(client, ranking, name, on=YEAR)[KEPT] == "0"
    actions.freeze(ranking=ranking, on=date(2026, 10, 1), act=act())
    assert page(client, ranking)[KEPT] == "0"
    assert KEPT not in page(client, ranking, "ranking_xlsx")


@pytest.mark.libreoffice
@pytest.mark.slow("LibreOffice computes workbooks again")
@pytest.mark.parametrize("rule", ["ema-2018", "ema-before-2018", "best-3-of-4", "points-by-place"])
def test_the_formulas_compute_what_the_program_found(client, tmp_path, rule):
    names = [[*FOUR, *(f"P{n}" for n in range(4 * size))] for size in (1, 0, 2)]
    given = {f"Open {number}": {"weight": weight} for number, weight in ((1, "2"), (2, "3/2"), (3, "5"))}
    ranking, events, people = small_ranking(*names, rule=rule)
    for event in events:
        actions.set_event(ranking=ranking, tournament=event, act=act(), **given[event.name])
    fine = {"person": people["Bob"], "amount": 7, "day": date(2026, 5, 1)}
    actions.give_penalty(ranking=ranking, act=act("late"), **fine)
    file = tmp_path / "ranking.xlsx"
    file.write_bytes(page(client, ranking, "ranking_xlsx", on=YEAR).content)
    (tmp_path / "again").mkdir()
    (again,) = recalculate([file], tmp_path / "again")
    before, after = values_of(file), values_of(again)
    computed = {cell: value for cell, value in before.items() if isinstance(value, int | float)}
    assert {cell: after[cell] for cell in computed} == pytest.approx(computed)


def test_a_finished_event_and_its_standings_lead_to_the_public_rankings_in_which_it_counts(client):
    ranking, (event, *_others), _people = small_ranking(("Ann", "Bob", "Cleo", "Dan"))
    hidden = make_ranking(event, name="Draft", rule="best-3-of-4", club=ranking.club)
    actions.set_details(ranking=hidden, name="Draft", is_public=False, act=act())
    public = reverse("public_standings", args=[event.slug])
    assert client.get(public).text.count(reverse("ranking", args=[ranking.slug])) == 1
    actions.set_details(ranking=hidden, name="Draft", is_public=True, act=act())
    assert reverse("ranking", args=[hidden.slug]) in client.get(public).text
    assert "Counts in" not in client.get(public, STATIC_SITE=True).text
    client.force_login(make_user(superuser=True))
    assert reverse("ranking", args=[ranking.slug]) in client.get(reverse("standings", args=[event.slug])).text
