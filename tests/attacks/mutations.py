"""Honest bytes, changed as a stranger might: bits, numbers, cuts, copies, and pieces of other honest bytes."""

from __future__ import annotations

NUMBERS = (b"\0", b"\xff", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\x80\0\0\0", b"\xff\xda", b"\xff\xd9")
SIGNS = (b'"', b"{", b"[", b"]", b"null", b"-1", b"1e999", b"NaN", b"9" * 20, b"\xed\xa0\x80", b"../", b"\n", b"@")
ODD = NUMBERS + SIGNS
"""Bytes that parsers of every kind stumble over."""
MOST = 200_000
"""Bytes that a mutated document may have."""


def mutated(data, chance, others):
    """The bytes after one to eight changes."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 5, 8))):
        _WAYS[chance.randrange(len(_WAYS))](changed, chance, others)
        del changed[MOST:]
    return bytes(changed)


def _place(data, chance):
    return chance.randrange(len(data) + 1)


def _span(data, chance, most=64):
    start = _place(data, chance)
    return start, min(len(data), start + chance.randint(1, most))


def _flip(data, chance, _others):
    if data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def _set(data, chance, _others):
    if data:
        data[chance.randrange(len(data))] = chance.randrange(256)


def _odd(data, chance, _others):
    at = _place(data, chance)
    odd = chance.choice(ODD)
    data[at : at + (len(odd) if chance.random() < 0.5 else 0)] = odd


def _cut(data, chance, _others):
    start, stop = _span(data, chance, max(1, len(data) // 2))
    del data[start:stop]


def _end(data, chance, _others):
    del data[_place(data, chance) :]


def _again(data, chance, _others):
    start, stop = _span(data, chance, 2000)
    data[_place(data, chance) : 0] = bytes(data[start:stop]) * chance.choice((1, 2, 50))


def _other(data, chance, others):
    other = chance.choice(others)
    start, stop = _span(other, chance, 500)
    at = _place(data, chance)
    data[at : at + (stop - start) * chance.randrange(2)] = other[start:stop]


_WAYS = (_flip, _flip, _set, _odd, _odd, _cut, _end, _again, _other)
