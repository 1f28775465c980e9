"""The journeys as tasks: some of them in a session of their own each."""

import dataclasses
import os
import re
import unittest

from .counts import read_summary
from .lanes import Task

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMAND = os.path.join(FOLDER, "run")

FEWEST, MOST = 5, 20
"""Journeys that share a session: enough that starting one is no matter, and fewer towards the end,
so that all sessions end at about the same time."""

BEGINNING = re.compile(r"^\w+ \((?P<id>[\w.]+)\) \.\.\. ", re.MULTILINE)
END = re.compile(
    r"(?:^|(?<= ))(?P<result>ok|FAIL|ERROR|skipped(?= ['\"]))(?: ['\"].*)?$", re.MULTILINE
)
RULE = re.compile(r"^(?:={70}|-{70})$", re.MULTILINE)
"""What unittest puts between the results and the tracebacks or the summary."""
RESULTS = {"ok": "passed", "FAIL": "failed", "ERROR": "failed", "skipped": "skipped"}
UNSUCCESSFUL = re.compile(
    r"^(?:FAIL|ERROR): (?P<name>.+)$"
    r"(?:\n-{70}\nTraceback.*\n(?:(?: .*)?\n)*(?P<reason>\S.*)$)?", re.MULTILINE
)
"""The failure, and the line below the first traceback."""


@dataclasses.dataclass(frozen=True)
class JourneyTask(Task):
    """A command that runs journeys."""

    names: tuple = ()
    """The full names of the journeys."""


def load(*patterns):
    """All journeys in the files whose names match; by default in all files."""
    loader = unittest.TestLoader()
    return [
        one for pattern in patterns or ("test_*.py",)
        for one in _flat(loader.discover(FOLDER, pattern=pattern, top_level_dir=FOLDER))
    ]


def load_named(names):
    """All journeys in the files that have these: reading the others costs a quarter of a second each time."""
    modules = {name.split(".")[0] for name in names}
    # What could not be loaded is called so, wherever it is.
    return load() if not modules or "unittest" in modules else load(*(f"{one}.py" for one in sorted(modules)))


def on_own_series(journeys, with_all=False):
    """Those of the journeys that run on a series of the reader's, too.

    These are the classes whose `runs_on_own_series` is true, or all that need no other series.
    """
    return [
        one for one in journeys
        if not getattr(one, "needs_series_that_ships", True)
        and (with_all or getattr(one, "runs_on_own_series", False))
    ]


def tasks(journeys, jobs):
    """The tasks that run these journeys, so many at once.

    A class whose `runs_alone` is true has nothing beside it.
    """
    names = {False: [], True: []}
    for one in journeys:
        names[getattr(one, "runs_alone", False)].append(one.id())
    found = []
    while names[False]:
        size = min(max(len(names[False]) // (2 * jobs), FEWEST), MOST)
        found.append(task(names[False][:size]))
        del names[False][:size]
    if names[True]:
        found.append(task(names[True], is_alone=True))
    return found


def task(names, is_alone=False):
    """The task that runs the journeys of these full names in one session."""
    return JourneyTask(_name(names), (COMMAND, "--exact", *names), is_alone, names=tuple(names))


def results(output):
    """The results of journeys by name: `passed`, `failed`, `skipped`; None: unfinished."""
    beginnings = list(BEGINNING.finditer(output))
    found = {}
    for one, following in zip(beginnings, beginnings[1:] + [None]):
        printed = RULE.split(output[one.end():following and following.start()])[0]
        # A journey may print figures before its result.
        end = END.search(printed)
        found[one["id"]] = RESULTS[end["result"]] if end else None
    return found


def failures(output):
    """The failures with short reasons; of a journey of several parts, the first one's."""
    found = {}
    for one in UNSUCCESSFUL.finditer(output):
        name = one["name"].partition(" [")[0]
        found.setdefault(name, f": {one['reason'][:200]}" if one["reason"] else "")
    return [name + reason for name, reason in found.items()]


def count(ended, counts):
    """Add a task's results; return the tasks for its unfinished journeys."""
    name = ended.task.name
    found = read_summary(ended.output)
    if found is None:
        return _count_dead(ended, counts)
    counts.add(*found)
    counts.failures.extend(failures(ended.output))
    if ended.status != 0 and found[1] == 0:
        counts.fail(f"{name} ended with status {ended.status}")
    if not any(found):
        counts.fail(f"{name}: no journey ran")
    return []


def _count_dead(ended, counts):
    """Add the results of a task that ended early."""
    seen = results(ended.output)
    counts.add(*(list(seen.values()).count(result) for result in ("passed", "failed", "skipped")))
    counts.failures.extend(name for name, result in seen.items() if result == "failed")
    within = f"within {list(seen)[-1]}" if seen else "before the first journey"
    why = "its time was over" if ended.was_cut_off else f"it ended with status {ended.status}"
    left = [name for name in ended.task.names if name not in seen]
    if ended.was_cut_off or not seen:
        counts.fail(f"{ended.task.name}: {why} {within}; {len(left)} did not run")
        return []
    counts.fail(f"{ended.task.name}: {why} {within}")
    return [task(left, ended.task.is_alone)] if left else []


def _flat(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from _flat(test)
        else:
            yield test


def _name(names):
    classes = list(dict.fromkeys(name.rsplit(".", 1)[0] for name in names))
    between = f" to {classes[-1]}" if len(classes) > 1 else ""
    count = "1 journey" if len(names) == 1 else f"{len(names)} journeys"
    return f"{count}, {classes[0]}{between}"
