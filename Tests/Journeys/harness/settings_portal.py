"""A stand-in for the portal by which a desktop tells programs what a person has set."""

from gi.repository import Gio, GLib

from .bus_service import BusService

PATH = "/org/freedesktop/portal/desktop"
INTERFACE = "org.freedesktop.portal.Settings"
NAMESPACE = "org.freedesktop.appearance"

DESCRIPTION = f"""<node>
<interface name="{INTERFACE}">
  <method name="ReadAll">
    <arg type="as" direction="in"/><arg type="a{{sa{{sv}}}}" direction="out"/>
  </method>
  <method name="Read">
    <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/>
  </method>
  <method name="ReadOne">
    <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/>
  </method>
  <signal name="SettingChanged"><arg type="s"/><arg type="s"/><arg type="v"/></signal>
  <property name="version" type="u" access="read"/>
</interface>
</node>"""

NO_PREFERENCE, DARK, LIGHT = 0, 1, 2
MORE_CONTRAST = 1


class SettingsPortal(BusService):
    """Has the portal's name; the settings are those of `org.freedesktop.appearance`."""

    def __init__(self, session, **settings):
        super().__init__(session, "org.freedesktop.portal.Desktop")
        self._settings = {name.replace("_", "-"): value for name, value in settings.items()}

    def _offer(self, bus):
        interface = Gio.DBusNodeInfo.new_for_xml(DESCRIPTION).interfaces[0]
        bus.register_object(PATH, interface, self._called, lambda *_: GLib.Variant("u", 2))

    def _called(self, _bus, _sender, _path, _interface, method, parameters, invocation):
        if method == "ReadAll":
            every = {name: GLib.Variant("u", value) for name, value in self._settings.items()}
            invocation.return_value(GLib.Variant("(a{sa{sv}})", ({NAMESPACE: every},)))
            return
        namespace, name = parameters.unpack()
        if namespace != NAMESPACE or name not in self._settings:
            invocation.return_dbus_error("org.freedesktop.portal.Error.NotFound", name)
            return
        value = GLib.Variant("u", self._settings[name])
        if method == "Read":
            # It wraps its answer twice, which is why there is `ReadOne`.
            value = GLib.Variant("v", value)
        invocation.return_value(GLib.Variant("(v)", (value,)))

    def change(self, name, value):
        """Set something, and tell all programs."""
        self._settings[name] = value
        changed = GLib.Variant("(ssv)", (NAMESPACE, name, GLib.Variant("u", value)))
        self.emit(PATH, INTERFACE, "SettingChanged", changed)
