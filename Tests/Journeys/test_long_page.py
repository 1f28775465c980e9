"""A page with very many notes: as quick as an empty one, and back at the same place after a kill."""

import os
import random
import sqlite3
import uuid
import zlib

from harness.accessibility import LIST_ITEMS, STATE_FOCUSED, TEXTS
from harness.journey import Journey
from harness.waiting import wait_until, wait_until_equal

NOTES = 100_000
"""How many notes the page has."""

WORDS = "the hawk saw a light on the wall and called to those who slept below in the rain".split()
FIRST_DATE = 1_700_000_000_000


class LongPage(Journey):
    """Notes of different lengths, one a minute."""

    def setUp(self):
        super().setUp()
        self.start()
        self.program.quit()
        self.insert(range(NOTES))

    def insert(self, numbers):
        """Put notes into the library, while the program does not run."""
        path = os.path.join(self.program.folder, "data", "hawk-notes", "library.sqlite")
        database = sqlite3.connect(path)
        with database:
            database.executemany(
                "INSERT INTO note (id, subjectKind, subjectID, text, createdAt, modifiedAt, textChecksum)"
                " VALUES (?, 'book', ?, ?, ?, ?, ?)",
                self.notes(numbers, uuid.UUID(self.hawk.id).bytes),
            )
        database.close()

    def notes(self, numbers, book):
        chance = random.Random(numbers.start)
        for number in numbers:
            length = chance.choice((1, 4, 12, 40))
            text = f"{number} " + " ".join(chance.choice(WORDS) for _ in range(length))
            date = FIRST_DATE + number * 60_000
            identifier = uuid.UUID(int=chance.getrandbits(128)).bytes
            yield identifier, book, text, date, date, zlib.crc32(text.encode())

    def places(self, window):
        """Top and height of each note that can be seen, by its number."""
        rows = [row for row in window.visible(LIST_ITEMS) if row.name.startswith("Note: ")]
        return {row.name.split()[1]: (row.extents[1], row.extents[3]) for row in rows}

    def focus(self, window, number):
        """Click a note, and wait until it has the focus."""
        def rows():
            return [r for r in window.visible(LIST_ITEMS) if r.name.startswith(f"Note: {number} ")]

        window.click(rows()[0])
        wait_until(
            lambda: any(row.has_state(STATE_FOCUSED) for row in rows()), f"focus on note {number}"
        )

    def go_to_the_middle(self, window):
        """Drag the scroll bar up, and wait for the notes that are there."""
        _, _, width, height = window.frame.extents
        wait_until(lambda: str(NOTES - 1) in self.places(window), "the newest note")
        bar = width - 5
        self.session.input.drag(
            window.on_screen((bar, height - 170)), window.on_screen((bar, height // 2))
        )
        wait_until(
            lambda: any(NOTES // 10 < int(name) < NOTES * 9 // 10 for name in self.places(window)),
            "notes of the middle",
        )

    def test_comes_back_at_the_same_place_with_the_edit_that_was_under_way(self):
        window = self.start()
        self.go_to_the_middle(window)
        number = sorted(self.places(window), key=int)[1]
        self.focus(window, number)
        window.key("F2")
        editor = wait_until(lambda: next(iter(window.visible(TEXTS, "Edit note")), None), "the editor")
        self.session.input.type("changed ")
        wait_until(lambda: "changed " in editor.text, "what was typed")
        self.program.wait_until_saved()
        places = self.places(window)
        self.assertGreater(len(places), 2)
        edited = editor.extents

        window = self.restart_after_kill()[0]
        # What is said of the kill pushes the page down.
        window.press("Dismiss")

        wait_until_equal(lambda: self.places(window), places, "the notes in their places")
        editor = wait_until(lambda: next(iter(window.visible(TEXTS, "Edit note")), None), "the editor")
        self.assertIn("changed ", editor.text)
        self.assertEqual(editor.extents, edited)

    def test_comes_back_at_the_same_notes_when_there_are_others_before_them(self):
        window = self.start()
        self.go_to_the_middle(window)
        self.program.wait_until_saved()
        places = self.places(window)
        # Not by a kill: what is said of that lies over the first row.
        self.assertEqual(self.program.quit(), 0)
        self.insert(range(-500, 0))
        window = self.start()
        wait_until_equal(lambda: self.places(window), places, "the notes in their places")

    def test_is_walked_from_end_to_end_by_keyboard(self):
        window = self.start()
        self.focus(window, wait_until(lambda: str(NOTES - 1) in self.places(window) and NOTES - 1, "it"))
        for key, number in (("Home", 0), ("Down", 1), ("End", NOTES - 1), ("Up", NOTES - 2)):
            window.key(key)
            wait_until(lambda wanted=str(number): wanted in self.places(window), f"{key}: {number}")
        window.save_note("The newest of all")
        wait_until(lambda: window.says("The newest of all"), "the note")
