#!/usr/bin/python3
"""Compares Hawk Notes with a GTK program in C that shows the same page; prints medians and ratios.

usage: compare.py HAWK_NOTES SAME_PAGE PAGE WORK_FOLDER ROUNDS
PAGE is the file with what is shown, made by `same_page.py`.
Runs in a private session with an X server of its own (see `bench`).
"""

import os
import sqlite3
import statistics
import sys
import time

import notes
import same_page
import spelling
from gestures import Gestures
from pages import DATABASE, first_book
from programs import BenchmarkError, HawkNotes, SamePage, TextEditor
from windows import WindowWatcher, has_content

MANY = 20
STYLED = 1000
F2, ESCAPE = 0xFFBF, 0xFF1B
KEYS_PER_ROUND = 10
LETTER = ord("n")
# Seconds between two letters of somebody who types before there is a window.
PACE = 0.03


def first_frame(program):
    """Milliseconds from the start to the first frame of one window."""
    running = program.start(1)
    try:
        window = running.wait_for_windows(1)[0]
        if not program.watcher.wait_until(lambda: window.painted_at is not None, 30):
            raise BenchmarkError("the window was mapped but nothing was painted")
        # The end of the start is not measured, but must not disturb the next program.
        running.wait_until_idle()
        return {"frame": [(window.painted_at - running.started_at) * 1000]}
    finally:
        running.stop()


def many_windows(program):
    """Milliseconds until the last of many windows is mapped, and the peak memory in MiB."""
    running = program.start(MANY)
    try:
        mapped = running.wait_for_windows(MANY)
        last = max(window.mapped_at for window in mapped)
        running.wait_until_idle()
        return {
            "mapped": [(last - running.started_at) * 1000],
            "memory": [running.peak_memory()],
        }
    finally:
        running.stop()


def key_presses(program):
    """Milliseconds from key presses in the composer until something is painted."""
    running = program.start(1)
    try:
        window = running.wait_for_windows(1)[0]
        running.wait_until_idle()
        x, y, before, _ = running.find_composer()
        program.watcher.click(window, x, y)
        # The first letter may reveal things, such as a button; it is not measured.
        times = []
        for _ in range(KEYS_PER_ROUND + 1):
            program.watcher.wait_for_quiet(0.15)
            seconds = program.watcher.seconds_from_key_to_paint(LETTER)
            if seconds is None:
                raise BenchmarkError("a key press in the composer painted nothing")
            times.append(seconds * 1000)
        program.watcher.wait_for_quiet(0.15)
        typed = running.find_composer()[2] - before
        if typed != len(times):
            raise BenchmarkError(f"of {len(times)} letters, {typed} arrived in the composer")
        return {"key": times[1:]}
    finally:
        running.stop()


def styled_page(program):
    """Milliseconds to the first frame of a page of notes, and the memory in MiB when it rests."""
    running = program.start(1)
    try:
        window = running.wait_for_windows(1)[0]
        if not program.watcher.wait_until(lambda: window.painted_at is not None, 60):
            raise BenchmarkError("the window was mapped but nothing was painted")
        running.wait_until_idle(60)
        return {
            "frame": [(window.painted_at - running.started_at) * 1000],
            "memory": [running.memory()],
        }
    finally:
        running.stop()


def composer_of(program):
    """The middle of the composer, which is in the same place in all windows."""
    running = program.start(1)
    try:
        running.wait_for_windows(1)
        running.wait_until_idle()
        return running.find_composer()[:2]
    finally:
        running.stop()


def edited_note(program, composer):
    """Milliseconds from key presses in the last note of the page until something is painted."""
    running = program.start(1)
    watcher = program.watcher
    try:
        window = running.wait_for_windows(1)[0]
        running.wait_until_idle(60)
        Gestures(watcher, window, composer).to_end()
        running.wait_until_idle(60)
        watcher.key(F2)
        times = []
        for _ in range(KEYS_PER_ROUND + 1):
            running.wait_until_idle(60)
            seconds = watcher.seconds_from_key_to_paint(LETTER)
            if seconds is None:
                raise BenchmarkError("a key press in a note painted nothing")
            times.append(seconds * 1000)
        watcher.key(ESCAPE)
        running.wait_until_idle(60)
        return {"key": times[1:]}
    finally:
        running.stop()


def page_of_notes(make, is_checked):
    """What fills the library in a folder with notes of these texts, and switches spelling on or off."""
    def fill(folder):
        spelling.choose(folder, is_checked)
        connection = sqlite3.connect(os.path.join(folder, DATABASE))
        notes.insert(connection, first_book(), STYLED, make(STYLED))
        connection.close()
    return fill


def typing(program, count):
    """Milliseconds until a letter is seen in the front window, typed into from the start on."""
    running = program.start(count)
    watcher = program.watcher
    try:
        # Behind the one letter that is there, and the cursor.
        x, y, _, width = program.composer
        place = x - width // 2 + 24, y - 8, 60, 16
        end = time.monotonic() + 60
        while time.monotonic() < end:
            window = watcher.focused()
            watcher.key(LETTER)
            watcher.wait_until(lambda: False, PACE)
            if window and window.painted_at and has_content(watcher.picture(window, *place)):
                typed_at = time.monotonic()
                running.wait_for_windows(count)
                running.wait_until_idle()
                return {"typing": [(typed_at - running.started_at) * 1000]}
        raise BenchmarkError("nothing that was typed was seen in the front window")
    finally:
        running.stop()


# Which figures a measurement gives: key, what it is, unit, the most that it may be of the other.
ONE = [("frame", "one restored window, to its first frame", "ms", 1.15)]
SOME = [
    ("mapped", f"{MANY} restored windows, until the last is mapped", "ms", 1.15),
    ("memory", f"{MANY} restored windows, peak memory", "MiB", 1.15),
]
KEY = [("key", "a key press in the composer, until it is drawn", "ms", None)]
STYLED_PAGE = [
    ("frame", f"a page of {STYLED} notes, to its first frame", "ms", 1.15),
    ("memory", f"a page of {STYLED} notes, memory", "MiB", 1.15),
]
CHECKED_KEY = [("key", "a key press in a styled note of it, until drawn", "ms", None)]
TYPING = [("typing", f"until one can type into the front one of {MANY}", "ms", 1.3)]
BESIDE_EDITOR = [
    ("mapped", f"{MANY} restored windows, until the last is mapped", "ms", 0.5),
    ("memory", f"{MANY} restored windows, peak memory", "MiB", None),
]


def take(measures, rounds):
    """Makes the measurements in turn, after a warm-up each. Returns key → figures, for each."""
    figures = [{} for _ in measures]
    for number in range(rounds + 1):
        for index, (name, measure) in enumerate(measures):
            try:
                taken = measure()
            except BenchmarkError as problem:
                raise BenchmarkError(f"{name}: {problem}") from problem
            if number > 0:
                for key, values in taken.items():
                    figures[index].setdefault(key, []).extend(values)
    return figures


def line(title, unit, target, ours, theirs):
    ratio = statistics.median(ours) / statistics.median(theirs)
    spread = f"{min(ours):.1f}–{max(ours):.1f} / {min(theirs):.1f}–{max(theirs):.1f}"
    verdict = ""
    if target is not None:
        verdict = f"at most {target} × : {'yes' if ratio <= target else 'NO'}"
    return (
        f"{title:<48}{statistics.median(ours):>9.1f} {unit:<4}"
        f"{statistics.median(theirs):>9.1f} {unit:<4}{ratio:>6.2f}  {verdict:<20} {spread}; "
        f"least {min(ours) / min(theirs):.2f}")


def rows(heading, rows_of, rounds):
    """Prints a table: each measurement of ours beside the other. False when one was not taken."""
    ours, other = heading
    print(f"{'median of ' + str(rounds) + ' rounds, in turn':<48}{ours:>13}"
          f"{other:>14}{'ratio':>7}  {'target':<20} range")
    is_complete = True
    for first, second, titles in rows_of:
        try:
            figures = take([(ours, first), (other, second)], rounds)
        except BenchmarkError as problem:
            is_complete = False
            for _, title, _, _ in titles:
                print(f"{title:<48}   not measured: {problem}", flush=True)
            continue
        for key, title, unit, target in titles:
            print(line(title, unit, target, figures[0][key], figures[1][key]), flush=True)
    print(f"load {os.getloadavg()[0]:.1f}", flush=True)
    return is_complete


def main():
    hawk_notes, same, page, folder, rounds = sys.argv[1:]
    rounds = int(rounds)
    watcher = WindowWatcher()

    def work(name):
        return os.path.join(folder, name)

    ours = HawkNotes(hawk_notes, work("ours"), watcher, same_page.fill)
    theirs = SamePage(same, page, work("theirs"), watcher)
    is_complete = rows(("Hawk Notes", "C"), [
        (lambda: first_frame(ours), lambda: first_frame(theirs), ONE),
        (lambda: many_windows(ours), lambda: many_windows(theirs), SOME),
        (lambda: key_presses(ours), lambda: key_presses(theirs), KEY),
    ], rounds)
    typed = HawkNotes(hawk_notes, work("typed"), watcher, same_page.fill, is_typing=True)
    is_complete &= rows((f"{MANY} windows", "one"), [
        (lambda: typing(typed, MANY), lambda: typing(typed, 1), TYPING)], rounds)
    plain, checked, unchecked = (
        HawkNotes(hawk_notes, work(name), watcher, page_of_notes(make, is_checked))
        for name, make, is_checked in (
            ("plain", notes.texts, True), ("checked", notes.styled_texts, True),
            ("unchecked", notes.styled_texts, False)))
    is_complete &= rows(("styled", "plain"), [
        (lambda: styled_page(checked), lambda: styled_page(plain), STYLED_PAGE)], rounds)
    composer = composer_of(ours)
    is_complete &= rows(("checked", "unchecked"), [
        (lambda: edited_note(checked, composer), lambda: edited_note(unchecked, composer),
         CHECKED_KEY)], rounds)
    if TextEditor.PATH is None:
        print("gnome-text-editor is not installed: nothing is measured beside it")
        return 0 if is_complete else 1
    with open(page, encoding="utf-8") as file:
        editor = TextEditor(file.read(), work("editor"), watcher)
    is_complete &= rows(("Hawk Notes", "text editor"), [
        (lambda: many_windows(ours), lambda: many_windows(editor), BESIDE_EDITOR)], rounds)
    return 0 if is_complete else 1


if __name__ == "__main__":
    sys.exit(main())
