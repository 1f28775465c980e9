"""Stand-ins for the searches of desktops: they know of the program by the files that it installs."""

import configparser
import os

from gi.repository import GLib

from . import calls
from .actions import APPLICATION_ID
from .series import REPOSITORY


def _entry(name, group):
    file = configparser.ConfigParser()
    file.optionxform = str
    file.read(os.path.join(REPOSITORY, "data", name))
    return file[group]


def call(bus, place, interface, method, signature="()", *parameters):
    """Call a method of an object, which is a bus name and a path; nothing is started for that."""
    return calls.call(bus, *place, interface, method, GLib.Variant(signature, parameters))


class ShellSearch:
    """What GNOME Shell does."""

    INTERFACE = "org.gnome.Shell.SearchProvider2"

    def __init__(self, bus):
        self.bus = bus
        entry = _entry(f"{APPLICATION_ID}.search-provider.ini", "Shell Search Provider")
        assert entry["Version"] == "2" and entry["DesktopId"] == f"{APPLICATION_ID}.desktop"
        self.place = entry["BusName"], entry["ObjectPath"]

    def call(self, method, signature, *parameters):
        return call(self.bus, self.place, self.INTERFACE, method, signature, *parameters)

    def find(self, *words):
        """Ids, names and descriptions of what is found, in order."""
        (ids,) = self.call("GetInitialResultSet", "(as)", words)
        (metas,) = self.call("GetResultMetas", "(as)", ids)
        assert [meta["id"] for meta in metas] == ids, metas
        return [(meta["id"], meta["name"], meta["description"]) for meta in metas]


class Runner:
    """What KRunner does."""

    INTERFACE = "org.kde.krunner1"

    def __init__(self, bus):
        self.bus = bus
        entry = _entry(f"{APPLICATION_ID}.runner.desktop", "Desktop Entry")
        assert entry["X-Plasma-API"] == "DBus"
        self.place = entry["X-Plasma-DBusRunner-Service"], entry["X-Plasma-DBusRunner-Path"]

    def call(self, method, signature="()", *parameters):
        return call(self.bus, self.place, self.INTERFACE, method, signature, *parameters)
