"""A draw from words: the seats, the pages that show the words, and that nobody tries words unseen."""

import re
import uuid
from datetime import timedelta

import pytest
from django.urls import reverse

from seating import plan
from seating.cli.drawing import recomputed
from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.planning.halls import WORDS, begin, drawn_hall, open_doors
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Role, Verb
from tournament.planning.actions import draw_seating, import_seating, plan_seating, publish, restore, swap
from tournament.planning.models import PlanningJob
from tournament.seats.models import Seating
from tournament.seats.queries import draft_of, published_hanchan
from tournament.seats.seat_map import from_plan
from tournament.seats.word_draws import draw_file, draw_of, moved_since, public_draw_of
from tournament.wishes.actions import add_wish, withdraw

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


@pytest.fixture
def hall():
    tournament = open_doors(make_tournament(hanchan_count=4))
    make_players(tournament, 16)
    return tournament


def page(name, tournament, *args):
    return reverse(name, args=[tournament.slug, *args])


def file_of(client, tournament):
    return client.get(page("public_draw_file", tournament)).json()


def sent(client, tournament, words, base=0):
    form = {"words": words, "base": base, "submission": uuid.uuid4()}
    return client.post(page("seating_plan", tournament), form)


# --- the draw


def test_the_seats_are_those_of_the_planner_and_published_at_once(hall):
    seating = draw_seating(tournament=hall, words="  Red FIVE  7 ", act=ACT)
    draw = draw_of(hall)
    people = tuple(hall.players.order_by("number").values_list("pk", flat=True))
    assert draft_of(seating) == from_plan(plan(16, 4, draw.seed).rounds, people)
    assert (draw.number, draw.words, seating.seed, seating.reason_in_words) == (
        1,
        "red five 7",
        None,
        "draw 1 from the words “red five 7”",
    )
    assert published_hanchan(hall) == [1, 2, 3, 4]
    assert [one.about for one in hall.audit_entries.filter(verb=Verb.HELD_DRAW)] == [
        "draw 1 from the words “red five 7”"
    ]


def test_another_draw_is_another_version_and_the_words_before_stay(hall):
    first = draw_seating(tournament=hall, words="one", act=ACT)
    second = draw_seating(tournament=hall, words="two", act=ACT)
    draw = draw_of(hall)
    assert (draw.number, draw.words, draw.seating) == (2, "two", second)
    assert [one.words for one in draw.earlier] == ["one"] and draw_file(draw, hall)["earlier"] == ["one"]
    assert draft_of(first) != draft_of(second)


def test_who_presses_twice_draws_once(hall):
    act = Act(by=None, at=MORNING, submission=str(uuid.uuid4()))
    assert draw_seating(tournament=hall, words="x", act=act) == draw_seating(tournament=hall, words="x", act=act)
    assert Seating.objects.count() == 1


def test_of_two_who_draw_at_once_the_second_is_told(hall):
    draw_seating(tournament=hall, words="one", act=Act(by=None, at=MORNING, base=0))
    with pytest.raises(Conflict, match="version 1 is now in use"):
        draw_seating(tournament=hall, words="two", act=Act(by=None, at=MORNING, base=0))


@pytest.mark.parametrize(
    ("words", "code"), [("  \u200b ", "no-words"), ("ﷺ" * 100, "words-long")], ids=["none", "longer as they count"]
)
def test_words_that_are_none_or_too_many_are_refused(hall, words, code):
    with pytest.raises(Refused) as refused:
        draw_seating(tournament=hall, words=words, act=ACT)
    assert (refused.value.messages[0].code, refused.value.field) == (code, "words")


def test_with_wishes_a_draw_is_refused_until_they_are_withdrawn(hall):
    wish = add_wish(tournament=hall, kind="apart", players=list(hall.players.all()[:2]), act=ACT)
    with pytest.raises(Refused, match="Withdraw the wishes to draw, or plan from a seed with them"):
        draw_seating(tournament=hall, words=WORDS, act=ACT)
    withdraw(wish=wish, act=ACT)
    assert draw_seating(tournament=hall, words=WORDS, act=ACT).number == 1


def test_namesakes_are_drawn_like_everybody(hall, client):
    hall.players.filter(number__lte=2).update(name="Aiko Brandt")
    draw_seating(tournament=hall, words=WORDS, act=ACT)
    assert all(one.holds for one in recomputed(file_of(client, hall), WORDS))


def test_once_a_hanchan_has_started_nothing_is_drawn_again(hall):
    draw_seating(tournament=hall, words="one", act=ACT)
    begin(hall, 1)
    with pytest.raises(Refused, match="Hanchan 1 has started"):
        draw_seating(tournament=hall, words="two", act=ACT)
    assert draw_of(hall).number == 1


def test_a_list_that_changes_meanwhile_is_drawn_again(hall, monkeypatch):
    def slow(*about, **more):
        hall.players.filter(number=3).update(name="Renamed Meanwhile")
        return plan(*about, **more)

    monkeypatch.setattr("tournament.planning.sources.plan.plan", slow)
    with pytest.raises(Conflict, match="changed in the meantime"):
        draw_seating(tournament=hall, words=WORDS, act=ACT)
    assert not Seating.objects.exists()


def test_a_drawn_seating_is_replaced_like_any_version_and_stays_in_the_history(hall):
    draw_seating(tournament=hall, words=WORDS, act=ACT)
    plan_seating(tournament=hall, seed=3, act=ACT)
    assert public_draw_of(hall) is None, "hidden until it is published"
    publish(tournament=hall, hanchan=None, act=ACT)
    draw = public_draw_of(hall)
    assert [number for number, count in moved_since(draw, hall) if count > 8] == [1, 2, 3, 4]
    restore(tournament=hall, number=1, act=ACT)
    assert moved_since(draw, hall) == [] and draw_of(hall).number == 1


def test_the_history_vouches_for_words_and_list(hall):
    draw_seating(tournament=hall, words=WORDS, act=ACT)
    Seating._base_manager.update(words="other words", listed=[])
    altered = [one.params["field"] for one in findings(hall) if one.params["label"] == "seating"]
    assert altered == ["words", "listed"]


def test_a_list_that_somebody_altered_is_published_as_it_is(client):
    hall = drawn_hall()
    seating = Seating.objects.get()
    Seating._base_manager.update(listed=[[number, name, 10**6 + pk] for number, name, pk in seating.listed])
    assert [one.holds for one in recomputed(file_of(client, hall), WORDS)].count(False) == 4


# --- what everybody reads


def test_the_public_file_recomputes_every_seat(client):
    hall = drawn_hall()
    found = recomputed(file_of(client, hall), WORDS)
    assert len(found) == 9 and all(one.holds for one in found)


def test_names_that_are_corrected_later_do_not_change_the_published_list(client):
    hall = drawn_hall()
    before = file_of(client, hall)
    hall.players.filter(number=3).update(name="Corrected Name", number=300)
    assert file_of(client, hall) == before


def test_the_page_of_the_seating_tells_words_digest_earlier_draws_and_changes(client):
    hall = drawn_hall(words="first")
    later = Act(by=None, at=MORNING + timedelta(minutes=1))
    draw_seating(tournament=hall, words="second <b>", act=later)
    html = client.get(page("public_seating", hall)).text
    assert "Draw 2, from the words “<bdi>second &lt;b&gt;</bdi>”" in html
    assert "Draw 1 used the words “<bdi>first</bdi>”" in html
    assert draw_of(hall).digest_in_groups in html and page("public_draw_file", hall) in html
    assert "Changed since the draw" not in html
    one, other = hall.players.order_by("number")[:2]
    swap(tournament=hall, hanchan=2, one=one, other=other, act=later)
    html = client.get(page("public_seating", hall)).text
    assert "Changed since the draw: hanchan 2, 2 players sit elsewhere." in html


def test_hall_and_paper_show_words_and_digest(client):
    hall = drawn_hall()
    client.force_login(make_staff(hall, Role.ORGANISER))
    for name, *args in (
        ("screen_seating", 1),
        ("print_seating_by_player",),
        ("print_seating_by_table",),
        ("seating_hanchan", 1),
    ):
        html = client.get(page(name, hall, *args)).text
        assert f"<bdi>{WORDS}</bdi>" in html and draw_of(hall).digest_in_groups in html, name
    assert WORDS not in client.get(page("screen_seating", hall, 2)).text
    begin(hall, 1)
    hall.refresh_from_db()
    type(hall).objects.filter(pk=hall.pk).update(edition=hall.edition + 1)
    assert WORDS not in client.get(page("screen_seating", hall, 1)).text


def test_hall_and_paper_say_that_other_seats_stand_under_the_words(client):
    hall = drawn_hall()
    plan_seating(tournament=hall, seed=3, act=ACT)
    client.force_login(make_staff(hall, Role.ORGANISER))
    said = "Seats changed since the draw: hanchan 1–4"
    for name in ("print_seating_by_player", "print_seating_by_table"):
        assert said in client.get(page(name, hall)).text, name
    publish(tournament=hall, hanchan=None, act=ACT)
    assert said in client.get(page("screen_seating", hall, 1)).text


def test_a_hanchan_that_was_not_drawn_counts_as_changed(client):
    hall = drawn_hall(hanchan=1)
    hall.hanchan.create(number=2)
    import_seating(tournament=hall, draft={2: draft_of(hall.seating)[1]}, act=ACT)
    assert moved_since(draw_of(hall), hall) == [], "hidden"
    publish(tournament=hall, hanchan=None, act=ACT)
    assert moved_since(draw_of(hall), hall) == [(2, 16)]


def test_the_page_gives_no_words_of_others_to_a_shell(client):
    hall = drawn_hall(words='"; ls; "$(id)')
    commands = re.findall("python -m seating draw[^<]*", client.get(page("public_seating", hall)).text)
    assert commands == ['python -m seating draw draw.json "the words"']


def test_while_a_hanchan_is_hidden_neither_words_nor_file_are_public(client):
    hall = drawn_hall()
    publish(tournament=hall, hanchan=4, act=ACT, public=False)
    assert client.get(page("public_draw_file", hall)).status_code == 404
    assert WORDS not in client.get(page("public_seating", hall)).text


def test_without_a_draw_there_is_no_file(client, hall):
    plan_seating(tournament=hall, seed=3, act=ACT)
    publish(tournament=hall, hanchan=None, act=ACT)
    assert client.get(page("public_draw_file", hall)).status_code == 404


# --- the page of planning


@pytest.fixture
def organiser(client, hall):
    client.force_login(make_staff(hall, Role.ORGANISER))
    return client


def test_the_page_shows_the_digest_and_draws_at_once(organiser, hall):
    html = organiser.get(page("seating_plan", hall)).text
    assert "Draw from words" in html
    answer = sent(organiser, hall, "Red Five")
    assert answer["Location"] == page("seating_hanchan", hall, 1)
    assert draw_of(hall).digest_in_groups in html
    said = organiser.get(answer["Location"]).text
    assert "Drawn from the words “red five”." in said and "Published." in said
    assert (
        "There was 1 draw already, from the words “<bdi>red five</bdi>”"
        in organiser.get(page("seating_plan", hall)).text
    )
    assert not PlanningJob.objects.exists()


def test_while_typing_the_page_says_how_the_words_count(organiser, hall):
    html = organiser.get(page("seating_plan", hall), {"words": " RED  five"}, headers={"HX-Request": "true"}).text
    draw_seating(tournament=hall, words="red five", act=ACT)
    assert "<bdi>red five</bdi>" in html and draw_of(hall).seed in html and "<html" not in html


@pytest.mark.parametrize(
    ("words", "message"),
    [("", "This field is required"), ("\u200b", "Type the words or numbers"), ("x" * 201, "at most 200")],
)
def test_words_that_cannot_be_drawn_are_told_at_their_field(organiser, hall, words, message):
    answer = sent(organiser, hall, words)
    assert answer.status_code == 422 and message in answer.text and not Seating.objects.exists()


def test_a_refusal_keeps_the_words(organiser, hall):
    draw_seating(tournament=hall, words="one", act=ACT)
    answer = sent(organiser, hall, "Two", base=0)
    assert answer.status_code == 409 and 'value="Two"' in answer.text and "version 1 is now in use" in answer.text


def test_with_wishes_the_page_says_what_to_do(organiser, hall):
    add_wish(tournament=hall, kind="apart", players=list(hall.players.all()[:2]), act=ACT)
    html = organiser.get(page("seating_plan", hall)).text
    assert "Withdraw the wishes to draw" in html and "Draw and publish" not in html
    assert sent(organiser, hall, "x").status_code == 422


def test_after_the_start_the_page_offers_no_draw(organiser, hall):
    draw_seating(tournament=hall, words="one", act=ACT)
    begin(hall, 1)
    assert "Draw from words" not in organiser.get(page("seating_plan", hall)).text
    assert sent(organiser, hall, "two", base=1).status_code == 422
