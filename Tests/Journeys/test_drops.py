"""What is dragged in from another program: a file to import, a picture for a cover."""

import os
import sqlite3
import subprocess

from harness.accessibility import BUTTONS
from harness.journey import Journey
from harness.waiting import wait_until
from test_import import clippings
from test_own_pictures import picture_file

GIVER = "File Giver"
SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "harness", "file_giver.py")


class Drops(Journey):
    """Another program's window stands beside this one's."""

    def give(self, path):
        """Start the other program with a file; return the point where it can be gripped."""
        environment = self.session.base_environment() | self.session.display_environment()
        giver = subprocess.Popen(["/usr/bin/python3", SCRIPT, GIVER, path], env=environment)
        self.addCleanup(giver.wait)
        self.addCleanup(giver.kill)
        wait_until(lambda: GIVER in self.session.stacked_titles(), "the other program")
        return self.session.put_foreign_window(GIVER, 0, 0)

    def middle_of(self, window):
        left, top, width, height = self.session.window_geometry(window)
        return left + width // 2, top + height // 2

    def test_a_file_is_dropped_on_a_window_and_imported(self):
        window = self.start()
        path = os.path.join(self.program.folder, "My Clippings.txt")
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(clippings(3))
        grip = self.give(path)
        self.session.raise_window(window)
        self.session.input.drag(grip, self.middle_of(window))
        dialog = self.program.dialog("Import")
        wait_until(lambda: dialog.says("1 series, 1 book, 3 notes"), "what is new")

    def test_a_picture_is_dropped_on_the_cover_of_a_book(self):
        window = self.start()
        data, _ = picture_file(0x336699FF)
        path = os.path.join(self.program.folder, "cover.png")
        with open(path, "wb") as file:
            file.write(data)
        grip = self.give(path)
        window.actions.activate("edit")
        dialog = self.program.dialog("Edit Book")
        place = dialog.find({"label"}, "Or drop or paste a picture here.")
        self.session.input.drag(grip, dialog.on_screen(dialog.steady_point(place)))
        dialog.find(BUTTONS, "Remove")
        dialog.press("Save")
        self.program.wait_until_closed(dialog)
        library = os.path.join(self.program.folder, "data", "hawk-notes", "library.sqlite")

        def covers():
            with sqlite3.connect(f"file:{library}?mode=ro", uri=True) as connection:
                return [row[0] for row in connection.execute("SELECT coverID FROM book")]

        wait_until(lambda: any(covers()), "the cover in the library")
