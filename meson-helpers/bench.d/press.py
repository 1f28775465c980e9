#!/usr/bin/python3
"""Has the first window of process PID import a folder, as somebody does who has read the preview.

usage: press_import.py PID FOLDER
Looks with the eyes of the journeys, which ask anew each time: the accessibility library walks in circles
where a dialog changes below it.
"""

import os
import subprocess
import sys
import time

from gi.repository import Gio, GLib

REPOSITORY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(REPOSITORY, "Tests", "Journeys"))
sys.dont_write_bytecode = True

from harness.accessibility import BUTTONS, application  # noqa: E402

BUS_NAME = "io.github.hawknotes.HawkNotes"
WINDOW = "/io/github/hawknotes/HawkNotes/window/1"
NAME = "Import"
SECONDS_TO_LOOK_THROUGH = 300


def accessibility_bus():
    """A connection to the bus on which programs show what they are made of."""
    reply = Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(
        "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None,
        Gio.DBusCallFlags.NONE, -1, None)
    flags = Gio.DBusConnectionFlags
    return Gio.DBusConnection.new_for_address_sync(
        reply.unpack()[0], flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION)


def button(bus, process):
    """The button that begins the import, once there is something to be imported."""
    root = application(bus, process)
    for window in root.children() if root else []:
        for found in window.find_all(BUTTONS, NAME):
            return found
    return None


def main():
    process, folder = int(sys.argv[1]), sys.argv[2]
    bus = accessibility_bus()
    subprocess.run(
        ["gdbus", "call", "--session", "--dest", BUS_NAME, "--object-path", WINDOW,
         "--method", "org.gtk.Actions.Activate", "import-file", f"[<'{folder}'>]", "{}"],
        stdout=subprocess.DEVNULL, check=True)
    end = time.monotonic() + SECONDS_TO_LOOK_THROUGH
    while time.monotonic() < end:
        try:
            found = button(bus, process)
            if found:
                found.do_action()
                return 0
        except GLib.Error:
            pass
        time.sleep(0.2)
    print(f'no button named "{NAME}"', file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
