"""Finite fields, and rings that are products of them.

An element of GF(p^k) is a number whose k digits in base p are the coefficients of a polynomial; multiplication
goes through the powers of a primitive element. A `Ring` of any order g multiplies the fields of g's prime
powers; the difference of two elements that differ in every component is invertible there.
"""

from functools import cache


def prime_powers(number: int) -> tuple[tuple[int, int], ...]:
    """`prime_powers(40)` is ((2, 3), (5, 1))."""
    found: list[tuple[int, int]] = []
    divisor = 2
    while number > 1:
        exponent = 0
        while number % divisor == 0:
            number //= divisor
            exponent += 1
        if exponent:
            found.append((divisor, exponent))
        divisor += 1
    return tuple(found)


def _digits(number: int, base: int, count: int) -> list[int]:
    digits = []
    for _ in range(count):
        number, digit = divmod(number, base)
        digits.append(digit)
    return digits


def _number(digits: list[int], base: int) -> int:
    value = 0
    for digit in reversed(digits):
        value = value * base + digit
    return value


def _cycle(p: int, k: int, tail: int) -> tuple[int, ...]:
    """The first p^k - 1 powers of x modulo x^k = tail."""
    wrap = _digits(tail, p, k)
    digits = _digits(1, p, k)
    powers = []
    for _ in range(p**k - 1):
        powers.append(_number(digits, p))
        carry = digits[-1]
        digits = [(low + carry * add) % p for low, add in zip([0, *digits[:-1]], wrap, strict=True)]
    return tuple(powers)


@cache
def _powers(p: int, k: int) -> tuple[int, ...]:
    """All non-zero elements of GF(p^k) as the powers of a primitive element."""
    for tail in range(1, p**k):
        powers = _cycle(p, k, tail)
        if len(set(powers)) == len(powers) and 0 not in powers:
            return powers
    raise AssertionError(f"every field has a primitive polynomial: {p}^{k}")


class GaloisField:
    """GF(p^k)."""

    def __init__(self, p: int, k: int) -> None:
        self.p, self.k = p, k
        self.order: int = p**k
        self._powers = _powers(p, k)
        self._log = {element: exponent for exponent, element in enumerate(self._powers)}

    def add(self, one: int, other: int) -> int:
        if self.k == 1:
            return (one + other) % self.p
        if self.p == 2:
            return one ^ other
        pairs = zip(_digits(one, self.p, self.k), _digits(other, self.p, self.k), strict=True)
        return _number([(a + b) % self.p for a, b in pairs], self.p)

    def minus(self, one: int, other: int) -> int:
        if self.p == 2:
            return one ^ other
        pairs = zip(_digits(one, self.p, self.k), _digits(other, self.p, self.k), strict=True)
        return _number([(a - b) % self.p for a, b in pairs], self.p)

    def times(self, one: int, other: int) -> int:
        if not (one and other):
            return 0
        return self._powers[(self._log[one] + self._log[other]) % (self.order - 1)]


class Ring:
    """The product of the fields of the prime powers of `order`; elements are 0..order-1 in mixed radix."""

    def __init__(self, order: int) -> None:
        self.order = order
        self.fields = tuple(GaloisField(p, k) for p, k in prime_powers(order))
        self.spread = min((field.order for field in self.fields), default=1)
        """The number of elements that can be chosen so that all their differences are invertible."""

    def spread_element(self, which: int) -> int:
        """The element with `which` in every component (`which < spread`)."""
        return self._join([which] * len(self.fields))

    def add(self, one: int, other: int) -> int:
        parts = zip(self.fields, self._split(one), self._split(other), strict=True)
        return self._join([field.add(a, b) for field, a, b in parts])

    def turned(self, by: int) -> list[int]:
        """`by` added to 0, 1, 2, ...: digit by digit, as in all these rings."""
        turned, weight = [0], 1
        for p in (field.p for field in self.fields for _ in range(field.k)):
            by, digit = divmod(by, p)
            turned = [(step + digit) % p * weight + low for step in range(p) for low in turned]
            weight *= p
        return turned

    def minus(self, one: int, other: int) -> int:
        parts = zip(self.fields, self._split(one), self._split(other), strict=True)
        return self._join([field.minus(a, b) for field, a, b in parts])

    def times(self, one: int, other: int) -> int:
        parts = zip(self.fields, self._split(one), self._split(other), strict=True)
        return self._join([field.times(a, b) for field, a, b in parts])

    def _split(self, element: int) -> list[int]:
        parts = []
        for field in self.fields:
            element, part = divmod(element, field.order)
            parts.append(part)
        return parts

    def _join(self, parts: list[int]) -> int:
        element = 0
        for field, part in zip(reversed(self.fields), reversed(parts), strict=True):
            element = element * field.order + part
        return element
