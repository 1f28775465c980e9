"""Which failures of a journey a run forgives, with journeys that fail the first time only."""

import os
import sys
import unittest
from types import SimpleNamespace

from harness.journey import ARTIFACTS_VARIABLE
from hostile import torture
from runner import journeys
from runner.lanes import Ended
from runner_tree import RunnerTree, RunnerTreeTest

KINDS = '''
import contextlib, os, signal, unittest
from types import SimpleNamespace

from harness import program, waiting
from harness.accessibility import BUTTONS, LIST_ITEMS, MENU_ITEMS, wait_until_focused
from harness.journey import Journey
from harness.screen_reader import Listening
from harness.waiting import stays_true, wait_until, wait_until_equal, wait_until_there
from harness.window import Window


class Frame(SimpleNamespace):
    """A window, or something in it, that nothing is found in."""
    path, role, name = "/frame", "frame", "A window"
    extents = (0, 0, 100, 100)

    def find_all(self, roles, name=None):
        return []

    def has_state(self, state):
        return False


class Kinds(Journey):
    def setUp(self):
        super().setUp()
        # The session has started. What follows is not to take its time.
        for one in (wait_until, wait_until_there):
            one.__defaults__ = (0.05,)
        wait_until_equal.__defaults__ = (0.05,)
        path = os.path.join(os.environ["MARKS"], self.id())
        if os.path.exists(path):
            self.skipTest("once is enough")
        open(path, "w").close()
        self.window = Window(self.program, Frame(), "/window")

    def run_script(self, script):
        self.program.executable = os.path.join(self.program.folder, "script")
        with open(self.program.executable, "w") as file:
            file.write("#!/bin/sh\\n" + script)
        os.chmod(self.program.executable, 0o700)

    def wait_in_vain(self):
        wait_until_there(lambda: None, "a widget")

    # Forgiven

    def test_widget(self):
        self.window.find(BUTTONS, "Save")

    def test_widget_that_is_heard(self):
        Listening().hear(self.window, BUTTONS, "Save")

    def test_menu_item(self):
        self.window.click = lambda *_, **__: None
        self.window.choose_from_menu(Frame(), "Delete")

    def test_popover(self):
        wait_until_there(self.session.popup, "a popover")

    def test_focus(self):
        wait_until_focused(Frame, "the focus")

    def test_active(self):
        self.window.wait_until_active()

    def test_character(self):
        self.window.open_character("Agatha")

    def test_window(self):
        self.run_script("exec sleep 60")
        self.program.start()

    def test_dialog(self):
        self.run_script("exec sleep 60")
        self.program.launch()
        self.program.dialog("Preferences")

    def test_parts(self):
        for number in range(2):
            with self.subTest(number):
                self.wait_in_vain()

    # Never forgiven

    def test_text(self):
        wait_until_equal(lambda: "read", "written", "the text")

    def test_assertion(self):
        self.assertEqual("read", "written")

    def test_row(self):
        self.window.find(LIST_ITEMS, "Note: mine")

    def test_row_that_is_heard(self):
        Listening().hear(self.window, LIST_ITEMS, "Note: mine")

    def test_row_or_button(self):
        self.window.find(LIST_ITEMS | BUTTONS, "Mine")

    def test_number_of_rows(self):
        wait_until(lambda: len(self.window.visible(LIST_ITEMS)) == 2, "two notes")

    def count_windows(self, there, wanted, has_shown):
        program.is_busy = lambda bus: False
        self.run_script("exec sleep 60")
        self.program.launch()
        self.program._has_shown_windows = has_shown
        self.program.windows = lambda: [Window(self.program, Frame(), "/w")] * there
        self.program.window_count = lambda: there
        self.program.wait_for_windows(wanted)

    def test_window_that_is_lost(self):
        self.count_windows(1, wanted=2, has_shown=False)

    def test_window_too_many(self):
        self.count_windows(3, wanted=2, has_shown=True)

    def test_dialog_too_many(self):
        self.program.dialogs = lambda: [SimpleNamespace(title="Preferences")] * 2
        self.program.dialog("Preferences")

    def test_title(self):
        self.program.windows = lambda: [Window(self.program, Frame(), "/w")]
        self.program.window("Another window")

    def test_file(self):
        wait_until(lambda: os.path.exists("/nowhere"), "a file")

    def test_state(self):
        wait_until(lambda: self.window.is_active, "a state")

    def test_end(self):
        self.run_script("exec sleep 60")
        self.program.launch()
        wait_until(lambda: self.program.process.poll() is not None, "the end")

    def test_condition(self):
        wait_until_there(lambda: True, "what is no widget")

    def test_text_within(self):
        def look():
            wait_until_equal(lambda: "read", "written", "the text")
        wait_until_there(look, "a widget with the right text")

    def test_staying(self):
        stays_true(lambda: self.window.find(BUTTONS, "Save"), "the button to be there")

    def test_assertion_before(self):
        try:
            self.assertEqual("read", "written")
        finally:
            self.wait_in_vain()

    def test_assertion_after(self):
        self.addCleanup(self.assertEqual, "read", "written")
        self.wait_in_vain()

    def test_another_part(self):
        with self.subTest("a widget"):
            self.wait_in_vain()
        with self.subTest("a text"):
            self.assertEqual("read", "written")

    def test_crash_report(self):
        folder = os.path.join(self.program.state_folder, "crashes")
        os.makedirs(folder)
        open(os.path.join(folder, "20260101T000000Z-1.txt"), "w").close()
        self.wait_in_vain()

    def test_signal(self):
        self.run_script("kill -SEGV $$")
        self.program.launch()
        self.program.process.wait()
        self.wait_in_vain()

    def test_signal_earlier(self):
        self.run_script("kill -ABRT $$")
        self.program.launch()
        self.program.wait_until_gone()
        self.wait_in_vain()

    def test_signal_of_a_second_process(self):
        self.run_script("kill -ABRT $$")
        self.program.run()
        self.wait_in_vain()

    def test_signal_of_a_former_program(self):
        self.run_script("kill -ABRT $$")
        self.program.launch()
        self.program.process.wait()
        self.program.dispose()
        self.program = program.Program(self.session)
        self.addCleanup(self.program.dispose)
        self.wait_in_vain()

    def test_end_unnoticed(self):
        self.run_script("exit 1")
        self.program.launch()
        self.program.process.wait()
        self.wait_in_vain()

    CRITICAL = "(hawk-notes:1): Gtk-CRITICAL **: 12:00:00.000: gtk_x: assertion 'GTK_IS_X' failed"

    def test_critical(self):
        self.run_script(f'echo "{self.CRITICAL}" >&2; exec sleep 60')
        self.program.launch()
        while "CRITICAL" not in self.program.log_tail():
            pass
        self.wait_in_vain()

    def test_warning(self):
        self.run_script('echo "hawk-notes: Could not open the library." >&2; exec sleep 60')
        self.program.launch()
        while "library" not in self.program.log_tail():
            pass
        self.wait_in_vain()

    def test_warning_about_the_sandbox(self):
        # Forgiven: root has it always.
        self.run_script('echo "hawk-notes: web pages run without a sandbox: x" >&2; exec sleep 60')
        self.program.launch()
        while "sandbox" not in self.program.log_tail():
            pass
        self.wait_in_vain()

    def test_critical_of_a_second_process(self):
        self.run_script(f'echo "{self.CRITICAL}" >&2')
        self.program.run()
        self.wait_in_vain()

    def test_kill(self):
        # Forgiven: the journey has killed the program itself.
        self.run_script("exec sleep 60")
        self.program.launch()
        self.program.kill()
        self.wait_in_vain()


class Day(Kinds):
    may_run_again = False

    def test_of_the_model(self):
        self.wait_in_vain()


class NoJourney(unittest.TestCase):
    def test_widget(self):
        wait_until_there(lambda: None, "a widget", 0.05)


def load_tests(loader, tests, pattern):
    # Not once more what the day has from the others.
    suite = unittest.TestSuite(map(loader.loadTestsFromTestCase, (Kinds, NoJourney)))
    suite.addTest(Day("test_of_the_model"))
    return suite
'''

ORDER = '''
import os, time, unittest
from harness.waiting import wait_until_there


class Light(unittest.TestCase):
    """As a journey, without a session."""
    may_run_again = True

    def faults(self):
        return []

    def setUp(self):
        self.note("begins")
        self.addCleanup(self.note, "ends")

    def note(self, what):
        with open("order", "a") as file:
            file.write(f"{what} {self._testMethodName}\\n")

    def is_first(self):
        with open("order") as file:
            return file.read().count(f"begins {self._testMethodName}\\n") == 1

    def wait_in_vain(self):
        wait_until_there(lambda: None, "a widget", 0.05)

    def be_late(self):
        if self.is_first():
            self.wait_in_vain()


class Lonely(Light):
    runs_alone = True

    def test_lonely(self):
        time.sleep(0.2)
'''

FAILING_SWIFT_TEST = """#!/bin/bash
[ $1 != --list-tests ] || exec echo JournalTests.A/testA
echo "Test Case 'A.testA' started at now"
echo "may run once more: JournalTests.A/testA"
echo "may run once more: test_alike.Late.test_wrong"
echo "Test Case 'A.testA' failed (0.1 seconds)"
echo "Test Suite 'Selected tests' failed at now"
echo " Executed 1 test, with 1 failure (0 unexpected) in 0.1 (0.1) seconds"
echo "0 passed, 1 failed"
exit 1
"""


class Kinds(unittest.TestCase):
    """Each kind of failure, in a session with journeys that fail in one way each."""

    @classmethod
    def setUpClass(cls):
        cls.tree = RunnerTree(KINDS)
        cls.addClassCleanup(cls.tree.close)
        marks = os.path.join(cls.tree.folder, "marks")
        os.mkdir(marks)
        cls.tree.environment |= {"MARKS": marks, "HAWK_NOTES_PROGRAM": "/bin/true"}
        cls.status, cls.output = cls.tree.run(cls.tree.run_command)
        cls.marked = cls.output.count("may run once more: ")

    def expect(self, is_forgiven, *names, group="Kinds"):
        for name in names:
            with self.subTest(name):
                full = f"test_alike.{group}.test_{name}"
                self.assertRegex(self.output, rf"(?m)^(FAIL|ERROR): test_{name} \({full}\)")
                line = f"may run once more: {full}\n"
                self.assertEqual(line in self.output, is_forgiven, self.output)

    def test_a_widget_a_popover_and_the_focus_that_are_not_there_are_forgiven(self):
        self.expect(True, "widget", "widget_that_is_heard", "menu_item", "popover", "focus")

    def test_the_row_of_a_character_that_is_opened_is_forgiven(self):
        self.expect(True, "character")

    def test_a_window_and_a_dialog_that_are_not_there_are_forgiven(self):
        self.expect(True, "window", "dialog", "active")

    def test_a_journey_of_several_parts_is_forgiven_as_one(self):
        self.expect(True, "parts")

    def test_what_the_journey_has_killed_itself_is_no_fault(self):
        self.expect(True, "kill")

    def test_a_text_is_never_forgiven(self):
        self.expect(False, "text", "assertion", "title", "text_within")

    def test_rows_are_never_forgiven(self):
        self.expect(False, "row", "row_that_is_heard", "row_or_button", "number_of_rows")

    def test_a_wrong_number_of_windows_is_never_forgiven(self):
        self.expect(False, "window_that_is_lost", "window_too_many", "dialog_too_many")

    def test_a_file_a_state_and_an_end_are_never_forgiven(self):
        self.expect(False, "file", "state", "end", "condition", "staying")

    def test_a_second_failure_of_another_kind_is_never_forgiven(self):
        self.expect(False, "assertion_before", "assertion_after", "another_part")

    def test_a_crash_report_is_never_forgiven(self):
        self.expect(False, "crash_report")

    def test_a_program_that_has_ended_by_itself_is_never_forgiven(self):
        self.expect(
            False, "signal", "signal_earlier", "signal_of_a_second_process",
            "signal_of_a_former_program", "end_unnoticed",
        )

    def test_a_critical_is_never_forgiven(self):
        self.expect(False, "critical", "critical_of_a_second_process")

    def test_what_the_program_says_has_failed_is_never_forgiven(self):
        self.expect(False, "warning")
        self.expect(True, "warning_about_the_sandbox")

    def test_a_day_is_never_forgiven(self):
        self.expect(False, "of_the_model", group="Day")

    def test_what_is_no_journey_is_never_forgiven(self):
        self.expect(False, "widget", group="NoJourney")

    def test_without_being_told_to_a_run_forgives_nothing(self):
        self.assertEqual(self.status, 1)
        # Each has failed once, however many parts it has.
        self.assertRegex(self.output.splitlines()[-1], r"^0 passed, 42 failed, 0 skipped$")
        self.assertEqual(self.marked, 12)

    def test_the_days_are_journeys_that_are_never_forgiven(self):
        days = [
            one for one in journeys.load()
            if any(name == "day" or getattr(value, "__module__", "").startswith("day.")
                   for name, value in vars(sys.modules[type(one).__module__]).items())
        ]
        self.assertTrue(any("test_hostile_days" in one.id() for one in days))
        self.assertTrue(any("test_day_model" in one.id() for one in days))
        self.assertEqual([one.id() for one in days if getattr(one, "may_run_again", False)], [])


class SecondRuns(RunnerTreeTest):
    """What becomes of journeys that may be forgiven."""

    journey_code = ORDER

    def journey(self, name, body="self.be_late()"):
        return f"    def test_{name}(self):\n        {body}\n"

    def run_journeys(self, code, command=None):
        """Run these journeys of one class, and forgive: (status, lines)."""
        self.tree.write("Tests/Journeys/test_alike.py", f"{ORDER}\n\nclass Late(Light):\n{code}")
        status, output = self.tree.run(command or [*self.tree.command, "--forgive"])
        self.output = output
        return status, output.splitlines()

    def unsteady(self, lines):
        """The journeys that are named as unsteady above the last line."""
        named = [line for line in lines[:-1] if line.startswith("unsteady: ")]
        return [line.split(",")[0].rpartition("test_")[2] for line in named]

    def late(self, count):
        return "".join(self.journey(f"late_{number}") for number in range(count))

    def test_three_that_pass_the_second_time_are_named_and_forgiven(self):
        status, lines = self.run_journeys(self.late(3))
        self.assertEqual((status, lines[-1]), (0, "4 passed, 0 failed"), self.output)
        self.assertEqual(self.unsteady(lines), ["late_0", "late_1", "late_2"])
        self.assertNotIn("\nfailed: ", self.output)

    def test_a_fourth_makes_the_run_bad(self):
        status, lines = self.run_journeys(self.late(4))
        self.assertEqual((status, lines[-1]), (1, "5 passed, 1 failed"), self.output)
        self.assertEqual(len(self.unsteady(lines)), 4)
        self.assertEqual(lines[-2], "failed: 4 journeys are unsteady, and at most 3 may be")

    def test_of_very_many_the_rest_has_failed(self):
        status, lines = self.run_journeys(self.late(14))
        # Two have not run again, and the number of the others is a failure of its own.
        self.assertEqual((status, lines[-1]), (1, "13 passed, 3 failed"), self.output)

    def test_one_that_fails_again_has_failed_once(self):
        code = self.late(1) + self.journey("too_late", "self.wait_in_vain()")
        status, lines = self.run_journeys(code)
        self.assertEqual((status, lines[-1]), (1, "2 passed, 1 failed"), self.output)
        self.assertEqual(self.unsteady(lines), ["late_0"])
        failed, = (line for line in lines if line.startswith("failed: "))
        name = r"test_too_late \(test_alike\.Late\.test_too_late\)"
        self.assertRegex(failed, rf"^failed: {name}: [\w.]*NotThere: \S")

    def test_one_that_is_skipped_or_dies_the_second_time_has_failed(self):
        code = self.journey("skipped", "self.be_late(); self.skipTest('now')") + self.journey(
            "dying", "self.be_late(); os.kill(os.getpid(), 9)")
        status, lines = self.run_journeys(code)
        self.assertEqual((status, lines[-1]), (1, "1 passed, 2 failed"), self.output)
        self.assertEqual(self.unsteady(lines), [])

    def test_an_assertion_of_another_journey_stays(self):
        code = self.late(1) + self.journey("wrong", "self.fail('wrong')")
        status, lines = self.run_journeys(code)
        self.assertEqual((status, lines[-1]), (1, "2 passed, 1 failed"), self.output)
        self.assertNotIn("once more, test_alike.Late.test_wrong", self.output)

    def test_the_second_run_is_alone_and_after_all_others(self):
        late = "self.be_late(); time.sleep(0.5)"
        code = self.journey("late_0", late) + self.journey("late_1", late) + "".join(
            self.journey(f"{number}", "time.sleep(0.1)") for number in range(12))
        status, lines = self.run_journeys(code)
        self.assertEqual(status, 0, self.output)
        order = self.tree.read("order").split("\n")[:-1]
        again = ["begins test_late_0", "ends test_late_0", "begins test_late_1", "ends test_late_1"]
        self.assertEqual(order[-4:], again, order)
        self.assertEqual(order.index("ends test_lonely"), len(order) - 5, order)
        self.assertEqual(len(order), 2 * (2 + 12 + 1 + 2))

    def test_without_being_told_to_nothing_runs_again(self):
        for command in (self.tree.command, [*self.tree.run_command, "--jobs", "2"]):
            with self.subTest(command):
                self.tree.environment["HAWK_NOTES_PROGRAM"] = "/bin/true"
                self.tree.write("order", "")
                status, lines = self.run_journeys(self.late(1), command)
                self.assertEqual(status, 1)
                self.assertRegex(lines[-1], "^1 passed, 1 failed(, 0 skipped)?$")
                self.assertEqual(self.unsteady(lines), [])
                self.assertEqual(self.tree.read("order").count("begins test_late_0\n"), 1)

    def test_journeys_without_swift_tests_are_forgiven_as_well(self):
        self.tree.environment["HAWK_NOTES_PROGRAM"] = "/bin/true"
        code = self.late(1) + self.journey("skipped", "self.skipTest('for once')")
        status, lines = self.run_journeys(code, [*self.tree.run_command, "--forgive"])
        self.assertEqual((status, lines[-1]), (0, "2 passed, 0 failed, 1 skipped"), self.output)
        self.assertEqual(self.unsteady(lines), ["late_0"])

    def test_nothing_is_forgiven_to_swift_tests_or_by_what_they_print(self):
        swift = self.tree.swift_tests(FAILING_SWIFT_TEST)
        code = self.late(1) + self.journey("wrong", "if self.is_first(): self.fail('wrong')")
        status, lines = self.run_journeys(code, [*self.tree.command, *swift, "--forgive"])
        self.assertEqual((status, lines[-1]), (1, "2 passed, 2 failed"), self.output)
        self.assertEqual(self.unsteady(lines), ["late_0"])

    def test_torture_forgives_nothing(self):
        name = "test_hostile_x.Late.test_late"
        task = journeys.task([name])
        output = (
            f"test_late ({name}) ... FAIL\nmay run once more: {name}\n0 passed, 1 failed, 0 skipped\n"
        )
        added = []
        progress = SimpleNamespace(
            add=lambda identifier, **counts: added.append((identifier, counts)),
            left=lambda names: [one for one in names if one not in [done for done, _ in added]],
        )
        again = torture.count_journeys(Ended(task, 1, output, 1), progress)
        self.assertEqual((added, again), ([(name, {"failed": 1})], []))
        self.assertNotIn("--forgive", task.command)


class Traces(RunnerTreeTest):
    """What is kept of the first failure."""

    journey_code = KINDS.replace(
        'self.skipTest("once is enough")', 'self.wait_in_vain = lambda: None'
    ).replace("(Kinds, NoJourney)", "()").replace('Day("test_of_the_model")', 'Kinds("test_kill")')

    def test_screen_tree_and_log_of_the_first_failure_are_kept(self):
        marks = os.path.join(self.tree.folder, "marks")
        os.mkdir(marks)
        self.tree.environment["MARKS"] = marks
        status, output = self.tree.run([*self.tree.command, "--forgive"])
        self.assertEqual(status, 0, output)
        name = "test_alike.Kinds.test_kill"
        folder = os.path.join(self.tree.folder, ".build", "traces", "journeys", name)
        self.assertEqual(
            output.splitlines()[-2:],
            [f"unsteady: {name}, which passed alone; see {folder}", "1 passed, 0 failed"],
        )
        kept = os.listdir(folder)
        for file in ("screen.png", "accessibility.txt", "program.log", "failure.txt"):
            self.assertIn(file, kept)
        with open(os.path.join(folder, "failure.txt"), encoding="utf-8") as file:
            self.assertIn("for a widget", file.read())

    def test_are_kept_where_the_environment_says_and_those_of_the_second_failure_beside(self):
        elsewhere = os.path.join(self.tree.folder, "elsewhere")
        self.tree.environment |= {"MARKS": "/nowhere", ARTIFACTS_VARIABLE: elsewhere}
        code = self.journey_code.replace('open(path, "w").close()', "pass")
        self.tree.write("Tests/Journeys/test_alike.py", code)
        status, output = self.tree.run([*self.tree.command, "--forgive"])
        self.assertEqual((status, output.splitlines()[-1]), (1, "0 passed, 1 failed"), output)
        name = "test_alike.Kinds.test_kill"
        self.assertEqual(sorted(os.listdir(elsewhere)), ["second", name])
        self.assertIn("failure.txt", os.listdir(os.path.join(elsewhere, "second", name)))
