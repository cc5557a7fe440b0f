"""The rules on paper, and that players read one and the same text wherever they read it."""

import json
import re
from html import unescape

import pytest

from scoring.__main__ import main
from scoring.rules import preset
from scoring.rules.files import PRESETS
from tests.factories import MORNING, make_staff, make_tournament
from tournament.core.audit import Act
from tournament.core.models import WindMethod
from tournament.events.actions import change_rules
from tournament.events.ruleset_display import Rule, RulesPart, by_part, in_words, places_part
from tournament.printing.rule_pages import HEADING, ROOM, height, rule_pages

FOUR = [key for key in PRESETS if preset(key).players == 4]
LONG = Rule("uma", "long " * 60, "S0")


SETTLED = "Hanchan may have different limits; a final may have none."
"""What a rule set leaves to the event, which has its limits."""


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def on_page(html: str, element: str) -> list[str]:
    """The first paragraph of every row of the rules."""
    return [plain(found) for found in re.findall(rf"<{element}[^>]*>\s*<p>(.*?)</p>", html, re.DOTALL)]


def on_command_line(capsys, key: str) -> tuple[list[str], str]:
    """The sentences that `python -m scoring rules KEY` says: one by one, and as it prints them."""
    main(["rules", key, "--json"])
    sentences = [one["text"] for one in json.loads(capsys.readouterr().out)["result"]["sentences"]]
    main(["rules", key])
    return sentences, " ".join(capsys.readouterr().out.split())


@pytest.mark.django_db
@pytest.mark.parametrize(
    "key",
    [
        pytest.param(key, marks=() if key in ("wrc-2025", "ema-2025") else pytest.mark.slow("every page"))
        for key in FOUR
    ],
)
def test_the_public_page_the_paper_and_the_command_line_say_the_same_sentence_by_sentence(client, capsys, key):
    tournament = make_tournament("Open", preset=key, wind_method=WindMethod.DRAWN)  # the others replace a sentence
    client.force_login(make_staff(tournament))
    said, printed = on_command_line(capsys, key)
    assert len(said) > 35
    settled = [text for text in said if text != SETTLED]
    places = [rule.text for rule in places_part(tournament.ranked_by).rules]
    assert on_page(client.get("/t/open/rules/").content.decode(), "li") == [*settled, *places]
    assert on_page(client.get("/manage/open/print/rules/").content.decode(), "td") == [*settled, *places]
    assert on_page(client.get(f"/rules/{key}/").content.decode(), "li") == said
    assert all(sentence in printed for sentence in said)


@pytest.mark.django_db
def test_the_paper_names_the_tournament_its_rule_set_and_every_source(client):
    tournament = make_tournament("Tom & <Jerry> Open", preset="ema-2025", slug="open")
    change_rules(tournament=tournament, chonbo=30_000, act=Act(by=None, at=MORNING))
    client.force_login(make_staff(tournament))
    page = plain(client.get("/manage/open/print/rules/?paper=letter").content.decode())
    assert page.count("Tom & <Jerry> Open") > page.count("page 1/") == 1
    assert "EMA 2025, adapted" in page
    assert "Published: A chonbo takes 20P off the tournament score." in page
    certain = [rule for rule in in_words(tournament.ruleset) if not rule.usual and not rule.marks]
    assert certain and all(rule.source in page for rule in certain)
    assert "not found" not in page and "common practice" not in page


@pytest.mark.django_db
def test_the_paper_for_players_has_what_is_asked_on_one_page_without_sources(client):
    tournament = make_tournament("Open", preset="wrc-2022", slug="open", wind_method=WindMethod.DRAWN)
    client.force_login(make_staff(tournament))
    page = plain(client.get("/manage/open/print/rules/?short=1").content.decode())
    assert "Nagashi mangan is not played." in page and "When the time ends" in page and "Noten riichi" in page
    assert "Yakitori is not played." not in page and "Toronto Riichi Club" not in page
    assert page.count("page 1/1") == 1
    offered = client.get("/manage/open/print/").content.decode()
    assert 'name="short" value="1"' in offered


@pytest.mark.parametrize("key", PRESETS)
@pytest.mark.parametrize("paper", ROOM)
def test_every_rule_is_on_paper_once_in_its_order_and_no_page_holds_more_than_it_can(key, paper):
    parts = by_part(preset(key))
    pages = rule_pages(parts, paper)
    assert [rule for page in pages for part in page for rule in part.rules] == [r for part in parts for r in part.rules]
    for page in pages:
        used = sum(HEADING + sum(map(height, part.rules)) for part in page)
        assert used <= ROOM[paper]


def test_a_part_that_goes_on_says_so_and_no_heading_stands_alone():
    parts = [RulesPart("One", (LONG,) * 20), RulesPart("Two", (LONG,) * 20)]
    pages = rule_pages(parts, "a4")
    titles = [[(part.title, part.goes_on) for part in page] for page in pages]
    assert titles[0][0] == ("One", False)
    assert ("One", True) in titles[1] or ("Two", False) in titles[0]
    assert all(part.rules for page in pages for part in page)


def test_a_rule_that_is_longer_than_a_page_does_not_stop_the_printer():
    endless = Rule("uma", "endless " * 3_000, "S0")
    assert [len(page) for page in rule_pages([RulesPart("One", (endless, LONG))], "a4")] == [1, 1]
