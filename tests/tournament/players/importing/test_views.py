"""The import pages: preview, choose, apply."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories import MORNING, make_staff, make_tournament
from tests.tournament.players.importing.lists import grid, workbook
from tests.tournament.rendering import unrendered
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.players.actions import add_player
from tournament.players.importing.views import seal, unseal
from tournament.players.models import Player

pytestmark = pytest.mark.django_db
LIST = "name;country\nLuc Moreau;FR\nAiko Brandt;DE"


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


def preview(client, text=LIST, **headers):
    return client.post(url(), {"pasted": text}, headers=headers)


def choices(response, **more):
    """What the form of the preview sends."""
    return {"sealed": response.context["sealed"], "digest": response.context["plan"].digest, **more}


def test_pasted_rows_are_previewed_and_nothing_is_written(client, organiser):
    response = preview(client)
    assert response.status_code == 200
    assert "Add 2 players" in response.content.decode()
    assert not Player.objects.exists()


def test_htmx_gets_the_preview_alone(client, organiser):
    page = preview(client, **{"HX-Request": "true", "HX-Target": "preview"}).content.decode()
    assert page.strip().startswith('<section id="preview"')


@unrendered()
def test_the_preview_is_applied(client, organiser):
    response = client.post(url("players_import_apply"), choices(preview(client), apply="yes"))
    assert response.url == url("players")
    assert [player.name for player in Player.objects.order_by("number")] == ["Luc Moreau", "Aiko Brandt"]


def test_only_what_there_is_stands_on_a_chip(client, organiser, tournament):
    def chips():
        page = preview(client).content.decode().split('class="preview-counts ')[1].split("</ul>")[0]
        return re.findall(r'<span class="([^"]*)">([^<]*)<', page)

    assert chips() == [("chip chip-ok", "2 new")]
    add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Luc Moreau", country="FR")
    add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Aiko Brandt", country="DE")
    assert chips() == [("chip", "2 unchanged")]


@unrendered()
def test_a_double_click_adds_nobody_twice(client, organiser):
    sent = choices(preview(client), apply="yes")
    client.post(url("players_import_apply"), sent)
    assert client.post(url("players_import_apply"), sent).status_code == 409
    assert Player.objects.count() == 2


def test_a_workbook_is_previewed(client, organiser):
    upload = SimpleUploadedFile("inscrits.xlsx", workbook(["Nom", "Prénom"], ["Moreau", "Luc"]))
    response = client.post(url(), {"file": upload})
    assert [line.name for line in response.context["plan"].new] == ["Luc Moreau"]
    assert "inscrits.xlsx" in response.content.decode()


def test_the_encoding_can_be_chosen(client, organiser):
    upload = SimpleUploadedFile("gracze.csv", "name\nŁukasz Żak\n".encode("cp1250"))
    response = client.post(url(), {"file": upload, "encoding": "cp1250"})
    assert response.context["plan"].lines[0].name == "Łukasz Żak"
    page = client.get(url()).content.decode()
    assert "Encoding of a CSV file" in page and "How the file stores letters" in page


def unclear(client):
    upload = SimpleUploadedFile("deltagere.csv", "name\nSøren Ørsted\nÅse Bjørn\n".encode("cp1252"))
    return client.post(url(), {"file": upload})


def test_a_list_whose_names_could_read_in_several_ways_waits_for_an_answer(client, organiser):
    response = unclear(client)
    page = response.content.decode()
    assert "choose one before players are added" in page and 'name="apply"' not in page
    refused = client.post(url("players_import_apply"), choices(response, apply="yes"))
    assert refused.status_code == 422
    assert "Choose the line in which the names read right. Nothing was added." in refused.content.decode()
    chosen = client.post(url("players_import_apply"), choices(response, encoding="cp1252"))
    assert "choose one before" not in chosen.content.decode()
    client.post(url("players_import_apply"), choices(chosen, apply="yes"))
    assert [player.name for player in Player.objects.order_by("number")] == ["Søren Ørsted", "Åse Bjørn"]


def test_names_that_read_right_in_no_encoding_are_saved_again_as_utf_8(client, organiser):
    answer = client.post(url("players_import_apply"), choices(unclear(client), encoding="none"))
    assert answer.status_code == 422
    assert "CSV UTF-8" in answer.content.decode()
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"pasted": "  "}, "Paste rows"),
        ({"pasted": "name;club"}, "no players below them"),
        ({"file": SimpleUploadedFile("a.xlsx", b"PK\x03\x04")}, "damaged"),
        ({"file": SimpleUploadedFile("a.csv", b"")}, "empty"),
        ({"encoding": ""}, "Choose a file"),
    ],
)
def test_a_list_that_cannot_be_read_is_refused_in_words(client, organiser, sent, words):
    response = client.post(url(), sent)
    assert response.status_code == 422
    assert words in response.content.decode()


def test_every_problem_of_every_row_is_on_the_page(client, organiser):
    page = preview(client, "name;country;EMA\nLuc;Absurdie;12\nAiko;DE;\nAiko;DE;").content.decode()
    for words in (
        "“Absurdie” is not a known country",
        "“12” is not an EMA number",
        "Same person as row 3. Remove one of the two rows.",
        "disabled",
    ):
        assert words in page


def test_names_in_the_preview_are_escaped(client, organiser):
    assert "<script>x" not in preview(client, "name\n<script>x</script>").content.decode()


def test_a_change_since_the_preview_is_reported_instead_of_applied(client, organiser, tournament):
    shown = preview(client)
    add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Luc Moreau", country="FR")
    response = client.post(url("players_import_apply"), choices(shown, apply="yes"))
    assert response.status_code == 409
    assert "Check the new preview" in response.content.decode()
    assert [line.fate.value for line in response.context["plan"].lines] == ["same", "new"]
    assert client.post(url("players_import_apply"), choices(response, apply="yes")).status_code == 302
    assert Player.objects.count() == 2


def test_taking_what_the_list_says_is_previewed_before_it_is_applied(client, organiser, tournament):
    add_player(
        tournament=tournament,
        act=Act(by=None, at=MORNING),
        name="Luc Moreau",
        country="FR",
        ema_number="04100170",
        club="Paris",
    )
    shown = preview(client, "name;EMA;club\nLuc Moreau;04100170;Lyon")
    assert shown.context["plan"].changed == ()
    assert client.post(url("players_import_apply"), choices(shown, apply="yes", overwrite="on")).status_code == 409
    again = client.post(url("players_import_apply"), choices(shown, overwrite="on"))
    assert again.status_code == 200
    assert client.post(url("players_import_apply"), choices(again, apply="yes", overwrite="on")).status_code == 302
    assert Player.objects.get().club == "Lyon"


def test_a_possible_namesake_needs_its_tick(client, organiser):
    shown = preview(client, "name;club\nLuc Moreau;Paris\nLuc Moreau;")
    response = client.post(url("players_import_apply"), choices(shown, apply="yes"))
    assert response.status_code == 422
    ticked = choices(response, apply="yes", distinct=["3"])
    assert client.post(url("players_import_apply"), ticked).status_code == 302
    assert Player.objects.count() == 2


def test_the_page_cannot_change_what_was_previewed(client, organiser):
    sent = choices(preview(client), apply="yes")
    for sealed in ("", "nonsense", sent["sealed"][:-2] + "xx"):
        response = client.post(url("players_import_apply"), sent | {"sealed": sealed})
        assert response.status_code == 422
        assert "out of date" in response.content.decode()


def test_a_sealed_list_is_good_for_its_person_and_tournament_only():
    sealed = seal(grid("Luc Moreau"), tournament_id=1, user_id=2)
    assert unseal(sealed, tournament_id=1, user_id=2) == grid("Luc Moreau")
    for tournament_id, user_id in ((1, 3), (2, 2)):
        with pytest.raises(Refused):
            unseal(sealed, tournament_id=tournament_id, user_id=user_id)


@unrendered()
def test_the_template_is_read_by_ourselves(client, organiser):
    response = client.get(url("players_template"))
    assert response.content.startswith("\ufeffnumber,first name,last name".encode())
    content = response.content + b",Luc,Moreau,France,Paris,,04100170,,\r\n"
    shown = client.post(url(), {"file": SimpleUploadedFile("players.csv", content)})
    assert [line.name for line in shown.context["plan"].new] == ["Luc Moreau"]


@pytest.mark.slow("200 players")
def test_two_thousand_rows_fit_through_the_form(client, organiser):
    shown = preview(
        client, "name;club\n" + "\n".join(f"Player {n};A club of the town number {n}" for n in range(2_000))
    )
    assert len(re.findall(r'id="row-\d+"', shown.content.decode())) == 2_000
    assert client.post(url("players_import_apply"), choices(shown, apply="yes")).status_code == 302
    assert Player.objects.count() == 2_000
