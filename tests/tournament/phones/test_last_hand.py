"""The last hand on a phone: who has the table's code or sits there enters it, others read it where they may."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from scoring.standings.cut import Cut
from scoring.standings.rules import StandingRules
from tests.factories import MORNING, make_staff
from tests.tournament.hanchan.last_hand.finals import ACT, LEVEL, POINTS, enter, finals
from tests.tournament.planning.halls import seated_hall
from tests.tournament.standings.tables import finish, hanchan, play, put_in, small_event, vouch
from tournament.core.models import Role, Tournament
from tournament.events.actions import set_public
from tournament.hanchan.actions import undo_start
from tournament.phones.links import card_token
from tournament.planning.actions import import_seating
from tournament.players.badges.links import personal_token
from tournament.players.models import Player
from tournament.results.all_last.models import AllLastSheet
from tournament.results.models import WindDraw

pytestmark = pytest.mark.django_db
DELTAS = {"E": "6.5", "S": "21.7", "W": "8.3", "N": "19.9", "minus": ["E", "S"]}
TYPED = {**DELTAS, "hand": "4", "honba": "1", "deposits": "0", "do": "save", "seen": "0"}


@pytest.fixture(autouse=True)
def _nobody_tried_codes():
    cache.clear()


@pytest.fixture
def event():
    return finals()


def card(event, table=1, name="table_card_last_hand"):
    return reverse(name, args=[event.slug, table, card_token(event, table)])


def badge(event, number=2, name="personal_last_hand"):
    return reverse(name, args=[personal_token(event.players.get(number=number))])


def public(event, table=1, name="public_table_last_hand"):
    return reverse(name, args=[event.slug, table])


def staff(event, table=1):
    return reverse("last_hand_live", args=[event.slug, 2, table])


def text(answer):
    return " ".join(answer.content.decode().split())


def test_a_table_enters_four_deltas_and_everybody_there_reads_the_needs(client, event):
    page = text(client.get(card(event)))
    assert "waiting for the deltas" in page and "seen by everybody and in the hall" in page
    saved = client.post(card(event), TYPED)
    assert saved["Location"] == f"{card(event)}#live", "what each needs is in view"
    assert AllLastSheet.objects.get().points == POINTS[1]
    page = text(client.get(badge(event, 1)))
    assert "entered at the table, " in page and "plays for place 1" in page and "(you)" in page
    assert "<strong>3,200</strong> off <bdi>Weber</bdi> or <strong>1,300/2,600</strong>" in page
    assert 'value="21.7"' in page, "the second phone has the values of the first"


def test_who_enters_by_the_badge_is_named(client, event):
    client.post(badge(event), TYPED)
    assert "entered by Oskar Lind, " in text(client.get(card(event)))
    assert event.audit_entries.first().actor_name == str(event.players.get(number=2))


def test_points_are_entered_as_well(client, event):
    typed = {"written": "points", "E": "235", "S": "83", "W": "383", "N": "499", "minus": []}
    client.post(card(event), {**TYPED, **typed})
    assert AllLastSheet.objects.get().points == POINTS[1]


def test_a_second_phone_that_saw_other_values_is_told_and_keeps_its_own(client, event):
    client.post(badge(event), TYPED)
    answer = client.post(card(event), {**TYPED, "W": "8.4", "N": "19.8"})
    assert answer.status_code == 409 and "Oskar Lind entered other values at" in text(answer)
    assert 'value="8.4"' in text(answer) and 'name="seen" value="1"' in text(answer)
    assert client.post(card(event), {**TYPED, "W": "8.4", "N": "19.8", "seen": "1"}).status_code == 302
    assert AllLastSheet.objects.get().points[2] == 38_400


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"minus": ["E"]}, "Missing minus sign?"),
        ({"W": ""}, "A value is missing."),
        ({"W": "8.35", "N": "19.85"}, "A delta has one decimal, such as 6.2."),
        ({"written": "points", "E": "23450", "S": "8350"}, "Points end in 00."),
        ({"hand": "9"}, "Select a valid choice"),
        ({"hand": "3", "shown": "2-1-4"}, "The names beside the values have changed."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(client, event, typed, words):
    answer = client.post(card(event), {**TYPED, **typed})
    assert answer.status_code == 422 and words in text(answer)
    assert not AllLastSheet.objects.exists()


def test_nothing_typed_is_nothing_entered(client, event):
    assert client.post(card(event), {"do": "save", "hand": "4"}).status_code == 302
    assert not AllLastSheet.objects.exists()


def test_another_hand_clears_the_deltas_and_counts_the_honba(client, event):
    client.post(card(event), TYPED)
    client.post(card(event), {"do": "repeat", "seen": "1"})
    page = text(client.get(card(event)))
    assert "Another hand is played, 2 honba" in page and 'value="21.7"' not in page
    assert "The dealer repeats" not in page, "it is said until the new values are there"
    client.post(card(event), {**TYPED, "honba": "2", "seen": "2"})
    assert not AllLastSheet.objects.get().is_old


def test_a_report_sheet_that_is_in_leaves_nothing_to_enter(client, event):
    client.post(card(event), TYPED)
    put_in(event, 2, 1, (13_800, 36_900, 48_500, 20_800))
    page = text(client.get(card(event)))
    assert "finished 09:30" in page and "−31.2" in page and 'name="do"' not in page
    assert client.post(card(event), {**TYPED, "seen": "1"}).status_code == 422


def test_the_page_asks_for_what_is_new(client, event):
    mark = client.get(card(event)).context["mark"]
    assert client.get(card(event) + f"?since={mark}").status_code == 204
    enter(event)
    answer = client.get(card(event) + f"?since={mark}")
    assert answer.status_code == 200 and "<form" not in text(answer)


# --- who may ----------------------------------------------------------------------------------------------------------


def test_everybody_reads_and_nobody_enters_without_a_code(client, event):
    enter(event)
    page = text(client.get(public(event)))
    assert "off <bdi>Weber</bdi>" in page and 'name="do"' not in page
    assert client.post(public(event), {**TYPED, "honba": "5", "seen": "1"}).status_code == 200
    assert AllLastSheet.objects.get().honba == 1


@pytest.mark.parametrize("shown", ["table", "nobody"])
def test_where_the_choice_is_smaller_the_public_page_is_not_there(client, event, shown):
    set_public(tournament=event, last_hand_shown=shown, act=ACT)
    assert client.get(public(event)).status_code == 404
    assert public(event) not in text(client.get(public(event, name="public_table")))
    answer = client.get(card(event))
    if shown == "table":
        assert "seen by the table only" in text(answer)
    else:
        assert answer.status_code == 302 and answer["Location"] == card(event, name="table_card")


def test_hidden_results_are_for_the_table_alone(client, event):
    set_public(tournament=event, hidden_from=2, act=ACT)
    assert "seen by the table only" in text(client.get(card(event)))
    assert client.get(public(event)).status_code == 404


def test_the_page_of_the_table_leads_there(client):
    event = finals(sizes=())
    assert card(event) in text(client.get(card(event, name="table_card")))
    assert badge(event) in text(client.get(badge(event, name="personal_table")))
    assert public(event) in text(client.get(public(event, name="public_table")))
    undo_start(hanchan=hanchan(event, 2), act=ACT)
    assert card(event) not in text(client.get(card(event, name="table_card")))
    assert client.get(card(event)).status_code == 302


def test_codes_open_their_own_table_only(client, event):
    wrong = reverse("table_card_last_hand", args=[event.slug, 2, card_token(event, 1)])
    assert client.post(wrong, TYPED).status_code == 404
    assert client.get(card(event, 40)).status_code == 404, "nobody sits there"
    substitute = event.players.create(number=99, name="Ada Byron", is_substitute=True)
    answer = client.get(reverse("personal_last_hand", args=[personal_token(substitute)]))
    assert answer.status_code == 302, "who has no seat goes to their own page"
    type(event).objects.update(is_public=False)
    assert client.get(card(event)).status_code == 404 and client.get(badge(event)).status_code == 404


def test_a_referee_corrects_it_by_name(client, event):
    enter(event)
    mina = make_staff(event, Role.REFEREE, name="Mina Sato")
    client.force_login(mina)
    assert "What does each player need?" in text(client.get(staff(event)))
    client.post(staff(event), {**TYPED, "honba": "2", "seen": "1"})
    sheet = AllLastSheet.objects.get()
    assert (sheet.honba, sheet.entered_by, sheet.player) == (2, mina, None)
    assert "entered by Mina Sato, " in text(client.get(card(event)))
    assert client.get(staff(event, 40)).status_code == 404
    page = text(client.get(reverse("all_last", args=[event.slug]) + "?hanchan=2&table=1"))
    assert staff(event) in page


# --- winds that are drawn ---------------------------------------------------------------------------------------------


def test_where_the_page_drew_the_winds_the_names_are_there_already(client, event):
    event.wind_method = "page"
    event.save()
    one = hanchan(event, 2)
    players = list(event.players.filter(number__lte=4).order_by("number"))
    winds = [[wind, player.pk] for wind, player in zip("ESWN", players, strict=True)]
    WindDraw.objects.create(hanchan=one, table=1, attempt=1, way="page", winds=winds, drawn_at=MORNING)
    rows = client.get(card(event)).context["rows"]
    assert [row.seat.number for row in rows] == [4, 1, 2, 3]
    who = {f"who_{wind}": str(number) for wind, number in zip("ESWN", (4, 1, 2, 3), strict=True)}
    client.post(card(event), {**TYPED, **who})
    assert AllLastSheet.objects.get().players == tuple(players[at].pk for at in (3, 0, 1, 2))
    answer = client.post(card(event), {**TYPED, **who, "who_N": "4", "seen": "1"})
    assert answer.status_code == 422 and "Name each player at the table once" in text(answer)


def test_marks_of_yakitori_are_kept(client, event):
    event.rules = event.ruleset.replace(yakitori=3_000).to_json()
    event.save()
    client.post(card(event), {**TYPED, "yakitori_E": "on"})
    assert [mark for _points, mark, _player in AllLastSheet.objects.get().seats] == [True, False, False, False]
    assert client.get(card(event)).context["form"]["yakitori_E"].value() is True


def test_a_table_of_three_enters_three_deltas(client):
    event = seated_hall(9, 1, preset="tenhou-3")
    type(event).objects.update(is_public=True)
    event.hanchan.update(seating_published_at=MORNING, state="playing", started_at=MORNING)
    typed = {"E": "10.0", "S": "5.0", "W": "15.0", "minus": ["E", "S"], "do": "save", "seen": "0"}
    goal = event.ruleset.goal
    extra = (event.ruleset.start - goal) * 3
    typed["W"] = f"{(15_000 + extra) / 1_000:.1f}"
    assert client.post(card(event), typed).status_code == 302
    assert AllLastSheet.objects.get().points == (goal - 10_000, goal - 5_000, goal + 15_000 + extra)
    assert len(client.get(card(event)).context["board"].rows) == 3


def test_the_code_of_a_table_opens_no_result_that_is_hidden(client, event):
    set_public(tournament=event, release_on_close=False, act=ACT)
    put_in(event, 2, 1, (13_800, 36_900, 48_500, 20_800))
    for address in (card(event), badge(event, 1)):
        answer = client.get(address)
        assert (answer.status_code, "/table/" in answer["Location"]) == (302, True)
        assert client.get(f"{address}?since=earlier")["HX-Redirect"] == answer["Location"]
    finish(event, 2, released=False)
    cache.clear()
    assert client.get(card(event)).status_code == client.get(badge(event, 1)).status_code == 302


def test_a_badge_opens_no_other_table_than_that_of_its_player(client):
    tournament, people = small_event(hanchan_count=3)
    first, second = (tuple(player.pk for player in people[at : at + 4]) for at in (0, 4))
    as_before, changed = {1: first, 2: second}, {1: second, 2: first}
    import_seating(tournament=tournament, draft={1: as_before, 2: as_before, 3: changed}, act=ACT)
    play(tournament, 1, {1: LEVEL, 2: LEVEL})
    Tournament.objects.update(standing_rules=StandingRules(cuts=(Cut(after=2, sizes=(4,)),)).to_json())
    tournament.hanchan.update(seating_published_at=MORNING)
    tournament.refresh_from_db()
    play(tournament, 2, {1: LEVEL, 2: LEVEL})
    vouch(tournament)
    answer = client.get(badge(tournament, people[4].number))
    assert (answer.status_code, answer["Location"]) == (302, badge(tournament, people[4].number, "personal_page"))
    assert client.get(badge(tournament, people[0].number)).status_code == 302


def test_readers_do_not_see_who_entered_it(client, event):
    client.post(badge(event), TYPED)
    assert "entered at the table, " in text(client.get(public(event)))
    assert "Oskar Lind, " not in text(client.get(public(event))).split("entered")[1][:40]


def test_the_code_of_the_door_is_that_of_no_table(client, event):
    for name in ("table_card", "table_card_last_hand"):
        assert client.get(card(event, 0, name)).status_code == 404


def test_a_larger_win_that_may_not_do_is_told(client):
    event = finals(sizes=(), players=4)
    for number, carried in enumerate((66_900, 38_300, 58_700, 55_200), start=1):
        event.players.filter(number=number).update(carried=carried)
    vouch(event, Player)
    points = {"written": "points", "E": "237", "S": "262", "W": "364", "N": "337", "minus": [], "honba": "0"}
    client.post(card(event), {**TYPED, **points})
    told = text(client.get(card(event))).split('<ol class="needs')[1]
    assert told.count("a larger win may not do") == 1
    assert "<strong>3,900</strong> off <bdi>Weber</bdi>" in told.split("a larger win may not do")[0]
