#!/usr/bin/python3
"""Measures a page with very many notes or highlights beside the same page with none or few, an import of as
many highlights beside bare inserts, and merging their library into the other beside the import.

usage: library.py HAWK_NOTES SHIM WORK_FOLDER KEPT_FOLDER ROUNDS NOTES
Runs in a private session with an X server of its own (see `bench`). KEPT_FOLDER keeps the libraries
that were generated, for the next run.
"""

import collections
import os
import sqlite3
import statistics
import sys
import time
import uuid
import zlib

import spelling
from asking import asking
from gestures import Gestures
from highlights import HighlightImport
from merging import Merging
from pages import Page, bare_copy, first_book
from programs import BenchmarkError, HawkNotes
from searching import ROWS, searching
from table import FRAME, line, print_rows, quantile, spread
from windows import WindowWatcher

FEW = 30
STYLED = 1000
FIRST_LETTER, RETURN, CONTROL = ord("a"), 0xFF0D, 0xFFE3
SAVES_PER_ROUND = 5

INSERT = (
    "INSERT INTO note (id, subjectKind, subjectID, text, textChecksum, createdAt, modifiedAt)"
    " VALUES (?, 'book', ?, ?, ?, ?, ?)")


def first_frame(page):
    """Milliseconds until the first frame is seen, and until the last before it rests; memory."""
    running, windows, record = page.start()
    try:
        if not page.program.watcher.wait_until(lambda: windows[0].painted_at is not None, 60):
            raise BenchmarkError("the window was mapped but nothing was painted")
        running.wait_until_idle(60)
        last = max(frame.end for frame in record.frames())
        return {
            "frame": (windows[0].painted_at - running.started_at) * 1000,
            "rest": (last - running.started_at) * 1000,
            "memory": running.memory(),
        }
    finally:
        running.stop()


def scrolling(page, composer):
    """The frames of each way to scroll and the turns of the main loop, in milliseconds; memory."""
    running, windows, record = page.start()
    try:
        running.wait_until_idle(60)
        gestures = Gestures(page.program.watcher, windows[0], composer)
        figures = {}
        turns = []
        for name, gesture in gestures.all:
            start = time.monotonic()
            gesture()
            running.wait_until_idle(60)
            frames = [frame.milliseconds for frame in record.frames(start)]
            if not frames:
                raise BenchmarkError(f"no frame was recorded: {name}")
            figures[name] = frames
            turns += [turn.milliseconds for turn in record.turns(start)]
        if record.is_full:
            raise BenchmarkError("there is no room to record more frames")
        figures["turns"] = turns or [0]
        figures["memory"] = [running.memory()]
        return figures
    finally:
        running.stop()


def saving(page, composer, bare):
    """Milliseconds until a note is seen in the second window, and of a bare insert and commit."""
    watcher = page.program.watcher
    running, windows, _ = page.start()
    try:
        running.wait_until_idle(60)
        put_apart(watcher, windows)
        # There the new note is seen in both.
        for window in reversed(windows):
            Gestures(watcher, window, composer).to_end()
        watcher.click(windows[0], *composer)
        watcher.wait_for_quiet(0.3)
        figures = {"saved": [], "bare": []}
        # The first one is not measured.
        for number in range(SAVES_PER_ROUND + 1):
            # Another letter each time: nothing is painted where one card takes the place of its like.
            for _ in range(12):
                watcher.key(FIRST_LETTER + number)
            running.wait_until_idle(60)
            seconds = watcher.seconds_from_key_to_paint(RETURN, CONTROL, window=windows[1])
            if seconds is None:
                raise BenchmarkError("a saved note was not seen in the second window")
            running.wait_until_idle(60)
            bare_seconds = bare.save()
            if number > 0:
                figures["saved"].append(seconds * 1000)
                figures["bare"].append(bare_seconds * 1000)
        return figures
    finally:
        running.stop()


def put_apart(watcher, windows):
    """Puts two windows side by side: what is hidden is not painted."""

    def is_done():
        (left, _, width, _), (right, *_) = sorted(watcher.place(window) for window in windows)
        return left + width <= right

    for index, window in enumerate(windows):
        watcher.put(window, index * 1000, 0)
    if not watcher.wait_until(is_done, 10):
        places = [watcher.place(window) for window in windows]
        raise BenchmarkError(f"the window manager put the windows at {places}")
    watcher.wait_for_quiet(0.3)


class BareLibrary:
    """A copy of the same library on the same disk, written to without the program."""

    def __init__(self, page):
        self.connection = bare_copy(page.database)
        self.subject = first_book()

    def save(self):
        """Seconds for an insert and its commit."""
        text = "n" * 12
        date = int(time.time() * 1000)
        values = (uuid.uuid4().bytes, self.subject, text, zlib.crc32(text.encode()), date, date)
        start = time.perf_counter()
        self.connection.execute(INSERT, values)
        self.connection.commit()
        return time.perf_counter() - start


def file_calls(page, composer):
    """What the main thread did with files after the first frame: typing, scrolling, saving."""
    watcher = page.program.watcher
    running, windows, record = page.start()
    try:
        if not watcher.wait_until(lambda: windows[0].painted_at is not None, 60):
            raise BenchmarkError("the window was mapped but nothing was painted")
        # What is painted is seen a moment before the frame ends.
        if not watcher.wait_until(record.frames, 10):
            raise BenchmarkError("no frame was recorded")
        since = record.frames()[0].end
        # At once, while the program still does what it has put off until after the first frame.
        gestures = Gestures(watcher, windows[0], composer)
        for _, gesture in gestures.all:
            gesture()
        watcher.click(windows[0], *composer)
        watcher.wait_for_quiet(0.3)
        for _ in range(3):
            for _ in range(12):
                watcher.key(FIRST_LETTER)
                time.sleep(0.03)
            watcher.key(RETURN, CONTROL)
            watcher.wait_for_quiet(0.3)
        running.wait_until_idle(60)
        if record.is_full:
            raise BenchmarkError("there is no room to record more")
        return record.calls(since)
    finally:
        running.stop()


class Benchmark:
    """The rows of the table, each with what it needs."""

    def __init__(self, program, shim, kept_folder, rounds, count):
        self.rounds = rounds
        self.count = count
        self.kept_folder = kept_folder
        self.shim = shim

        def page(notes, windows=1, kind="notes"):
            made = Page(program, notes, windows, kept_folder, shim, kind)
            made.settle()
            return made

        self.none, self.few, self.many = page(0), page(FEW), page(count)
        self.two = page(count, windows=2)
        self.few_highlights, self.many_highlights = (
            page(number, kind="highlights") for number in (FEW, count))
        self.plain = self.many if count == STYLED else page(STYLED)
        self.styled = page(STYLED, kind="styled")
        self.imports = HighlightImport(program, shim, count)
        self.merging = Merging(program, shim, self.many, self.imports)
        running, _, _ = self.few.start()
        try:
            running.wait_until_idle()
            self.composer = running.find_composer()[:2]
        finally:
            running.stop()

    def start_rows(self):
        self._start_rows(self.few, self.many)

    def _start_rows(self, few_page, many_page):
        pages = [(page, collections.defaultdict(list)) for page in (self.none, few_page, many_page)]
        for number in range(self.rounds + 1):
            for page, figures in pages:
                for key, value in first_frame(page).items():
                    if number > 0:
                        figures[key].append(value)
        none, few, many = (figures for _, figures in pages)
        for key, title, bound in (
                ("frame", "first frame, over that of the page with none", 50),
                ("rest", "last frame of the start, over that of the page with none", None)):
            medians = [statistics.median(figures[key]) for figures in (many, none, few)]
            ranges = ", ".join(spread(figures[key]) for figures in (many, none, few))
            line(title, medians[0] - medians[1], "ms",
                 f"{medians[0]:.0f}; none {medians[1]:.0f}, {few_page.count} notes {medians[2]:.0f}", bound,
                 f"at best {min(many[key]) - min(none[key]):.1f}; {ranges}")
        self._memory("after the start", many["memory"], none["memory"], few["memory"],
                     few_page.count)

    def scrolling_rows(self):
        self._scrolling_rows(self.few, self.many)

    def highlight_rows(self):
        print("the same with highlights in the place of notes", flush=True)
        self._start_rows(self.few_highlights, self.many_highlights)
        self._scrolling_rows(self.few_highlights, self.many_highlights)

    def styled_rows(self):
        print(f"a page of {STYLED} notes with emphasis and tags, beside {STYLED} plain ones", flush=True)
        self._start_rows(self.plain, self.styled)
        self._scrolling_rows(self.plain, self.styled)

    def import_rows(self):
        self.imports.print_rows()

    def merging_rows(self):
        self.merging.print_rows()

    def _scrolling_rows(self, few_page, many_page):
        pages = ((self.none, {}), (few_page, {}), (many_page, {}))
        for _ in range(max(self.rounds // 2, 2)):
            for page, figures in pages:
                # A page with none has nowhere to scroll to, but its memory is to be compared.
                for key, values in self._scrolled(page).items():
                    figures.setdefault(key, []).extend(values)
        none, few, many = (figures for _, figures in pages)
        for key in many:
            if key in ("turns", "memory"):
                continue
            bare = quantile(few[key], 0.99)
            line(f"frame while scrolling, {key}, 99th percentile",
                 quantile(many[key], 0.99), "ms", f"{bare:.1f} ms with {few_page.count}",
                 min(16, 1.5 * bare), f"median {statistics.median(many[key]):.1f} / "
                 f"{statistics.median(few[key]):.1f}, longest {max(many[key]):.1f} / "
                 f"{max(few[key]):.1f} of {len(many[key])} / {len(few[key])}")
        line("longest turn of the main loop meanwhile", max(many["turns"]), "ms",
             f"{max(few['turns']):.1f} ms with {few_page.count}")
        self._memory(
            "after scrolling to both ends and the middle", many["memory"], none["memory"],
            few["memory"], few_page.count)

    def _scrolled(self, page):
        if page is not self.none:
            return scrolling(page, self.composer)
        running, _, _ = page.start()
        try:
            running.wait_until_idle(60)
            return {"memory": [running.memory()]}
        finally:
            running.stop()

    def _memory(self, when, many, none, few, few_count=FEW):
        over = statistics.median(many) - statistics.median(none)
        line(f"memory {when}, over the page with none", over * 1.048576, "MB",
             f"{statistics.median(many):.1f} MiB; none {statistics.median(none):.1f}, "
             f"{few_count} notes {statistics.median(few):.1f}", 20,
             ", ".join(map(spread, (many, none, few))))

    def saving_rows(self):
        bare = BareLibrary(self.two)
        figures = collections.defaultdict(list)
        before = self.two.saved()
        rounds = max(self.rounds // 2, 2)
        for _ in range(rounds):
            for key, values in saving(self.two, self.composer, bare).items():
                figures[key] += values
        saved = self.two.saved() - before
        if saved != rounds * (SAVES_PER_ROUND + 1):
            raise BenchmarkError(f"{saved} notes were saved")
        value, other = statistics.median(figures["saved"]), statistics.median(figures["bare"])
        line("saving one until a second window shows it", value, "ms",
             f"{other:.1f} ms bare insert", 2 * other + FRAME,
             f"{spread(figures['saved'])} / {spread(figures['bare'])}")

    def spelling_rows(self):
        page = Page(self.few.program, 1, 1, self.kept_folder, self.shim)
        spelling.fill(page)
        figures = {True: collections.defaultdict(list), False: collections.defaultdict(list)}
        for _ in range(max(self.rounds // 4, 1)):
            for is_checked, values in figures.items():
                for key, some in spelling.editing(page, self.composer, is_checked).items():
                    values[key] += some
        checked, bare = figures[True], figures[False]
        for key, title in (("frames", "frame"), ("turns", "turn of the main loop")):
            line(f"{title} in a note of a million letters with spelling, 99th percentile",
                 quantile(checked[key], 0.99), "ms", f"{quantile(bare[key], 0.99):.1f} ms without",
                 None, f"longest {max(checked[key]):.1f} / {max(bare[key]):.1f} of "
                 f"{len(checked[key])} / {len(bare[key])}")

    def search_rows(self):
        figures = {page: collections.defaultdict(list) for page in (self.few, self.many)}
        for _ in range(max(self.rounds // 2, 2)):
            for page, values in figures.items():
                for key, some in searching(page).items():
                    values[key] += some
        few, many = figures[self.few], figures[self.many]
        for key, title, bound in ROWS:
            line(title, quantile(many[key], 0.99), "ms",
                 f"{quantile(few[key], 0.99):.1f} ms with {FEW}", bound,
                 f"median {statistics.median(many[key]):.1f} / {statistics.median(few[key]):.1f}, "
                 f"longest {max(many[key]):.1f} / {max(few[key]):.1f} of {len(many[key])}")

    def asking_rows(self):
        figures = collections.defaultdict(list)
        for _ in range(self.rounds):
            for key, some in asking(self.many).items():
                figures[key] += some
        line("the desktop's search asks the running service, 99th percentile",
             quantile(figures["warm"], 0.99), "ms", f"{len(figures['warm'])} beginnings of words", 50,
             f"median {statistics.median(figures['warm']):.1f}, longest {max(figures['warm']):.1f}")
        line("… and one that has to be started for it", statistics.median(figures["cold"]), "ms",
             "until the first answer", None, spread(figures["cold"]))

    def file_rows(self):
        calls = file_calls(self.many, self.composer)
        own_folders = tuple(
            os.path.join(self.many.folder, name, "hawk-notes") for name in ("data", "state"))
        own = [call for call in calls if call.path.startswith(own_folders)]
        blocked = sum(call.took for call in own) * 1000
        line("main thread on files of library and state after the first frame",
             len(own), "", f"{blocked:.1f} ms in all", 0, f"other files: {len(calls) - len(own)}")
        others = [call for call in calls if not call.path.startswith(own_folders)]
        for kind, some in (("own", own), ("other", others)):
            counted = collections.Counter((call.name, call.path) for call in some)
            for (name, path), count in counted.most_common(5):
                print(f"    {kind}: {count} × {name} {path.removeprefix(self.many.folder + '/')}")


def main():
    hawk_notes, shim, folder, kept_folder, rounds, count = sys.argv[1:]
    program = HawkNotes(hawk_notes, folder, WindowWatcher())
    try:
        benchmark = Benchmark(program, shim, kept_folder, int(rounds), int(count))
    except BenchmarkError as problem:
        print(f"not measured: {problem}")
        return 1
    print(f"medians of {rounds} rounds, in turn; a bound that is missed says so", flush=True)
    parts = (
        benchmark.start_rows, benchmark.scrolling_rows, benchmark.saving_rows,
        # The search is still open at the next start.
        benchmark.file_rows, benchmark.asking_rows, benchmark.search_rows,
        benchmark.highlight_rows, benchmark.styled_rows, benchmark.import_rows,
        benchmark.merging_rows, benchmark.spelling_rows)
    return 0 if print_rows(parts) else 1


if __name__ == "__main__":
    sys.exit(main())
