"""The display server ends while the program runs: nothing is lost, not even the last key."""

import contextlib
import os
import sqlite3

from harness.accessibility import BUTTONS, STATE_SENSITIVE
from harness.displays import SecondCompositor, SecondServer
from harness.journey import Journey, WaylandJourney
from harness.waiting import wait_until, wait_until_there

DRAFTS = ["Half a thought", "Another one"]
SAVED = "A note on its way to the library"


class LostDisplay:
    """What holds for every kind of display."""

    def start_on(self, display):
        """Start the program there. Where its windows are nobody can tell, so it is driven by what a
        screen reader can do."""
        ordinary = self.program.environment
        self.program.environment = lambda: ordinary() | display.environment
        self.program.launch()
        self.program.environment = ordinary
        return self.composers(1)

    def composers(self, count):
        def found():
            frames = self.program.frames()
            nodes = [node for frame in frames for node in frame.descendants()]
            composers = [node for node in nodes if node.name == "New note"]
            return composers if len(frames) == len(composers) == count else None

        return wait_until(found, f"{count} composers")

    def expect_all(self):
        """Both drafts are there, and the last end counts as a quit."""
        windows = self.program.start(windows=2)
        self.assertEqual(sorted(window.draft() for window in windows), sorted(DRAFTS))
        for window in windows:
            self.assertFalse(window.says("closed unexpectedly"))
        return windows

    def test_brings_back_what_was_typed_last(self):
        display = self.make_display(self.session)
        self.addCleanup(display.kill)
        self.start_on(display)
        self.program.actions.activate("new-window")
        for composer, draft in zip(self.composers(2), DRAFTS):
            wait_until(lambda: composer.insert_text(0, draft), "what was typed")
            wait_until(lambda: composer.text == draft, "what was typed")
        # At once: the last text is not on the disk yet.
        display.kill()
        self.program.wait_until_gone()
        self.expect_all()

    def test_keeps_a_note_that_is_being_saved(self):
        display = self.make_display(self.session)
        self.addCleanup(display.kill)
        (composer,) = self.start_on(display)
        wait_until(lambda: composer.insert_text(0, SAVED), "what was typed")
        wait_until(lambda: composer.text == SAVED, "what was typed")
        self.program.windows()[0].actions.activate("save-note")
        display.kill()
        self.program.wait_until_gone()
        window = self.start()
        saved = wait_until(lambda: window.says(SAVED) or window.draft(), "the note or its draft")
        self.assertIn(saved, (True, SAVED))
        self.assertNotEqual(window.says(SAVED), window.draft() == SAVED)

    def test_keeps_a_note_deleted_that_can_still_be_brought_back(self):
        display = self.make_display(self.session)
        self.addCleanup(display.kill)
        (composer,) = self.start_on(display)
        # A row is made once its list has a size.
        wait_until_there(lambda: composer if composer.extents[2] > 0 else None, "the window to be laid out")
        wait_until(lambda: composer.insert_text(0, SAVED), "what was typed")
        wait_until(lambda: composer.text == SAVED, "what was typed")
        self.program.windows()[0].actions.activate("save-note")
        delete = wait_until(lambda: self.button("Delete Note"), "the note with its button")
        delete.do_action()
        wait_until(lambda: self.button("Undo"), "Undo")
        # At once: the button to bring it back is still there.
        display.kill()
        self.program.wait_until_gone()
        window = self.start()
        window.expect_draft("")
        self.assertFalse(window.says(SAVED))
        path = os.path.join(self.program.folder, "data", "hawk-notes", "library.sqlite")
        with contextlib.closing(sqlite3.connect(path)) as database:
            trash = database.execute("SELECT text FROM trashedNote").fetchall()
        self.assertEqual(trash, [(SAVED,)])

    def button(self, name):
        """The first button with this name that can be pressed, wherever it is."""
        for frame in self.program.frames():
            for node in frame.find_all(BUTTONS, name):
                if node.has_state(STATE_SENSITIVE):
                    return node
        return None


class LostServer(LostDisplay, Journey):
    """An X server."""

    make_display = SecondServer


class LostCompositor(LostDisplay, WaylandJourney):
    """A Wayland compositor."""

    make_display = SecondCompositor
