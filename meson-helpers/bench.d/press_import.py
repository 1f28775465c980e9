#!/usr/bin/python3
"""Has the first window of process PID import a folder, as somebody does who has read the preview.

usage: press_import.py PID FOLDER
A process of its own, because the accessibility library remembers what it has seen.
"""

import subprocess
import sys
import time

from composer import descendants, windows_of
from gi.repository import Atspi, GLib

BUS_NAME = "io.github.hawknotes.HawkNotes"
WINDOW = "/io/github/hawknotes/HawkNotes/window/1"
NAME = "Import"
SECONDS_TO_LOOK_THROUGH = 300


def button(process):
    """The button that begins the import, once there is something to be imported."""
    for window in windows_of(process):
        for accessible in descendants(window):
            is_button = accessible.get_role() == Atspi.Role.PUSH_BUTTON
            if is_button and accessible.get_name() == NAME:
                return accessible
    return None


def main():
    process, folder = int(sys.argv[1]), sys.argv[2]
    # Nothing tells this process what becomes of the dialog, as it has no main loop: so it asks each time.
    Atspi.get_desktop(0).set_cache_mask(Atspi.Cache.NONE)
    subprocess.run(
        ["gdbus", "call", "--session", "--dest", BUS_NAME, "--object-path", WINDOW,
         "--method", "org.gtk.Actions.Activate", "import-file", f"[<'{folder}'>]", "{}"],
        stdout=subprocess.DEVNULL, check=True)
    end = time.monotonic() + SECONDS_TO_LOOK_THROUGH
    while time.monotonic() < end:
        try:
            found = button(process)
            if found:
                found.get_action_iface().do_action(0)
                return 0
        except GLib.Error:
            pass
        time.sleep(0.2)
    print(f'no button named "{NAME}"', file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
