"""A reader's own covers and portraits, and those that are made of titles and names."""

import hashlib
import os
import sqlite3
import uuid

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf  # noqa: E402

from harness.accessibility import BUTTONS
from harness.journey import Journey
from harness.waiting import wait_until

OWN, MADE = "Emma", "Persuasion"
COVER = f"Cover of {OWN}"
WOODHOUSE, KNIGHTLEY = "Emma Woodhouse", "George Knightley"


def picture_file(color):
    """The bytes of a PNG file in one color, and the id that the library gives them."""
    pixels = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, False, 8, 400, 600)
    pixels.fill(color)
    _, data = pixels.save_to_bufferv("png", [], [])
    return data, hashlib.sha256(data).digest()[:16]


class OwnPictures(Journey):
    """A series of the reader's with a cover and a portrait of their own, and a book and a character
    without."""

    runs_on_own_series = True

    def setUp(self):
        super().setUp()
        self.start()
        self.program.quit()
        series, self.own, self.made, self.woodhouse = (uuid.uuid4() for _ in range(4))
        path = os.path.join(self.program.folder, "data", "hawk-notes", "library.sqlite")
        database = sqlite3.connect(path)
        with database:
            database.execute(
                "INSERT INTO series (id, title, origin) VALUES (?, 'Austen', 'own')", (series.bytes,)
            )
            covers = {}
            for name, color in (("cover", 0x336699FF), ("portrait", 0x993333FF)):
                data, covers[name] = picture_file(color)
                database.execute(
                    "INSERT INTO picture (id, width, height, type, data)"
                    " VALUES (?, 400, 600, 'image/png', ?)",
                    (covers[name], data),
                )
            books = ((self.own, OWN, 0, covers["cover"]), (self.made, MADE, 1, None))
            for book, title, position, cover in books:
                database.execute(
                    "INSERT INTO book (id, seriesID, position, title, origin, coverID)"
                    " VALUES (?, ?, ?, ?, 'own', ?)",
                    (book.bytes, series.bytes, position, title, cover),
                )
            people = ((self.woodhouse, WOODHOUSE, covers["portrait"]), (uuid.uuid4(), KNIGHTLEY, None))
            for position, (character, name, portrait) in enumerate(people):
                database.execute(
                    "INSERT INTO character (id, bookID, position, name, seriesID, origin, avatarID)"
                    " VALUES (?, ?, ?, ?, ?, 'own', ?)",
                    (character.bytes, self.own.bytes, position, name, series.bytes, portrait),
                )
        database.close()

    def open(self, book, title):
        """The window of a book of the series."""
        self.start()
        window = self.program.new_window(lambda: self.program.run(f"hawknotes://book/{book}"))
        window.expect_title(title)
        return window

    def test_the_cover_is_looked_at_and_is_there_again_after_a_kill(self):
        window = self.open(self.own, OWN)
        window.press(COVER)
        dialog = self.program.dialog(COVER)
        dialog.find(BUTTONS, "Zoom In").do_action()
        wait_until(lambda: dialog.says("150%"), "a closer look")
        self.program.wait_until_saved()
        self.program.kill()
        self.program.launch()
        dialog = self.program.dialog(COVER)
        wait_until(lambda: dialog.says("150%"), "the size that it had")

    def test_what_is_made_of_a_title_is_no_picture_to_look_at(self):
        window = self.open(self.made, MADE)
        self.assertEqual(window.visible(BUTTONS, f"Cover of {MADE}"), [])

    def test_portraits_stand_on_the_pages_of_characters(self):
        window = self.open(self.own, OWN)
        window.open_character(WOODHOUSE)
        window.press(f"Picture of {WOODHOUSE}")
        self.program.dialog(f"Picture of {WOODHOUSE}").close()
        window.go_back()
        window.open_character(KNIGHTLEY)
        self.assertEqual(window.visible(BUTTONS, f"Picture of {KNIGHTLEY}"), [])
