"""The program on a whole desktop: GNOME's session and its shell. For `run --gnome-shell`, and for an ordinary
user only."""

import os
import re

from dragging import DraggingOut
from harness.journey import SIGRID, Journey, stop_sessions
from harness.session_gnome_shell import GnomeShellSession
from harness.waiting import wait_until, wait_until_equal
from test_after_login import LoginJourney

DRAFT = "Half a thought"


class GnomeShellJourney(Journey):
    """A journey in a session of GNOME."""

    session_kind = GnomeShellSession

    def expect_nothing_said(self):
        """The shell and its session have nothing to say of the program."""
        with open(self.session.log_path, encoding="utf-8", errors="replace") as log:
            # Folders and a socket are named after it.
            lines = [re.sub(r"/tmp/\S*|wayland-hawk-notes", "", line) for line in log]
        said = [line for line in lines if re.match(r"\(?gnome-|GNOME |libmutter|JS ", line)]
        self.assertEqual([line for line in said if "hawk" in line.lower()], [])


class Search(GnomeShellJourney):
    """The search in the overview."""

    def test_what_is_found_opens_on_its_page(self):
        self.start()
        self.session.search("Sigrid", SIGRID)
        self.program.window(SIGRID).wait_until_active()
        self.expect_nothing_said()


class Dragging(GnomeShellJourney):
    """To the desktop."""

    start_at_the_raven = DraggingOut.start_at_the_raven
    grip = DraggingOut.grip
    drag_out = DraggingOut.drag_out

    def test_a_row_becomes_a_window(self):
        window = self.start_at_the_raven()
        second = self.program.new_window(lambda: self.drag_out(window, SIGRID))
        second.expect_title(SIGRID)
        second.wait_until_active()
        self.assertEqual(window.title, self.raven.title)
        self.expect_nothing_said()


class Looks(GnomeShellJourney):
    """What the desktop sets is followed while the program runs."""

    def color(self, window):
        x, y = self.session.window_origin(window)
        return self.session.pixel(x + 4, y + 90)

    def test_dark_and_high_contrast(self):
        self.session.start_portal()
        window = self.start()
        self.session.raise_window(window)
        wait_until(lambda: min(self.color(window)) > 128, "light")
        light = self.color(window)
        self.session.set("org.gnome.desktop.interface", "color-scheme", "prefer-dark")
        wait_until(lambda: max(self.color(window)) < 128, "dark")
        self.session.set("org.gnome.desktop.interface", "color-scheme", "default")
        wait_until_equal(lambda: self.color(window), light, "the color of light")
        self.session.set("org.gnome.desktop.a11y.interface", "high-contrast", "true")
        wait_until(lambda: self.color(window) != light, "more contrast")
        self.session.set("org.gnome.desktop.a11y.interface", "high-contrast", "false")
        wait_until_equal(lambda: self.color(window), light, "the color of light")
        self.expect_nothing_said()


class LoggingOut(GnomeShellJourney, LoginJourney):
    """Three times in a row: everything is there after each login."""

    @classmethod
    def tearDownClass(cls):
        # The other journeys need a session in its first login.
        stop_sessions()

    def test_nothing_is_lost(self):
        self.program.choose(open_after_login=True)
        window = self.start()
        self.session.raise_window(window)
        window.select_tab(self.raven)
        text = ""
        for word in ("first", "second", "third"):
            # After a login it is opened behind all others.
            self.session.raise_window(window)
            window.write_draft(f"{word} ")
            text += f"{word} "
            self.session.log_out()
            self.assertEqual(self.program.wait_until_gone(), 0)
            self.assertTrue(os.path.exists(self.entry))
            environment = self.program.environment()
            self.session.log_in(self.autostart_folder, environment)
            self.program.adopt()
            (window,) = self.program.wait_for_windows(1)
            window.expect_title(self.raven.title)
            window.expect_draft(text)
        self.expect_nothing_said()
