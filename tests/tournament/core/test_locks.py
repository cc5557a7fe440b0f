"""What is read as of one moment, while others write."""

import pytest
from django.db import Error, connection, transaction

from tests.databases import elsewhere
from tests.factories import make_players, make_tournament
from tournament.core.locks import one_moment
from tournament.core.models import Tournament


@pytest.mark.django_db(transaction=True)
def test_who_reads_sees_one_moment_and_who_writes_does_not_wait():
    event = make_tournament()
    with one_moment():
        before = event.players.count()
        elsewhere(lambda: make_players(event, 4))
        assert event.players.count() == before == 0
    assert event.players.count() == 4


@pytest.mark.django_db(transaction=True)
def test_afterwards_transactions_write_as_ever_also_where_the_reading_failed():
    event = make_tournament()
    mode = getattr(connection, "transaction_mode", None)
    with pytest.raises(ZeroDivisionError), one_moment():
        Tournament.objects.get()
        raise ZeroDivisionError
    assert getattr(connection, "transaction_mode", None) == mode
    with transaction.atomic():
        Tournament.objects.update(place="Leiden")
    event.refresh_from_db()
    assert event.place == "Leiden"


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_nothing_is_written_meanwhile():
    make_tournament()
    with pytest.raises(Error, match="read-only"), one_moment():
        Tournament.objects.update(place="Leiden")


@pytest.mark.django_db
def test_within_a_transaction_it_reads_what_that_one_sees():
    event = make_tournament()
    with one_moment():
        make_players(event, 4)
        assert event.players.count() == 4
