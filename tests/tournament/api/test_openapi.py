"""The description of the API: every answer is as it says, and it says what the declared columns say."""

import json

import pytest
from django.test import Client
from django.urls import reverse
from jsonschema import Draft202012Validator

from scoring.standings.cut import Cut
from scoring.standings.ties import Breaker
from tests.tournament.api.events import SHEET, named_addresses, read, send, shown_event, token_for
from tests.tournament.exports.events import rich_event
from tests.tournament.exports.test_places import event as event_with
from tests.tournament.standings.tables import small_event
from tournament.api.models import TokenScope
from tournament.api.openapi import document, resource_form
from tournament.api.ranking_views import RANKING_RESOURCES
from tournament.api.resources import RESOURCES, STAFF_KEYS
from tournament.api.sheet_body import LINE
from tournament.api.sheet_body import SHEET as SHEET_FIELDS
from tournament.core.tables import RepeatedColumn

pytestmark = pytest.mark.django_db

EVENTS = {
    "usual": shown_event,
    "rich": rich_event,
    "not begun": lambda: small_event()[0],
    "cut": lambda: event_with(cuts=(Cut(after=1, sizes=(4,)),), breakers=(Breaker.SEED,)),
    "best of": lambda: event_with(best=1, of=2, breakers=(Breaker.SEED,)),
}


def schema_of(path, method="get", status="200"):
    described = document()
    answer = described["paths"][path][method]["responses"][status]
    (content,) = answer["content"].values()
    return {**content["schema"], "components": described["components"]}


def faults(path, value, method="get", status="200"):
    """What of an answer is not as it is described."""
    return unlike(schema_of(path, method, status), value)


def unlike(schema, value):
    checker = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    return [error.message for error in checker.iter_errors(value)]


def test_the_description_is_json_schema_that_holds(client):
    sent = client.get("/api/v1/openapi.json")
    assert sent.json() == document()
    assert sent.json()["openapi"] == "3.1.0"
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            for status, answer in operation["responses"].items():
                if "content" in answer:
                    Draft202012Validator.check_schema(schema_of(path, method, status))


def test_every_address_is_described_once():
    paths = {path.removeprefix("/api/v1/") for path in document()["paths"]}
    keys = {f"{{slug}}/{key}" for key in (*RESOURCES, *STAFF_KEYS)}
    rankings = {"rankings/", *(f"rankings/{{ranking}}/{key}" for key in RANKING_RESOURCES)}
    assert paths == {"", "openapi.json", "{slug}/"} | keys | rankings
    assert len(named_addresses()) == len(paths)
    names = [one["operationId"] for path in document()["paths"].values() for one in path.values()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("kind", EVENTS)
def test_every_public_answer_is_as_it_is_described(kind):
    event = EVENTS[kind]()
    assert faults("/api/v1/", Client().get("/api/v1/").json()) == []
    assert faults("/api/v1/", Client().get("/api/v1/?after=.7").json()) == []
    assert faults("/api/v1/{slug}/", read(event).json()) == []
    for key in RESOURCES:
        answer = read(event, key)
        if answer.status_code == 200:
            assert unlike(resource_form(RESOURCES[key]), answer.json()) == [], key
        status = "200" if answer.status_code == 200 else "4XX"
        assert faults(f"/api/v1/{{slug}}/{key}", answer.json(), status=status) == [], key


def test_every_answer_for_a_token_is_as_it_is_described():
    event = rich_event()
    headers = token_for(event)
    for key in STAFF_KEYS:
        answer = read(event, key, **headers)
        status = "200" if answer.status_code == 200 else "4XX"
        assert faults(f"/api/v1/{{slug}}/{key}", answer.json(), status=status) == [], key


def test_what_is_entered_and_what_is_refused_is_as_it_is_described():
    event = shown_event()
    headers = token_for(event, TokenScope.WRITE)
    path = "/api/v1/{slug}/sheets"
    assert faults(path, send(event, SHEET, headers).json(), "post") == []
    for wrong in ({}, {**SHEET, "table": 77}, "no json"):
        assert faults(path, send(event, wrong, headers).json(), "post", "4XX") == []


def test_the_body_of_a_sheet_is_described_by_the_fields_that_are_checked():
    described = document()["components"]["schemas"]["Sheet"]
    assert Draft202012Validator(described).is_valid(SHEET)
    assert set(described["properties"]) == {*SHEET_FIELDS, "lines"}
    assert set(described["properties"]["lines"]["items"]["properties"]) == set(LINE)


@pytest.mark.parametrize("key", RESOURCES)
def test_a_public_table_is_described_by_its_declared_columns(key):
    resource = RESOURCES[key]
    row = schema_of(f"/api/v1/{{slug}}/{key}")
    row = (row.get("anyOf") or [row])[0]["properties"]["rows"]["items"]
    repeated = {pattern.strip("^$").partition("_[")[0] for pattern in row.get("patternProperties", ())}
    assert set(row["properties"]) | repeated == resource.columns
    columns = resource.declared.base_columns
    assert repeated == {name for name in resource.columns if isinstance(columns[name], RepeatedColumn)}
    assert all(
        row["properties"][name]["enum"] == list(columns[name].codes)
        for name in row["properties"]
        if columns[name].codes
    )
    assert json.dumps(row)


def test_the_address_of_the_description_is_told_to_who_asks_for_another(client):
    assert reverse("api_description") in client.get("/api/v1/no/such/address").json()["detail"]
