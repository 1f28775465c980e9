"""The program is started on a second display of the same user while it runs on the first."""

import subprocess

from Xlib import display
from Xlib.error import BadWindow

from harness.displays import SecondServer
from harness.journey import Journey
from harness.waiting import stays_true, wait_until

NO_BUS = {"DBUS_SESSION_BUS_ADDRESS": "disabled:"}


class SecondDisplay(Journey):
    """A virtual desktop, or a login over the network."""

    changes = {}

    def setUp(self):
        super().setUp()
        self.other = SecondServer(self.session)
        self.addCleanup(self.other.kill)
        self.environment = self.program.environment() | self.other.environment | self.changes

    def start_there(self, *arguments):
        """Start the program on the second display; return its process once it shows a window."""
        process = subprocess.Popen(
            [self.program.executable, *arguments], env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        self.addCleanup(process.kill)
        wait_until(self.windows_there, "a window on the second display")
        return process

    def windows_there(self):
        """The program's windows on the second display."""
        connection = display.Display(self.other.environment["DISPLAY"])
        try:
            frames = connection.screen().root.query_tree().children
            windows = [child for frame in frames for child in (frame, *frame.query_tree().children)]
            return [window for window in windows if window.get_wm_name() == "Hawk Notes"]
        except BadWindow:
            return []
        finally:
            connection.close()

    def expect_notice(self, *arguments):
        """The notice comes up there, and nothing here."""
        process = self.start_there(*arguments)
        stays_true(lambda: self.program.window_count() == 1, "one window", 0.3)
        process.terminate()
        output, _ = process.communicate(timeout=20)
        self.assertIn("open on another display", output.decode())

    def test_nothing_opens_on_the_first(self):
        window = self.start()
        for arguments in (
            (), ("--new-window",), ("--private",), ("--search", "x"), ("--new-note",),
            (f"hawknotes://book/{self.raven.id}",),
        ):
            with self.subTest(arguments):
                self.expect_notice(*arguments)
        window.expect_title(self.hawk.title)

    def test_it_can_be_ended_from_there(self):
        self.start()
        done = subprocess.run(
            [self.program.executable, "--quit"], env=self.environment, check=False, timeout=30,
        )
        self.assertEqual(done.returncode, 0)
        self.assertEqual(self.program.wait_until_gone(), 0)


class SecondDisplayWithoutABus(SecondDisplay):
    """A login with a bus of its own, or none."""

    changes = NO_BUS
