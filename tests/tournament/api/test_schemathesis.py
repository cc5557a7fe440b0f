"""Schemathesis asks every address what the description allows, and what it does not: the answers are as described."""

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.tournament.api.events import shown_event, token_for
from tests.tournament.rankings.rows import small_ranking
from tournament.api.models import TokenScope

pytestmark = [pytest.mark.django_db, pytest.mark.slow("schemathesis")]
schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())


@pytest.fixture(autouse=True)
def _one_connection():
    """The server closes its connection after a request; the test has its transaction on it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def event():
    return shown_event()


@pytest.fixture
def ranking():
    return small_ranking(["Ann", "Bob", "Cleo", "Dan"], rule="ema-2018")[0]


@pytest.fixture
def tokens(event):
    return {scope: token_for(event, scope, name=scope) for scope in TokenScope}


@schema.parametrize()
@settings(max_examples=10, suppress_health_check=list(HealthCheck))
def test_schemathesis_finds_nothing(case, event, ranking, tokens):
    """What a sheet says is for the hall to judge: one that is described well may still be refused with 422."""
    wrong = {where.value for where, part in case.meta.components.items() if part.mode is GenerationMode.NEGATIVE}
    enters = case.method.upper() == "POST"
    if case.path_parameters and "path" not in wrong:
        known = {"slug": event.slug, "ranking": ranking.slug}
        case.path_parameters |= {name: known[name] for name in case.path_parameters}
    token = {} if "header" in wrong else tokens[TokenScope.WRITE if enters else TokenScope.READ]
    case.call_and_validate(
        headers={**token, "Accept-Encoding": "identity"},
        excluded_checks=[positive_data_acceptance] if enters else [],
    )
