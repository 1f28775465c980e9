#!/usr/bin/python3
"""Runs the Swift tests and the journeys side by side; see meson-helpers/test, which builds them."""

import argparse
import os
import sys
import traceback

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True

from runner import journeys, swift_tests, unsteady  # noqa: E402
from runner.counts import Counts  # noqa: E402
from runner.lanes import Lanes, default_count, end_well_when_told_to, show  # noqa: E402

LIMIT_VARIABLE = "HAWK_NOTES_TEST_TIME_LIMIT"
"""Seconds after which what runs is taken to hang: it must not take the summary with it."""


def main():
    parser = argparse.ArgumentParser(prog="test", description=__doc__)
    parser.add_argument("--swift-tests", help="the folder of the built tests; without it none run")
    parser.add_argument("--program", help="the program to drive; without it no journey runs")
    parser.add_argument("--failure", action="append", default=[], help="what has failed already")
    parser.add_argument("--forgive", action="store_true", help="run unsteady journeys once more")
    arguments = parser.parse_args()
    counts = Counts()
    for message in arguments.failure:
        counts.fail(message)
    end_well_when_told_to()
    try:
        run(arguments, counts)
    except BaseException as error:  # Whatever it was, the summary is the last line.
        if not isinstance(error, (KeyboardInterrupt, SystemExit)):
            traceback.print_exc(file=sys.stdout)
        counts.fail(f"stopped before everything had run: {error or 'interrupted'}")
    for line in counts.report():
        print(line)
    print(counts.summary, flush=True)
    return 0 if counts.is_good else 1


def run(arguments, counts):
    jobs = default_count()
    tasks = []
    # These first: what takes longest must not come last, when nothing is left to run beside it.
    if arguments.swift_tests:
        tasks += swift_tests.tasks(os.path.abspath(arguments.swift_tests))
        if not tasks:
            counts.fail("there are no Swift tests")
    if arguments.program:
        os.environ["HAWK_NOTES_PROGRAM"] = os.path.abspath(arguments.program)
        found = journeys.tasks(journeys.load(), jobs)
        if not found:
            counts.fail("there are no journeys")
        tasks += found

    ended_journeys = []

    def ended(one):
        show(one)
        if not isinstance(one.task, journeys.JourneyTask):
            return swift_tests.count(one, counts)
        ended_journeys.append(one)
        return journeys.count(one, counts)

    if arguments.forgive:
        unsteady.keep_traces("journeys")
    limit = float(os.environ.get(LIMIT_VARIABLE, 20 * 60))
    Lanes(jobs, limit=limit).run(tasks, ended)
    if arguments.forgive:
        unsteady.run_again(ended_journeys, counts, limit=limit)


if __name__ == "__main__":
    sys.exit(main())
