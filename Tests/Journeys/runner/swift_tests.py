"""The Swift tests as tasks: the tests of a target are a process of their own."""

import os
import subprocess

from .lanes import Task

BUNDLE = "hawk-notesPackageTests.xctest"
"""The program of all Swift tests, in the folder of the built products."""

WITHOUT_DISPLAY = (
    "StateRestorationTests", "JournalTests", "LibrarySalvageTests", "HawkNotesModelTests",
    "LibrarySharingTests", "HawkNotesFormatsTests", "HawkNotesExchangeTests", "PhrasesTests",
    "HawkNotesPresentationTests",
)
"""The targets whose tests need no display; the others get a private session each."""

LANES = 2
"""How many lanes such a process takes: it computes most of its time."""

ALONE = ("StateRestorationTests.KillTests",)
"""Classes that measure what gets lost in a tenth of a second: nothing else runs beside them."""

HELPERS = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "meson-helpers"
)
SESSION = os.path.normpath(os.path.join(HELPERS, "test.d", "in-private-session"))
COUNTER = os.path.normpath(os.path.join(HELPERS, "xctest-summary.awk"))


def find(products):
    """The names of all Swift tests, such as `HawkNotesModelTests.NoteTests/testText`."""
    listed = subprocess.run(
        [os.path.join(products, BUNDLE), "--list-tests"],
        stdout=subprocess.PIPE, check=True, text=True,
    ).stdout
    return sorted({line.strip() for line in listed.splitlines() if "/" in line})


def tasks(products):
    """The tasks that run all of them: one for each target, those of the most tests first."""
    parts = {}
    for name in find(products):
        group = name.split("/")[0]
        part = group if group in ALONE else group.split(".")[0]
        parts.setdefault(part, []).append(group)
    return [
        _task(products, part, sorted(set(parts[part])))
        for part in sorted(parts, key=lambda part: -len(parts[part]))
    ]


def _task(products, part, classes):
    command = [os.path.join(products, BUNDLE), ",".join(classes)]
    if part.split(".")[0] in WITHOUT_DISPLAY:
        command = ["env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", "LC_ALL=C.UTF-8", *command]
    else:
        command = [SESSION, *command]
    return Task(part, tuple(command), part in ALONE, LANES)


def count(ended, counts):
    """Add a task's results."""
    counted = subprocess.run(
        ["awk", "-f", COUNTER], input=ended.output,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True, text=True,
    )
    found = tuple(int(word) for word in counted.stdout.split())
    counts.add(*found)
    counts.failures.extend(counted.stderr.splitlines())
    name = ended.task.name
    if ended.status != 0 and found[1] == 0:
        counts.fail(f"{name} ended with status {ended.status}")
    if not any(found):
        counts.fail(f"{name}: no Swift test ran")
