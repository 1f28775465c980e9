"""Waiting for conditions.

A journey never sleeps for a while and hopes. It waits for what it needs, against a deadline that is
generous because it is met only when something is broken.
"""

import os
import time

from gi.repository import GLib

DEADLINE = 20.0 * float(os.environ.get("HAWK_NOTES_TEST_PATIENCE", "1"))
"""Seconds after which a condition counts as never met, also on a busy machine. Where the machine has
much else to do, HAWK_NOTES_TEST_PATIENCE makes it longer."""

INTERVAL = 0.02
"""Seconds between two looks at a condition."""

LONGEST_INTERVAL = 0.2
"""Seconds between two looks that take long: who looks without a rest keeps the program from doing
what is waited for."""

OBSERVATION = 1.0
"""Seconds for which a journey watches that something does *not* happen."""

WITHIN = 1.0
"""Seconds for which a wait within another one goes on: what it looks at may have gone meanwhile, and
the outer one looks again."""

_depth = 0


class NeverHappened(AssertionError):
    """A condition was not met before its deadline."""


class NotThere(NeverHappened):
    """A window or a widget did not appear before the deadline.

    This is the only failure that a run may forgive (see `runner.unsteady`): a busy machine can be the
    reason. Only `wait_until_there` raises it.
    """


def wait_until(condition, what, deadline=DEADLINE):
    """Return the first true value of `condition`, or fail and say `what` was awaited.

    A D-Bus error counts as "not yet": the object that is asked for may be about to appear. So does a
    wait within the condition that was in vain. The last one is part of the message.
    """
    return _wait(condition, what, deadline, NeverHappened)


def wait_until_there(look, what, deadline=DEADLINE):
    """Return the window, the widget or the focus that `look` finds, or raise `NotThere`.

    Not for texts, rows, counts, files, states or the end of a process: when one of these is wrong,
    something may have been lost, and a second run would hide it. `look` therefore returns what it has
    found, never just True.
    """
    found = _wait(look, what, deadline, NotThere)
    if found is True:
        raise TypeError(f"waited for {what} by a condition, which wait_until is for")
    return found


def _wait(condition, what, deadline, failure):
    global _depth
    if _depth > 0:
        deadline = min(deadline, WITHIN)
    end = time.monotonic() + deadline
    last = None
    while True:
        began = time.monotonic()
        _depth += 1
        try:
            last = condition()
            if last:
                return last
        except (GLib.Error, LookupError, NeverHappened) as error:
            last = error
        finally:
            _depth -= 1
        now = time.monotonic()
        if now >= end:
            if isinstance(last, NeverHappened) and not isinstance(last, NotThere):
                # Another kind of wait within this one is the reason.
                failure = NeverHappened
            raise failure(f"waited {deadline:g} s for {what}; last seen: {last!r}")
        time.sleep(min(max(INTERVAL, now - began), LONGEST_INTERVAL))


def wait_until_equal(read, expected, what, deadline=DEADLINE):
    """Wait until `read()` gives `expected`, and show what it gave instead when it never does."""
    seen = None

    def matches():
        nonlocal seen
        seen = read()
        return seen == expected

    try:
        wait_until(matches, what, deadline)
    except NeverHappened as error:
        raise NeverHappened(f"{what}: expected {expected!r}, saw {seen!r} ({error})") from None


def stays_true(condition, what, seconds=OBSERVATION):
    """Fail as soon as `condition` is false within the time of observation."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            stays = condition()
        except NotThere as error:
            raise AssertionError(f"{what}: did not stay so ({error})") from None
        if not stays:
            raise AssertionError(f"{what}: did not stay so")
        time.sleep(INTERVAL)
