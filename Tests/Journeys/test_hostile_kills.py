"""SIGKILL at each file operation of a user action: afterwards everything exists exactly once."""

import contextlib
import os
import shutil
import time

from harness.waiting import NeverHappened, wait_until
from hostile.installation import CLOSED_DRAFT, OLD_DRAFT, UsedInstallation
from hostile.kills import Killed, add_lists
from hostile.library import favorites_of

FIRST_VERSION = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), os.pardir, "HawkNotesModelTests", "Fixtures",
    "version-1",
)
"""The files that the first version of the program left after quitting."""

AGE = 0.1
"""Seconds of typing that a kill may cost."""

BUSY = 0.5
"""Seconds that are granted on top, because the machine has other things to do as well."""

PACE = 0.05
"""Seconds between two keys."""


class FirstLaunch(Killed):
    """The first launch, which makes everything."""

    old_notes = 0

    def setUp(self):
        # An empty installation, not a used one.
        super(UsedInstallation, self).setUp()

    def act(self):
        self.program.launch()
        self.wait_for_window()

    def wait_for_window(self):
        def has_come():
            return self.program.process.poll() is not None or self.program.window_count()

        with contextlib.suppress(NeverHappened):
            wait_until(has_come, "a window, or the end", deadline=10)

    def expect(self, windows):
        self.assertEqual([window.title for window in windows], [self.hawk.title])
        self.paste(windows[0], "And on")


class Launch(FirstLaunch):
    """A launch that brings windows back."""

    old_notes = 1

    def setUp(self):
        UsedInstallation.setUp(self)

    def expect(self, windows):
        self.assertEqual([self.composer(window).text for window in windows], [OLD_DRAFT])
        other = self.program.new_window(
            lambda: self.program.actions.activate("reopen-closed-window")
        )
        other.expect_draft(CLOSED_DRAFT)


class Updating(FirstLaunch):
    """The first launch over a library of the first version, which is copied and brought up to date."""

    NOTES = 15

    def setUp(self):
        super().setUp()
        shutil.copytree(os.path.join(FIRST_VERSION, "data"), os.path.dirname(self.library))
        shutil.copytree(os.path.join(FIRST_VERSION, "state"), self.program.state_folder)

    def expect(self, windows):
        self.assertEqual(sorted(window.title for window in windows), ["Agatha", "Sigrid"])
        self.assertEqual(len(self.notes()), self.NOTES)
        self.assertEqual(favorites_of(self.library), 2)


class Typing(Killed):
    """Typing without a pause."""

    TEXT = "twenty four letters more"

    def prepare(self):
        self.field = self.composer(self.start())
        self.seen = []

    def act(self):
        for index, character in enumerate(self.TEXT):
            self.field.insert_text(len(OLD_DRAFT) + index, character)
            self.field.caret
            self.seen.append(time.monotonic())
            time.sleep(PACE)

    def expect(self, windows):
        (draft,) = (self.composer(window).text for window in windows)
        self.assertTrue((OLD_DRAFT + self.TEXT).startswith(draft), draft)
        end = self.shim.killed_at or time.monotonic()
        old = sum(seen < end - AGE - BUSY for seen in self.seen)
        self.assertGreaterEqual(len(draft), len(OLD_DRAFT) + old, draft)


class Saving(Killed):
    """Saving a note."""

    def prepare(self):
        self.window = self.start()
        self.composer(self.window)

    def act(self):
        self.window.actions.activate("save-note")

    def expect(self, windows):
        self.assertEqual(len(windows), 1)
        self.expect_once(OLD_DRAFT, windows[0])


class TogglingAFavorite(Killed):
    """Turning a heart on."""

    def prepare(self):
        self.window = self.start()
        self.window.open_character("Agatha")

    def act(self):
        self.window.actions.activate("toggle-favorite")

    def expect(self, windows):
        self.assertEqual([window.title for window in windows], ["Agatha"])
        self.assertIn(favorites_of(self.library), (0, 1))


class ClosingAWindow(Killed):
    """Closing one window of two."""

    DRAFT = "In the window that is closed"

    def prepare(self):
        self.start()
        self.window = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        self.paste(self.window, self.DRAFT)

    def act(self):
        self.window.actions.activate("close")

    def expect(self, windows):
        if len(windows) == 1:
            self.program.new_window(
                lambda: self.program.actions.activate("reopen-closed-window")
            )
        self.assertEqual(
            sorted(self.composer(window).text for window in self.program.windows()),
            [OLD_DRAFT, self.DRAFT],
        )


class Quitting(Killed):
    """Quitting with two windows."""

    DRAFT = "In the second window"

    def prepare(self):
        self.start()
        other = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        self.paste(other, self.DRAFT)

    def act(self):
        self.program.actions.activate("quit")

    def expect(self, windows):
        self.assertEqual(
            sorted(self.composer(window).text for window in windows), [OLD_DRAFT, self.DRAFT]
        )


add_lists(FirstLaunch, "launching first", few=2, more=6)
add_lists(Launch, "launching", few=2, more=6)
add_lists(Updating, "updating the library", few=2, more=6)
add_lists(Typing, "typing", few=1, more=4)
add_lists(Saving, "saving", few=3, more=12)
add_lists(TogglingAFavorite, "toggling a favorite", few=1, more=6)
add_lists(ClosingAWindow, "closing a window", few=2, more=6)
add_lists(Quitting, "quitting", few=1, more=6)
