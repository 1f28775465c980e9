"""Runs journeys once more that have only waited in vain for a window or a widget.

On a machine that is busy with other things, a window may come too late. Such a journey runs a second
time, alone and after all others. If it passes, it is unsteady: the summary names it, and what was
seen the first time is kept. Nothing else is forgiven. A journey whose program has also left a crash
report, was ended by a signal, or has logged a critical of GLib or a warning of its own, has failed, as
has one that has failed in any other way.
"""

import dataclasses
import os
import re
import shutil

from harness.journey import ARTIFACTS_VARIABLE
from harness.waiting import NotThere

from . import journeys
from .counts import read_summary
from .lanes import Lanes, show

LIMIT = 3
"""How many unsteady journeys a good run has at most."""

MOST = 12
"""How many journeys run again at most. With more than `LIMIT` of them the run is bad anyway; the rest
only tells which of them are broken."""

MARK = "may run once more: "
"""How a line begins that names a journey that may be forgiven."""

MARKED = re.compile(f"^{MARK}(.+)$", re.MULTILINE)

PROJECT = os.path.dirname(os.path.dirname(journeys.FOLDER))


def may_run_again(test, errors):
    """Whether these exceptions are all that is wrong with a journey that has ended, and are forgiven."""
    return (
        bool(errors) and getattr(test, "may_run_again", False)
        and all(map(_is_forgiven, errors)) and not test.faults()
    )


def _is_forgiven(error):
    """Whether it is a `NotThere`, and no other failure has led to it."""
    while error is not None:
        if not isinstance(error, NotThere):
            return False
        error = error.__cause__ or error.__context__
    return True


def marked(output):
    """The full names of the journeys in an output that may run once more."""
    return MARKED.findall(output)


def keep_traces(kind):
    """Store traces of failures in a folder of this run, unless the environment names another."""
    if not os.environ.get(ARTIFACTS_VARIABLE):
        folder = os.path.join(PROJECT, ".build", "traces", kind)
        shutil.rmtree(folder, ignore_errors=True)
        os.environ[ARTIFACTS_VARIABLE] = folder


def run_again(ended, counts, **limits):
    """Run again, one by one, what may be forgiven of the tasks that have ended, and change the counts.

    Until a journey has passed, it counts as failed. `limits` are those of `Lanes`.
    """
    traces = os.environ[ARTIFACTS_VARIABLE]
    # A task that has died has made the run bad.
    whole = [one for one in ended if read_summary(one.output)]
    names = [name for one in whole for name in marked(one.output) if name in one.task.names]

    def again(one):
        show(one)
        name, = one.task.names
        if one.status == 0 and read_summary(one.output) == (1, 0, 0):
            counts.forgive(name, f"{name}, which passed alone; see {os.path.join(traces, name)}")

    Lanes(1, **limits).run([_task(name, traces) for name in names[:MOST]], again)
    if len(counts.unsteady) > LIMIT:
        counts.fail(f"{len(counts.unsteady)} journeys are unsteady, and at most {LIMIT} may be")


def _task(name, traces):
    # The traces of the first failure stay.
    environment = {ARTIFACTS_VARIABLE: os.path.join(traces, "second")}
    return dataclasses.replace(journeys.task([name]), name=f"once more, {name}", environment=environment)
