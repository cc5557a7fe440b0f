"""What is chosen on the preview: columns, rows, the encoding; and that nothing is added while something is asked."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories import MORNING, make_staff, make_tournament
from tests.tournament.players.importing.lists import apply, grid, plan_for
from tests.tournament.rendering import unrendered
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import AuditEntry
from tournament.events.actions import change_settings
from tournament.players.actions import queue
from tournament.players.models import ImportColumn, Player
from tournament.players.queries import remembered_columns, waiting_list

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)
ODD = "Mensch;Herkunft;Schuhe\nAiko Brandt;DE;38\nLuc Moreau;FR;42"


@pytest.fixture
def tournament():
    return make_tournament(slug="spring")


@pytest.fixture
def organiser(client, tournament):
    user = make_staff(tournament, "organiser")
    client.force_login(user)
    return user


def url(name="players_import"):
    return reverse(name, args=["spring"])


def preview(client, text):
    return client.post(url(), {"pasted": text})


def sent(response, **more):
    """What the form of the preview sends when nothing else is touched."""
    context = response.context
    columns = {f"column_{column.index}": column.field for column in context["columns"].columns}
    plan, choices = context.get("plan"), context["choices"]
    heading = context["columns"].heading
    return {
        "sealed": context["sealed"], "digest": plan.digest if plan else "", "heading": heading,
        "heading_before": heading, "left_out": sorted(choices.left_out), "confirmed": sorted(choices.confirmed),
        **({"without_numbering": "on"} if choices.without_numbering else {}), **columns, **more,
    }  # fmt: skip


def again(client, response, **more):
    return client.post(url("players_import_apply"), sent(response, **more))


def names():
    return [player.name for player in Player.objects.order_by("number")]


# --- columns -------------------------------------------------------------------------------------------------------


def test_columns_that_nobody_knows_are_chosen_by_hand_and_remembered(client, organiser, tournament):
    shown = preview(client, ODD)
    assert "Choose what each column contains" in shown.content.decode()
    assert 'name="column_0"' in shown.content.decode() and "plan" not in shown.context
    shown = again(client, shown, heading=1)
    shown = again(client, shown, column_0="name", column_1="country")
    page = shown.content.decode()
    assert "Not read:" in page and "“<bdi>Schuhe</bdi>”" in page
    assert again(client, shown, apply="yes").url == url("players")
    assert [(player.name, player.country) for player in Player.objects.order_by("number")] == [
        ("Aiko Brandt", "DE"),
        ("Luc Moreau", "FR"),
    ]
    assert remembered_columns(tournament) == {"mensch": "name", "herkunft": "country", "schuhe": ""}
    later = preview(client, "Mensch;Herkunft\nEwa Nowak;PL")
    assert [(line.name, line.values["country"]) for line in later.context["plan"].new] == [("Ewa Nowak", "PL")]


@unrendered()
def test_a_guess_can_be_corrected(client, organiser):
    shown = preview(client, "Name;Club\nAiko Brandt;Reds")
    shown = again(client, shown, column_1="team")
    assert [line.values.get("team") for line in shown.context["plan"].lines] == ["Reds"]
    shown = again(client, shown, column_1="no-such-field")
    assert shown.context["plan"].columns.unread == ("Club",)


def test_two_columns_for_one_field_wait_for_a_choice(client, organiser):
    shown = preview(client, "Name;Player\nLulu;Luc Moreau")
    assert "Two columns contain the name" in shown.content.decode() and "plan" not in shown.context
    shown = again(client, shown, column_0="")
    assert [line.name for line in shown.context["plan"].lines] == ["Luc Moreau"]


@unrendered()
def test_another_row_of_headings_is_guessed_again(client, organiser):
    shown = preview(client, "Name;Club\nName;Land\nAiko;DE")
    shown = again(client, shown, heading=2)
    assert [(line.name, line.values["country"]) for line in shown.context["plan"].lines] == [("Aiko", "DE")]
    shown = again(client, shown, heading=0)
    assert len(shown.context["columns"].lines) == 3


def test_a_choice_for_a_later_list_replaces_the_earlier_one(tournament):
    apply(tournament, grid("Verein;Name", "Reds;Aiko"), fields={0: "club", 1: "name"})
    apply(tournament, grid("Verein;Name", "Reds;Luc"), fields={0: "team", 1: "name"})
    assert remembered_columns(tournament) == {"verein": "team", "name": "name"}
    assert ImportColumn.objects.count() == 2
    assert "verein" in str(ImportColumn.objects.get(field="team"))


# --- rows ----------------------------------------------------------------------------------------------------------


def test_rows_that_may_not_be_players_are_left_out_with_one_click(client, organiser):
    shown = preview(client, "Name;Status\nAiko Brandt;confirmed\nLuc Moreau;cancelled\nTotal: 2;")
    page = shown.content.decode()
    assert "Some rows may not be players." in page and "disabled" in page
    assert again(client, shown, apply="yes").status_code == 422
    assert not Player.objects.exists()
    shown = again(client, shown, leave="3 4 ")
    assert "2 left out" in shown.content.decode()
    again(client, shown, apply="yes")
    assert names() == ["Aiko Brandt"]


@unrendered()
def test_a_row_that_was_left_out_can_be_taken_back(client, organiser):
    shown = again(client, preview(client, "Name\nAiko\nLuc"), left_out=[3])
    assert [line.fate for line in shown.context["plan"].lines] == ["new", "left-out"]
    shown = again(client, shown, left_out=[])
    assert [line.fate for line in shown.context["plan"].lines] == ["new", "new"]


@unrendered()
def test_who_is_a_player_after_all_is_confirmed(client, organiser):
    shown = again(client, preview(client, "Name\nAiko\n🀄"), confirm="3")
    again(client, shown, apply="yes")
    assert names() == ["Aiko", "🀄"]


def test_numbers_before_names_are_dropped_or_kept(client, organiser):
    shown = preview(client, "1. Lotte C.\n2. Rui P.")
    assert "Names begin with a number or a bullet:" in shown.content.decode()
    shown = again(client, shown, without_numbering="on")
    again(client, shown, apply="yes")
    assert names() == ["Lotte C.", "Rui P."]


@unrendered()
def test_a_name_with_a_number_can_be_kept(client, organiser):
    shown = again(client, preview(client, "Name\n1. Lotte C."), confirm="2")
    again(client, shown, apply="yes")
    assert names() == ["1. Lotte C."]


def test_somebody_who_answered_twice_is_taken_once(client, organiser):
    shown = preview(client, "Name;Country\nAiko;DE\nLuc;FR\nAIKO;Germany")
    assert "Take each person once" in shown.content.decode()
    shown = again(client, shown, leave="4 ")
    again(client, shown, apply="yes")
    assert names() == ["Aiko", "Luc"]


def test_the_action_refuses_what_nobody_answered(tournament):
    with pytest.raises(Refused, match="Rows 3 may not be players"):
        apply(tournament, grid("Name", "Aiko", "Waiting list"))
    assert not AuditEntry.objects.filter(tournament=tournament, subject="pasted rows").exists()
    apply(tournament, grid("Name", "Aiko", "Waiting list"), left_out=[3])
    assert names() == ["Aiko"]


def test_a_status_that_nobody_knows_is_told(tournament):
    plan = plan_for(tournament, grid("Name;Status", "Aiko;cancelled", "Luc;perhaps", "Ewa;reserve"))
    assert [[remark.code for remark in line.remarks] for line in plan.lines] == [
        [],
        ["status-unknown"],
        ["status-read"],
    ]
    assert plan.lines[2].values["is_substitute"] is True


# --- the encoding --------------------------------------------------------------------------------------------------


def upload(client, content: bytes):
    return client.post(url(), {"file": SimpleUploadedFile("lista.csv", content)})


def test_the_encoding_is_shown_with_names_and_changed_with_one_click(client, organiser):
    shown = upload(client, "Name\nŁukasz Żak\nPaweł Wójcik\n".encode("cp1250"))
    page = shown.content.decode()
    assert "Do these names read right?" in page and "Łukasz · Żak" in page and "£ukasz · ¯ak" in page
    wrong = again(client, shown, encoding="cp1252")
    assert wrong.context["plan"].lines[0].name == "£ukasz ¯ak"
    right = again(client, wrong, encoding="cp1250")
    again(client, right, apply="yes")
    assert names() == ["Łukasz Żak", "Paweł Wójcik"]


def test_an_encoding_in_which_the_file_cannot_be_read_leaves_the_preview_as_it_is(client, organiser):
    shown = upload(client, "Name\nŁukasz Żak\n".encode("cp1250"))
    refused = again(client, shown, encoding="utf-8")
    assert refused.status_code == 422 and "This is not UTF-8" in refused.content.decode()
    assert refused.context["plan"].lines[0].name == "Łukasz Żak"


def test_a_file_in_utf_8_is_not_asked_about(client, organiser):
    assert "Do these names read right?" not in upload(client, "Name\nŁukasz Żak\n".encode()).content.decode()


# --- another spelling, and the waiting list ------------------------------------------------------------------------


def test_a_similar_name_is_taken_as_the_same_person_with_one_tick(client, organiser, tournament):
    apply(tournament, grid("number;name", "27;Dan Ionescu"))
    shown = preview(client, "Name\nDan Ionesco")
    assert "This is number 27" in shown.content.decode()
    shown = again(client, shown, same="2 27")
    assert "1 changed" in shown.content.decode() and "checked" in shown.content.decode()
    again(client, shown, same=["2 27", "nonsense", "3"], apply="yes")
    assert names() == ["Dan Ionesco"]


def test_rows_below_the_words_waiting_list_go_to_the_waiting_list_with_one_click(client, organiser, tournament):
    apply(tournament, grid("name", "Luc Moreau"))
    rows = ("Aiko Brandt;", "Zoë Albrecht;cancelled", "Ewa Nowak;waiting list", ";Waiting list:", "Tom Okafor;")
    shown = preview(client, "\n".join(("Name;Status", *rows, "Luc Moreau;")))
    assert "Put 3 people on the waiting list" in shown.content.decode()
    shown = again(client, shown, wait="4 5 6 7", leave="3")
    page = shown.content.decode()
    assert "2 left out" in page and "Has a place already and keeps it." in page
    assert not shown.context["plan"].asks
    answer = client.post(url("players_import_apply"), sent(shown, waiting=[4, 5, 6, 7], apply="yes"), follow=True)
    waiting = [player.name for player in waiting_list(Player.objects.all())]
    assert waiting == ["Ewa Nowak", "Tom Okafor"]
    assert set(names()) == {"Luc Moreau", "Aiko Brandt", *waiting}
    page = answer.content.decode()
    assert "2 new players are on the waiting list" in page and "All places are taken" not in page


def test_who_is_imported_waits_behind_those_who_wait(client, organiser, tournament):
    change_settings(tournament=tournament, act=ACT, capacity=3)
    apply(tournament, grid("name", "Aiko Brandt", "Max Late"))
    queue(player=Player.objects.get(name="Max Late"), act=ACT)
    shown = preview(client, "Name\nLola García\nLuc Moreau")
    page = again(client, shown, apply="yes")
    page = client.get(page.url).content.decode()
    assert [player.name for player in waiting_list(Player.objects.all())] == ["Max Late", "Lola García", "Luc Moreau"]
    assert "2 new players are on the waiting list. A place is free. Next on the waiting list: Max Late" in page


def test_who_finds_no_place_waits_before_the_rows_of_the_waiting_list(client, organiser, tournament):
    change_settings(tournament=tournament, act=ACT, capacity=1)
    shown = again(client, preview(client, "Name\nAiko\nTom\nWaiting list\nLuc"), wait="4 5")
    page = client.get(again(client, shown, waiting=[4, 5], apply="yes").url).content.decode()
    assert [player.name for player in waiting_list(Player.objects.all())] == ["Tom", "Luc"]
    assert "All places are taken: 2 new players are on the waiting list." in page
