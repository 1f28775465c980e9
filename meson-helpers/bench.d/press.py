#!/usr/bin/python3
"""Presses buttons of process PID one after another, each once it can be pressed.

usage: press.py PID NAME…
A name that ends with "*" is the beginning of one. Looks with the eyes of the journeys, which ask anew each
time: the accessibility library walks in circles where a dialog changes below it.
"""

import os
import sys
import time

from gi.repository import Gio, GLib

REPOSITORY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(REPOSITORY, "Tests", "Journeys"))
sys.dont_write_bytecode = True

from harness.accessibility import STATE_SENSITIVE, TABS, application, names  # noqa: E402

SECONDS_TO_LOOK_THROUGH = 120


def accessibility_bus():
    """A connection to the bus on which programs show what they are made of."""
    reply = Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(
        "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None,
        Gio.DBusCallFlags.NONE, -1, None)
    flags = Gio.DBusConnectionFlags
    return Gio.DBusConnection.new_for_address_sync(
        reply.unpack()[0], flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION)


def button(bus, process, name):
    """The button of this name, once it can be pressed; that of the window that opened last."""
    root = application(bus, process)
    for window in reversed(root.children() if root else []):
        nodes = window.find_all(TABS)
        for node, its in zip(nodes, names(nodes)):
            is_it = its.startswith(name[:-1]) if name.endswith("*") else its == name
            # What is on a page that has not been shown yet has no size.
            if is_it and node.has_state(STATE_SENSITIVE) and (node.safe_extents() or [0] * 4)[2] > 0:
                return node
    return None


def press(bus, process, name):
    """Presses the button of this name; returns whether there was one."""
    end = time.monotonic() + SECONDS_TO_LOOK_THROUGH
    while time.monotonic() < end:
        try:
            found = button(bus, process, name)
            if found:
                found.do_action()
                return True
        except GLib.Error:
            pass
        time.sleep(0.2)
    return False


def main():
    process = int(sys.argv[1])
    bus = accessibility_bus()
    for name in sys.argv[2:]:
        if not press(bus, process, name):
            print(f'no button named "{name}"', file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
