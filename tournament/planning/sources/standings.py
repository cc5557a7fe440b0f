"""A hanchan is seated by the standings: each method is a way."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256

from django.core.cache import cache
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Message
from tournament.core.models import Verb
from tournament.core.stored_words import coded
from tournament.planning.basis import SeatingBasis
from tournament.planning.pairing.basis import PairingBasis
from tournament.planning.pairing.methods import (
    Method,
    PairedHanchan,
    PairingChoice,
    label_of,
    method_words,
    pair_hanchan,
    wrong_choice,
)
from tournament.planning.proposal import Origin, Proposal, obstacle, started_obstacle
from tournament.planning.sources.repair import impossible
from tournament.planning.sources.searches import searched
from tournament.seating_report.sentences import player_list
from tournament.seats.models import SeatingSource
from tournament.seats.seat_map import Arrangement, spans
from tournament.translation import formats

COMPARED = (Method.SWISS, Method.GROUPS, Method.POTS, Method.SNAKE, Method.CHUNKS)


@dataclass(frozen=True, slots=True)
class StandingsPairing:
    """The hanchan that the standings seat and how; the others keep their seats. Hidden until published.

    `seen` is the digest of the standings that the page showed, "" for those read now: others by then are a conflict.
    """

    ranked: PairingBasis
    choice: PairingChoice
    seen: str = ""

    def ways(self, basis: SeatingBasis, run: str = "") -> Iterator[Proposal]:
        """Yield the chosen method, then the others."""
        ranked = self.ranked
        if found := next(self._obstacles(basis), None):
            yield impossible(ranked.number, [found])
            return
        finals = [Method.FINALS] if ranked.has_final else []
        for method in dict.fromkeys([self.choice.method, *COMPARED, *finals]):
            yield self._way(basis, replace(self.choice, method=method), run)

    def kept(self, choice: PairingChoice) -> PairedHanchan | None:
        """Return the hanchan as chosen, if it was searched for before."""
        found: PairedHanchan | None = cache.get(self._key(choice))
        return found

    def made(self, choice: PairingChoice) -> PairedHanchan:
        """Return the hanchan as chosen, searched for unless it is kept. Raises Busy."""
        return searched(self._key(choice), lambda: pair_hanchan(self.ranked, choice))

    def _key(self, choice: PairingChoice) -> str:
        return f"pairing-{sha256(repr((self.ranked.digest, choice)).encode()).hexdigest()}"

    def _way(self, basis: SeatingBasis, choice: PairingChoice, run: str) -> Proposal:
        number, method = self.ranked.number, choice.method
        wrong = wrong_choice(self.ranked, choice)
        made = None if wrong else self.made(choice) if run == method else self.kept(choice)
        arranged = self._arranged(basis.now, made) if made else None
        if arranged == basis.now:
            wrong = obstacle("same-seats", _("Hanchan {number} already has exactly these seats."), number=number)
        label = label_of(method, self.ranked.size)
        return Proposal(
            key=method.value,
            title=label,
            done=gettext("Hanchan {number} is seated by the standings. Publish it to show it to players.").format(
                number=number
            ),
            button=gettext("Use this seating for hanchan {number}").format(number=number),
            origin=Origin(
                source=SeatingSource.STANDINGS,
                verb=Verb.PAIRED,
                subject=coded("pairing", number=number, method=method_words(method, self.ranked.size)),
                seed=choice.seed,
                hanchan=number,
            ),
            first=number,
            arranged=arranged,
            obstacles=(wrong,) if wrong else (),
            notes=tuple(self._notes(made)) if made else (),
            is_waiting=not (made or wrong),
            expected={number: self.ranked.order},
            standings=self.seen or self.ranked.digest,
            afresh=(number,),
            hides=frozenset({number}),
        )

    def _arranged(self, now: Arrangement, made: PairedHanchan) -> Arrangement:
        number = self.ranked.number
        byes = {**now.byes, number: frozenset(made.out)}
        return Arrangement(
            {**now.draft, number: dict(enumerate(made.tables, start=1))},
            {hanchan: people for hanchan, people in byes.items() if people},
        )

    def _notes(self, made: PairedHanchan) -> Iterator[str]:
        """Yield what the tables are like: repeats, ranks, winds, byes."""
        counted, ranked = made.closeness, self.ranked
        repeats, number = len(counted.repeats), ranked.number
        again = ngettext(
            "{count} pair meets again in hanchan {number}.", "{count} pairs meet again in hanchan {number}.", repeats
        )
        text = again if repeats else gettext("Nobody meets twice: all opponents in hanchan {number} are new.")
        yield text.format(count=repeats, number=number)
        text = gettext("The best and the lowest at a table are {mean} ranks apart on average, {largest} at most.")
        mean = formats.number(f"{counted.mean_tenths / 10:.1f}")
        yield text.format(mean=mean, largest=counted.largest)
        if not ranked.winds:
            yield gettext("Winds are drawn at the table.")
        elif counted.uneven:
            names = player_list([ranked.players[pk] for pk in counted.uneven])
            yield gettext("One wind two more times than another: {names}.").format(names=names)
        else:
            yield gettext("Everybody’s winds differ by at most one.")
        if made.out:
            names = player_list([ranked.players[pk] for pk in made.out])
            yield gettext("Sitting out this hanchan: {names}.").format(names=names)
        yield gettext("Players see it once it is published.")

    def _obstacles(self, basis: SeatingBasis) -> Iterator[Message]:
        ranked, number = self.ranked, self.ranked.number
        count, size, over = len(ranked.order), ranked.size, ranked.over
        earlier = range(1, number)
        if number not in set(basis.hanchan) - basis.started:
            yield started_obstacle([number], "hanchan")
        elif open_ones := [one for one in earlier if one not in basis.closed]:
            text = ngettext(
                "Hanchan {numbers} is not closed yet. Close it first, so that the standings are known, then seat "
                "hanchan {number}.",
                "Hanchan {numbers} are not closed yet. Close them first, so that the standings are known, then seat "
                "hanchan {number}.",
                len(open_ones),
            )
            yield obstacle("hanchan-open", text, "hanchan", numbers=spans(open_ones), number=number)
        elif unseated := [one for one in earlier if one not in basis.now.draft]:
            text = _("Hanchan {numbers} has no seating. Seat or import it first.")
            yield obstacle("no-seating", text, "hanchan", numbers=spans(unseated))
        elif count < size:
            yield obstacle("too-few-players", _("There are too few players for one table. Add players first."))
        elif ranked.ranking.problem:
            yield ranked.ranking.problem
        elif over and not self.choice.sit_out:
            text = ngettext(
                "{count} players do not fill tables of {size}: add {missing} substitute, or give {over} a bye.",
                "{count} players do not fill tables of {size}: add {missing} substitutes, or give {over} a bye.",
                size - over,
            )
            yield obstacle("tables-not-full", text, "sit_out", count=count, size=size, over=over, missing=size - over)
        elif basis.hall and count // size > basis.hall:
            text = _("{needed} tables are needed, and the hall has {tables}. Change that in the settings.")
            yield obstacle("too-few-tables", text, needed=count // size, tables=basis.hall)
        elif wrong := wrong_choice(ranked, self.choice):
            yield wrong
