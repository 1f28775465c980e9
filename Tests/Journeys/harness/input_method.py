"""An input method in a session: IBus, with engines that make Japanese and Korean of what is typed."""

import contextlib
import os
import shutil
import signal
import subprocess

from gi.repository import Gio, GLib

from .calls import call_all
from .session import connect
from .waiting import wait_until

ENGINE = "anthy"
"""Begins with hiragana: `ka` becomes か while it is composed."""
HANGUL = "hangul"
"""Begins with Korean: `gks` becomes 한, which is composed until the next syllable begins."""
PLAIN = "xkb:us::eng"
"""Lets every key through."""

DAEMON = ("org.freedesktop.IBus", "/org/freedesktop/IBus", "org.freedesktop.IBus")
DBUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
ENGINE_OWNERS = "org.freedesktop.IBus."
"""How the names begin that processes of engines have on the daemon's bus."""
FACTORY = "/org/freedesktop/IBus/Factory"
"""The object of such a process that makes its engines."""
FACTORY_INTERFACE = "org.freedesktop.IBus.Factory"
PROPERTIES = ("org.freedesktop.DBus.Properties", "GetAll")
"""A call that an engine answers where it handles keys. GDBus answers introspection in another thread, and so
before keys that came earlier."""

NEEDED = {
    "ibus": "/usr/bin/ibus-daemon",
    "ibus-anthy": "/usr/libexec/ibus-engine-anthy",
    "ibus-hangul": "/usr/libexec/ibus-engine-hangul",
    "ibus-gtk4": "/usr/lib/{triplet}/gtk-4.0/4.0.0/immodules/libim-ibus.so",
}
"""A file of each package."""


def missing_packages():
    """The packages that an input method needs and that are not installed."""
    missing = []
    for package, path in NEEDED.items():
        paths = [path.format(triplet=name) for name in os.listdir("/usr/lib")]
        if not any(map(os.path.exists, paths)):
            missing.append(package)
    return missing


class InputMethod:
    """A daemon of a journey's own, which programs are told of by their environment."""

    def __init__(self, session, folder):
        self._folder = os.path.join(folder, "ibus")
        os.mkdir(self._folder, 0o700)
        self.address = f"unix:path={os.path.join(self._folder, 'socket')}"
        base = session.base_environment() | session.display_environment()
        self._environment = base | {
            "HOME": self._folder,
            # The engine is a script, and needs the system's Python.
            "PATH": "/usr/bin:/bin",
            "IBUS_ADDRESS": self.address,
            **{f"XDG_{name}_HOME": self._folder for name in ("CONFIG", "CACHE", "DATA", "STATE")},
        }
        self._begin_with_letters()
        self._log = open(os.path.join(self._folder, "log"), "ab")
        self._process = subprocess.Popen(
            [
                "ibus-daemon", "--address", self.address, "--panel=disable",
                "--emoji-extension=disable", "--cache=refresh", "--verbose",
            ],
            env=self._environment, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log,
        )
        self._bus = wait_until(lambda: connect(self.address), "the input method's bus")
        self.use(PLAIN)

    def _begin_with_letters(self):
        """Otherwise engines let keys through until they are told what to make of them."""
        settings = os.path.join(self._folder, "glib-2.0", "settings")
        os.makedirs(settings)
        with open(os.path.join(settings, "keyfile"), "w", encoding="utf-8") as file:
            file.write("[org/freedesktop/ibus/engine/anthy/common]\ninput-mode=0\n")
            file.write("[org/freedesktop/ibus/engine/hangul]\ninitial-input-mode='hangul'\n")

    def environment(self):
        """What tells a program of it."""
        return {"GTK_IM_MODULE": "ibus", "IBUS_ADDRESS": self.address}

    def use(self, engine):
        """Have the keys go to an engine from now on."""

        def chosen():
            self._call("SetGlobalEngine", GLib.Variant("(s)", (engine,)))
            return self.engine() == engine

        wait_until(chosen, f"the input method {engine}", 20)

    def engine(self):
        """The engine that is used."""
        return self._call("GetGlobalEngine").unpack()[0][2]

    @contextlib.contextmanager
    def held(self):
        """Answer nothing meanwhile, as on a machine that is very busy."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def catch_up(self):
        """Return when the daemon and its engines have handled what they were sent before."""
        # Keys and what is made of them pass through the same queues as these calls, in both directions.
        (names,) = self._call("ListNames", owner=DBUS).unpack()
        engines = [name for name in names if name.startswith(ENGINE_OWNERS)]
        interface = GLib.Variant("(s)", (FACTORY_INTERFACE,))
        call_all(self._bus, [(name, FACTORY, *PROPERTIES, interface) for name in engines])
        self.engine()

    def _call(self, name, arguments=None, owner=DAEMON):
        return self._bus.call_sync(
            *owner, name, arguments, None, Gio.DBusCallFlags.NONE, 15000, None,
        )

    def stop(self):
        """End it, with the engines that it has started."""
        self._bus.close_sync(None)
        self._process.terminate()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)
