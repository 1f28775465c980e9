"""Edits a note of a million letters and moves through it, with and without spelling."""

import itertools
import os
import sqlite3
import time
import zlib

from gestures import Gestures
from programs import BenchmarkError

LENGTH = 1_000_000
PARAGRAPH = 500
WORDS = "the hawk remembers why and shadow under a house of leters promise winter she retuned".split()
PAGE_DOWN, PAGE_UP, F2, ESCAPE = 0xFF56, 0xFF55, 0xFFBF, 0xFF1B
PRESSES = 60
PACE = 0.03
LETTERS = "hawks leters "


def text():
    """Paragraphs of words, two of fifteen of which are misspelled."""
    words = itertools.cycle(WORDS)
    paragraphs = []
    while sum(map(len, paragraphs)) < LENGTH:
        paragraph = ""
        while len(paragraph) < PARAGRAPH:
            paragraph += next(words) + " "
        paragraphs.append(paragraph)
    return "\n".join(paragraphs)


def fill(page):
    """Gives the page's only note this text."""
    connection = sqlite3.connect(page.database)
    body = text()
    connection.execute("UPDATE note SET text = ?, textChecksum = ?", (body, zlib.crc32(body.encode())))
    connection.commit()
    connection.close()
    page.settle()


def editing(page, composer, is_checked):
    """The frames and the turns of the main loop while the note is read and typed into, in milliseconds."""
    choose(page.folder, is_checked)
    running, windows, record = page.start()
    watcher = page.program.watcher
    try:
        running.wait_until_idle(60)
        Gestures(watcher, windows[0], composer).to_end()
        watcher.key(F2)
        running.wait_until_idle(60)
        watcher.click(windows[0], composer[0], composer[1] // 2)
        running.wait_until_idle(60)
        start = time.monotonic()
        for key in (PAGE_DOWN, PAGE_UP):
            for _ in range(PRESSES):
                watcher.key(key)
                time.sleep(PACE)
        for letter in LETTERS * 4:
            watcher.key(ord(letter))
            time.sleep(PACE)
        running.wait_until_idle(60)
        # The next start would find the note as it is now.
        end = time.monotonic()
        watcher.key(ESCAPE)
        running.wait_until_idle(60)
        frames = [frame.milliseconds for frame in record.frames(start) if frame.end < end]
        if len(frames) < PRESSES:
            raise BenchmarkError(f"{len(frames)} frames were recorded in a long note")
        turns = [turn.milliseconds for turn in record.turns(start) if turn.end < end]
        return {"frames": frames, "turns": turns or [0]}
    finally:
        running.stop()


def choose(folder, is_checked):
    """Switches spelling on or off in the folders of a program.

    The bench's environment names the backend that reads it.
    """
    os.environ["GSETTINGS_BACKEND"] = "keyfile"
    folder = os.path.join(folder, "config", "glib-2.0", "settings")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "keyfile"), "w", encoding="ascii") as file:
        file.write(f"[io/github/hawknotes/HawkNotes]\ncheck-spelling={str(is_checked).lower()}\n")
