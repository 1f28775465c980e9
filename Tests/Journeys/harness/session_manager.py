"""A stand-in for the desktop's session manager, which asks programs whether the session may end."""

import threading

from gi.repository import Gio, GLib

from .session import connect
from .waiting import wait_until

NAME = "org.gnome.SessionManager"
PATH = "/org/gnome/SessionManager"
PRIVATE = "org.gnome.SessionManager.ClientPrivate"

INTERFACES = """<node>
<interface name="org.gnome.SessionManager">
  <method name="RegisterClient">
    <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="o" direction="out"/>
  </method>
  <method name="UnregisterClient"><arg type="o" direction="in"/></method>
  <property name="SessionIsActive" type="b" access="read"/>
  <property name="InhibitedActions" type="u" access="read"/>
</interface>
<interface name="org.gnome.SessionManager.ClientPrivate">
  <method name="EndSessionResponse">
    <arg type="b" direction="in"/><arg type="s" direction="in"/>
  </method>
  <signal name="Stop"/>
  <signal name="QueryEndSession"><arg type="u"/></signal>
  <signal name="EndSession"><arg type="u"/></signal>
  <signal name="CancelEndSession"/>
</interface>
</node>"""


class SessionManager:
    """Holds the name on the session's bus from `with` on; answers in a thread of its own."""

    def __init__(self, session):
        self._address = session.bus_address
        self._ready = threading.Event()
        self._registrations = []
        self.clients = []
        """The bus names of the programs that have registered and not left again."""
        self.answers = []
        """What programs said to being asked, and to being told to end: whether they agree."""

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
        self._bus = connect(self._address)
        interfaces = Gio.DBusNodeInfo.new_for_xml(INTERFACES).interfaces
        self._bus.register_object(PATH, interfaces[0], self._called, lambda *_: GLib.Variant("b", 1))
        self._private = interfaces[1]
        self._bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            GLib.Variant("(su)", (NAME, 0)), None, Gio.DBusCallFlags.NONE, 5000, None,
        )
        source = GLib.idle_source_new()
        source.set_callback(lambda *_: self._ready.set())
        source.attach(context)
        self._loop.run()
        self._bus.close_sync(None)
        context.pop_thread_default()

    def _called(self, _bus, sender, path, _interface, method, parameters, invocation):
        if method == "RegisterClient":
            client = f"{PATH}/Client{len(self._registrations) + 1}"
            self._registrations.append(
                self._bus.register_object(client, self._private, self._called, None)
            )
            self.clients.append(sender)
            invocation.return_value(GLib.Variant("(o)", (client,)))
            return
        if method == "UnregisterClient" and sender in self.clients:
            self.clients.remove(sender)
        elif method == "EndSessionResponse":
            self.answers.append(parameters[0])
        invocation.return_value(None)

    def tell(self, signal):
        """Send a signal to the program that registered last."""
        flags = GLib.Variant("(u)", (0,)) if signal in ("QueryEndSession", "EndSession") else None
        path = f"{PATH}/Client{len(self._registrations)}"
        self._bus.emit_signal(self.clients[-1], path, PRIVATE, signal, flags)
        self._bus.flush_sync(None)

    def ask(self):
        """Ask whether the session may end, and wait until the program agrees."""
        count = len(self.answers)
        self.tell("QueryEndSession")
        wait_until(lambda: len(self.answers) > count, "an answer to the end of the session")
        return self.answers[-1]
