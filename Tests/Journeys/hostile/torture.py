#!/usr/bin/python3
"""Runs every hostile case, every journey that can on a series of the reader's, and every exhaustive Swift
test, in parts, and what is done with packages and on other systems; see meson-helpers/torture."""

import argparse
import contextlib
import dataclasses
import json
import os
import re
import subprocess
import sys
import time

JOURNEYS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROJECT = os.path.dirname(os.path.dirname(JOURNEYS))
sys.path.insert(0, JOURNEYS)
sys.dont_write_bytecode = True

from harness import own_series  # noqa: E402
from hostile import cases  # noqa: E402
from runner import journeys, swift_tests  # noqa: E402
from runner.lanes import Lanes, Task, default_count, end_well_when_told_to  # noqa: E402

FOLDER = os.path.join(PROJECT, ".build-torture")
PROGRESS = os.path.join(FOLDER, "progress.jsonl")

PART = 28 * 60
"""Seconds for which a part goes on; what runs then has two minutes to end."""

LANES = default_count()

SWIFT_TARGETS = (
    "StateRestorationTests", "LibrarySalvageTests", "HawkNotesModelTests", "LibrarySharingTests",
    "HawkNotesFormatsTests", "HawkNotesExchangeTests", "HawkNotesPresentationTests",
)
"""Those whose tests need no display and have more cases when all are wanted."""

PACKAGE, SYSTEMS = (os.path.join(PROJECT, "meson-helpers", name) for name in ("package", "systems"))
COMMANDS = {
    "package: installed where there is no Swift": (PACKAGE, "try"),
    "package: the same from two checkouts": (PACKAGE, "twice"),
    "Debian 13: all journeys": (SYSTEMS, "trixie", "--jobs", str(LANES)),
    "Debian 13: GNOME Shell": (SYSTEMS, "trixie", "--gnome-shell"),
}
"""What is done with the release build and on other systems, as commands."""

CANNOT_BE_DONE_HERE = 77
"""The exit status of a command that needs what is not there."""

ON_OWN_SERIES = "on an own series: "
"""How a journey on a series of the reader's is told from the same one on the series that ships."""

COUNT_LINE = re.compile(r"^(?P<name>[^:]+): (?P<count>\d+) cases(?: of (?P<kind>.+))?$")
SWIFT_SUMMARY = re.compile(
    r"Executed (\d+) tests?, with (?:(\d+) tests? skipped and )?(\d+) failure"
)


class Progress:
    """What has been done, a line per journey or Swift test; each line is kept at once."""

    def __init__(self, begin_anew):
        os.makedirs(FOLDER, exist_ok=True)
        if begin_anew:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(PROGRESS)
        self.done = {}
        if os.path.exists(PROGRESS):
            with open(PROGRESS, encoding="utf-8") as file:
                for line in file:
                    # The last line may have been cut short.
                    with contextlib.suppress(json.JSONDecodeError):
                        record = json.loads(line)
                        self.done[record["id"]] = record

    def add(self, identifier, passed=0, failed=0, skipped=0, counts=None):
        record = {"id": identifier, "passed": passed, "failed": failed, "skipped": skipped,
                  "counts": counts or {}}
        with open(PROGRESS, "a", encoding="utf-8") as file:
            self.done[identifier] = record
            file.write(json.dumps(record) + "\n")

    def left(self, names):
        """Those that have not been done, in their order."""
        return [name for name in names if name not in self.done]

    def forget_failures(self):
        kept = [record for record in self.done.values() if not record["failed"]]
        self.done = {record["id"]: record for record in kept}
        with open(PROGRESS, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(record) + "\n" for record in kept)

    def total(self, what):
        return sum(record[what] for record in self.done.values())


def hostile_journeys():
    """All hostile journeys by their full names; loading them fills `cases.LISTS`."""
    return {one.id(): one for one in journeys.load("test_hostile_*.py")}


def journeys_on_own_series():
    """All journeys that can run on a series of the reader's, by what they are called here."""
    found = journeys.on_own_series(journeys.load(), with_all=True)
    return {ON_OWN_SERIES + one.id(): one for one in found}


def products():
    """The folder of the built tests."""
    return os.environ["HAWK_NOTES_TESTS"]


def exhaustive_swift_tests():
    """The Swift tests that have more cases when all are wanted."""
    return [name for name in swift_tests.find(products()) if name.split(".")[0] in SWIFT_TARGETS]


def count_journeys(ended, progress):
    """Note what a batch has come to; return the tasks for what it has left."""
    kind = ON_OWN_SERIES if own_series.VARIABLE in ended.task.environment else ""
    for name, result in journeys.results(ended.output).items():
        if result:
            progress.add(kind + name, **{result: 1})
            print(f"{kind}{name}: {result}", flush=True)
    left = progress.left([kind + name for name in ended.task.names])
    if not left or ended.was_cut_off:
        # What the end of the part has cut off is done again in the next one.
        return []
    if len(left) == len(ended.task.names):
        # Neither passed nor failed: what runs it has ended without a word.
        progress.add(left.pop(0), failed=1)
    if not left:
        return []
    rest = journeys.task([name.removeprefix(kind) for name in left])
    return [dataclasses.replace(rest, environment=ended.task.environment)]


def count_swift(ended, progress):
    """Note what one Swift test with all its cases has come to."""
    if ended.was_cut_off:
        return
    counts = {}
    for line in ended.output.splitlines():
        match = COUNT_LINE.match(line.strip())
        if match:
            title = "Swift: " + " of ".join(filter(None, (match["name"], match["kind"])))
            counts[title] = counts.get(title, 0) + int(match["count"])
    summaries = SWIFT_SUMMARY.findall(ended.output)
    executed, skipped, _ = (int(part or 0) for part in summaries[-1]) if summaries else (0, 0, 0)
    is_good = ended.status == 0 and executed == 1
    result = "failed" if not is_good else "skipped" if skipped else "passed"
    progress.add(ended.task.name, counts=counts, **{result: 1})
    print(f"{ended.task.name}: {result}", flush=True)


def count_command(ended, progress):
    """Note how a command has ended."""
    if ended.was_cut_off:
        return
    result = {0: "passed", CANNOT_BE_DONE_HERE: "skipped"}.get(ended.status, "failed")
    progress.add(ended.task.name, **{result: 1})
    print(f"{ended.task.name}: {result}", flush=True)


def journey_tasks(pending, loaded):
    """The tasks for what is pending of these journeys, those on a series of the reader's apart."""
    kinds = {True: [], False: []}
    for name in pending:
        if name in loaded:
            kinds[name.startswith(ON_OWN_SERIES)].append(loaded[name])
    environment = {own_series.VARIABLE: own_series.WANTED}
    own = journeys.tasks(kinds[True], LANES)
    return journeys.tasks(kinds[False], LANES) + [
        dataclasses.replace(task, environment=environment) for task in own
    ]


def run_part(pending, loaded, progress):
    """Go on until all is done or the part has had its time."""
    over = time.monotonic() + PART
    tasks = journey_tasks(pending, loaded) + [
        Task(name, (os.path.join(products(), swift_tests.BUNDLE), name),
             name.split("/")[0] in swift_tests.ALONE, swift_tests.LANES,
             {"HAWK_NOTES_EXHAUSTIVE": "1"})
        for name in pending if name not in loaded and name not in COMMANDS
    ] + [Task(name, COMMANDS[name], is_alone=True) for name in pending if name in COMMANDS]

    def ended(one):
        if isinstance(one.task, journeys.JourneyTask):
            log, count = "journeys.log", count_journeys
        elif one.task.name in COMMANDS:
            log, count = "commands.log", count_command
        else:
            log, count = "swift.log", count_swift
        with open(os.path.join(FOLDER, log), "a", encoding="utf-8") as file:
            file.write(one.output)
        return count(one, progress)

    Lanes(LANES, after=over, end=over + 60, say=lambda _: None).run(tasks, ended)
    return progress.left(pending)


def shrunken(counts):
    """The lists that have fewer cases than were written down, as lines."""
    recorded = cases.recorded_counts()
    return [
        f"{name}: {counts[name]} cases, and {recorded[name]} the last time"
        for name in sorted(counts.keys() & recorded.keys())
        if counts[name] < recorded[name]
    ] + [f"{name}: not there any more" for name in sorted(recorded.keys() - counts.keys())]


def record(counts):
    """Write down how many cases there are now."""
    with open(cases.COUNTS, "w", encoding="utf-8") as file:
        file.writelines(f"{name} {count}\n" for name, count in sorted(counts.items()))


def main():
    os.environ[cases.VARIABLE] = "all"
    parser = argparse.ArgumentParser(prog="torture", description=__doc__)
    parser.add_argument("what", nargs="?", choices=("all",), help="all parts, not the next one")
    parser.add_argument("--list", action="store_true", help="print how many cases there are")
    parser.add_argument("--restart", action="store_true", help="begin anew")
    parser.add_argument("--failed", action="store_true", help="run again what has failed")
    parser.add_argument("--measure", action="store_true",
                        help="count operations and cases anew and write them down")
    arguments = parser.parse_args()

    loaded = hostile_journeys()
    names = sorted(loaded)
    if arguments.list:
        for name, count in sorted(cases.LISTS.items()):
            print(f"{count:6} {name}")
        print(f"{len(names):6} journeys in all")
        return 0
    if arguments.measure:
        return measure(names)
    progress = Progress(arguments.restart)
    if arguments.failed:
        progress.forget_failures()
    loaded |= journeys_on_own_series()
    everything = list(loaded) + exhaustive_swift_tests() + list(COMMANDS)
    pending = progress.left(everything)
    end_well_when_told_to()
    while pending:
        pending = run_part(pending, loaded, progress)
        print(f"{len(everything) - len(pending)} of {len(everything)} done", flush=True)
        if arguments.what != "all":
            break
    return summarize(progress, pending)


def summarize(progress, pending):
    counts = dict(cases.LISTS)
    for one in progress.done.values():
        for name, count in one["counts"].items():
            counts[name] = counts.get(name, 0) + count
    for name, count in sorted(counts.items()):
        print(f"{count:6} cases: {name}")
    # Until all has run, what Swift tests count is not complete.
    complaints = [
        line for line in shrunken(counts) if not pending or not line.startswith("Swift: ")
    ]
    for line in complaints:
        print(f"fewer than before: {line}")
    for identifier, one in sorted(progress.done.items()):
        if one["failed"]:
            print(f"failed: {identifier}")
    if pending:
        print(f"{len(pending)} are left; run it again to go on")
    failed = progress.total("failed") + len(complaints)
    print(f"{progress.total('passed')} passed, {failed} failed")
    return 1 if failed else 0


def measure(names):
    """Count the operations of what is killed or fails, and write down how long each list is."""
    os.environ["HAWK_NOTES_MEASURE"] = "1"
    counting = [name for name in names if name.endswith("test_no_operation_is_left_out")]
    ran = subprocess.run(
        [journeys.COMMAND, "--exact", *counting],
        stdout=subprocess.PIPE, text=True, errors="replace", check=False,
    ).stdout
    counts = dict(cases.LISTS)
    for title, count in re.findall(r"^counted: (.+) (\d+)$", ran, re.MULTILINE):
        counts[title] = int(count)
    for progress in Progress(False).done.values():
        for name, count in progress["counts"].items():
            counts[name] = counts.get(name, 0) + count
    record(counts)
    print(f"written down in {cases.COUNTS}; the Swift tests as far as they have run")
    return 0


if __name__ == "__main__":
    sys.exit(main())
