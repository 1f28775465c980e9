"""Types into the program's search, and times each key until all that is found is drawn."""

import time

from programs import BenchmarkError

WORDS = ("hawk", "remembers", "shadow", "letters", "winter", "keeper", "owl")
"""Some are in very many notes, the last in none."""

FRAME_PIECES = 0.003
"""Seconds between the pieces of one frame at most."""
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
        # The first word waits for what is done once: the index is opened, rows are made for the first time.
        type_word(running, watcher, WORDS[0])
        figures = {"letter": [], "first": [], "all": []}
        for word in WORDS:
            for values in type_word(running, watcher, word):
                for name, seconds in zip(figures, values):
                    figures[name].append(seconds * 1000)
        return figures
    finally:
        running.stop()


def type_word(running, watcher, word):
    """Seconds from each key until its letter is drawn, the first results, and all; takes the word back."""
    times = []
    for letter in word:
        start = time.monotonic()
        letter_drawn = watcher.seconds_from_key_to_paint(ord(letter))
        if letter_drawn is None:
            raise BenchmarkError("nothing was painted for a key in the search")
        if not watcher.wait_for_quiet(REST):
            raise BenchmarkError("the search does not come to rest")
        # A frame is painted in pieces. What comes after that of the letter shows what is found.
        later = [time for time in watcher.damages if time > start + letter_drawn + FRAME_PIECES]
        first = later[0] - start if later else letter_drawn
        times.append((letter_drawn, first, watcher.last_damage - start))
    for _ in word:
        watcher.key(BACK_SPACE)
    running.wait_until_idle(60)
    return times
