"""What hostile journeys have in common."""

import os
import subprocess

from harness.accessibility import TEXTS
from harness.journey import Journey
from harness.waiting import wait_until, wait_until_there
from harness.window import COMPOSER

from .library import NAME, notes_of
from .program import HostileProgram

NONSENSE = "hawknotes://nonsense"
"""A link that makes the program log a warning."""


class HostileJourney(Journey):
    """A journey with a shim under the program; `self.shim` is told what goes wrong."""

    needs_series_that_ships = True

    def setUp(self):
        super().setUp()
        self.program.dispose()
        self.program = HostileProgram(self.session)
        self.addCleanup(self.program.dispose)
        self.shim = self.program.shim

    # Without pixels: quick, and independent of what else is slow

    def composer(self, window):
        """The composer that can be seen, found without scrolling or clicking."""

        def look():
            found = window.visible(TEXTS, COMPOSER)
            return found[0] if found else None

        return wait_until_there(look, f"the composer of {window}")

    def paste(self, window, text):
        """Add text at the end of the draft in one go, and wait until it is there."""
        composer = self.composer(window)
        before = composer.text
        composer.insert_text(len(before), text)
        wait_until(lambda: composer.text == before + text, "what was pasted")

    def expect_alive(self):
        """The program runs and answers."""
        self.assertIsNone(self.program.process.poll(), self.program.log_tail())
        self.program.actions.names()

    def restart_and_expect_draft(self, text, windows=1):
        """After an end, whatever it was: the program comes back with this draft."""
        window = self.program.start(windows=windows)[0]
        window.expect_draft(text)
        return window

    def quit_without_saving(self):
        """Quit, answer the question what to do with what cannot be saved, if it is asked, and return
        the exit status."""
        self.program.actions.activate("quit")
        asking = wait_until(
            lambda: self.program.process.poll() is not None or self.window_that_asks(),
            "the end, or a question",
        )
        if asking is not True:
            asking.press("Quit Without Saving")
        return self.program.wait_until_gone()

    def window_that_asks(self):
        """The window that asks what to do with what cannot be saved, if it is there."""
        windows = self.program.windows()
        return next((window for window in windows if window.says("could not be saved")), None)

    def wait_for_end(self, seconds):
        """Wait for the process to end by itself; say whether it did within this time."""
        try:
            self.program.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    # What the library has

    def notes(self):
        """The texts of the notes, read beside the program from all that is in its library."""
        return notes_of(self.library)

    @property
    def library(self):
        """The path of the library."""
        return os.path.join(self.program.library_folder, NAME)
