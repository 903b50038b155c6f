#!/usr/bin/env python3
"""Makes powers.c, the table of powers of ten to 128 bits that powers.h describes.

usage: powers.py > powers.c       writes the table
       powers.py --check          compares powers.c beside this script with what it would write, goes through the
                                  expansion of the same table in ../tables.h, and checks the logarithms of powers.h
                                  over the ranges they are documented for
"""
import os
import sys

MIN, MAX = -342, 324


def power(n):
    """The upper 128 bits of 10**n, rounded up."""
    if n >= 0:
        value = 10**n
        shift = value.bit_length() - 128
        return -(-value >> shift) if shift > 0 else value << -shift
    divisor = 10**-n
    shift = divisor.bit_length() + 127
    g = -(-(1 << shift) // divisor)
    if g >> 128:  # exact powers of two and a rounding up to one
        g = -(-(1 << (shift - 1)) // divisor)
    assert g.bit_length() == 128
    return g


def table():
    lines = [
        '/* Made by powers.py; see powers.h. */',
        '#include "../policy.h"',
        '#include "powers.h"',
        '',
        '#if !JT_COMPACT',
        '',
        'const uint64_t jt_powers[JT_POWER_MAX - JT_POWER_MIN + 1][2] = {',
    ]
    for n in range(MIN, MAX + 1):
        g = power(n)
        # The upper word is the same whether the value is rounded up or down: reading relies on it.
        assert g & ((1 << 64) - 1) != 0 or 0 <= n <= 55
        lines.append('    {0x%016x, 0x%016x}, /* 1e%d */' % (g >> 64, g & ((1 << 64) - 1), n))
    lines += ['};', '', '#endif']
    return '\n'.join(lines) + '\n'


def power_at_most(k, n):
    """Whether 10**k <= 3 * 2**(n - 2), in integers."""
    left, right = 1, 3
    left, right = (left * 10**k, right) if k >= 0 else (left, right * 10**-k)
    left, right = (left, right << (n - 2)) if n >= 2 else (left << (2 - n), right)
    return left <= right


def check_expansion(source):
    """Whether jt_expand_powers starts as it should and makes every power."""
    bits = 192
    divisor = 10**-MIN
    value = (1 << (divisor.bit_length() + bits - 1)) // divisor
    words = ['0x%016x' % (value >> shift & ((1 << 64) - 1)) for shift in (0, 64, 128)]
    if 'value[] = {%s, 0};' % ', '.join(words) not in source:
        sys.exit('jt_expand_powers has to start with ' + ', '.join(words))
    for n in range(MIN, MAX + 1):
        g = (value >> (bits - 128)) + 1
        if g != (power(n) if n else 1 << 128):
            sys.exit('jt_expand_powers makes 10^%d wrong' % n)
        value += value >> 2
        value >>= value >> bits


def check():
    folder = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, 'powers.c')) as file:
        if file.read() != table():
            sys.exit('powers.c is not what powers.py makes: run powers.py > powers.c')
    with open(os.path.join(folder, '../tables.h')) as file:
        check_expansion(file.read())
    for n in range(-400, 401):
        exact = (10**n).bit_length() - 1 if n >= 0 else -((10**-n - 1).bit_length())
        if n * 217706 >> 16 != exact:
            sys.exit('jt_log2_of_power(%d) is wrong' % n)
    for n in range(-1100, 1101):
        exact = len(str(2**n)) - 1 if n >= 0 else -len(str(2**-n))
        if n * 78913 >> 18 != exact:
            sys.exit('jt_log10_of_two_to(%d) is wrong' % n)
        # 3/4 * 2^n is 3 * 2^(n-2): the largest k with 10^k at or below it.
        k = n * 315653 - 131237 >> 20
        if not (power_at_most(k, n) and not power_at_most(k + 1, n)):
            sys.exit('jt_log10_of_three_quarters(%d) is wrong' % n)
    print('powers.c: %d powers checked, and their expansion and the logarithms' % (MAX - MIN + 1))


if sys.argv[1:] == ['--check']:
    check()
elif len(sys.argv) == 1:
    sys.stdout.write(table())
else:
    sys.exit(__doc__)
