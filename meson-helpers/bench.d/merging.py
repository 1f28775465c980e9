"""Has the program merge a library into another one, each with very many notes, beside an import of as many."""

import os
import time

from pages import Folders, copy_database
from programs import BenchmarkError
from table import line

BACKUP = os.path.join("backups", "backup-2099-01-01T000000Z.sqlite")
"""The other library lies where a backup of the newest date does, which is the first in the list."""
TO_THE_PREVIEW = ("Library", "Restore from Backup…", "Restore the backup of*", "Merge It In…")
SECONDS_TO_MERGE = 900
NOTES = "SELECT count(*) FROM note"


class Merging:
    """The figures of merging the library of an import into one with as many notes of its own."""

    def __init__(self, program, shim, page, imports):
        self.folders = Folders(program, "merged", 1, shim)
        self.page = page
        self.imports = imports

    def print_rows(self):
        """Looks at the same library once more in the end, when nothing in it is new."""
        if self.imports.seconds is None:
            raise BenchmarkError("the import of the other library was not measured")
        copy_database(self.page.database, self.folders.database).close()
        backup = os.path.join(os.path.dirname(self.folders.database), BACKUP)
        os.makedirs(os.path.dirname(backup), mode=0o700, exist_ok=True)
        copy_database(self.imports.database, backup).close()
        self.folders.settle()
        there = self._count()
        other = self.imports.folders.ask(NOTES)

        running, _, record = self.folders.start()
        try:
            running.wait_until_idle(60)
            before = running.memory()
            running.activate("preferences")
            running.press(*TO_THE_PREVIEW)
            began = time.monotonic()
            running.press("Merge")
            pressed = time.monotonic()
            self._wait_for_merge(there, other)
            saved = time.monotonic() - pressed
            done = running.wait_until_idle(SECONDS_TO_MERGE) - pressed
            turns = [turn.milliseconds for turn in record.turns(began)]
            if record.is_full:
                raise BenchmarkError("there is no room to record more")
            peak = running.peak_memory()
            looked = time.monotonic()
            running.press(*TO_THE_PREVIEW[1:], "Merge Another Library…")
            again = time.monotonic() - looked
        finally:
            running.stop()
        count, imported = self.imports.count, self.imports.seconds
        line(f"merging {count} highlights into {there} notes, index included", done * 1000, "ms",
             f"{imported * 1000:.0f} ms importing them", 3 * imported * 1000,
             f"{done / imported:.2f} times; saved after {saved * 1000:.0f} ms, its preview "
             f"{(pressed - began) * 1000:.0f} ms, and {again * 1000:.0f} ms once nothing in it is new")
        line("longest turn of the main loop meanwhile, preview included", max(turns, default=0), "ms",
             bound=100)
        line("peak memory meanwhile, over that of the start", (peak - before) * 1.048576, "MB",
             f"{peak:.0f} MiB; before it {before:.0f}")

    def _count(self):
        return self.folders.ask(NOTES)

    def _wait_for_merge(self, there, other):
        end = time.monotonic() + SECONDS_TO_MERGE
        while (found := self._count()) == there:
            if time.monotonic() > end:
                raise BenchmarkError("the merge did not end")
            time.sleep(0.02)
        if found != there + other:
            raise BenchmarkError(f"{found} notes instead of {there + other} are there")
