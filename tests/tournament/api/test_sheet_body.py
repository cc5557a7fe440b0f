"""What is wrong with the body of a sheet, told with its place."""

import json

import pytest
from django.test import RequestFactory

from tests.tournament.api.events import changed, sheet
from tournament.api.problems import problem_body
from tournament.api.sheet_body import read_sheet
from tournament.core.messages import Refused


def refusal_of(body: str):
    with pytest.raises(Refused) as refused:
        read_sheet(RequestFactory().post("/", body, content_type="application/json"))
    return problem_body(refused.value)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, {"hanchan", "table", "deposits", "lines"}),
        (sheet(hanchan="2"), {"hanchan"}),
        (sheet(hanchan=True), {"hanchan"}),
        (sheet(deposits=-1), {"deposits"}),
        (sheet(confirmed=1), {"confirmed"}),
        (sheet(code=5), {"code"}),
        (sheet(code="x" * 13), {"code"}),
        (sheet(lines=[]), {"lines"}),
        (sheet(lines={}), {"lines"}),
        (sheet(lines=[1, 2, 3, 4]), {"lines/0", "lines/1", "lines/2", "lines/3"}),
        (changed(0, wind="Q"), {"lines/0/wind"}),
        (changed(0, wind=["E"]), {"lines/0/wind"}),
        (changed(3, points=253.5), {"lines/3/points"}),
        (changed(2, name="Ewa"), {"lines/2/name"}),
        (changed(2, busted_by="X", place=5, yakitori="no"), {"lines/2/busted_by", "lines/2/place", "lines/2/yakitori"}),
    ],
)
def test_everything_that_is_wrong_with_a_body_is_told_with_its_place(body, expected):
    told = refusal_of(json.dumps(body))
    assert (told["status"], {error["field"] for error in told["errors"]}) == (400, expected)
    assert all(error["field"] in error["message"] for error in told["errors"])


@pytest.mark.parametrize("body", ["", "{", "[]", "null", "[" * 100_000])
def test_what_is_no_json_object_is_refused(body):
    assert refusal_of(body)["code"] in ("no-json", "no-object")
