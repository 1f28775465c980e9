#!/usr/bin/python3
"""Compares Hawk Notes with a bare GTK program, as seen from outside, and prints medians and ratios.

usage: compare.py HAWK_NOTES PLAIN_WINDOW WORK_FOLDER ROUNDS
Runs in a private session with an X server of its own (see `bench`).
"""

import os
import statistics
import sys

from programs import BenchmarkError, Program
from windows import WindowWatcher

MANY = 20
KEYS_PER_ROUND = 10
LETTER = ord("n")


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
        x, y, before = running.find_composer()
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


# Which figures a measurement gives: key, what it is, unit, the most that it may be of the other.
MEASUREMENTS = [
    (first_frame, [("frame", "one restored window, to its first frame", "ms", 1.25)]),
    (many_windows, [
        ("mapped", f"{MANY} restored windows, until the last is mapped", "ms", 1.5),
        ("memory", f"{MANY} restored windows, peak memory", "MiB", 1.5),
    ]),
    (key_presses, [("key", "a key press in the composer, until it is drawn", "ms", None)]),
]


def take(measure, programs, rounds):
    """Measures the programs in turn, after a warm-up each. Returns key → figures, per program."""
    figures = [{} for _ in programs]
    for number in range(rounds + 1):
        for index, program in enumerate(programs):
            try:
                taken = measure(program)
            except BenchmarkError as problem:
                raise BenchmarkError(f"{program.name}: {problem}") from problem
            if number > 0:
                for key, values in taken.items():
                    figures[index].setdefault(key, []).extend(values)
    return figures


def line(title, unit, target, ours, theirs):
    ratio = statistics.median(ours) / statistics.median(theirs)
    spread = f"{min(ours):.1f}–{max(ours):.1f} / {min(theirs):.1f}–{max(theirs):.1f}"
    if target is None:
        verdict = ""
    else:
        verdict = f"at most {target} × : {'yes' if ratio <= target else 'NO'}"
    return (
        f"{title:<48}{statistics.median(ours):>9.1f} {unit:<4}"
        f"{statistics.median(theirs):>9.1f} {unit:<4}{ratio:>6.2f}  {verdict:<20} {spread}")


def main():
    hawk_notes, plain_window, folder, rounds = sys.argv[1:]
    watcher = WindowWatcher()
    programs = []
    for name, path, restores in (
            ("Hawk Notes", hawk_notes, True), ("the C program", plain_window, False)):
        place = os.path.join(folder, os.path.basename(path) + ("-ours" if restores else ""))
        os.makedirs(place)
        programs.append(Program(name, path, place, watcher, restores))

    print(f"{'median of ' + rounds + ' rounds, in turn':<48}{'Hawk Notes':>13}"
          f"{'C':>14}{'ratio':>7}  {'target':<20} range")
    is_complete = True
    for measure, rows in MEASUREMENTS:
        try:
            ours, theirs = take(measure, programs, int(rounds))
        except BenchmarkError as problem:
            is_complete = False
            for _, title, _, _ in rows:
                print(f"{title:<48}   not measured: {problem}", flush=True)
            continue
        for key, title, unit, target in rows:
            print(line(title, unit, target, ours[key], theirs[key]), flush=True)
    return 0 if is_complete else 1


if __name__ == "__main__":
    sys.exit(main())
