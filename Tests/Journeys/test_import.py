"""What somebody has elsewhere is brought in: looked through first, all or nothing, and taken back."""

import os
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

from harness.accessibility import BUTTONS
from harness.journey import Journey
from harness.waiting import DEADLINE, wait_until

TITLE = "Import"
LONG = 6 * DEADLINE
"""Seconds for what is much to read."""

EPUBS = ("debian-policy", "developers-reference", "live-manual-epub")


def clippings(count, book="A Wizard of Earthsea (Ursula K. Le Guin)"):
    """A Kindle's file with so many highlights."""
    return "".join(
        f"{book}\r\n- Your Highlight on Location {100 + 3 * number}-{101 + 3 * number} | "
        "Added on Friday, March 3, 2023 10:15:00 PM\r\n\r\n"
        f"Only in silence the word, number {number}.\r\n==========\r\n"
        for number in range(count)
    )


KOBO = """
    CREATE TABLE content (ContentID TEXT PRIMARY KEY, ContentType TEXT, BookID TEXT, Title TEXT,
        Attribution TEXT, VolumeIndex INTEGER, Depth INTEGER);
    CREATE TABLE Bookmark (BookmarkID TEXT PRIMARY KEY, VolumeID TEXT, ContentID TEXT, Text TEXT,
        Annotation TEXT, DateCreated TEXT, Hidden TEXT, Type TEXT);
    INSERT INTO content VALUES
        ('file:///mnt/onboard/Sea.epub', '6', NULL, 'A Sea of Ink', 'Ada Writer', -1, 0),
        ('file:///mnt/onboard/Sea.epub!OEBPS!one.html#a-1', '899',
            'file:///mnt/onboard/Sea.epub', 'Ebb', NULL, 0, 1),
        ('file:///mnt/onboard/Sea.epub!OEBPS!two.html#a-1', '899',
            'file:///mnt/onboard/Sea.epub', 'Flow', NULL, 1, 1);
    INSERT INTO Bookmark VALUES ('a', 'file:///mnt/onboard/Sea.epub', 'one.html', 'A passage',
        'Words', '2024-05-06T07:08:09.000', 'false', 'note');
"""


class Importing(Journey):
    """What is done with the dialog for imports."""

    runs_on_own_series = True

    def write(self, name, text):
        """A file to import."""
        path = os.path.join(self.program.folder, name)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return path

    def note_count(self):
        """How many notes the library has on the disk."""
        library = os.path.join(self.program.folder, "data", "hawk-notes", "library.sqlite")
        with sqlite3.connect(f"file:{library}?mode=ro", uri=True) as connection:
            return connection.execute("SELECT count(*) FROM note").fetchone()[0]

    def look_through(self, window, path):
        """Hand a file to the window, and wait for what it would bring."""
        window.actions.activate("import-file", path)
        return self.program.dialog(TITLE)

    def press(self, dialog, name):
        dialog.find(BUTTONS, name).do_action()


class Imports(Importing):
    """The dialog for imports."""

    def test_the_same_clippings_twice_add_nothing_twice(self):
        window = self.start()
        before = self.note_count()
        path = self.write("My Clippings.txt", clippings(3))
        dialog = self.look_through(window, path)
        wait_until(lambda: dialog.says("1 book, 3 notes"), "what is new")
        self.assertTrue(dialog.says("A Wizard of Earthsea · Ursula K. Le Guin"))
        self.press(dialog, "Import")
        wait_until(lambda: dialog.says("Imported"), "the report")
        self.assertTrue(dialog.says("A Wizard of Earthsea · Ursula K. Le Guin"))
        self.assertEqual(self.note_count(), before + 3)
        self.press(dialog, "Import More…")
        wait_until(lambda: dialog.says("My Clippings.txt"), "the earlier import")

        self.look_through(window, path)
        wait_until(
            lambda: dialog.says("Everything in it was imported before."), "nothing new"
        )
        self.assertEqual(self.note_count(), before + 3)

    def test_a_kobo_whose_latest_highlight_is_only_in_its_log(self):
        folder = os.path.join(self.program.folder, "KOBOeReader", ".kobo")
        os.makedirs(folder)
        # As long as it is open, its log is there.
        kobo = sqlite3.connect(os.path.join(folder, "KoboReader.sqlite"), isolation_level=None)
        self.addCleanup(kobo.close)
        kobo.execute("PRAGMA journal_mode = WAL")
        kobo.executescript(KOBO)
        kobo.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        kobo.execute(
            "INSERT INTO Bookmark VALUES ('b', 'file:///mnt/onboard/Sea.epub', 'two.html', "
            "'The latest passage', NULL, '2024-05-07T07:08:09.000', 'false', 'highlight')"
        )
        before = sorted(os.listdir(folder))
        window = self.start()
        dialog = self.look_through(window, os.path.dirname(folder))
        wait_until(lambda: dialog.says("1 book, 2 chapters, 2 notes"), "what is new")
        self.assertTrue(dialog.says("A Sea of Ink · Ada Writer"))
        self.assertTrue(dialog.says("Kobo notes"))
        self.press(dialog, "Import")
        wait_until(lambda: dialog.says("Imported"), "the report")
        kobo.execute("UPDATE Bookmark SET Annotation = 'Words of later' WHERE BookmarkID = 'b'")
        self.press(dialog, "Import More…")
        self.look_through(window, os.path.dirname(folder))
        self.press(dialog, "Import")
        wait_until(lambda: dialog.says("1 note changed"), "what was edited")
        self.assertEqual(sorted(os.listdir(folder)), before)

    def test_an_import_is_taken_back(self):
        window = self.start()
        before = self.note_count()
        dialog = self.look_through(window, self.write("My Clippings.txt", clippings(5)))
        self.press(dialog, "Import")
        wait_until(lambda: dialog.says("Imported"), "the report")
        self.press(dialog, "Undo Import")
        wait_until(lambda: dialog.says("The import was undone."), "the way back")
        self.assertEqual(self.note_count(), before)
        self.press(dialog, "Import More…")
        wait_until(lambda: dialog.says("Undone"), "the import in the list of those before")

    def test_a_kill_in_the_middle_leaves_the_library_as_it_was(self):
        window = self.start()
        before = self.note_count()
        dialog = self.look_through(window, self.write("My Clippings.txt", clippings(30000)))
        wait_until(lambda: dialog.says("1 book, 30000 notes"), "what is new", LONG)
        self.program.wait_until_saved()
        self.press(dialog, "Import")
        dialog.find(BUTTONS, "Cancel")
        self.program.kill()
        self.assertEqual(self.note_count(), before)

        self.program.launch()
        dialog = self.program.dialog(TITLE)
        wait_until(lambda: dialog.says("1 book, 30000 notes"), "what is new", LONG)
        self.press(dialog, "Import")
        wait_until(lambda: dialog.says("Imported"), "the report", 120)
        self.assertEqual(self.note_count(), before + 30000)

    def test_an_import_that_is_called_off_brings_nothing(self):
        window = self.start()
        before = self.note_count()
        dialog = self.look_through(window, self.write("My Clippings.txt", clippings(30000)))
        wait_until(lambda: dialog.says("1 book, 30000 notes"), "what is new", LONG)
        self.press(dialog, "Import")
        self.press(dialog, "Cancel")
        wait_until(lambda: dialog.says("1 book, 30000 notes"), "what is new", LONG)
        self.assertEqual(self.note_count(), before)

    def test_files_that_cannot_be_read_are_told_in_a_sentence(self):
        window = self.start()
        dialog = self.look_through(window, os.path.join(self.program.folder, "gone.epub"))
        wait_until(
            lambda: dialog.says("“gone.epub” cannot be read: No such file or directory."),
            "the sentence",
        )
        for name, text in (("nothing.txt", ""), ("random.dat", "\x01\x02\x03 nothing")):
            self.look_through(window, self.write(name, text))
            wait_until(lambda name=name: dialog.says(f"“{name}” cannot be imported."),
                       "the sentence")


class RealBooks(Importing):
    """Books that Debian ships, when they can be had."""

    def test_real_books_are_read(self):
        for package in EPUBS:
            with self.subTest(package):
                book = self.book(package)
                self.program.dispose()
                self.setUp()
                window = self.start()
                dialog = self.look_through(window, book)
                wait_until(lambda: dialog.says("Book (EPUB)"), "what is new", LONG)
                self.press(dialog, "Import")
                wait_until(lambda: dialog.says("Imported"), "the report", LONG)

    def book(self, package):
        """The EPUB of a package; skips where there is none to be had."""
        folder = tempfile.mkdtemp(prefix="epub-")
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        try:
            subprocess.run(["apt-get", "download", package], cwd=folder, check=True,
                           capture_output=True, timeout=120)
            (archive,) = [name for name in os.listdir(folder) if name.endswith(".deb")]
            subprocess.run(["dpkg", "-x", archive, "."], cwd=folder, check=True, timeout=120)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            raise unittest.SkipTest(f"{package} cannot be had: {error}") from error
        for place, _, names in os.walk(folder):
            for name in sorted(names):
                if name.endswith(".epub"):
                    return os.path.join(place, name)
        raise unittest.SkipTest(f"{package} has no EPUB")
