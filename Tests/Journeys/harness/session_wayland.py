"""A private Wayland session: headless mutter, input by its remote desktop interface.

Mutter does not tell where a window is, so it is told to put new windows into the middle, and to move others
only into a corner, by keys. It refuses to run as root, so it then runs as the user `nobody`.
"""

import contextlib
import functools
import os
import pwd
import re
import subprocess
import time

from gi.repository import Gio, GLib
from Xlib import XK

from .pointer import FRAME, LEFT, MIDDLE, RIGHT, SHIFT, SUPER, Input
from .session import Session
from .waiting import NeverHappened, wait_until, wait_until_there

SCREEN = (1600, 1200)
COMPOSITOR_USER = "nobody"
SOCKET = "wayland-hawk-notes"

EVDEV_BUTTONS = {LEFT: 272, RIGHT: 273, MIDDLE: 274}
VERTICAL_AXIS = 0

SETTINGS = """[org/gnome/mutter]
center-new-windows=true

[org/gnome/desktop/interface]
enable-animations=false

[org/gnome/desktop/peripherals/keyboard]
repeat=false

[org/gnome/desktop/wm/keybindings]
move-to-corner-nw=['<Super>F1']
move-to-corner-se=['<Super>F2']
lower=['<Super>F3']
move-to-center=['<Super>F4']
"""

UPPER_LEFT, LOWER_RIGHT = "F1", "F2"
"""The keys, with Super, that put the window that has the focus into a corner."""

LOWER = "F3"
"""The key, with Super, that puts the window that has the focus below all others."""

CENTER = "F4"
"""The key, with Super, that puts the window that has the focus into the middle."""

MAP_ANIMATION = 0.5
"""Seconds in which mutter zooms a new window in (a quarter of a second, and later where there is much else
to do) and a pointer misses what it is aimed at. It cannot be turned off, and nobody is told of its end."""

MAP_DELAY = 1.0
"""Seconds within which mutter shows a new window at all, where it does not get the keyboard."""

TOUCH_PAUSE = 0.5
"""Seconds after which programs have heard that there is a screen that can be touched."""

HEADER_EDGE = 3
"""How far below a window's upper edge nothing but the header bar itself can be hit."""

REMOTE_DESKTOP = "org.gnome.Mutter.RemoteDesktop"
REMOTE_DESKTOP_PATH = "/org/gnome/Mutter/RemoteDesktop"
SCREEN_CAST = "org.gnome.Mutter.ScreenCast"
SCREEN_CAST_PATH = "/org/gnome/Mutter/ScreenCast"
MONITOR = "Meta-0"


class MutterInput(Input):
    """Pointer and keys through mutter's remote desktop session.

    Motion is relative, which needs no screen cast (and so no PipeWire) to relate to: the pointer is
    first driven into the top left corner, then on from there.
    """

    def __init__(self, bus):
        self.bus = bus
        self.path = self._call_at(REMOTE_DESKTOP_PATH, REMOTE_DESKTOP, "CreateSession")[0]
        self._stream = self._cast() if is_newer() else None
        self._call("Start")
        # A seat has a keyboard from the first key on, and only then can a window have the focus.
        self.key(SHIFT)
        # One direction at a time: mutter stops a motion where it first meets an edge.
        self._call("NotifyPointerMotionRelative", "(dd)", -2.0 * SCREEN[0], 0.0)
        self._call("NotifyPointerMotionRelative", "(dd)", 0.0, -2.0 * SCREEN[1])
        self._place = (0, 0)
        self._has_touched = False

    def _call_at(self, path, interface, method, parameters=None, service=REMOTE_DESKTOP):
        reply = self.bus.call_sync(
            service, path, interface, method, parameters, None,
            Gio.DBusCallFlags.NONE, 10_000, None,
        )
        return reply.unpack()

    def _call(self, method, signature=None, *arguments):
        parameters = GLib.Variant(signature, arguments) if signature else None
        return self._call_at(self.path, f"{REMOTE_DESKTOP}.Session", method, parameters)

    def raw_move(self, x, y):
        left, top = self._place
        self._call("NotifyPointerMotionRelative", "(dd)", float(x - left), float(y - top))
        self._place = (x, y)

    def raw_button(self, button, pressed):
        self._call("NotifyPointerButton", "(ib)", EVDEV_BUTTONS[button], pressed)

    def raw_key(self, keysym, pressed):
        self._call("NotifyKeyboardKeysym", "(ub)", XK.string_to_keysym(keysym), pressed)

    def raw_scroll(self, steps):
        self._call("NotifyPointerAxisDiscrete", "(ui)", VERTICAL_AXIS, steps)

    # Fingers

    def touch(self, finger, x, y):
        """Put a finger, which has a number, on a point of the screen."""
        self._call("NotifyTouchDown", "(sudd)", self._touched(), finger, float(x), float(y))

    def move_touch(self, finger, x, y):
        """Move a finger that is on the screen."""
        self._call("NotifyTouchMotion", "(sudd)", self._touched(), finger, float(x), float(y))

    def lift(self, finger):
        """Take a finger away."""
        self._call("NotifyTouchUp", "(u)", finger)

    def _touched(self):
        """What fingers touch."""
        if not self._has_touched:
            self._has_touched = True
            self._stream = self._stream or self._cast()
            # A seat can be touched from the first finger on, and programs have to hear of that.
            self.touch(0, *(length - 1 for length in SCREEN))
            self.lift(0)
            time.sleep(TOUCH_PAUSE)
        return self._stream

    def _cast(self):
        """A cast of the screen, which gives fingers their places and need not begin."""
        properties = GLib.Variant("(ss)", (f"{REMOTE_DESKTOP}.Session", "SessionId"))
        identifier = self._call_at(
            self.path, "org.freedesktop.DBus.Properties", "Get", properties
        )[0]
        options = {"remote-desktop-session-id": GLib.Variant("s", identifier)}
        cast = self._call_at(
            SCREEN_CAST_PATH, SCREEN_CAST, "CreateSession", GLib.Variant("(a{sv})", (options,)),
            SCREEN_CAST,
        )[0]
        return self._call_at(
            cast, f"{SCREEN_CAST}.Session", "RecordMonitor",
            GLib.Variant("(sa{sv})", (MONITOR, {})), SCREEN_CAST,
        )[0]


@functools.cache
def is_newer():
    """Whether mutter takes no cast once a session has begun, and puts only the first window into the middle."""
    said = subprocess.run(["mutter", "--version"], capture_output=True, text=True, check=True).stdout
    return int(re.search(r"\d+", said).group()) >= 45


class WaylandSession(Session):
    """Mutter without a screen and without X."""

    name = "wayland"

    def __init__(self):
        self._first_seen = {}
        self._corners = {}
        super().__init__()

    def display_environment(self):
        return {"WAYLAND_DISPLAY": self.socket, "GDK_BACKEND": "wayland"}

    def start_display(self):
        self.socket, command, environment = compositor_command(
            os.path.join(self.folder, "compositor")
        )
        if is_newer():
            # A cast is refused without it.
            launcher = command[:command.index("mutter")]
            self.spawn(*launcher, "pipewire", environment=self.base_environment() | environment)
        self.spawn(*command, environment=self.base_environment() | environment)
        wait_until(lambda: os.path.exists(self.socket), "the compositor's socket")
        self.input = wait_until(lambda: MutterInput(self.bus), "the compositor's remote desktop")

    # Windows

    def title_of(self, action_path):
        """Unknown: a Wayland compositor tells nobody about windows."""
        return None

    def window_origin(self, window):
        """Where the window's accessible coordinates begin: it was centred when it came."""
        key = (window.program.process.pid, window.path)
        if key not in self._first_seen:
            # Its program knows of a new window sooner than mutter shows it, and gives it the keyboard.
            with contextlib.suppress(NeverHappened):
                wait_until(lambda: window.is_active, "a new window to be active", deadline=MAP_DELAY)
                if is_newer():
                    self.input.key(CENTER, SUPER)
            self._first_seen[key] = time.monotonic()
        time.sleep(max(0.0, self._first_seen[key] + MAP_ANIMATION - time.monotonic()))
        _, _, width, height = window.frame.extents
        corner = self._corners.get(key)
        if corner == UPPER_LEFT:
            return 0, 0
        if corner == LOWER_RIGHT:
            return SCREEN[0] - width, SCREEN[1] - height
        return (SCREEN[0] - width) // 2, (SCREEN[1] - height) // 2

    def put_into_corner(self, window, corner):
        """Move the window, which must not be covered where its header bar begins."""
        self.raise_window(window)
        # Not while it is still zoomed in: what lies below could not be hit.
        self.window_origin(window)
        self.input.key(corner, SUPER)
        self._corners[window.program.process.pid, window.path] = corner

    def put_side_by_side(self, first, second):
        """Put two windows where they cover nothing of each other but a corner; the second is in front."""

        def is_apart():
            # Again, if need be: what comes while a window is zoomed in goes past mutter.
            self.put_into_corner(second, LOWER_RIGHT)
            self.put_into_corner(first, UPPER_LEFT)
            return True

        wait_until(is_apart, "two windows side by side")

    def make_room(self, window):
        """Put the window where it does not cover one of another program that comes after it."""
        self.put_into_corner(window, UPPER_LEFT)

    def foreign_window(self, _title):
        """Put the window of another program, which has just come, into a corner; return a point in it."""
        time.sleep(MAP_ANIMATION)
        self.input.key(LOWER_RIGHT, SUPER)
        return SCREEN[0] - 100, SCREEN[1] - 75

    def raise_window(self, window):
        """Make sure that the window has the focus.

        Nobody may raise another program's window here, so this clicks on the upper edge of its
        header bar, where nothing is that could answer. It must be in front, as the newest is.
        """
        if window.is_active:
            return

        def is_hit():
            self.input.click(window.on_screen((window.frame.extents[2] // 2, HEADER_EDGE)))
            # Another one may lose what it has only now.
            time.sleep(FRAME)
            try:
                return wait_until_there(
                    lambda: window if window.is_active else None, "the click to be taken in"
                )
            except NeverHappened:
                # A window was still zoomed in, and the one behind it was hit: it now lies over it.
                self.input.key(LOWER, SUPER)
                raise

        wait_until_there(is_hit, f"{window} to be active")

    def free_point(self):
        """A corner: windows are centred and smaller than the screen."""
        return SCREEN[0] - 10, SCREEN[1] - 10

    def screenshot(self, path):
        """Not without a screen cast; the accessibility tree of the failure has to do."""


def compositor_command(home, *launcher):
    """Make a folder for a compositor to live in; return its socket, the command that starts it (by
    `launcher`, if there is one), and what its environment has besides."""
    settings = os.path.join(home, ".config", "glib-2.0", "settings")
    os.makedirs(settings, mode=0o700)
    with open(os.path.join(settings, "keyfile"), "w", encoding="utf-8") as file:
        file.write(SETTINGS)
    width, height = SCREEN
    prefix = _as_compositor_user(home) if os.geteuid() == 0 else []
    command = [
        *prefix, *launcher, "mutter", "--headless", "--wayland", "--no-x11",
        f"--wayland-display={SOCKET}", "--virtual-monitor", f"{width}x{height}",
    ]
    return os.path.join(home, SOCKET), command, {"HOME": home, "XDG_RUNTIME_DIR": home}


def _as_compositor_user(home):
    """Give `home` to the compositor's user; return what makes a command run as that user."""
    user = pwd.getpwnam(COMPOSITOR_USER)
    for folder, _, files in os.walk(home):
        for path in (folder, *(os.path.join(folder, name) for name in files)):
            os.chown(path, user.pw_uid, user.pw_gid)
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
