"""What does this foul cost? Looked up by a word, asked one question after the other; nothing is recorded."""

import pytest

from tests.factories import make_staff
from tests.tournament.rendering import unrendered
from tournament.core.models import Role
from tournament.results.models import Penalty

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("referee")]
PAGE = "/manage/spring-open/referee/fouls/"


def titles(response):
    return [foul.title for _name, fouls in response.context["groups"] for foul in fouls]


def asked(response):
    return [step.text for step in response.context["lookup"].steps]


def test_without_a_word_every_foul_of_the_schedule_is_there(client, event):
    assert len(titles(client.get(PAGE))) == len(event.schedule.fouls)


@pytest.mark.parametrize(
    ("word", "title"),
    [
        ("noten", "Noten riichi"),
        ("NOTEN RIICHI", "Noten riichi"),
        ("dead wall", "Tiles wrongly revealed"),
        ("how many tiles", "Tiles wrongly revealed"),
    ],
)
@unrendered()
def test_a_foul_is_found_by_its_name_its_questions_and_its_answers(client, word, title):
    assert title in titles(client.get(PAGE, {"q": word}))


def test_a_word_that_no_foul_has_says_what_to_do(client, said):
    response = client.get(PAGE, {"q": "zeppelin"})
    assert "No foul with “zeppelin”" in said(response) and "Search for another word" in said(response)


def test_the_next_question_comes_once_the_one_before_is_answered(client, said):
    first = client.get(PAGE, {"foul": "REVEAL"})
    assert asked(first) == ["Which tiles?"]
    assert "Answer the questions to see the penalty." in said(first)
    second = client.get(PAGE, {"foul": "REVEAL", "answer-place": "wall"})
    assert asked(second) == ["Which tiles?", "How many tiles?"]
    last = client.get(PAGE, {"foul": "REVEAL", "answer-place": "wall", "answer-tiles": "7+"})
    assert "Chonbo, 30P" in said(last) and "The hand is dealt again" in said(last)


def test_the_source_has_the_name_of_its_document(client, said):
    page = said(client.get(PAGE, {"foul": "REVEAL"}))
    assert "WRC optional rules 2022, 6.3; WRC rules 2022, Penalties" in page
    assert "S0" not in page and "REVEAL ·" not in page


def test_an_answer_that_settles_it_asks_nothing_more(client, said):
    response = client.get(PAGE, {"foul": "REVEAL", "answer-place": "ura"})
    assert asked(response) == ["Which tiles?"] and "Answer the questions" not in said(response)


def test_an_answer_that_there_is_not_is_asked_again(client):
    assert asked(client.get(PAGE, {"foul": "REVEAL", "answer-place": "moon"})) == ["Which tiles?"]


def test_a_foul_that_the_schedule_has_not_leaves_the_list(client):
    assert titles(client.get(PAGE, {"foul": "NOTHING"}))


def test_a_link_leads_to_the_page_that_records_it_with_the_same_answers(client):
    html = client.get(PAGE, {"foul": "REVEAL", "answer-place": "ura"}).content.decode()
    address = "/manage/spring-open/penalties/give/?foul=REVEAL&amp;answer-place=ura"
    assert f'href="{address}"' in html
    given = client.get(address.replace("&amp;", "&"))
    assert given.context["draft"].foul.code == "REVEAL" and given.context["draft"].answers == {"place": "ura"}
    assert not Penalty.objects.exists()


def test_lateness_leads_to_its_own_page(client):
    assert "/penalties/late/" in client.get(PAGE, {"foul": "LATE_10"}).content.decode()


def test_the_desk_reads_it_and_has_no_link_to_give_it(client, event):
    client.force_login(make_staff(event, Role.DESK))
    assert "Give this penalty" not in client.get(PAGE, {"foul": "REVEAL"}).content.decode()


def test_the_page_asks_the_database_the_same_for_all_fouls_and_for_one(client, django_assert_num_queries):
    client.get(PAGE)
    for typed in ({}, {"q": "noten"}, {"foul": "REVEAL", "answer-place": "ura"}):
        with django_assert_num_queries(5):
            client.get(PAGE, typed)
