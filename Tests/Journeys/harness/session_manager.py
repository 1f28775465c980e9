"""A stand-in for the desktop's session manager, which asks programs whether the session may end."""

from gi.repository import Gio, GLib

from .bus_service import BusService
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


class SessionManager(BusService):
    """Has the session manager's name."""

    def __init__(self, session):
        super().__init__(session, NAME)
        interfaces = Gio.DBusNodeInfo.new_for_xml(INTERFACES).interfaces
        self._private = interfaces[1]
        self._manager = interfaces[0]
        self._registrations = []
        self.clients = []
        """The bus names of the programs that have registered and not left again."""
        self.answers = []
        """What programs said to being asked, and to being told to end: whether they agree."""

    def _offer(self, bus):
        bus.register_object(PATH, self._manager, self._called, lambda *_: GLib.Variant("b", 1))

    def _called(self, _bus, sender, path, _interface, method, parameters, invocation):
        if method == "RegisterClient":
            client = f"{PATH}/Client{len(self._registrations) + 1}"
            self._registrations.append(
                self.bus.register_object(client, self._private, self._called, None)
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
        self.emit(path, PRIVATE, signal, flags, to=self.clients[-1])

    def ask(self):
        """Ask whether the session may end, and wait until the program agrees."""
        count = len(self.answers)
        self.tell("QueryEndSession")
        wait_until(lambda: len(self.answers) > count, "an answer to the end of the session")
        return self.answers[-1]
