"""The organiser's words and photographs on the report of an event: who writes them, who sees them and when."""

import json
import re
from functools import partial
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from PIL import Image

from tests.factories import MORNING, make_staff
from tests.tournament.archive.event_file.events import load, there_and_back
from tests.tournament.results.paper.pictures import phone_picture, picture, upload
from tests.tournament.standings.event_report.test_report import ended, get, text
from tests.tournament.standings.tables import finish, vouch
from tournament.archive.event_file.export import event_file
from tournament.archive.removal.actions import remove_person
from tournament.archive.static_site import static_site
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import LONGEST_REPORT, AuditEntry, Role, Tournament, Verb
from tournament.events.clubs import first_club
from tournament.events.history_lines import line_of
from tournament.events.models import LONGEST_CAPTION, Hosting
from tournament.persons.club_figures import club_figures, event_figures
from tournament.players.models import Player
from tournament.results.paper.images import stored_image
from tournament.results.paper.photograph_limit import MEGABYTE, stored_bytes
from tournament.standings.event_report import actions, forms
from tournament.standings.event_report.actions import MOST_PHOTOGRAPHS, add_photograph, remove_photograph, write_report
from tournament.standings.event_report.queries import photographs_of, report_values

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


@pytest.fixture
def event():
    return ended()[0]


@pytest.fixture
def organiser(event, client):
    client.force_login(make_staff(event, Role.ORGANISER, name="Mina Vogel"))
    return client


def form_of(event):
    return reverse("event_report", args=[event.slug])


def photograph(event, caption="The hall"):
    """Add one that no other is like."""
    image = picture((40, 30), colour=(20 * event.report_photographs.count(), 30, 40))
    return add_photograph(tournament=event, caption=caption, image=stored_image(upload(image)), act=ACT)


def photograph_address(event, pk):
    return reverse("public_report_photograph", args=[event.slug, pk])


def sent(client, event, seen=None, **typed):
    """Open the form, type, and send it."""
    page = client.get(form_of(event))
    fields = {name: page.context["form"][name].initial for name in page.context["form"].fields}
    fields = {name: value for name, value in fields.items() if value is not None}
    fields["seen"] = page.context["seen"] if seen is None else seen
    return client.post(form_of(event), fields | typed)


def file(content=None, name="IMG_0001.JPG"):
    return SimpleUploadedFile(name, phone_picture().getvalue() if content is None else content, "image/jpeg")


def verbs(event):
    return [one.verb for one in AuditEntry.objects.filter(tournament=event).order_by("id")][-3:]


def code_of(do):
    with pytest.raises(Refused) as refused:
        do()
    return refused.value.messages[0].code


def test_the_organiser_writes_and_adds_photographs_in_one_form(event, organiser):
    assert "The report is public" in organiser.get(form_of(event)).text
    words = "Thank you <all>.\r\n\r\n\r\n  See you \u202ein spring.\r\n"
    answer = sent(organiser, event, report=words, image=file(), caption="  The hall ")
    assert (answer.status_code, answer["Location"]) == (302, form_of(event))
    event.refresh_from_db()
    one = event.report_photographs.get()
    assert event.report == "Thank you <all>.\n\nSee you in spring." and (one.caption, one.position) == ("The hall", 1)
    assert Image.open(BytesIO(one.content)).size == (one.width, one.height) == (300, 400)
    assert b"Phone-Maker" not in bytes(one.content)
    page = get(event).content.decode()
    assert "<p>Thank you &lt;all&gt;.</p>\n\n<p>See you in spring.</p>" in page
    assert f'src="{photograph_address(event, one.pk)}"' in page and 'alt="The hall"' in page
    picture_sent = Client().get(photograph_address(event, one.pk), headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in picture_sent, "a photograph is packed already"
    assert (picture_sent.content, picture_sent["Content-Type"]) == (bytes(one.content), "image/jpeg")
    asked = Client().head(photograph_address(event, one.pk))
    assert (asked.status_code, asked["Content-Length"]) == (200, str(len(one.content))), "a link is checked without it"
    assert picture_sent["X-Content-Type-Options"] == "nosniff" and "private" in picture_sent["Cache-Control"]
    assert "The photograph is added." in organiser.get(form_of(event)).text


def test_captions_and_the_order_are_changed_in_the_same_form(event, organiser):
    first, second = photograph(event, "First"), photograph(event, "Second")
    typed = {f"caption_{first.pk}": "The final", f"position_{first.pk}": "9", f"position_{second.pk}": "3"}
    assert sent(organiser, event, **typed).status_code == 302
    assert [one.caption for one in photographs_of(event)] == ["Second", "The final"]
    assert photograph(event, "Third").position == 10
    page = get(event).content.decode()
    assert page.index("Second") < page.index("The final") < page.index("Third")


def test_a_position_beyond_the_last_one_is_not_given():
    event, _people = ended()
    one = photograph(event)
    write_report(tournament=event, typed={f"position_{one.pk}": 99}, act=ACT)
    assert photograph(event).position == 99


def test_what_did_not_change_writes_nothing(event, organiser):
    photograph(event)
    edition = Tournament.objects.get().edition
    assert sent(organiser, event).status_code == 302
    assert Tournament.objects.get().edition == edition


def test_the_history_says_who_did_it_without_the_words(event, organiser):
    sent(organiser, event, report="Secret words", image=file(), caption="The hall")
    sent(organiser, event, remove=str(event.report_photographs.get().pk))
    lines = AuditEntry.objects.filter(tournament=event).order_by("-id")[:3]
    told = [re.sub("<[^>]+>", "", line_of(one)) for one in lines]
    assert told == [
        "Mina Vogel removed a photograph from the event report: The hall",
        "Mina Vogel added a photograph to the event report: The hall",
        "Mina Vogel wrote the event report",
    ]
    assert "Secret" not in json.dumps([[one.subject, one.detail, one.figures] for one in lines])


def test_a_photograph_is_decoded_before_anything_is_locked(event, organiser, monkeypatch):
    depths = []

    def decoded(upload):
        depths.append(len(connection.savepoint_ids))
        return stored_image(upload)

    monkeypatch.setattr(forms, "stored_image", decoded)
    outside = len(connection.savepoint_ids)
    sent(organiser, event, report="x" * (LONGEST_REPORT + 1), image=file(), caption="The hall")
    assert depths == [], "not while something else is wrong"
    assert sent(organiser, event, image=file(), caption="The hall").status_code == 302
    assert depths == [outside]


def test_a_photograph_is_removed_in_a_second_step_and_what_was_typed_beside_it_is_saved(event, organiser):
    first, second = photograph(event, "First"), photograph(event, "Second")
    page = organiser.get(form_of(event)).text
    assert page.count("<details>") == 2 and "cannot be brought back" in page
    of_first = {f"caption_{first.pk}": "", f"position_{first.pk}": ""}
    answer = sent(organiser, event, report="New words", remove=str(first.pk), **of_first)
    assert answer.status_code == 302 and "The photograph is removed." in organiser.get(form_of(event)).text
    event.refresh_from_db()
    assert [one.pk for one in photographs_of(event)] == [second.pk] and event.report == "New words"
    assert Client().get(photograph_address(event, first.pk)).status_code == 404
    assert sent(organiser, event, remove=str(first.pk)).status_code == 302, "somebody removed it already"
    assert verbs(event)[-2:] == [Verb.WROTE_REPORT, Verb.REMOVED_PHOTOGRAPH]


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"report": "x" * (LONGEST_REPORT + 1)}, "report", "at most 8000 characters"),
        ({"image": file(b"no picture")}, "caption", "Say what is on the photograph."),
        ({"image": file(b"no picture"), "caption": "Hall"}, "image", "no photograph that can be read"),
        ({"image": file(bytes(100), "big.jpg"), "caption": "x" * 161}, "caption", "at most 160 characters"),
        ({"caption": "Hall"}, "image", "Choose a file."),
        ({"image": file(b""), "caption": "Hall"}, "image", "empty"),
    ],
)
def test_what_is_wrong_is_told_beside_its_field_and_nothing_is_saved(event, organiser, typed, field, sentence):
    answer = sent(organiser, event, **({"report": "My words"} | typed))
    form = answer.context["form"]
    assert answer.status_code == 422 and sentence in " ".join(form.errors[field])
    assert ("My words" in answer.text) == ("report" not in typed), "what was typed is still there"
    event.refresh_from_db()
    assert event.report == "" and not event.report_photographs.exists()


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [("caption", "", "Say what"), ("position", "100", "1 to 99"), ("position", "", "1 to 99")],
)
def test_a_photograph_that_is_there_needs_its_caption_and_position(event, organiser, name, value, sentence):
    one = photograph(event)
    answer = sent(organiser, event, **{f"{name}_{one.pk}": value})
    assert answer.status_code == 422 and sentence in " ".join(answer.context["form"].errors[f"{name}_{one.pk}"])


def test_the_action_refuses_what_the_form_would(event):
    one = photograph(event)
    for typed, code in (
        ({"report": "x" * (LONGEST_REPORT + 1)}, "report-long"),
        ({f"caption_{one.pk}": " "}, "caption-missing"),
        ({f"caption_{one.pk}": "x" * 161}, "caption-long"),
        ({f"position_{one.pk}": 0}, "position-range"),
    ):
        assert code_of(lambda typed=typed: write_report(tournament=event, typed=typed, act=ACT)) == code
    assert code_of(lambda: photograph(event, " ")) == "caption-missing"


def test_a_text_of_the_longest_length_is_saved_whatever_ends_its_lines(event, organiser):
    words = "x" * 100 + "\r\n" + "y" * (LONGEST_REPORT - 101)
    assert sent(organiser, event, report=words).status_code == 302
    event.refresh_from_db()
    assert len(event.report) == LONGEST_REPORT


def test_a_thirteenth_photograph_is_refused(event, organiser):
    for number in range(MOST_PHOTOGRAPHS):
        photograph(event, f"Photograph {number}")
    page = organiser.get(form_of(event)).text
    assert "At most 12." in page and "Add a photograph" not in page
    answer = sent(organiser, event, image=file(), caption="One more", report="Words")
    assert answer.status_code == 422 and "at most 12 photographs" in " ".join(answer.context["form"].errors["image"])
    event.refresh_from_db()
    assert event.report_photographs.count() == 12 and event.report == ""


def test_the_same_form_sent_twice_adds_one_photograph(event, organiser):
    assert sent(organiser, event, image=file(), caption="The hall").status_code == 302
    answer = sent(organiser, event, image=file(), caption="The hall")
    assert answer.status_code == 422 and "on the report already" in " ".join(answer.context["form"].errors["image"])
    assert event.report_photographs.count() == 1


@pytest.mark.parametrize(("role", "status"), [(Role.REFEREE, 403), (Role.DESK, 403), (Role.ORGANISER, 200)])
def test_only_the_organiser_has_the_form(event, client, role, status):
    client.force_login(make_staff(event, role))
    assert client.get(form_of(event)).status_code == status
    if status == 403:
        assert client.post(form_of(event), {"report": "Mine"}).status_code == 403
    link = form_of(event) in get(event, client).content.decode()
    assert link == (role == Role.ORGANISER) and form_of(event) not in get(event).content.decode()


def test_words_and_photographs_are_nobodys_before_the_report_is_public(event, organiser):
    one = photograph(event)
    write_report(tournament=event, typed={"report": "We have a winner"}, act=ACT)
    finish(event, 2, released=False)
    vouch(event)
    referee = Client()
    referee.force_login(make_staff(event, Role.REFEREE))
    for client in (Client(), referee):
        assert client.get(photograph_address(event, one.pk)).status_code == 404
        assert get(event, client).status_code == 404
    assert organiser.get(photograph_address(event, one.pk)).status_code == 200
    assert "It becomes public" in organiser.get(form_of(event)).text
    standings = Client().get(reverse("public_standings", args=[event.slug])).content.decode()
    assert "We have a winner" not in standings


def test_a_photograph_of_another_event_is_not_here(event):
    other, _people = ended(16)
    assert Client().get(photograph_address(event, photograph(other).pk)).status_code == 404


def test_two_people_at_once_lose_nothing_of_each_other(event, organiser):
    one = photograph(event)
    page = organiser.get(form_of(event))
    seen = page.context["seen"]
    write_report(tournament=event, typed={"report": "Mina wrote this", f"caption_{one.pk}": "Mina’s caption"}, act=ACT)
    later = photograph(event, "Added meanwhile")
    typed = {"report": "", f"caption_{one.pk}": "The hall", f"position_{one.pk}": "5", "seen": seen}
    assert organiser.post(form_of(event), typed).status_code == 302, "only the position was typed"
    event.refresh_from_db()
    assert event.report == "Mina wrote this"
    assert [(one.caption, one.position) for one in photographs_of(event)] == [
        ("Added meanwhile", later.position),
        ("Mina’s caption", 5),
    ]
    answer = organiser.post(form_of(event), typed | {"report": "I wrote this"})
    assert answer.status_code == 409 and "“Your words” was changed to “Mina wrote this” meanwhile" in answer.text
    assert "I wrote this" in answer.text
    again = typed | {"report": "I wrote this", "seen": answer.context["seen"]}
    assert organiser.post(form_of(event), again).status_code == 302
    event.refresh_from_db()
    assert event.report == "I wrote this"


def test_a_long_text_that_somebody_else_wrote_is_told_by_its_beginning(event):
    write_report(tournament=event, typed={"report": "y" * 600}, act=ACT)
    with pytest.raises(Refused) as refused:
        write_report(tournament=event, typed={"report": "x"}, seen={"report": ""}, act=ACT)
    assert refused.value.messages[0].params["after"] == "y" * 500 + "…"


def test_a_caption_of_a_photograph_that_was_removed_meanwhile_is_left_out(event):
    one = photograph(event)
    seen = report_values(event, photographs_of(event))
    remove_photograph(photograph=one, act=ACT)
    write_report(tournament=event, typed={"report": "Words", f"caption_{one.pk}": "Hall"}, seen=seen, act=ACT)
    event.refresh_from_db()
    assert event.report == "Words"


def test_right_to_left_captions_and_words_keep_their_direction(event):
    photograph(event, "الفريق الفائز")
    write_report(tournament=event, typed={"report": "شكرا لكم"}, act=ACT)
    page = get(event).content.decode()
    assert "<bdi>الفريق الفائز</bdi>" in page and "<p>شكرا لكم</p>" in page


def test_photographs_cost_one_query(event, django_assert_num_queries):
    for _n in range(3):
        photograph(event)
    with django_assert_num_queries(1):
        assert len(photographs_of(event)) == 3


def test_a_file_of_the_event_takes_words_and_photographs_along_and_an_anonymised_one_leaves_them(event):
    one = photograph(event)
    write_report(tournament=event, typed={"report": "Thank you.\n\nSee you."}, act=ACT)
    before, after = there_and_back(event)
    assert after == before
    loaded = Tournament.objects.get(slug="from-file")
    copy = loaded.report_photographs.get()
    assert loaded.report == "Thank you.\n\nSee you." and copy.pk != one.pk
    assert (bytes(copy.content), copy.caption) == (bytes(one.content), "The hall")
    Tournament.objects.filter(pk=event.pk).update(notice="Anna is waiting")
    anonymised = json.loads(event_file(event, anonymised=True))
    texts = [anonymised["event"][name] for name in ("report", "notice")]
    assert (anonymised["report_photographs"], texts) == ([], ["", ""])


def test_a_file_with_thirteen_photographs_is_refused(event, monkeypatch):
    for _n in range(2):
        photograph(event)
    monkeypatch.setattr(actions, "MOST_PHOTOGRAPHS", 1)
    assert code_of(lambda: there_and_back(event)) == "too-many-photographs"


@pytest.mark.parametrize("wrong", [{"content": "PHNjcmlwdD4="}, {"content": ""}, {"width": 41}])
def test_a_file_with_a_photograph_that_is_none_is_refused(event, wrong):
    photograph(event)
    altered = json.loads(event_file(event))
    altered["report_photographs"][0] |= wrong
    with pytest.raises(Refused, match="row 1: This file is no photograph"):
        load(json.dumps(altered), slug="from-file")
    assert not Tournament.objects.filter(slug="from-file").exists()


def test_a_static_site_carries_the_photographs(event):
    one = photograph(event)
    files = {copy.path: copy.content for copy in static_site(event)}
    assert files[f"report/{one.pk}.jpg"] == bytes(one.content)
    assert f'src="{one.pk}.jpg"' in files["report/index.html"].decode()


def test_photographs_count_among_those_of_the_club(event):
    one = photograph(event)
    club = first_club()
    assert stored_bytes(club) == event_figures(event).size == len(one.content)
    assert club_figures([club], MORNING.date())[0].size == len(one.content)
    Hosting.objects.create(most_megabytes=1)
    event.report_photographs.update(content=bytes(MEGABYTE))
    assert code_of(lambda: photograph(event)) == "photographs-over-limit"


def test_the_words_and_captions_forget_a_person_whose_data_are_removed(event, organiser):
    player = event.players.get(number=3)
    photograph(event, f"{player.name} wins")
    write_report(tournament=event, typed={"report": f"Well played,\n{player.name}!"}, act=ACT)
    event.refresh_from_db()
    player.tournament = event
    asked = organiser.get(reverse("player_remove", args=[event.slug, 3])).text
    assert "Photographs of the event report" in asked and form_of(event) in asked
    remove_person(player=player, act=Act(by=None, at=MORNING, reason="asked"))
    event.refresh_from_db()
    assert event.report == "Well played,\nPlayer 3!" and photographs_of(event)[0].caption == "Player 3 wins"
    assert escape(player.name) not in text(get(event).content.decode())


def test_a_stand_in_that_is_longer_than_the_name_fits_into_what_a_form_takes(event):
    player = event.players.get(number=3)
    event.players.filter(pk=player.pk).update(name="Bo")
    vouch(event, Player)
    photograph(event, "Bo " * 53 + "x")
    write_report(tournament=event, typed={"report": "Bo\n" * (LONGEST_REPORT // 3)}, act=ACT)
    player.refresh_from_db()
    player.tournament = Tournament.objects.get(pk=event.pk)
    remove_person(player=player, act=Act(by=None, at=MORNING, reason="asked"))
    event.refresh_from_db()
    caption = photographs_of(event)[0].caption
    assert caption.startswith("Player 3 Player 3") and len(caption) == LONGEST_CAPTION
    assert event.report.startswith("Player 3\nPlayer 3") and len(event.report) == LONGEST_REPORT
    subject = event.audit_entries.get(verb=Verb.ADDED_PHOTOGRAPH).subject
    assert subject.startswith("Player 3 Player 3") and "Bo" not in subject


def test_two_people_who_remove_a_photograph_at_the_same_moment_leave_one_line(event):
    one = photograph(event, "The hall")
    read_by_both = [event.report_photographs.get(), event.report_photographs.get()]
    write_report(tournament=event, typed={f"caption_{one.pk}": "The final"}, act=ACT)
    for found in read_by_both:
        found.tournament = event
        remove_photograph(photograph=found, act=ACT)
    assert verbs(event) == [Verb.ADDED_PHOTOGRAPH, Verb.WROTE_REPORT, Verb.REMOVED_PHOTOGRAPH]
    assert event.audit_entries.get(verb=Verb.REMOVED_PHOTOGRAPH).subject == "The final"


def test_the_last_photograph_sent_twice_is_told_to_be_there(event, monkeypatch):
    monkeypatch.setattr(actions, "MOST_PHOTOGRAPHS", 1)
    image = stored_image(upload(picture((40, 30))))
    add_photograph(tournament=event, caption="The hall", image=image, act=ACT)
    again = partial(add_photograph, tournament=event, caption="The hall", image=image, act=ACT)
    assert code_of(again) == "photograph-there"
    assert code_of(lambda: photograph(event)) == "too-many-photographs"
