"""What is dragged in from another program: a file to import, a picture for a cover."""

import os
import sqlite3

from harness.accessibility import BUTTONS
from harness.partner_program import GIVER, PartnerProgram
from harness.journey import JAIME, Journey, WaylandJourney
from harness.waiting import wait_until
from test_import import clippings
from test_own_pictures import picture_file


class DroppedFiles:
    """Mixed into a journey of each kind of session; another program's window stands beside this one's."""

    def test_a_file_is_dropped_on_a_window_and_imported(self):
        window = self.start()
        path = os.path.join(self.program.folder, "My Clippings.txt")
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(clippings(3))
        self.session.make_room(window)
        target = window.on_screen(window.steady_point(window.row(JAIME)))
        giver = PartnerProgram(self, GIVER, path)
        giver.drag_to(target)
        dialog = self.program.dialog("Import")
        wait_until(lambda: dialog.says("1 book, 3 notes"), "what is new")


class DropsOnWayland(DroppedFiles, WaylandJourney):
    """Real drags on headless mutter."""


class Drops(DroppedFiles, Journey):
    """Real drags on X11."""

    def test_a_picture_is_dropped_on_the_cover_of_a_book(self):
        window = self.start()
        data, _ = picture_file(0x336699FF)
        path = os.path.join(self.program.folder, "cover.png")
        with open(path, "wb") as file:
            file.write(data)
        giver = PartnerProgram(self, GIVER, path)
        window.actions.activate("edit")
        dialog = self.program.dialog("Edit Book")
        place = dialog.find({"label"}, "Or drop or paste a picture here.")
        giver.drag_to(dialog.on_screen(dialog.steady_point(place)))
        dialog.find(BUTTONS, "Remove")
        dialog.press("Save")
        self.program.wait_until_closed(dialog)
        library = os.path.join(self.program.folder, "data", "hawk-notes", "library.sqlite")

        def covers():
            with sqlite3.connect(f"file:{library}?mode=ro", uri=True) as connection:
                return [row[0] for row in connection.execute("SELECT coverID FROM book")]

        wait_until(lambda: any(covers()), "the cover in the library")
