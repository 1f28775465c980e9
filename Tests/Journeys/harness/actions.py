"""The program's GApplication actions, as scripts reach them: `org.gtk.Actions` on the bus."""

import re

from gi.repository import Gio, GLib

APPLICATION_ID = "io.github.hawknotes.HawkNotes"
APPLICATION_PATH = "/io/github/hawknotes/HawkNotes"
WINDOW_FOLDER = APPLICATION_PATH + "/window"
CALL_TIMEOUT_MS = 10_000


class Actions:
    """One group of actions: the application's or one window's."""

    def __init__(self, bus, path=APPLICATION_PATH):
        self.bus = bus
        self.path = path

    def _call(self, method, parameters=None):
        reply = self.bus.call_sync(
            APPLICATION_ID, self.path, "org.gtk.Actions", method, parameters, None,
            Gio.DBusCallFlags.NO_AUTO_START, CALL_TIMEOUT_MS, None,
        )
        return reply.unpack()

    def names(self):
        return self._call("List")[0]

    def is_enabled(self, name):
        return self._call("Describe", GLib.Variant("(s)", (name,)))[0][0]

    def state(self, name):
        """The state of a stateful action, or None when it has none."""
        state = self._call("Describe", GLib.Variant("(s)", (name,)))[0][2]
        return state[0] if state else None

    def activate(self, name, parameter=None):
        """Activate an action; `parameter` is a string or nothing, which is all that there is."""
        parameters = [] if parameter is None else [GLib.Variant("s", parameter)]
        self._call("Activate", GLib.Variant("(sava{sv})", (name, parameters, {})))


def window_paths(bus):
    """The object paths of the program's windows, in the order in which they were made."""
    try:
        reply = bus.call_sync(
            APPLICATION_ID, WINDOW_FOLDER, "org.freedesktop.DBus.Introspectable", "Introspect",
            None, None, Gio.DBusCallFlags.NO_AUTO_START, CALL_TIMEOUT_MS, None,
        )
    except GLib.Error:
        return []
    numbers = sorted(int(number) for number in re.findall(r'<node name="(\d+)"', reply.unpack()[0]))
    return [f"{WINDOW_FOLDER}/{number}" for number in numbers]


def is_busy(bus):
    """Whether the program says that windows are still to come."""
    reply = bus.call_sync(
        APPLICATION_ID, APPLICATION_PATH, "org.freedesktop.DBus.Properties", "Get",
        GLib.Variant("(ss)", ("org.gtk.Application", "Busy")), None,
        Gio.DBusCallFlags.NO_AUTO_START, CALL_TIMEOUT_MS, None,
    )
    return reply.unpack()[0]


def owner_pid(bus):
    """The process id of whoever owns the program's name on the session bus, or None."""
    try:
        reply = bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
            "GetConnectionUnixProcessID", GLib.Variant("(s)", (APPLICATION_ID,)), None,
            Gio.DBusCallFlags.NONE, CALL_TIMEOUT_MS, None,
        )
    except GLib.Error:
        return None
    return reply.unpack()[0]
