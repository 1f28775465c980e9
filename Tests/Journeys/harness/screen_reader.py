"""The ears of the journeys: what programs tell screen readers, and what one of those says of it."""

import os
import re
import shutil
import subprocess

from gi.repository import Gio, GLib

from .accessibility import BUTTONS, wait_to_find
from .waiting import wait_until, wait_until_there

ORCA = "orca"
PROMPTLY = "from orca import debug\ndebug.debugFile.reconfigure(line_buffering=True)\n"
"""What Orca runs at its start: it would keep the end of its log to itself."""

VOICELESS = "raise ImportError('no voice is wanted')\n"
"""In place of what leads to a voice, which would be started, and stay."""

SPOKEN = re.compile(r"SPEECH OUTPUT: '(.*?)' ?\{", re.DOTALL)


class Listening:
    """For journeys of users who hear the program without seeing positions."""

    def hear(self, window, roles, name):
        """Wait for a node with this role and name, visible or not."""
        return wait_to_find(
            lambda: next(iter(window.frame.find_all(roles, name)), None), roles, f"{name!r} in {window}"
        )

    def do(self, window, name, roles=BUTTONS):
        """Press a button."""
        self.hear(window, roles, name).do_action()

    def focused(self, window):
        """Wait for something to have the focus."""
        return wait_until_there(window.frame.focused, f"the focus in {window}")


EVENTS, REGISTRY_PATH = "org.a11y.atspi.Registry", "/org/a11y/atspi/registry"


class Told:
    """What a program tells by itself of what it shows: an announcement, or before GTK 4.14 the new description
    of what has the focus.

    None is missed, however late one looks.
    """

    def __init__(self, bus):
        self._bus = bus
        self._texts = []
        # Newer GTKs only report requested properties.
        for event in ("object:property-change", "object:announcement"):
            bus.call_sync(
                EVENTS, REGISTRY_PATH, EVENTS, "RegisterEvent", GLib.Variant("(sass)", (event, [], "")),
                None, Gio.DBusCallFlags.NONE, -1, None,
            )
        self._subscriptions = [
            bus.signal_subscribe(
                None, "org.a11y.atspi.Event.Object", signal, None, None,
                Gio.DBusSignalFlags.NONE, self._told,
            )
            for signal in ("PropertyChange", "Announcement")
        ]

    def stop(self):
        for subscription in self._subscriptions:
            self._bus.signal_unsubscribe(subscription)

    def _told(self, _bus, _sender, _path, _interface, signal, parameters):
        kind, value = parameters.get_child_value(0).unpack(), parameters.get_child_value(3).unpack()
        if (signal == "Announcement" or kind == "accessible-description") and value:
            self._texts.append(value)

    def expect(self, wanted):
        """Wait for an announcement with this beginning, and return it."""

        def found():
            while GLib.MainContext.default().iteration(False):
                pass
            return next((text for text in self._texts if text.startswith(wanted)), None)

        return wait_until(found, f"{wanted!r} to be told, beside {self._texts}")


class Orca:
    """The screen reader of most Linux desktops, which writes its speech to a file."""

    def __init__(self, session):
        self._folder = os.path.join(session.folder, "orca")
        shutil.rmtree(self._folder, ignore_errors=True)
        os.mkdir(self._folder)
        self._log = os.path.join(self._folder, "log")
        environment = session.base_environment() | session.display_environment()
        for home in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
            environment[home] = os.path.join(self._folder, home)
            os.mkdir(environment[home])
        settings = os.path.join(environment["XDG_DATA_HOME"], "orca")
        environment["PYTHONPATH"] = os.path.join(self._folder, "modules")
        for folder, name, text in (
            (settings, "orca-customizations.py", PROMPTLY),
            (environment["PYTHONPATH"], "speechd.py", VOICELESS),
        ):
            os.mkdir(folder)
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        with open(os.path.join(self._folder, "output"), "wb") as output:
            self._process = subprocess.Popen(
                [ORCA, f"--debug-file={self._log}"], env=environment, stdin=subprocess.DEVNULL,
                stdout=output, stderr=output,
            )

    @staticmethod
    def is_installed():
        return shutil.which(ORCA) is not None

    def stop(self):
        self._process.kill()
        self._process.wait()

    def said(self):
        """All that was said, in order."""
        if not os.path.exists(self._log):
            return []
        with open(self._log, encoding="utf-8", errors="replace") as file:
            return [text.strip(" .") for text in SPOKEN.findall(file.read())]

    def expect(self, wanted, after=0):
        """Wait until something is said that has this in it; return how much was said up to there."""

        def found():
            said = self.said()
            return next((n + 1 for n in range(after, len(said)) if wanted in said[n]), None)

        return wait_until(found, f"Orca to say {wanted!r}")
