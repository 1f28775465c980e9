#!/usr/bin/python3
"""Runs every hostile case and every exhaustive Swift test, in parts; see meson-helpers/torture."""

import argparse
import concurrent.futures
import contextlib
import functools
import json
import os
import re
import subprocess
import sys
import threading
import time
import unittest

JOURNEYS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROJECT = os.path.dirname(os.path.dirname(JOURNEYS))
sys.path.insert(0, JOURNEYS)
sys.dont_write_bytecode = True

from hostile import cases  # noqa: E402

FOLDER = os.path.join(PROJECT, ".build-torture")
PROGRESS = os.path.join(FOLDER, "progress.jsonl")

PART = 28 * 60
"""Seconds for which a part goes on; what runs then has two minutes to end."""

BATCH = 20
"""Journeys that share a session."""

LANES = (os.cpu_count() or 1) + 1
"""Sessions at once: a journey mostly waits for its program."""

SWIFT_TARGETS = ("StateRestorationTests", "HawkNotesModelTests")
"""Those whose tests need no display and have more cases when all are wanted."""

SWIFT_BUNDLE = "hawk-notesPackageTests.xctest"
"""The program of all Swift tests, in the folder that HAWK_NOTES_TESTS names."""

ALONE = ("StateRestorationTests.KillTests",)
"""Classes that measure what gets lost in a tenth of a second: nothing else runs beside them."""

JOURNEY_LINE = re.compile(r"^\w+ \((?P<id>[\w.]+)\) \.\.\. (?P<result>ok|FAIL|ERROR|skipped)")
JOURNEY_RESULTS = {"ok": "passed", "FAIL": "failed", "ERROR": "failed", "skipped": "skipped"}
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
        self._adding = threading.Lock()
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
        with self._adding, open(PROGRESS, "a", encoding="utf-8") as file:
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


def journeys():
    """The full names of all hostile journeys; loading them fills `cases.LISTS`."""
    suite = unittest.defaultTestLoader.discover(
        JOURNEYS, pattern="test_hostile_*.py", top_level_dir=JOURNEYS
    )
    found, pending = [], [suite]
    while pending:
        one = pending.pop()
        if isinstance(one, unittest.TestSuite):
            pending.extend(one)
        else:
            found.append(one.id())
    return sorted(found)


def bundle():
    return os.path.join(os.environ["HAWK_NOTES_TESTS"], SWIFT_BUNDLE)


def swift_tests():
    """The exhaustive Swift tests, such as `HawkNotesModelTests.NoteTests/testText`."""
    listed = subprocess.run(
        [bundle(), "--list-tests"], stdout=subprocess.PIPE, check=True, text=True
    ).stdout
    names = {line.strip() for line in listed.splitlines() if "/" in line}
    return sorted(name for name in names if name.split(".")[0] in SWIFT_TARGETS)


def run_batch(names, progress, end):
    """Run some journeys in one session; what the end of the part cuts off is done again."""
    while names and time.monotonic() < end:
        run_journeys(names, progress, end)
        left = progress.left(names)
        if left == names and time.monotonic() < end:
            # Neither passed nor failed: what runs it has ended without a word.
            progress.add(names[0], failed=1)
            left = names[1:]
        names = left


def run_journeys(names, progress, end):
    command = [os.path.join(JOURNEYS, "run"), "--exact", *names]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, errors="replace") as process:
        log = open(os.path.join(FOLDER, "journeys.log"), "a", encoding="utf-8")
        with log, _limit(process, end):
            for line in process.stdout:
                log.write(line)
                match = JOURNEY_LINE.match(line)
                if match:
                    progress.add(match["id"], **{JOURNEY_RESULTS[match["result"]]: 1})
                    print(line, end="", flush=True)


def run_swift(name, progress, end):
    """Run one Swift test with all its cases."""
    environment = os.environ | {"HAWK_NOTES_EXHAUSTIVE": "1"}
    counts, summary, lines = {}, None, []
    with subprocess.Popen(
        [bundle(), name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL, env=environment, text=True, errors="replace",
    ) as process:
        with _limit(process, end) as cut_off:
            for line in process.stdout:
                lines.append(line)
                match = COUNT_LINE.match(line.strip())
                if match:
                    title = "Swift: " + " of ".join(filter(None, (match["name"], match["kind"])))
                    counts[title] = counts.get(title, 0) + int(match["count"])
                summary = SWIFT_SUMMARY.search(line) or summary
    with open(os.path.join(FOLDER, "swift.log"), "a", encoding="utf-8") as log:
        log.writelines(lines)
    if cut_off:
        return
    executed, skipped, _ = (int(part or 0) for part in summary.groups()) if summary else (0, 0, 0)
    is_good = process.returncode == 0 and executed == 1
    result = "failed" if not is_good else "skipped" if skipped else "passed"
    progress.add(name, counts=counts, **{result: 1})
    print(f"{name}: {result}", flush=True)


@contextlib.contextmanager
def _limit(process, end):
    """End a process when the part ends; gives a list that then has something in it."""
    cut_off = []

    def stop():
        cut_off.append(True)
        process.terminate()

    timer = threading.Timer(max(end - time.monotonic(), 1), stop)
    timer.start()
    try:
        yield cut_off
    finally:
        timer.cancel()


def run_part(pending, progress):
    """Go on until all is done or the part has had its time."""
    over = time.monotonic() + PART
    end = over + 60
    journeys_pending = [name for name in pending if name.startswith("test_hostile_")]
    alone = [name for name in pending if name.split("/")[0] in ALONE]
    tests = [name for name in pending if name not in {*journeys_pending, *alone}]
    tasks = [
        functools.partial(run_batch, journeys_pending[at:at + BATCH], progress, end)
        for at in range(0, len(journeys_pending), BATCH)
    ] + [functools.partial(run_swift, name, progress, end) for name in tests]

    def lane(task):
        if time.monotonic() < over:
            task()

    with concurrent.futures.ThreadPoolExecutor(LANES) as lanes:
        list(lanes.map(lane, tasks))
    for name in alone:
        lane(functools.partial(run_swift, name, progress, end))
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

    names = journeys()
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
    everything = names + swift_tests()
    pending = progress.left(everything)
    while pending:
        pending = run_part(pending, progress)
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
        [os.path.join(JOURNEYS, "run"), "--exact", *counting],
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
