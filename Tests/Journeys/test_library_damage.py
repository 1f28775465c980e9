"""A library that is damaged, incomplete or of another version: told, kept, and brought back."""

import hashlib
import os
import shutil
import unittest

from harness.accessibility import BUTTONS
from harness.journey import AGATHA, Journey
from harness.waiting import wait_until

FIXTURE = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), os.pardir, "HawkNotesModelTests", "Fixtures",
    "version-1",
)
OLD_PROGRAM_VARIABLE = "HAWK_NOTES_OLD_PROGRAM"
"""The program of the first version, where it has been built."""


class LibraryJourney(Journey):
    @property
    def library(self):
        return os.path.join(self.program.folder, "data", "hawk-notes")

    def path(self, name="library.sqlite"):
        return os.path.join(self.library, name)

    def write_library(self):
        """A library with a note that is in a copy, and one that is not; then the program ends."""
        window = self.start()
        window.save_note("The first note")
        wait_until(lambda: window.says("The first note"), "the first note")
        self.assertEqual(self.program.quit(), 0)
        # The weekly copy of the start before holds no note yet.
        shutil.rmtree(self.path("backups"))
        window = self.start()
        wait_until(lambda: self.names("backups"), "the weekly copy")
        window.save_note("The second note")
        wait_until(lambda: window.says("The second note"), "the second note")
        window.write_draft("Half a thought")

    def names(self, folder):
        path = self.path(folder)
        if not os.path.isdir(path):
            return []
        return sorted(name for name in os.listdir(path) if not name.startswith("unfinished"))

    def set_aside(self):
        """The contents of the library files that were set aside."""
        contents = []
        for folder in self.names("set-aside"):
            with open(os.path.join(self.path("set-aside"), folder, "library.sqlite"), "rb") as file:
                contents.append(file.read())
        return contents

    def start_refused(self, heading):
        """Start, and return the window that says what is wrong."""
        window = self.start()
        window.expect_title("Hawk Notes")
        wait_until(lambda: window.says(heading), f"the words {heading!r}")
        return window

    def choose(self, window, label):
        """Choose, and return the window that opens then."""
        wait_until(lambda: window.visible(BUTTONS, label), f"the button {label!r}")
        window.press(label)
        return self.program.window(self.hawk.title)


class DamagedLibrary(LibraryJourney):
    """A page of the library is overwritten."""

    runs_on_own_series = True

    def damage(self):
        self.write_library()
        self.assertEqual(self.program.quit(), 0)
        self.assertFalse(os.path.exists(self.path("library.sqlite-wal")))
        with open(self.path(), "r+b") as file:
            file.write(b"\xee" * 100)
        with open(self.path(), "rb") as file:
            return file.read()

    def test_is_brought_back_as_far_as_it_can_be_read(self):
        damaged = self.damage()
        window = self.start_refused("Your library cannot be read")
        window.press("Recover What Can Be Read")
        wait_until(lambda: window.says("2 notes were recovered."), "what was brought back")
        window = self.choose(window, "Open Library")
        for note in ("The first note", "The second note"):
            wait_until(lambda text=note: window.says(text), note)
        window.expect_draft("Half a thought")
        self.assertEqual(self.set_aside(), [damaged])

    def test_is_replaced_by_its_copy(self):
        damaged = self.damage()
        window = self.start_refused("Your library cannot be read")

        def button():
            found = [node for node in window.visible(BUTTONS) if "1 note" in node.name]
            return found[0].name if found else None

        window = self.choose(window, wait_until(button, "the copy to be offered"))
        wait_until(lambda: window.says("The first note"), "the note of the copy")
        self.assertFalse(window.says("The second note"))
        window.expect_draft("Half a thought")
        self.assertEqual(self.set_aside(), [damaged])

    def test_is_left_alone_by_quitting(self):
        damaged = self.damage()
        for _ in range(2):
            self.start_refused("Your library cannot be read")
            self.assertEqual(self.program.quit(), 0)
        with open(self.path(), "rb") as file:
            self.assertEqual(file.read(), damaged)
        self.assertEqual(self.set_aside(), [])


class LibraryWithoutItsLog(LibraryJourney):
    """The library was copied without the file beside it, after a crash."""

    runs_on_own_series = True

    def test_is_told_and_goes_on_without_it(self):
        self.write_library()
        self.program.kill()
        log = self.path("library.sqlite-wal")
        self.assertTrue(os.path.getsize(log))
        os.rename(log, log + ".elsewhere")
        window = self.start_refused("Your latest changes are missing")
        wait_until(lambda: window.says("Changes since"), "since when")

        os.rename(log + ".elsewhere", log)
        window = self.choose(window, "Try Again")
        wait_until(lambda: window.says("The second note"), "the note in the log")
        wait_until(lambda: not os.path.getsize(log), "what was in the log to be folded in")
        window.save_note("The third note")
        wait_until(lambda: window.says("The third note"), "the third note")
        self.program.kill()
        os.remove(log)
        window = self.start_refused("Your latest changes are missing")
        window = self.choose(window, "Open Without the Missing Changes")
        wait_until(lambda: window.says("The second note"), "what the library itself has")
        self.assertFalse(window.says("The third note"))
        self.assertEqual(len(self.set_aside()), 1)


class MissingLibrary(LibraryJourney):
    # In an empty library the drafts of own books have no page.
    needs_series_that_ships = True

    def test_is_told_where_there_was_one(self):
        self.write_library()
        self.assertEqual(self.program.quit(), 0)
        for content in (None, b""):
            os.remove(self.path())
            if content is not None:
                with open(self.path(), "wb"):
                    pass
            heading = "Your library is missing" if content is None else "Your library is empty"
            window = self.start_refused(heading)
            if content is not None:
                window = self.choose(window, "Start with an Empty Library")
                window.expect_draft("Half a thought")
                self.assertFalse(window.says("The first note"))
            else:
                self.program.terminate()
                with open(self.path(), "wb"):
                    pass


class FirstVersion(LibraryJourney):
    """The files that the first version of the program left after quitting."""

    needs_series_that_ships = True

    def setUp(self):
        super().setUp()
        shutil.copytree(os.path.join(FIXTURE, "data"), self.library)
        shutil.copytree(os.path.join(FIXTURE, "state"), self.program.state_folder)

    def test_opens_whole(self):
        self.program.start(windows=2)
        window = self.program.window("Sigrid")
        window.expect_draft("A draft on Sigrid")
        wait_until(lambda: window.says("Sigrid says little"), "the note on Sigrid")
        window = self.program.window(AGATHA)
        window.expect_draft("A draft on Agatha")
        window.go_back()
        window.expect_draft("A draft of the first book")
        window.scroll_to_note("Note 11 on the hawk")
        window.scroll_to_note("影空三部作 🦅")

    def test_refuses_the_library_of_this_version(self):
        old = os.environ.get(OLD_PROGRAM_VARIABLE)
        if not old:
            raise unittest.SkipTest(f"{OLD_PROGRAM_VARIABLE} does not name the first version")
        self.program.start(windows=2)
        self.assertEqual(self.program.quit(), 0)
        with open(self.path(), "rb") as file:
            before = hashlib.sha256(file.read()).digest()
        self.program.executable = old
        window = self.start()
        wait_until(lambda: window.says("newer version"), "that the library is of a newer version")
        self.program.terminate()
        with open(self.path(), "rb") as file:
            self.assertEqual(hashlib.sha256(file.read()).digest(), before)
