"""The page that loads a finished event: columns are named, what is read is shown, then it is loaded."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.rules import preset
from scoring.rules.rule_file import write_rules
from tests.factories import make_staff, make_tournament, make_user
from tests.tournament.standings.tables import GOLDEN, real_totals
from tests.tournament.standings.test_public_views import text_of
from tournament.archive import forms
from tournament.archive.columns import KNOWN
from tournament.archive.faults import BadFile
from tournament.archive.upload import LABELS, UNDECIDED, read_upload
from tournament.core.audit_check import findings
from tournament.core.models import Tournament
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.django_db
PAGE = "/manage/new/finished/"
WRC = preset("wrc-2022")
ROWS = ("1,1,E,Aiko,41000", "1,1,S,Luc,33000", "1,1,W,Ewa,26000", "1,1,N,Tom,20000")
PLAIN = "\n".join(["round,table,wind,player,points", *ROWS])
ODD = "\n".join(["Session,Tisch,Platz,Wer,Punkte,Chombo,place", *(f"{row},1,3" for row in ROWS)])
SENDING = "6c1c1b9e-3f0e-4c0a-8b1e-2d6d1c9b7a10"
CHOICE = dict(enumerate(["round", "table", "wind", "player", "points", "", ""]))


@pytest.fixture
def owner(client):
    user = make_user("owner", superuser=True)
    client.force_login(user)
    return user


def file(text: str | bytes, name="event.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text if isinstance(text, bytes) else text.encode())


def send(client, text=None, act="preview", **values):
    sent = {"name": "Autumn Open", "preset": "wrc-2022", "act": act, "submission": SENDING, **values}
    return client.post(PAGE, {**sent, "file": file(text)} if text is not None else sent)


def sealed(answer) -> dict[str, str]:
    return {"sealed": answer.context["sealed"]}


# --- what a file says ----------------------------------------------------------------------------------------------


def test_every_column_has_a_label():
    assert LABELS.keys() == KNOWN.keys()


def test_columns_are_guessed_by_their_headings_and_those_with_nothing_to_tell_are_left():
    upload = read_upload(ODD, WRC)
    assert [one.choice for one in upload.columns] == [UNDECIDED] * 6 + [""]
    assert upload.event is None and "lacks round, table" in upload.problems[0]
    assert upload.columns[3].samples == ("Aiko", "Luc", "Ewa") and upload.row_count == 4


def test_it_is_told_what_the_file_gives_and_what_the_event_had_besides():
    odd, plain = read_upload(ODD, WRC, CHOICE), read_upload(f"{PLAIN.splitlines()[0]},penalty_p,status,carried", WRC)
    assert odd.coverage == (
        "Taken from this file: Hanchan, Table, Wind, Player (name or number), Points. Not in it: penalties, carried "
        "scores, who was a substitute or left, kinds and reasons of penalties, tie-breaks, cuts and prizes, draws of "
        "winds, earlier versions of report sheets, protests, times and history. An event file has all of this."
    )
    assert "Not in it: kinds and reasons" in plain.coverage and "Penalty in P, Carried score in P" in plain.coverage


def test_chosen_columns_make_the_event():
    upload = read_upload(ODD, WRC, CHOICE)
    assert upload.event and upload.event.players == ("Aiko", "Luc", "Ewa", "Tom")
    assert [one.heading for one in upload.left] == ["Chombo", "place"]


def test_what_nobody_has_decided_stops_the_load():
    upload = read_upload(ODD, WRC, {at: key for at, key in CHOICE.items() if at != 5})
    assert upload.event is None and "“Chombo”" in upload.problems[0]


def test_what_is_no_table_is_told():
    with pytest.raises(BadFile):
        read_upload("", WRC)


# --- the page ------------------------------------------------------------------------------------------------------


def test_whoever_may_not_set_up_a_tournament_may_not_load_one(client):
    client.force_login(make_staff(make_tournament(), "referee"))
    assert client.get(PAGE).status_code == 403
    client.logout()
    assert client.get(PAGE).status_code == 302


def test_the_start_page_leads_there(client, owner):
    assert f'href="{PAGE}"' in client.get("/").content.decode()
    assert "Nothing is saved before" in text_of(client.get(PAGE))


def test_a_preview_writes_nothing_and_loading_makes_the_tournament_once(client, owner):
    shown = send(client, PLAIN)
    assert shown.status_code == 200 and not Tournament.objects.exists()
    assert "Read: players 4, hanchan 1, tables 1, penalties 0. Taken from this file: Hanchan," in text_of(shown)
    values = {**sealed(shown), **{f"column_{at}": key for at, key in list(CHOICE.items())[:5]}}
    for _time in range(2):
        done = send(client, act="load", place="Utrecht", first_day="2026-05-16", **values)
        assert done.status_code == 302 and done["Location"] == "/manage/autumn-open/standings/"
    tournament = Tournament.objects.get()
    assert (tournament.place, str(tournament.last_day), tournament.is_public) == ("Utrecht", "2026-05-16", False)
    assert tournament.memberships.get().user == owner
    assert findings(tournament) == []


@pytest.mark.slow("whole events")
def test_the_real_event_comes_in_with_its_notes_shown(client, owner):
    shown = send(client, (GOLDEN / "wrc-36x8.csv").read_text())
    assert "Hanchan 1, table 2: one of 2 consistent readings" in text_of(shown)
    assert send(client, act="load", **sealed(shown)).status_code == 302
    rows = standings_of(Tournament.objects.get()).rows
    assert {row.player.number: row.standing.total for row in rows} == real_totals()


def test_the_columns_are_chosen_on_the_page_and_kept(client, owner):
    shown = send(client, ODD)
    assert shown.status_code == 422 and 'name="column_5"' in shown.content.decode()
    choice = {f"column_{at}": key for at, key in CHOICE.items()}
    again = send(client, **sealed(shown), **choice)
    assert again.status_code == 200 and "Not read: Chombo" in text_of(again)
    odd = send(client, **sealed(again), **{**choice, "column_x": "round", "column_4": "nonsense"})
    assert odd.status_code == 422
    assert send(client, act="load", **sealed(again), **choice).status_code == 302


def test_rules_of_a_file_hold_and_need_not_be_chosen_again(client, owner):
    rules = write_rules(WRC.replace(uma=(30_000, 10_000, -10_000, -30_000)))
    shown = send(client, PLAIN, rules=file(rules, "club.toml"))
    assert "The rules of your file are used" in text_of(shown)
    send(client, act="load", **sealed(shown))
    totals = {row.player.name: row.standing.total for row in standings_of(Tournament.objects.get()).rows}
    assert totals["Aiko"] == 41_000


def test_a_wrong_sum_is_told_by_its_line_and_cannot_be_loaded(client, owner):
    shown = send(client, PLAIN.replace("20000", "19000"))
    assert shown.status_code == 422 and "line 2: hanchan 1 table 1:" in text_of(shown)
    assert 'value="load"' not in shown.content.decode()
    assert send(client, act="load", **sealed(shown)).status_code == 422
    assert not Tournament.objects.exists()


def test_what_cannot_be_read_stands_beside_its_field(client, owner, monkeypatch):
    assert "Choose the file with the results." in text_of(send(client))
    assert "this is not UTF-8 text" in text_of(send(client, "Søren".encode("latin-1")))
    assert "Choose the file with the results." in text_of(send(client, ""))
    assert "The file is empty" in text_of(send(client, "\n"))
    assert "There is no rule set called" in text_of(send(client, PLAIN, preset="house"))
    assert "Enter the name" in text_of(send(client, PLAIN, name=""))
    assert send(client, PLAIN, rules=file("title = 5", "club.toml")).status_code == 422
    assert "before the first day" in text_of(
        send(client, PLAIN, act="load", first_day="2026-05-16", last_day="2026-05-15")
    )
    monkeypatch.setattr(forms, "MOST_UPLOADED", 50)
    assert "The command load_event takes larger ones." in text_of(send(client, PLAIN))
    assert not Tournament.objects.exists()


def test_what_is_forged_is_chosen_again(client, owner):
    assert "Choose the file with the results." in text_of(send(client, sealed="forged"))
