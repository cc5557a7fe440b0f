"""Byes shared fairly: nobody sits out twice before everybody has sat out once."""

from collections.abc import Callable, Mapping, Sequence


def shared_fairly(
    people: Sequence[int], hanchan: int, out: int, had: Mapping[int, int] | None = None,
    asked: Sequence[Mapping[int, int]] = (),
) -> tuple[frozenset[int], ...]:  # fmt: skip
    """Who sits out in each of so many hanchan, ``out`` people at a time.

    ``people`` stand in the order in which their turn comes (lots, start numbers); ``had`` says how many hanchan each
    has missed so far. In every hanchan those sit out who have missed fewest, then those whose last bye is longest ago:
    so the byes of people who began alike differ by at most one after every hanchan. ``ValueError`` when more should sit
    out than there are.

    ``asked`` says for each hanchan who of those who have missed alike is asked before the others (lowest first, then
    who is not named), but nobody in two hanchan running: so a plan can be stayed close to and the shares remain fair.

    >>> [sorted(one) for one in shared_fairly([5, 3, 1, 4, 2], 3, 2)]
    [[3, 5], [1, 4], [2, 5]]
    """
    if not 0 <= out <= len(people):
        raise ValueError(f"{out} of {len(people)} people cannot sit out")
    missed = {one: (had or {}).get(one, 0) for one in people}
    last = dict.fromkeys(people, 0)
    turn = {one: at for at, one in enumerate(people)}
    found = []
    for number in range(1, hanchan + 1):
        order = asked[number - 1] if number <= len(asked) else {}
        chosen = sorted(people, key=_key(missed, last, turn, order, number))[:out]
        for one in chosen:
            missed[one] += 1
            last[one] = number
        found.append(frozenset(chosen))
    return tuple(found)


def _key(
    missed: Mapping[int, int], last: Mapping[int, int], turn: Mapping[int, int], asked: Mapping[int, int], number: int
) -> Callable[[int], tuple[int, ...]]:
    """Who comes first sits out; the numbers as they are now, before hanchan `number` (from 1)."""
    others = max(asked.values(), default=0) + 1

    def key(one: int) -> tuple[int, ...]:
        running = number > 1 and last[one] == number - 1
        return missed[one], running, asked.get(one, others), last[one], turn[one]

    return key
