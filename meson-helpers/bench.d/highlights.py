"""Has the program import a Kindle's file with very many highlights, beside bare inserts of the same."""

import os
import time
from datetime import datetime, timezone

import notes
from pages import Folders, bare_copy, first_book
from programs import BenchmarkError
from table import FRAME, line

BOOKS = 200
LONGEST = 400
"""Characters of a highlight: Kindles cut what is longer."""
SECONDS_TO_IMPORT = 600


def write_clippings(path, count):
    """A file as a Kindle writes it; every tenth highlight has a note."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        for number, text in enumerate(notes.texts(count, LONGEST)):
            milliseconds = notes.FIRST + (notes.LAST - notes.FIRST) * number // count
            date = datetime.fromtimestamp(milliseconds // 1000, timezone.utc)
            head = f"Book {number % BOOKS} (Writer, Good)\r\n"
            first = 100 + 30 * (number // BOOKS)
            when = f"{date:%A, %B} {date.day}, {date:%Y} {date:%I:%M:%S %p}"
            words = " ".join(text.split())
            file.write(
                f"{head}- Your Highlight on Location {first}-{first + 9} | Added on {when}\r\n\r\n"
                f"{words}\r\n==========\r\n")
            if number % 10 == 0:
                file.write(
                    f"{head}- Your Note on Location {first + 9} | Added on {when}\r\n\r\n"
                    f"On number {number}\r\n==========\r\n")


class HighlightImport:
    """The figures of an import into a library that has nothing else, and of merging that library."""

    def __init__(self, program, shim, count):
        self.folders = Folders(program, "imported", 1, shim)
        self.count = count
        self.path = os.path.join(self.folders.folder, "My Clippings.txt")
        write_clippings(self.path, count)
        self.seconds = None
        """Of the import, index included, once it was measured."""

    @property
    def database(self):
        """The library with what was imported."""
        return self.folders.database

    def print_rows(self):
        bare = self._bare()
        running, _, record = self.folders.start()
        try:
            running.wait_until_idle(60)
            began = time.monotonic()
            running.import_file(self.path)
            pressed = time.monotonic()
            self._wait_for_import()
            saved = time.monotonic() - pressed
            done = running.wait_until_idle(SECONDS_TO_IMPORT) - pressed
            turns = [turn.milliseconds for turn in record.turns(began)]
            if record.is_full:
                raise BenchmarkError("there is no room to record more")
        finally:
            running.stop()
        self.seconds = done
        line(f"import of {self.count} highlights, index included", done * 1000, "ms",
             f"{bare * 1000:.0f} ms bare inserts", 6 * bare * 1000,
             f"saved after {saved * 1000:.0f} ms, its preview {(pressed - began) * 1000:.0f} ms")
        lost = sum(turn - FRAME for turn in turns if turn > FRAME)
        line("frames that it costs, preview included", lost, "ms",
             f"longest turn {max(turns, default=0):.1f} ms", 100)

    def _wait_for_import(self):
        end = time.monotonic() + SECONDS_TO_IMPORT
        while self.folders.ask("SELECT count(*) FROM importBatch") == 0:
            if time.monotonic() > end:
                raise BenchmarkError("the import did not end")
            time.sleep(0.02)
        found = self.folders.ask("SELECT count(*) FROM note WHERE quote IS NOT NULL")
        if found != self.count:
            raise BenchmarkError(f"{found} highlights of {self.count} were imported")

    def _bare(self):
        """Seconds for the inserts of as many notes and their commit, without the program."""
        self.folders.settle()
        texts = list(notes.texts(self.count, LONGEST))
        connection = bare_copy(self.folders.database)
        try:
            start = time.perf_counter()
            notes.insert(connection, first_book(), self.count, texts, quoting=True)
            return time.perf_counter() - start
        finally:
            connection.close()
