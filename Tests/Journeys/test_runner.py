"""What runs the journeys and the Swift tests, with tests that fail, hang, are skipped or die."""

import contextlib
import io
import os
import signal
import subprocess
import tempfile
import threading
import time
import unittest
from types import SimpleNamespace
from unittest import mock

from harness import own_series
from harness.processes import is_running
from harness.waiting import wait_until
from hostile import torture
from runner import beside, journeys
from runner.counts import Counts
from runner.lanes import Ended, Lanes, Task, show
from runner_tree import RunnerTreeTest

JOURNEYS = """
import os, unittest

class Alike(unittest.TestCase):
    def test_1_passes(self):
        pass

    def test_2_fails(self):
        self.fail("because it has to")

    def test_3_dies(self):
        print("last words", flush=True)
        os.kill(os.getpid(), 9)

    def test_4_runs_after_all(self):
        pass

    @unittest.skip("for once")
    def test_5_is_skipped(self):
        pass

class Lonely(unittest.TestCase):
    runs_alone = True

    def test_passes(self):
        pass
"""

SWIFT_TESTS = """#!/bin/bash
case $1 in
    --list-tests) printf '%s\\n' JournalTests.A/testA UITests.B/testB ;;
    JournalTests.A)
        echo "Test Case 'A.testA' started at now"
        echo "Test Case 'A.testA' passed (0.1 seconds)"
        echo "Test Suite 'Selected tests' passed at now"
        echo " Executed 1 test, with 0 failures (0 unexpected) in 0.1 (0.1) seconds" ;;
    UITests.B)
        echo "Test Case 'B.testB' started at now"
        echo "${DISPLAY:+there is a display}"
        exit 4 ;;
esac
"""

KINDS_OF_SERIES = """
import unittest

class Sensitive(unittest.TestCase):
    needs_series_that_ships = False
    runs_on_own_series = True

    def test(self):
        pass

class Indifferent(Sensitive):
    runs_on_own_series = False

class Bound(Sensitive):
    needs_series_that_ships = True

class NoJourney(unittest.TestCase):
    def test(self):
        pass
"""

HANGING = 'trap "" TERM; sleep 600 & echo $!; wait; wait'


def run(lanes, *tasks):
    """What the tasks have come to, in the order in which they have ended."""
    found = []
    lanes.run(tasks, found.append)
    return found


def shell(name, script, is_alone=False):
    return Task(name, ("bash", "-c", script), is_alone)


class LanesTest(unittest.TestCase):
    """Commands beside one another."""

    def setUp(self):
        self.said = []

    def lanes(self, count, **options):
        return Lanes(count, say=self.said.append, **options)

    def test_what_one_has_printed_is_whole_although_another_prints_meanwhile(self):
        with tempfile.TemporaryDirectory() as folder:
            meet = "touch {0}; until [ -e {1} ]; do sleep 0.02; done; "
            first, second = (os.path.join(folder, name) for name in ("first", "second"))
            ended = run(
                self.lanes(2),
                shell("a", "echo a1; " + meet.format(first, second) + "echo a2 >&2; exit 3"),
                shell("b", "echo b1; " + meet.format(second, first) + "echo b2"),
            )
        found = sorted((one.task.name, one.status, one.output) for one in ended)
        self.assertEqual(found, [("a", 3, "a1\na2\n"), ("b", 0, "b1\nb2\n")])
        self.assertEqual(self.said, ["(1) a: begins", "(2) b: begins"])

    def test_it_is_told_what_a_command_and_all_below_it_took_of_a_processor(self):
        busy = "for ((i = 0; i < 200000; i++)); do :; done"
        idle, itself, below = run(
            self.lanes(1), shell("idle", "sleep 0.2"), shell("itself", busy), shell("below", f"({busy}); :")
        )
        for one in (itself, below):
            self.assertGreater(one.processor_seconds, 3 * idle.processor_seconds, one.task.name)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            show(itself)
        self.assertIn("s of a processor)", printed.getvalue())

    def test_who_wants_to_be_alone_comes_last_with_nothing_beside_it(self):
        with tempfile.TemporaryDirectory() as folder:
            there = f"mkdir {folder}/$0 && ls {folder} && sleep 0.1 && rmdir {folder}/$0"
            tasks = [
                Task(name, ("bash", "-c", there, name), name.startswith("alone"))
                for name in ("alone-1", "a", "alone-2", "b", "c")
            ]
            ended = run(self.lanes(3), *tasks)
        self.assertEqual([one.task.name for one in ended[3:]], ["alone-1", "alone-2"])
        self.assertEqual([one.output for one in ended[3:]], ["alone-1\n", "alone-2\n"])

    def test_what_goes_on_beside_stands_still_while_a_test_is_alone(self):
        other = subprocess.Popen(("sleep", "600"), start_new_session=True)
        self.addCleanup(other.wait)
        self.addCleanup(other.kill)

        def state():
            with open(f"/proc/{other.pid}/stat", encoding="utf-8") as file:
                return file.read().rsplit(") ", 1)[1][0]

        state_of = f"sed 's/.*) //; s/ .*//' /proc/{other.pid}/stat"
        # A signal takes its time.
        stopped = f"for i in {{1..500}}; do [ $({state_of}) = T ] && break; sleep 0.01; done; {state_of}"
        with mock.patch.dict(os.environ, {beside.VARIABLE: str(other.pid)}):
            lanes = self.lanes(2)
        ended = run(lanes, shell("shared", state_of), shell("alone", stopped, is_alone=True))
        found = {one.task.name: one.output.strip() for one in ended}
        self.assertEqual(found, {"shared": "S", "alone": "T"})
        self.assertNotEqual(state(), "T", "it goes on")

    def test_who_takes_several_lanes_has_less_beside_it(self):
        with tempfile.TemporaryDirectory() as folder:
            meet = "touch {0}/$0; until [ -e {0}/{1} ]; do sleep 0.02; done"
            run(
                self.lanes(3),
                Task("wide", ("bash", "-c", meet.format(folder, "narrow"), "wide"), lanes=2),
                Task("narrow", ("bash", "-c", meet.format(folder, "wide"), "narrow")),
            )
        with tempfile.TemporaryDirectory() as folder:
            there = f"mkdir {folder}/$0; sleep 0.1; ls {folder}; rmdir {folder}/$0"
            ended = run(
                self.lanes(3),
                *(Task(name, ("bash", "-c", there, name), lanes=lanes)
                  for name, lanes in (("wide", 2), ("another", 2), ("widest", 9))),
            )
        self.assertEqual([one.output for one in ended], ["wide\n", "another\n", "widest\n"])

    def test_who_hangs_is_ended_with_all_that_it_has_started(self):
        ended, = run(self.lanes(2, limit=0.5, grace=0.1), shell("hanging", HANGING))
        self.assertTrue(ended.was_cut_off)
        self.assertEqual(ended.status, -signal.SIGKILL)
        child = int(ended.output)
        wait_until(lambda: not is_running(child), "what it had started to end")

    def test_nobody_goes_on_when_the_time_of_all_is_over(self):
        lanes = self.lanes(2, end=time.monotonic() + 0.5, grace=0.1)
        ended = run(lanes, shell("hanging", HANGING), shell("another", HANGING))
        self.assertEqual([one.was_cut_off for one in ended], [True, True])

    def test_none_begins_when_the_time_of_all_is_over(self):
        self.assertEqual(run(self.lanes(2, after=0), shell("late", "true")), [])

    def test_what_is_found_out_to_be_left_runs_as_well(self):
        names = []

        def ended(one):
            names.append(one.task.name)
            return [shell("rest", "true")] if one.task.name == "first" else []

        self.lanes(2).run([shell("first", "true")], ended)
        self.assertEqual(names, ["first", "rest"])

    def test_when_the_caller_fails_nothing_goes_on(self):
        def ended(one):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.lanes(2, grace=0.1).run(
                [shell("hanging", HANGING), shell("short", "sleep 0.5")], ended
            )
        child = int(self.said[-1])
        wait_until(lambda: not is_running(child), "the other to end")


class CountingTest(unittest.TestCase):
    """What a task's end says about its tests."""

    def setUp(self):
        self.counts = Counts()

    def count(self, output, status=0, was_cut_off=False):
        task = journeys.task(["m.C.test_a", "m.C.test_b", "m.C.test_c"])
        return journeys.count(Ended(task, status, output, 1, was_cut_off), self.counts)

    def test_a_journey_that_hangs_has_failed_and_the_rest_is_not_tried(self):
        output = "test_a (m.C.test_a) ... ok\ntest_b (m.C.test_b) ... "
        self.assertEqual(self.count(output, 143, was_cut_off=True), [])
        self.assertEqual(self.counts.summary, "1 passed, 1 failed")
        self.assertIn("m.C.test_b; 1 did not run", self.counts.failures[0])

    def test_a_summary_without_a_failure_does_not_hide_a_bad_status(self):
        self.assertEqual(self.count("3 passed, 0 failed, 0 skipped\n", status=1), [])
        self.assertEqual(self.counts.summary, "3 passed, 1 failed")

    def test_journeys_that_do_not_even_begin_have_failed_once(self):
        self.assertEqual(self.count("no program\n", status=2), [])
        self.assertEqual(self.counts.summary, "0 passed, 1 failed")

    def test_nothing_that_ran_is_nothing_good(self):
        self.assertFalse(self.counts.is_good)
        self.count("0 passed, 0 failed, 0 skipped\n")
        self.assertEqual(self.counts.summary, "0 passed, 1 failed")


class EverythingTest(RunnerTreeTest):
    """The whole command, in a tree of its own with journeys and Swift tests of a few lines."""

    journey_code = JOURNEYS

    def test_counts_are_right_and_the_worst_is_told(self):
        swift = self.tree.swift_tests(SWIFT_TESTS)
        status, output = self.tree.run([*self.tree.command, *swift, "--failure", "something else"])
        self.assertEqual(status, 1, output)
        lines = output.splitlines()
        # Four of the journeys and one Swift test have ended well, if at all.
        self.assertEqual(lines[-1], "4 passed, 4 failed, 1 skipped", output)
        failed = "\n".join(line for line in lines if line.startswith("failed: "))
        self.assertEqual(failed.count("\n"), 3, failed)
        for part in ("something else", "Alike.test_2_fails", "within: B.testB",
                     "status -9 within test_alike.Alike.test_3_dies"):
            self.assertIn(part, failed)
        for part in ("because it has to", "last words", "there is a display"):
            self.assertIn(part, output)

    def test_an_interrupted_run_ends_its_sessions_and_still_has_its_last_line(self):
        hanging = SWIFT_TESTS.replace("exit 4", "echo $XDG_RUNTIME_DIR $$ >there; exec sleep 600")
        command = [*self.tree.command, *self.tree.swift_tests(hanging)]
        with subprocess.Popen(
            command, cwd=self.tree.folder, env=self.tree.environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        ) as process:
            output = []
            reader = threading.Thread(target=lambda: output.extend(process.stdout))
            reader.start()
            self.addCleanup(process.kill)
            told = os.path.join(self.tree.folder, "there")
            wait_until(lambda: os.path.exists(told) and os.path.getsize(told), "a test that hangs")
            process.terminate()
            reader.join()
        self.assertEqual(process.returncode, 1)
        self.assertRegex(output[-1], r"^\d passed, \d failed(, 1 skipped)?$")
        with open(told, encoding="utf-8") as file:
            folder, hung = file.read().split()
        wait_until(lambda: not is_running(int(hung)), "the test that hangs to end")
        self.assertFalse(os.path.exists(folder), "the session is left over")


class OwnSeriesTest(RunnerTreeTest):
    """Which journeys run on a series of the reader's."""

    journey_code = KINDS_OF_SERIES

    def listed(self, *arguments):
        status, output = self.tree.run([*self.tree.run_command, "--list", *arguments])
        self.assertEqual(status, 0, output)
        return [line.split(".")[1] for line in output.splitlines()]

    def test_those_that_depend_on_where_a_series_comes_from(self):
        self.assertEqual(self.listed("--own-series"), ["Sensitive"])

    def test_of_those_that_are_named_all_that_can(self):
        self.assertEqual(self.listed("--own-series", "test_alike"), ["Indifferent", "Sensitive"])

    def test_on_the_series_that_ships_all(self):
        everything = ["Bound", "Indifferent", "NoJourney", "Sensitive"]
        self.assertEqual(self.listed(), everything)

    def test_none_is_asked_for_that_cannot(self):
        asked = [one for one in journeys.load() if getattr(one, "runs_on_own_series", False)]
        self.assertGreater(len(asked), 0)
        self.assertEqual(journeys.on_own_series(asked), asked)


class TortureOnOwnSeriesTest(unittest.TestCase):
    """What torture does with the journeys that have run on the series that ships already."""

    def setUp(self):
        self.shipped, self.own = "m.C.test_a", torture.ON_OWN_SERIES + "m.C.test_a"
        one = SimpleNamespace(id=lambda: self.shipped)
        self.loaded = {self.shipped: one, self.own: one}
        self.done = {}
        self.progress = SimpleNamespace(
            add=lambda name, **counts: self.done.update({name: counts}),
            left=lambda names: [name for name in names if name not in self.done],
        )

    def count(self, ended):
        with contextlib.redirect_stdout(io.StringIO()):
            return torture.count_journeys(ended, self.progress)

    def test_the_same_journey_is_run_and_counted_for_each_series(self):
        tasks = torture.journey_tasks([self.shipped, self.own], self.loaded)
        self.assertEqual([task.names for task in tasks], [(self.shipped,)] * 2)
        wanted = {own_series.VARIABLE: own_series.WANTED}
        self.assertEqual([task.environment for task in tasks], [{}, wanted])
        for task, result in zip(tasks, ("ok", "FAIL")):
            self.count(Ended(task, 0, f"test_a ({self.shipped}) ... {result}\n", 1))
        self.assertEqual(self.done, {self.shipped: {"passed": 1}, self.own: {"failed": 1}})

    def test_a_journey_that_prints_before_its_result_is_counted_by_it(self):
        names = [f"m.C.test_{letter}" for letter in "abcd"]
        printed = ["(0.48 s) ok\n", "0 lost\nok\n", "told ok of 3\nFAIL\n", "skipped 'no ok'\n"]
        ended = "".join(f"test ({name}) ... {text}" for name, text in zip(names, printed))
        ended += f"test (m.C.test_e) ... is ok so far\n{'=' * 70}\nFAIL: test (m.C.test_c)\nok\n"
        expected = ["passed", "passed", "failed", "skipped", None]
        self.assertEqual(
            journeys.results(ended), dict(zip([*names, "m.C.test_e"], expected))
        )

    def test_what_has_not_begun_runs_on_the_same_series(self):
        other = "m.C.test_b"
        self.loaded[torture.ON_OWN_SERIES + other] = SimpleNamespace(id=lambda: other)
        task, = torture.journey_tasks([self.own, torture.ON_OWN_SERIES + other], self.loaded)
        ended = Ended(task, 1, f"test_a ({self.shipped}) ... ok\n", 1)
        again, = self.count(ended)
        self.assertEqual((again.names, again.environment), ((other,), task.environment))

    def test_all_that_can_run_on_a_series_of_the_readers(self):
        found = torture.journeys_on_own_series()
        self.assertGreater(len(found), len(journeys.on_own_series(journeys.load())))
        self.assertTrue(all(name == torture.ON_OWN_SERIES + one.id() for name, one in found.items()))
