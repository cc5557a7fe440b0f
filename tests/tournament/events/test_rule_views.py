"""Where organisers change the rule set, and where everybody reads it."""

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.rules import preset
from scoring.rules.files import PRESETS, offered
from scoring.rules.rule_file import read_rules
from scoring.winds import Wind
from tests.factories import make_staff, make_tournament, make_user
from tests.tournament.events.sent import sent
from tournament.core.audit import Act
from tournament.core.models import HanchanState, Role, Tournament
from tournament.events.actions import change_rules, change_settings, set_public
from tournament.seats.models import Seating

pytestmark = pytest.mark.django_db
RULES, PREVIEW = "/manage/open/rules/", "/manage/open/rules/preview/"
UMA = {f"uma-0-{place}": text for place, text in enumerate(("20", "10", "-10", "-20"))}
THREE = [key for key in offered() if preset(key).players == 3]


@pytest.fixture
def event():
    return make_tournament("Open")


@pytest.fixture(autouse=True)
def organiser(client, event):
    user = make_staff(event, Role.ORGANISER, name="Aiko Brandt")
    client.force_login(user)
    return user


def text(answer) -> str:
    """The page as one line without markup."""
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def rules_form(client, **typed):
    return sent(client.get(RULES).content.decode(), "rules-form", **typed)


def kept(event) -> Tournament:
    return Tournament.objects.get(pk=event.pk)


# --- changing ------------------------------------------------------------------------------------------------------


def test_the_rules_form_sent_as_it_stands_changes_nothing_and_writes_no_history(client, event):
    assert client.post(RULES, rules_form(client)).status_code == 302
    assert kept(event).rules == event.rules
    assert event.audit_entries.count() == 1


def test_values_are_typed_in_thousands_and_what_differs_is_said(client, event):
    assert client.post(RULES, rules_form(client, start="25", goal="30,000", **UMA)).status_code == 302
    rules = kept(event).ruleset
    assert (rules.start, rules.oka, rules.uma) == (25_000, 20_000, (20_000, 10_000, -10_000, -20_000))
    page = text(client.get(RULES))
    assert "WRC 2022, adapted" in page and "3 values differ from WRC 2022" in page
    assert "Starting points: from 30,000 points → to 25,000 points" in page
    assert "Published: Everyone starts with 30,000 points." in page


def test_a_rule_of_the_hand_and_one_of_lateness_are_changed_like_any_other(client, event):
    typed = rules_form(client, **{"hand.red_fives": "3", "lateness.minutes": "15", "hand.open_tanyao": None})
    client.post(RULES, typed)
    rules = kept(event).ruleset
    assert (rules.hand.red_fives, rules.lateness.minutes, rules.hand.open_tanyao) == (3, 15, False)


def test_the_schedule_of_penalties_is_a_value_of_the_rules(client, event):
    client.post(RULES, rules_form(client, schedule="lower"))
    assert (kept(event).ruleset.schedule, kept(event).schedule.key) == ("lower", "lower")


def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_stays(client, event):
    answer = client.post(RULES, rules_form(client, start="35", chonbo="20"))
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "The goal is below the starting points." in str(answer.context["form"].errors["goal"])
    assert re.search(r'name="goal"[^>]*aria-invalid="true"', html)
    assert re.search(r'name="chonbo" value="20"', html)
    assert kept(event).ruleset == preset("wrc-2022")


def test_another_rule_set_is_copied(client, event):
    client.post(RULES, {"act": "preset", "preset": "jpml-a-2012"})
    assert kept(event).ruleset.key == "jpml-a-2012"
    html = client.get(RULES).content.decode()
    assert 'name="uma-4-3"' in html and "Same for all" in html


@pytest.mark.parametrize("key", THREE)
def test_a_rule_set_for_three_can_be_chosen_as_long_as_nobody_is_seated(client, event, key, now):
    client.post(RULES, {"act": "preset", "preset": key})
    assert kept(event).ruleset.winds == (Wind.EAST, Wind.SOUTH, Wind.WEST)
    event.refresh_from_db()
    Tournament.objects.filter(pk=event.pk).update(
        seating=Seating.objects.create(tournament=event, number=1, made_at=now)
    )
    answer = client.post(RULES, {"act": "preset", "preset": "wrc-2022"})
    assert answer.status_code == 422
    assert "Players are already seated, so the number of players at a table is locked." in text(answer)


def test_an_older_page_changes_only_the_values_that_were_typed_on_it(client, event, now):
    older = rules_form(client, chonbo="20")
    change_rules(tournament=event, start=25_000, act=Act(by=None, at=now))
    assert client.post(RULES, older).status_code == 302
    assert (kept(event).ruleset.chonbo, kept(event).ruleset.start) == (20_000, 25_000)


def test_an_older_page_is_shown_once_more_before_it_replaces_a_value(client, event, now):
    older = rules_form(client, chonbo="20")
    change_rules(tournament=event, chonbo=10_000, act=Act(by=None, at=now))
    answer = client.post(RULES, older)
    assert answer.status_code == 409
    assert "was changed to" in text(answer) and "meanwhile" in text(answer) and "Not saved yet." in text(answer)
    assert kept(event).ruleset.chonbo == 10_000
    again = sent(answer.content.decode(), "rules-form")
    assert client.post(RULES, again).status_code == 302
    assert kept(event).ruleset.chonbo == 20_000


def test_once_a_hanchan_has_started_the_form_leads_to_what_a_change_does_and_saves_nothing(client, event, now):
    typed = rules_form(client, start="25")
    event.hanchan.filter(number=1).update(state=HanchanState.PLAYING, started_at=now)
    page = client.get(RULES)
    assert "See what changes" in text(page) and 'action="/manage/open/rules/correction/"' in page.content.decode()
    assert "Everyone starts with 30,000 points." in text(page)
    answer = client.post(RULES, typed)
    assert answer.status_code == 422
    assert "Look at what a change does to the standings first" in text(answer)
    assert kept(event).ruleset.start == 30_000


# --- previewing ----------------------------------------------------------------------------------------------------


def test_a_preview_says_what_it_would_mean_and_writes_nothing(client, event):
    answer = client.post(PREVIEW, rules_form(client, start="25", **UMA))
    page = text(answer)
    assert answer.status_code == 200
    assert "The rules as edited" in page and "not saved yet" in page
    assert "the winner gets an oka of 20P" in page
    assert kept(event).rules == event.rules and event.audit_entries.count() == 1


def test_while_one_types_only_what_is_said_is_sent(client, event):
    answer = client.post(PREVIEW, rules_form(client, start="25"), headers={"HX-Request": "true"})
    html = answer.content.decode()
    assert "<html" not in html and "<form" not in html
    assert 'id="rules-explained"' in html and html.count('hx-swap-oob="innerHTML"') == 2
    assert "Oka for the winner: from none → to 20P" in text(answer)


def test_while_what_is_typed_cannot_be_played_the_preview_says_why(client, event):
    answer = client.post(PREVIEW, rules_form(client, start="35"), headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "Goal: The goal is below the starting points." in text(answer)
    assert "Everyone starts with 30,000 points." in text(answer)


def test_one_value_and_all_values_go_back_to_the_preset(client, event):
    typed = rules_form(client, start="25", chonbo="20")
    one = client.post(PREVIEW, typed | {"undo": "chonbo"})
    assert "Starting points: from 30,000 points → to 25,000 points" in text(one)
    assert "A chonbo costs: from" not in text(one)
    everything = client.post(PREVIEW, typed | {"undo": "all"})
    assert "All values as in WRC 2022" in text(everything)


def test_the_uma_is_made_to_float_and_is_saved_so(client, event):
    html = client.post(PREVIEW, rules_form(client, floating="on")).content.decode()
    typed = sent(html, "rules-form", **{"uma-1-0": "25", "uma-1-3": "-25"})
    assert client.post(RULES, typed).status_code == 302
    assert kept(event).ruleset.uma.by_floating[1] == (25_000, 5_000, -5_000, -25_000)


def test_the_address_of_a_preview_alone_leads_to_the_rules(client):
    assert client.get(PREVIEW).url == RULES


def test_the_form_and_its_preview_ask_a_few_times_whatever_is_typed(client, event, django_assert_max_num_queries):
    typed = rules_form(client, start="25", **UMA)
    with django_assert_max_num_queries(10):
        client.get(RULES)
    with django_assert_max_num_queries(6):
        client.post(PREVIEW, typed, headers={"HX-Request": "true"})


def test_enter_in_any_box_saves_and_takes_nothing_back(client):
    """The first button of a form is what Enter means."""
    html = client.get(RULES).content.decode()
    assert html.index("Save the rules") < html.index('name="floating"')
    form = html[html.index('id="rules-form"') :]
    assert re.search(r"<button[^>]*>", form)[0].find("name=") == -1


# --- setting up ----------------------------------------------------------------------------------------------------


def test_every_rule_set_can_be_chosen_and_says_itself(client):
    client.force_login(make_user(superuser=True))
    answer = client.get("/manage/new/")
    html = answer.content.decode()
    assert re.findall(r'name="preset"\s+value="([\w-]+)"', html)[:4] == ["wrc-2022", "wrc-2025", "ema-2025", "m-league"]
    assert set(re.findall(r'name="preset"\s+value="([\w-]+)"', html)) == set(offered())
    for key in offered():
        assert f"{preset(key).title} explained" in text(answer)


def test_each_rule_set_has_its_line_in_short(client):
    client.force_login(make_user(superuser=True))
    page = text(client.get("/manage/new/"))
    assert "start 25,000 · uma 30/10/−10/−30 · oka 20 · no limit" in page
    assert "floating uma" in page
    assert "66 of 69 values confirmed by a document" in text(client.get("/rules/wrc-2022/"))


@pytest.mark.parametrize("key", THREE)
def test_a_tournament_for_three_is_set_up_like_any_other(client, key):
    client.force_login(make_user(superuser=True))
    page = client.get("/manage/new/").content.decode()
    submission = re.search(r'name="submission" value="([\w-]+)"', page)[1]
    answer = client.post("/manage/new/", {
        "name": "Three", "preset": key, "hanchan_count": "8", "wind_method": "fixed", "point_unit": "hundreds",
        "submission": submission,
    })  # fmt: skip
    assert answer.status_code == 302
    assert Tournament.objects.get(name="Three").ruleset.players == 3


def test_a_chosen_rule_set_in_a_folded_group_is_shown_when_the_page_comes_back(client):
    client.force_login(make_user(superuser=True))
    answer = client.post("/manage/new/", {"name": "", "preset": "tenhou"})
    group = next(part for part in answer.content.decode().split('class="rule-above"') if 'value="tenhou"' in part)
    assert re.match(r"\s+open>", group)
    assert re.search(r'value="tenhou"\s+checked', group)


# --- reading -------------------------------------------------------------------------------------------------------


def test_players_read_the_rules_and_what_fouls_cost(client, event, now):
    set_public(tournament=event, is_public=True, act=Act(by=None, at=now))
    client.logout()
    page = text(client.get("/t/open/rules/"))
    assert "The uma by place is +15.0, +5.0, −5.0, −15.0." in page
    assert "Wrong report sheet" in page and "2P" in page


def test_players_see_what_is_not_as_published(client, event, now):
    set_public(tournament=event, is_public=True, act=Act(by=None, at=now))
    change_rules(tournament=event, chonbo=20_000, act=Act(by=None, at=now))
    page = text(client.get("/t/open/rules/"))
    assert "Differences from WRC 2022" in page
    assert "A chonbo costs: from 30P → to 20P" in page


@pytest.mark.parametrize(
    ("method", "sentence"),
    [
        ("fixed", "The seating assigns the seat winds; nobody draws them."),
        ("page", "The page of the table draws the seat winds: one player presses the button"),
        ("drawn", "They draw their winds from one tile of each wind, one odd and one even number tile."),
    ],
)
def test_the_rules_say_how_this_event_decides_seat_winds(client, event, now, method, sentence):
    change_settings(tournament=event, wind_method=method, act=Act(by=None, at=now))
    for path in ("/t/open/rules/", RULES, "/manage/open/print/rules/", "/manage/open/export/rules.csv"):
        page = text(client.get(path))
        assert sentence in page, path
        assert ("They draw their winds" in page) == (method == "drawn"), path
        assert ("announces one way of drawing winds" in page) == (method == "drawn"), path


def test_another_draw_than_published_is_no_difference_where_nobody_draws(client, event, now):
    change_rules(tournament=event, seat_draw="direct", act=Act(by=None, at=now))
    assert "Differences from" not in text(client.get("/t/open/rules/"))
    change_settings(tournament=event, wind_method="drawn", act=Act(by=None, at=now))
    assert "Winds are drawn with: from" in text(client.get("/t/open/rules/"))


def test_the_rules_of_a_closed_tournament_are_for_its_staff(client, event):
    client.logout()
    assert client.get("/t/open/rules/").status_code == 404
    client.force_login(make_staff(event, Role.DESK))
    assert client.get("/t/open/rules/").status_code == 200


def test_staff_see_how_sure_a_rule_is_and_players_only_the_rule(client, event, now):
    change_rules(tournament=event, preset="ema-2025", act=Act(by=None, at=now))
    for path in (RULES, "/rules/ema-2025/"):
        page = text(client.get(path))
        assert "common practice" in page and "by another program only" in page, path
    players = text(client.get("/t/open/rules/"))
    assert not any(word in players for word in ("common practice", "not found", "by another program"))
    assert "EMA 2025 §1.4" in players
    assert "sources disagree" in text(client.get("/rules/wrc-2022/"))


def test_a_rule_that_no_value_states_is_read_with_the_others(client, event):
    page = text(client.get("/t/open/rules/"))
    assert "adapted" not in page
    assert "may no longer call the last discard" in page and "WRC rules 2022, Timing for declarations" in page


def test_everybody_can_read_every_rule_set(client):
    client.logout()
    page = text(client.get("/rules/"))
    assert all(preset(key).title in page for key in offered())
    assert "confirmed" not in page and "RRC" not in page
    assert "For three players" in page
    for key in PRESETS:
        assert client.get(f"/rules/{key}/").status_code == 200, key
        assert ("not offered any more" in text(client.get(f"/rules/{key}/"))) == (key not in offered())
    assert client.get("/rules/wrc-1999/").status_code == 404


def test_an_event_keeps_its_rule_set_though_it_is_not_offered_any_more(client, event, now):
    change_rules(tournament=event, preset="rrc", act=Act(by=None, at=now))
    page = client.get(RULES).content.decode()
    assert '<option value="rrc" selected>RRC (Russia)</option>' in page and "riichinomi" not in page
    change_rules(tournament=event, chonbo=30_000, act=Act(by=None, at=now))
    assert "RRC (Russia), adapted" in text(client.get(RULES))
    assert Tournament.objects.get(pk=event.pk).ruleset.chonbo == 30_000
    assert client.post(RULES, {"act": "preset", "preset": "rrc"}).status_code == 302
    answer = client.post(RULES, {"act": "preset", "preset": "riichinomi"})
    assert answer.status_code == 422 and "not offered any more" in text(answer)


def test_a_rule_set_that_is_not_offered_is_not_set_up(client):
    client.force_login(make_user(superuser=True))
    answer = client.post("/manage/new/", {"name": "Another", "preset": "rrc"})
    assert answer.status_code == 422 and "not offered any more" in text(answer)


# --- the history ---------------------------------------------------------------------------------------------------


def test_the_history_names_values_by_their_labels_and_says_them_in_words(client, event, now):
    change_rules(
        tournament=event,
        act=Act(by=None, at=now),
        start=25_000,
        uma=[20_000, 10_000, -10_000, -20_000],
        hand={"kiriage": False, "winners": "all"},
        time={"minutes": None},
    )
    page = text(client.get("/manage/open/history/"))
    assert "Starting points: 30,000 points → 25,000 points" in page
    assert "Uma: +15.0, +5.0, −5.0, −15.0 → +20.0, +10.0, −10.0, −20.0" in page
    assert "When several win on one discard: only the next in turn wins → all of them win" in page
    assert "Minutes per hanchan: 90 → no limit" in page


def test_the_history_of_an_earlier_version_is_still_told(client, event, now):
    change_settings(tournament=event, place="Leiden", act=Act(by=None, at=now))
    entry = event.audit_entries.first()
    entry.verb, entry.detail = "changed the rules", {
        "changes": {"minutes": [90, 75], "lateness": [{"per_minute": 1000}, {"per_minute": 500}], "uma": "wrong"},
        "schedule": "lower",
    }  # fmt: skip
    entry.save()
    page = text(client.get("/manage/open/history/"))
    assert "minutes: 90 → 75" in page
    assert "schedule: lower" in page


FILE = b"""title = "Club night"
based_on = "wrc-2025"
source = "House rules"
start = 25_000
uma = [30_000, 10_000, -10_000, -30_000]
"""


def upload(client, content: bytes, name: str = "club.toml"):
    seen = sent(client.get(RULES).content.decode(), "rules-form")["seen"]
    return client.post(RULES, {"act": "file", "seen": seen, "file": SimpleUploadedFile(name, content)})


def test_a_clubs_file_becomes_the_rules_of_the_tournament_and_comes_out_again(client, event):
    assert upload(client, FILE).status_code == 302
    rules = kept(event).ruleset
    assert (rules.title, rules.start, rules.oka, rules.sources["start"]) == ("Club night", 25_000, 0, "House rules")
    answer = client.get(f"{RULES}file/")
    assert answer["Content-Disposition"] == 'attachment; filename="open-rules.toml"'
    assert read_rules(answer.content.decode()).differing(rules) == ()
    players = text(client.get("/t/open/rules/"))
    assert "Differences from WRC 2025" in players


def test_rules_of_a_file_keep_its_title_when_a_value_is_changed(client, event, now):
    upload(client, FILE)
    change_rules(tournament=event, chonbo=20_000, act=Act(by=None, at=now))
    assert kept(event).ruleset.title == "Club night"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "The file is empty"),
        (FILE.replace(b"start", b"strt"), "Line 4: “strt” is not a value of a rule set. Did you mean “start”?"),
        (FILE.replace(b"-30_000", b"-20_000"), "Line 5: The values of the uma add up to +10.0, not to zero."),
        (b"\xff\xfe\x00", "The file is not text in UTF-8. Save it as a plain text file."),
        (b"#" * 100_001, "The file has more than 100 kB: no rule set is that long."),
    ],
)
def test_a_wrong_file_is_refused_beside_its_field_and_changes_nothing(client, event, content, message):
    before = kept(event).rules
    answer = upload(client, content)
    assert answer.status_code == 422
    assert message in html.unescape(text(answer))
    assert kept(event).rules == before


def test_everything_that_is_wrong_with_a_file_is_said_at_once(client, event):
    answer = upload(client, FILE.replace(b"start", b"strt").replace(b"-30_000", b"-20_000"))
    said = html.unescape(text(answer))
    assert "Line 4: “strt” is not" in said and "Line 5: The values of the uma add up to +10.0" in said


def test_every_rule_set_is_a_file_to_begin_ones_own_from(client):
    client.logout()
    answer = client.get("/rules/wrc-2022-oka/file/")
    assert read_rules(answer.content.decode()).differing(preset("wrc-2022-oka")) == ()
    assert client.get("/rules/none/file/").status_code == 404
