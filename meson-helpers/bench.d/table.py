"""The rows of a benchmark's table."""

import os

from programs import BenchmarkError

FRAME = 1000 / 60
"""Milliseconds that a screen shows a picture."""


def quantile(values, part):
    values = sorted(values)
    return values[min(round((len(values) - 1) * part), len(values) - 1)]


def line(title, value, unit, bare="", bound=None, rest=""):
    verdict = "" if bound is None else f"bound {bound:.1f}: {'met' if value <= bound else 'MISSED'}"
    bare = f"({bare})" if bare else ""
    print(f"{title:<74}{value:>8.1f} {unit:<3} {verdict:<20} {bare}", flush=True)
    if rest:
        print(f"    {rest}; load {os.getloadavg()[0]:.1f}")


def spread(values):
    return f"{min(values):.1f}–{max(values):.1f}"


def print_rows(parts):
    """Calls each of these, which print rows; returns whether all could be measured."""
    is_complete = True
    for part in parts:
        try:
            part()
        except BenchmarkError as problem:
            is_complete = False
            name = getattr(part, "__name__", "").replace("_", " ")
            print(f"{name}: not measured: {problem}", flush=True)
    return is_complete
