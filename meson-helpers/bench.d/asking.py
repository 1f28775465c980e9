"""Asks the program what a desktop's own search asks it, and times each answer."""

import time

from gi.repository import Gio, GLib

from programs import BenchmarkError, Running
from searching import WORDS

NAME = "io.github.hawknotes.HawkNotes"
PATH = "/io/github/hawknotes/HawkNotes/SearchProvider"
POLL = 0.001
"""Seconds; what is measured takes some ten milliseconds."""
INTERFACE = "org.gnome.Shell.SearchProvider2"


def _call(bus, name, path, interface, method, parameters):
    return bus.call_sync(
        name, path, interface, method, parameters, None, Gio.DBusCallFlags.NO_AUTO_START, 30_000, None
    ).unpack()


def asking(page):
    """Milliseconds from the start of a service until its first answer, and of each answer after it."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def ask(text):
        start = time.monotonic()
        (ids,) = _call(
            bus, NAME, PATH, INTERFACE, "GetInitialResultSet", GLib.Variant("(as)", (text.split(),)))
        if ids:
            _call(bus, NAME, PATH, INTERFACE, "GetResultMetas", GLib.Variant("(as)", (ids,)))
        return (time.monotonic() - start) * 1000

    def has_name():
        return _call(
            bus, "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "NameHasOwner",
            GLib.Variant("(s)", (NAME,)))[0]

    program = page.program
    running = Running(
        [program.path, "--gapplication-service"], page.folder, program.watcher)
    try:
        end = time.monotonic() + 10
        while not has_name():
            if time.monotonic() > end:
                raise BenchmarkError("the service has no name on the session bus")
            time.sleep(POLL)
        ask(WORDS[0])
        cold = (time.monotonic() - running.started_at) * 1000
        running.wait_until_idle(60)
        warm = [ask(word[:end]) for word in WORDS for end in range(1, len(word) + 1)]
        return {"cold": [cold], "warm": warm}
    finally:
        running.process.terminate()
        running.process.wait()
