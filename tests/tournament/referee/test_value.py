"""What is this hand worth? By han and fu, or by its yakuman."""

import pytest

from tests.factories import MORNING
from tests.tournament.rendering import unrendered
from tournament.core.audit import Act
from tournament.events.actions import change_rules

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("referee")]
PAGE = "/manage/spring-open/referee/value/"
WON = {"seat": "S", "by": "W", "show": "1"}


def ask(client, **typed):
    return client.get(PAGE, {**WON, **typed})


def changes(response):
    return [row.change for row in response.context["answer"].rows]


def errors(response):
    return {name: list(found) for name, found in response.context["form"].errors.items()}


def test_han_and_fu_by_self_draw(client, said):
    response = ask(client, han="3", fu="40", by="self-draw", honba="1", deposits="1")
    assert changes(response) == [-2_700, 6_500, -1_400, -1_400]
    assert "South wins by self-draw" in said(response)


@unrendered()
def test_from_five_han_on_fu_do_not_matter(client):
    assert str(ask(client, han="5").context["answer"].announced) == "mangan"
    assert str(ask(client, han="13").context["answer"].announced) == "sanbaiman"


def test_the_worked_example_of_liability(client, said):
    """S2 Liability, example 2: South pays 24,000, West 72,300, North nothing."""
    asked = {"yakuman": ["big-dragons", "all-honours"], "seat": "E", "honba": "1"}
    assert "Who fed the last set of Big Three Dragons?" in said(ask(client, **asked))
    assert changes(ask(client, **asked, **{"fed_big-dragons": "S"})) == [96_300, -24_000, -72_300, 0]


@pytest.mark.parametrize(
    ("typed", "field", "message"),
    [
        ({}, "han", "Choose the han of the hand, or tick its yakuman."),
        ({"han": "3"}, "fu", "Choose the fu: below five han they count."),
        ({"han": "5", "yakuman": "heaven"}, "han", "A yakuman has no han: choose “–”, or untick the yakuman."),
        ({"han": "99"}, "han", "Select a valid choice. 99 is not one of the available choices."),
        ({"han": "1", "fu": "20"}, "fu", "20 fu is a pinfu by self-draw, which is at least 2 han."),
        ({"han": "1", "fu": "25"}, "fu", "25 fu is seven pairs, which is at least 2 han."),
        ({"yakuman": ["heaven"]}, "yakuman", "Blessing of Heaven is won by self-draw."),
        ({"yakuman": ["big-dragons", "all-green"]}, "yakuman", "No hand has Big Three Dragons and All Green together."),
    ],
)  # fmt: skip
@unrendered()
def test_what_is_wrong_is_said_at_its_field(client, typed, field, message):
    found = errors(ask(client, **typed))
    assert found.keys() == {field} and found[field][0] == message


@unrendered()
def test_only_the_yakuman_of_the_rules_are_offered(client, event):
    def offered():
        return {key for key, _label in client.get(PAGE).context["form"].fields["yakuman"].choices}

    assert {"renhou", "open-riichi", "nine-gates-9"} & offered() == set()
    change_rules(tournament=event, act=Act(by=None, at=MORNING), hand={"renhou": "yakuman", "double_yakuman": True})
    assert {"renhou", "nine-gates-9"} <= offered()


def test_the_page_asks_the_database_no_more_for_an_answer(client, django_assert_num_queries):
    client.get(PAGE)
    for typed in ({}, {**WON, "han": "3", "fu": "40"}):
        with django_assert_num_queries(5):
            client.get(PAGE, typed)
