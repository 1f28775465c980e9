#!/usr/bin/python3
"""Measures a shelf with very many series, and an import of many books beside somebody who types.

usage: shelf.py HAWK_NOTES SHIM WORK_FOLDER ROUNDS SERIES BOOKS
Runs in a private session with an X server of its own (see `bench`).
"""

import collections
import hashlib
import os
import random
import sqlite3
import statistics
import sys
import time
import uuid

from calibre import HEIGHT, WIDTH, make_library, pictures
from gestures import END, HOME, Gestures
from pages import DATABASE, Folders, bundled_series
from programs import BenchmarkError, HawkNotes
from table import FRAME, line, print_rows, quantile, spread
from windows import WindowWatcher

FEW = 30
ALT, CONTROL, RETURN, FIRST_LETTER = 0xFFE9, 0xFFE3, 0xFF0D, ord("a")
PACE = 0.05
"""Seconds between two keys of somebody who types fast."""

WORDS = (
    "hawk shadow winter lantern promise letter river garden house north salt glass ember crown "
    "moth thread harbour stone silver field"
).split()


class ShelfGestures(Gestures):
    """The whole window scrolls, and has the focus from the start."""

    def __init__(self, watcher, window):
        _, _, width, height = watcher.place(window)
        super().__init__(watcher, window, (width // 2, height + 10))

    def to_end(self):
        for key in (HOME, END):
            self.watcher.key(key)
            self.watcher.wait_for_quiet(0.3)


def fill(folder, count):
    """Adds so many series to the library, each with a book; every third has a cover."""
    source = random.Random(1)
    connection = sqlite3.connect(os.path.join(folder, DATABASE))
    with connection:
        kept = [add_picture(connection, picture) for picture in pictures(covers())]
        for number in range(count):
            title = f"The {source.choice(WORDS)} and the {source.choice(WORDS)} {number}".title()
            series = identifier(source)
            connection.execute(
                "INSERT INTO series (id, title, author, origin) VALUES (?, ?, ?, 'own')",
                (series, title, f"{source.choice(WORDS)} {source.choice(WORDS)}".title()))
            connection.execute(
                "INSERT INTO book (id, seriesID, position, title, origin, coverID)"
                " VALUES (?, ?, 0, ?, 'own', ?)",
                (identifier(source), series, title,
                 source.choice(kept) if number % 3 == 0 else None))
    connection.close()


def identifier(source):
    return uuid.UUID(int=source.getrandbits(128), version=4).bytes


def covers():
    """The files of the covers of the bundled series."""
    _, folder = bundled_series()
    covers = os.path.join(os.environ["HAWK_NOTES_DATA_DIR"], folder, "covers")
    return [os.path.join(covers, name) for name in sorted(os.listdir(covers))]


def add_picture(connection, picture):
    data = picture.save_to_bufferv("png", [], [])[1]
    name = hashlib.sha256(data).digest()[:16]
    connection.execute(
        "INSERT INTO picture (id, width, height, type, data) VALUES (?, ?, ?, 'image/png', ?)",
        (name, WIDTH, HEIGHT, data))
    return name


class Session(Folders):
    """A program with so many series besides the one that ships."""

    def __init__(self, program, shim, count):
        super().__init__(program, f"series-{count}", 1, shim)
        if count > 0:
            fill(self.folder, count)

    def start(self):
        running, windows, record = super().start()
        try:
            running.wait_until_idle(60)
        except BenchmarkError:
            running.stop()
            raise
        return running, windows, record


def scrolling(session):
    """The frames of each way to scroll the shelf, milliseconds; how long it takes to come; memory."""
    watcher = session.program.watcher
    running, windows, record = session.start()
    try:
        start = time.monotonic()
        watcher.key(HOME, ALT)
        running.wait_until_idle(60)
        frames = record.frames(start)
        if not frames:
            raise BenchmarkError("the shelf was not painted")
        figures = {"shown": [(frames[-1].end - start) * 1000]}
        turns = []
        for name, gesture in ShelfGestures(watcher, windows[0]).all:
            start = time.monotonic()
            gesture()
            running.wait_until_idle(60)
            figures[name] = [frame.milliseconds for frame in record.frames(start)]
            turns += [turn.milliseconds for turn in record.turns(start)]
        figures["turns"] = turns or [0]
        figures["memory"] = [running.memory()]
        return figures
    finally:
        running.stop()


class Typist:
    """Types into the composer of a window, and saves a note now and then."""

    def __init__(self, session, running, window, record):
        self.session, self.running, self.window, self.record = session, running, window, record
        self.watcher = session.program.watcher
        self.figures = collections.defaultdict(list)

    def type_while(self, goes_on):
        """Returns what was measured: keys until they are painted, turns and frames meanwhile, saves."""
        composer = self.running.find_composer()[:2]
        self.watcher.click(self.window, *composer)
        self.watcher.wait_for_quiet(0.3)
        start = time.monotonic()
        count = 0
        while goes_on() or count == 0:
            for number in range(20):
                seconds = self.watcher.seconds_from_key_to_paint(
                    FIRST_LETTER + (count + number) % 26, window=self.window)
                if seconds is None:
                    raise BenchmarkError("a key was not answered within 5 seconds")
                self.figures["key"].append(seconds * 1000)
                self.watcher.wait_until(lambda: False, PACE)
            self._save()
            count += 1
        self.figures["frames"] = [frame.milliseconds for frame in self.record.frames(start)]
        self.figures["turns"] = [turn.milliseconds for turn in self.record.turns(start)] or [0]
        return self.figures

    def _save(self):
        before = self._own_notes()
        start = time.monotonic()
        self.watcher.key(RETURN, CONTROL)
        if not self.watcher.wait_until(lambda: self._own_notes() > before, 60):
            raise BenchmarkError("a note was not saved within a minute")
        self.figures["saved"].append((time.monotonic() - start) * 1000)

    def _own_notes(self):
        return self.session.ask("SELECT count(*) FROM note")


def importing(session, folder):
    """What was measured beside nothing and beside an import of the folder; seconds that it took."""
    running, windows, record = session.start()
    try:
        idle = Typist(session, running, windows[0], record)
        until = time.monotonic() + 5
        quiet = idle.type_while(lambda: time.monotonic() < until)
        begin_import(session, running, windows[0], folder)
        started = time.monotonic()
        took = []

        def goes_on():
            if session.ask("SELECT count(*) FROM importBatch") == 0:
                if time.monotonic() - started > 600:
                    raise BenchmarkError("the import did not end within ten minutes")
                return True
            took.append(time.monotonic() - started)
            return False

        busy = Typist(session, running, windows[0], record).type_while(goes_on)
        if record.is_full:
            raise BenchmarkError("there is no room to record more")
        return quiet, busy, took[0]
    finally:
        running.stop()


def begin_import(session, running, window, folder):
    """Has a window import a folder; its dialog is out of the way afterwards."""
    running.import_file(folder)
    watcher = session.program.watcher
    watcher.put(window, 0, 0)
    for other in watcher.mapped():
        if other is not window:
            watcher.put(other, 1100, 0)


def scrolling_rows(few, many, rounds, count):
    pages = ((few, {}), (many, {}))
    for _ in range(rounds):
        for session, figures in pages:
            for key, values in scrolling(session).items():
                figures.setdefault(key, []).extend(values)
    few, many = (figures for _, figures in pages)
    line(f"the shelf until it is at rest, {count} series", statistics.median(many["shown"]), "ms",
         f"{statistics.median(few['shown']):.0f} ms with {FEW}")
    for key in many:
        if key in ("shown", "turns", "memory"):
            continue
        bare = quantile(few[key], 0.99)
        line(f"frame while scrolling, {key}, 99th percentile", quantile(many[key], 0.99), "ms",
             f"{bare:.1f} ms with {FEW}", FRAME,
             f"median {statistics.median(many[key]):.1f} / {statistics.median(few[key]):.1f}, "
             f"longest {max(many[key]):.1f} / {max(few[key]):.1f} "
             f"of {len(many[key])} / {len(few[key])}")
    line("longest turn of the main loop meanwhile", max(many["turns"]), "ms",
         f"{max(few['turns']):.1f} ms with {FEW}", FRAME)
    line("memory after scrolling, over that with few",
         (statistics.median(many["memory"]) - statistics.median(few["memory"])) * 1.048576, "MB")


def importing_rows(session, folder, books):
    quiet, busy, took = importing(session, folder)
    line(f"import of {books} books with covers", took, "s")
    for key, title, bound in (
            ("key", "key until it is painted, 99th percentile", 2 * FRAME),
            ("frames", "frame beside it, 99th percentile", FRAME)):
        line(title, quantile(busy[key], 0.99), "ms", f"{quantile(quiet[key], 0.99):.1f} ms without",
             bound, f"median {statistics.median(busy[key]):.1f} / {statistics.median(quiet[key]):.1f}, "
             f"longest {max(busy[key]):.1f} / {max(quiet[key]):.1f} of {len(busy[key])}")
    line("longest turn of the main loop beside it", max(busy["turns"]), "ms",
         f"{max(quiet['turns']):.1f} ms without")
    line("a note until it is on the disk, longest", max(busy["saved"]), "ms",
         f"{spread(quiet['saved'])} ms without", None,
         f"median {statistics.median(busy['saved']):.1f} of {len(busy['saved'])}")


def main():
    hawk_notes, shim, folder, rounds, series, books = sys.argv[1:]
    rounds, series, books = max(int(rounds) // 4, 1), int(series), int(books)
    program = HawkNotes(hawk_notes, folder, WindowWatcher())

    def scroll():
        scrolling_rows(Session(program, shim, FEW), Session(program, shim, series), rounds, series)

    def bring_in():
        source = make_library(os.path.join(folder, "calibre"), books, covers())
        importing_rows(Session(program, shim, 0), source, books)

    return 0 if print_rows((scroll, bring_in)) else 1


if __name__ == "__main__":
    sys.exit(main())
