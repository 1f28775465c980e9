"""Finds the few steps of a long day that a failure needs."""

import time


def shrink(steps, fails, seconds, now=time.monotonic):
    """A part of the steps that still fails and from which none can be taken away, as far as the
    time suffices: ever smaller pieces are left out, and those without which it fails stay out.

    `fails(steps)` says whether they fail; the whole list is known to.
    """
    end = now() + seconds
    size = max(len(steps) // 2, 1)
    while steps:
        begin, has_shrunk = 0, False
        while begin < len(steps):
            if now() >= end:
                return steps
            fewer = steps[:begin] + steps[begin + size:]
            if fails(fewer):
                steps, has_shrunk = fewer, True
            else:
                begin += size
        if size > 1:
            size //= 2
        elif not has_shrunk:
            break
    return steps
