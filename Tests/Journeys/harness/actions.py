"""The program's GApplication actions, as scripts reach them: `org.gtk.Actions` on the bus."""

import re

from gi.repository import GLib

from .calls import call, process_id

APPLICATION_ID = "io.github.hawknotes.HawkNotes"
APPLICATION_PATH = "/io/github/hawknotes/HawkNotes"
WINDOW_FOLDER = APPLICATION_PATH + "/window"


class Actions:
    """One group of actions: the application's or one window's."""

    def __init__(self, bus, path=APPLICATION_PATH):
        self.bus = bus
        self.path = path

    def _call(self, method, parameters=None):
        return call(self.bus, APPLICATION_ID, self.path, "org.gtk.Actions", method, parameters)

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
        (described,) = call(
            bus, APPLICATION_ID, WINDOW_FOLDER, "org.freedesktop.DBus.Introspectable", "Introspect"
        )
    except GLib.Error:
        return []
    numbers = sorted(int(number) for number in re.findall(r'<node name="(\d+)"', described))
    return [f"{WINDOW_FOLDER}/{number}" for number in numbers]


def is_busy(bus):
    """Whether the program says that windows are still to come."""
    (busy,) = call(
        bus, APPLICATION_ID, APPLICATION_PATH, "org.freedesktop.DBus.Properties", "Get",
        GLib.Variant("(ss)", ("org.gtk.Application", "Busy")),
    )
    return busy


def owner_pid(bus):
    """The ID of the process that owns the program's name on the session bus, or None."""
    try:
        return process_id(bus, APPLICATION_ID)
    except GLib.Error:
        return None
