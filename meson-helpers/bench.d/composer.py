#!/usr/bin/python3
"""Finds the text field named "New note" that process PID shows.

usage: composer.py PID
Prints "X Y COUNT WIDTH": its middle in the window's coordinates, the number of characters in it and
its width.
A process of its own, because the accessibility library remembers what it has seen.
"""

import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

NAME = "New note"
SECONDS_TO_APPEAR = 15


def descendants(accessible):
    for index in range(accessible.get_child_count()):
        child = accessible.get_child_at_index(index)
        if child is not None:
            yield child
            yield from descendants(child)


def windows_of(process):
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(index)
        if application is not None and application.get_process_id() == process:
            for position in range(application.get_child_count()):
                yield application.get_child_at_index(position)


def composer(process):
    """The visible composer's middle, character count and width, or None.

    Hidden pages have one, too, of the same size: the one at whose middle it is itself is visible.
    """
    for window in windows_of(process):
        for accessible in descendants(window):
            if accessible.get_name() != NAME or accessible.get_text_iface() is None:
                continue
            extents = accessible.get_extents(Atspi.CoordType.WINDOW)
            x, y = extents.x + extents.width // 2, extents.y + extents.height // 2
            if window.get_accessible_at_point(x, y, Atspi.CoordType.WINDOW) == accessible:
                return x, y, accessible.get_character_count(), extents.width
    return None


def main():
    process = int(sys.argv[1])
    end = time.monotonic() + SECONDS_TO_APPEAR
    while time.monotonic() < end:
        try:
            found = composer(process)
        except GLib.Error:
            found = None
        if found:
            print(*found)
            return 0
        time.sleep(0.1)
    print(f'no visible text field named "{NAME}"', file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
