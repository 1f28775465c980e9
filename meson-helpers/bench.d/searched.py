#!/usr/bin/python3
"""Types words into the program's search over a very large library, and times each key until it is drawn.

usage: searched.py HAWK_NOTES SHIM WORK_FOLDER LIBRARY_FOLDER WORDS
Runs in a private session with an X server of its own (see `bench`). LIBRARY_FOLDER holds the library and
its index, as the benchmark of the search without a window leaves them; so many of its words are typed,
letter by letter.
"""

import os
import random
import re
import shutil
import sqlite3
import statistics
import sys

from pages import DATABASE, SECONDS_TO_SETTLE, Folders
from programs import BenchmarkError, HawkNotes
from searching import CONTROL, ROWS, type_words
from table import line, print_rows, quantile
from windows import WindowWatcher

ALT, HOME = 0xFFE9, 0xFF50
INDEX = os.path.join("cache", "hawk-notes", "search.sqlite")
TYPEABLE = re.compile("[a-z]{2,}")


def words_of(library, count):
    """So many words, each as likely as it is frequent; those that can be typed with letter keys."""
    connection = sqlite3.connect(library)
    last, = connection.execute("SELECT max(sequence) FROM note").fetchone()
    choice = random.Random(1)
    words = []
    while len(words) < count:
        row = connection.execute(
            "SELECT text FROM note WHERE sequence >= ? LIMIT 1", (choice.randint(1, last),)).fetchone()
        word = choice.choice(row[0].rstrip(".").split())
        if TYPEABLE.fullmatch(word) and word not in words:
            words.append(word)
    connection.close()
    return words


def measure(program, shim, source, count):
    """Milliseconds until a letter, the first results and all are drawn."""
    folders = Folders(program, "searched", 1, shim)
    library = os.path.join(source, "library.sqlite")
    shutil.copyfile(library, folders.database)
    index = os.path.join(folders.folder, INDEX)
    os.makedirs(os.path.dirname(index), exist_ok=True)
    shutil.copyfile(os.path.join(source, "search.sqlite"), index)
    words = words_of(library, count)
    running, _, _ = folders.start()
    watcher = program.watcher
    try:
        # The index is compared with the library, as both are new files.
        running.wait_until_idle(SECONDS_TO_SETTLE)
        # From the shelf all series are searched.
        watcher.key(HOME, ALT)
        running.wait_until_idle(60)
        watcher.key(ord("f"), CONTROL)
        running.wait_until_idle(60)
        return type_words(running, watcher, words)
    finally:
        running.stop()


def main():
    hawk_notes, shim, folder, source, count = sys.argv[1:]
    program = HawkNotes(hawk_notes, folder, WindowWatcher())

    def rows():
        figures = measure(program, shim, source, int(count))
        for key, title, bound in ROWS:
            values = figures[key]
            line(title, quantile(values, 0.99), "ms",
                 f"{len(values)} beginnings of {count} words", bound,
                 f"median {statistics.median(values):.1f}, longest {max(values):.1f}")

    try:
        return 0 if print_rows((rows,)) else 1
    except BenchmarkError as problem:
        print(f"not measured: {problem}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
