"""A program that dies of its own fault leaves a report, and the next start offers to show it.

A signal from outside is what a fault of the program itself is to the kernel; any of the six will do.
"""

import os
import signal

from harness.accessibility import BUTTONS, FRAMES, STATE_ACTIVE
from harness.journey import AGATHA, Journey
from harness.surroundings import begin_with
from harness.waiting import stays_true, wait_until, wait_until_equal
from hostile.journey import HostileJourney

DRAFT = "Zebras under a purple moon"
NOTE = "Quinces taste of the north wind"
SIGNALS = ("SIGSEGV", "SIGILL", "SIGABRT", "SIGBUS", "SIGFPE", "SIGTRAP")


class CrashReports(Journey):
    """The files of a crash, and their report to the user."""

    def setUp(self):
        super().setUp()
        # Swift's own backtraces are for developers, and take their time.
        begin_with(self.program, "export SWIFT_BACKTRACE=enable=no")

    @property
    def folder(self):
        return os.path.join(self.program.state_folder, "crashes")

    def reports(self):
        """The names of the reports, the oldest first."""
        return sorted(os.listdir(self.folder)) if os.path.isdir(self.folder) else []

    def die(self, name="SIGSEGV"):
        """Kill the program by a signal once all changes are on disk."""
        number = getattr(signal, name)
        self.program.wait_until_saved()
        self.program.process.send_signal(number)
        self.assertEqual(self.program.wait_until_gone(), -number)

    def report(self, window):
        """Open the report of what came back."""
        window.press("Details")
        return self.program.dialog("History")

    def expect_no_crash_report(self, window):
        """Open the report of what came back, where none of a crash comes."""
        report = self.report(window)
        report.find(BUTTONS, "Copy Details")
        stays_true(lambda: not report.visible(BUTTONS, "Crash Report"), "that nothing is offered")
        report.press("‹ All")
        report.close()

    def other_frames(self, window):
        """The frames of windows that are no main ones."""
        return [frame for frame in self.program.frames() if frame != window.frame]

    def test_says_where_and_what_and_nothing_that_was_written(self):
        window = self.start()
        window.save_note(NOTE)
        window.write_draft(DRAFT)
        window.open_character(AGATHA)
        self.die()

        (name,) = self.reports()
        path = os.path.join(self.folder, name)
        self.assertRegex(name, r"^\d{8}T\d{6}Z-\d+\.txt$")
        self.assertEqual(os.stat(self.folder).st_mode & 0o777, 0o700)
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
        with open(path, encoding="ascii") as file:
            text = file.read()
        for line in ("Version: ", "Build:   ", "Signal:  SIGSEGV", "Thread:  main", "GTK:     4."):
            self.assertIn(line, text)
        self.assertRegex(text, r"(?m)^\d\d  hawk-notes \+ 0x[0-9a-f]+$")
        self.assertTrue(text.endswith("End of the report\n"), text)
        words = f"{DRAFT} {NOTE} {AGATHA} {self.hawk.title} hawknotes:// amazon".split()
        for word in (*(word for word in words if len(word) > 3), "/", self.program.folder):
            if word != "Hawk":
                self.assertNotIn(word.lower(), text.lower())

    def test_the_next_start_shows_it_when_asked_and_is_asked_once(self):
        self.start().write_draft(DRAFT)
        self.die()
        (name,) = self.reports()

        window = self.start()

        window.expect_draft(DRAFT)
        wait_until(lambda: window.says("Your window and 1 draft are back."), "the recovery")
        self.assertEqual(self.other_frames(window), [], "nothing opens by itself")
        self.report(window).press("Crash Report")
        (details,) = wait_until(lambda: self.other_frames(window), "the report")
        wait_until_equal(lambda: details.name, "Crash Report", "the window's title")
        said = "\n".join(details.words())
        self.assertIn("Signal:  SIGSEGV", said)
        self.assertIn("It contains nothing you wrote", said)
        wait_until(lambda: details.has_state(STATE_ACTIVE), "the report to have the keyboard")
        self.session.input.key("Escape")
        wait_until(lambda: not self.other_frames(window), "the report to be closed")
        history = self.program.dialog("History")
        history.press("‹ All")
        history.close()
        self.assertEqual(self.reports(), [name.replace(".txt", "-seen.txt")])

        self.program.kill()
        window = self.start()
        wait_until(lambda: window.says("Your window and 1 draft are back"), "the recovery")
        self.expect_no_crash_report(window)

    def test_every_signal_is_reported_and_the_newest_ten_are_kept(self):
        window = self.start()
        first = None
        for number in range(12):
            name = SIGNALS[number % len(SIGNALS)]
            self.die(name)
            newest = max(self.reports())
            first = first or newest
            with open(os.path.join(self.folder, newest), encoding="ascii") as file:
                self.assertIn(f"Signal:  {name}\n", file.read())
            window = self.start()
            # Counted as seen by now, so that the names do not change under the next look.
            wait_until(lambda: not any("seen" not in name for name in self.reports()), "marks")
            # Deaths in a row, each soon after the start, would bring less and less back.
            self.assertEqual(self.program.quit(), 0)
            window = self.start()
        self.assertEqual(len(self.reports()), 10)
        self.assertNotIn(first.replace(".txt", "-seen.txt"), self.reports())
        self.assertTrue(window.title)

    def test_deaths_soon_after_the_start_count_as_failed_starts_and_kills_do_not(self):
        self.start()
        for _ in range(2):
            self.program.kill()
            window = self.start()
            wait_until(lambda: window.says("closed unexpectedly"), "the recovery")
        for _ in range(2):
            self.die()
            window = self.start()
        wait_until(lambda: window.says("2 times in a row"), "less to be brought back")

    def test_what_stands_in_the_place_of_the_folder_does_no_harm(self):
        elsewhere = os.path.join(self.program.folder, "elsewhere")
        os.mkdir(elsewhere)

        def write_file():
            with open(self.folder, "w", encoding="utf-8") as file:
                file.write("mine")

        oddities = {
            "a file": (write_file, os.unlink),
            "a FIFO": (lambda: os.mkfifo(self.folder), os.unlink),
            "a link": (lambda: os.symlink(elsewhere, self.folder), os.unlink),
            "a link to nothing": (lambda: os.symlink("/nowhere/at/all", self.folder), os.unlink),
        }
        self.start().write_draft(DRAFT)
        for name, (make, remove) in oddities.items():
            with self.subTest(name):
                make()
                self.die()
                window = self.start()
                window.expect_draft(DRAFT)
                self.expect_no_crash_report(window)
                remove(self.folder)
        self.assertEqual(os.listdir(elsewhere), [])
        self.die()
        self.assertEqual(len(self.reports()), 1, "with nothing in the way there is a report")

    def test_odd_things_among_the_reports_are_passed_over(self):
        self.start()
        self.die()
        os.mkfifo(os.path.join(self.folder, "99991231T235959Z-1.txt"))
        os.mkdir(os.path.join(self.folder, "99991231T235959Z-2.txt"))
        os.symlink("/etc/passwd", os.path.join(self.folder, "99991231T235959Z-3.txt"))
        window = self.start()
        self.report(window).press("Crash Report")
        (details,) = wait_until(lambda: self.other_frames(window), "the report")
        said = "\n".join(details.words())
        self.assertIn("Signal:  SIGSEGV", said)
        self.assertNotIn("root:", said)
        self.assertIn(details.role, FRAMES | {"dialog"})


class SlowCrashReports(HostileJourney):
    """The report of a crash takes long to be found."""

    def test_what_is_back_is_told_before_it_is_found(self):
        self.start().write_draft(DRAFT)
        self.program.wait_until_saved()
        self.program.process.send_signal(signal.SIGSEGV)
        self.program.wait_until_gone()
        self.shim.hold("reports", "rename", os.path.join(self.program.state_folder, "crashes", "*"))
        window = self.start()
        # It moves the page down, which it must not do later.
        wait_until(lambda: window.says("Your window and 1 draft are back."), "the recovery")
        window.press("Details")
        report = self.program.dialog("History")
        report.find(BUTTONS, "Copy Details")
        self.shim.wait_until_held()
        self.assertFalse(report.visible(BUTTONS, "Crash Report"))
        self.shim.off("reports")
        report.find(BUTTONS, "Crash Report")
