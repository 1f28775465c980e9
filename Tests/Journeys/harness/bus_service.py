"""Stand-ins for services on the session bus."""

import threading

from gi.repository import Gio, GLib

from .session import connect


class BusService:
    """Holds a name on the session's bus from `with` on; answers in a thread of its own.

    A stand-in registers what it offers in `_offer(bus)`.
    """

    def __init__(self, session, name):
        self._address = session.bus_address
        self._name = name
        self._ready = threading.Event()

    def __enter__(self):
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_):
        self._loop.quit()
        self._thread.join()

    def _run(self):
        context = GLib.MainContext()
        context.push_thread_default()
        self._loop = GLib.MainLoop(context)
        self.bus = connect(self._address)
        self._offer(self.bus)
        self.bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            GLib.Variant("(su)", (self._name, 0)), None, Gio.DBusCallFlags.NONE, 5000, None,
        )
        source = GLib.idle_source_new()
        source.set_callback(lambda *_: self._ready.set())
        source.attach(context)
        self._loop.run()
        self.bus.close_sync(None)
        context.pop_thread_default()

    def emit(self, path, interface, signal, values, to=None):
        """Send a signal: to all programs, or to one."""
        self.bus.emit_signal(to, path, interface, signal, values)
        self.bus.flush_sync(None)
