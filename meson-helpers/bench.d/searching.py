"""Types into the program's search, and times each key until all that is found is drawn."""

import time

from programs import BenchmarkError

WORDS = ("hawk", "remembers", "shadow", "letters", "winter", "keeper", "owl")
"""Some are in very many notes, the last in none."""

ROWS = (
    ("letter", "key in the search until its letter is drawn, 99th percentile", None),
    ("first", "key in the search until the first results are drawn, 99th percentile", 50),
    ("all", "key in the search until nothing more is drawn, 99th percentile", None),
)
"""What is told of the keys: a figure, its title, its bound in milliseconds."""

FRAME_PIECES = 0.003
"""Seconds between the pieces of one frame at most."""
RESULTS_TOP = 170
"""Pixels from the top of the window to what is found: above are the field and the filters."""
NARROW = 100
"""Pixels: the scroll bar is narrower, which fades when nobody scrolls; a result is wider."""
BACK_SPACE, CONTROL, SHIFT = 0xFF08, 0xFFE3, 0xFFE1
REST = 0.3
"""Seconds without any paint after which a search is taken to have shown all."""


def searching(page):
    """Milliseconds from each key of each word until its letter is drawn, the first results, and all."""
    watcher = page.program.watcher
    running, _, _ = page.start()
    try:
        running.wait_until_idle(60)
        watcher.key(ord("f"), CONTROL, SHIFT)
        return type_words(running, watcher, WORDS)
    finally:
        running.stop()


def type_words(running, watcher, words):
    """The figures of `ROWS`, in milliseconds, of each key of each word. The search takes keys already."""
    # The first word waits for what is done once: the index is opened, rows are made for the first time.
    _type(running, watcher, words[0])
    figures = {key: [] for key, *_ in ROWS}
    for word in words:
        for values in _type(running, watcher, word):
            for name, seconds in zip(figures, values):
                figures[name].append(seconds * 1000)
    return figures


def _type(running, watcher, word):
    """Seconds from each key until its letter is drawn, the first results, and all; takes the word back."""
    times = []
    for letter in word:
        start = time.monotonic()
        letter_drawn = watcher.seconds_from_key_to_paint(ord(letter))
        if letter_drawn is None:
            raise BenchmarkError("nothing was painted for a key in the search")
        if not watcher.wait_for_quiet(REST):
            raise BenchmarkError("the search does not come to rest")
        results = [
            time - start for time, area in watcher.damages
            if area.y + area.height > RESULTS_TOP and area.width > NARROW
        ]
        # With the letter the list may be drawn as it was: what is found comes later, unless it came with it
        # or is the same as before.
        results = [time for time in results if time > letter_drawn + FRAME_PIECES]
        first, last = (results[0], results[-1]) if results else (letter_drawn, letter_drawn)
        times.append((letter_drawn, first, last))
    for _ in word:
        watcher.key(BACK_SPACE)
    running.wait_until_idle(60)
    return times
