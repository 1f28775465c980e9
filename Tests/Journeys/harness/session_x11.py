"""A private X11 session: Xvfb, openbox, input by the XTEST extension."""

import contextlib
import os
import select
import subprocess
import time

from Xlib import X, XK, display
from Xlib.error import BadDrawable, BadWindow, CatchError, XError
from Xlib.ext import damage, xtest
from Xlib.protocol import event

from .pointer import SCROLL_DOWN, SCROLL_UP, Input
from .session import Session
from .waiting import wait_until, wait_until_there

SCREEN = (2560, 1400)
"""Room for two windows side by side, with something of the desktop around them."""

DRAWN_WITHIN = 2.0
"""Seconds after which a frame counts as one that cannot be seen: the window's corner may be covered."""

FROM_A_PAGER = 2
"""The source of a request to raise a window: a tool that acts for the user, so it is obeyed."""


class XTestInput(Input):
    """Pointer and keys through XTEST: to the program they are the real thing."""

    def __init__(self, connection, active_window):
        """`active_window` gives the number of the window that has the keyboard, or None."""
        self.display = connection
        self._active_window = active_window
        self.display.damage_query_version()
        self.keymap = {}
        low = connection.display.info.min_keycode
        count = connection.display.info.max_keycode - low + 1
        for offset, keysyms in enumerate(connection.get_keyboard_mapping(low, count)):
            for level in (1, 0):
                self.keymap.setdefault((keysyms[level], level), low + offset)

    def _send(self, kind, detail=0, x=0, y=0):
        xtest.fake_input(self.display, kind, detail, x=x, y=y)
        self.display.sync()

    def raw_move(self, x, y):
        self._send(X.MotionNotify, x=x, y=y)

    def raw_button(self, button, pressed):
        self._send(X.ButtonPress if pressed else X.ButtonRelease, button)

    def raw_key(self, keysym, pressed):
        code = self.keymap[(XK.string_to_keysym(keysym), 0)]
        self._send(X.KeyPress if pressed else X.KeyRelease, code)

    def raw_scroll(self, steps):
        button = SCROLL_DOWN if steps > 0 else SCROLL_UP
        for _ in range(abs(steps)):
            self.raw_button(button, True)
            self.raw_button(button, False)

    def wait_until_drawn(self):
        number = self._active_window()
        if not number:
            return
        window = self.display.create_resource_object("window", number)
        damaged = window.damage_create(damage.DamageReportRawRectangles)
        # The first report is about nothing that was drawn.
        self.display.sync()
        self._was_drawn()
        # Its program draws again what it is told to be gone.
        window.clear_area(0, 0, 1, 1, exposures=True, onerror=CatchError(BadWindow, BadDrawable))
        self.display.flush()
        end = time.monotonic() + DRAWN_WITHIN
        while not self._was_drawn() and (left := end - time.monotonic()) > 0:
            select.select([self.display], [], [], left)
        self.display.damage_destroy(damaged)
        self.display.sync()

    def _was_drawn(self):
        """Whether anything has been since the last look."""
        notify = self.display.extension_event.DamageNotify
        events = [self.display.next_event() for _ in range(self.display.pending_events())]
        return any(event.type == notify for event in events)


class X11Session(Session):
    """Xvfb and openbox; the window manager's own hints tell where the windows are."""

    name = "x11"

    def display_environment(self):
        return {
            "DISPLAY": self.display_name,
            "GDK_BACKEND": "x11",
            # Whether one for an input method is installed makes no difference then.
            "GTK_IM_MODULE": "gtk-im-context-simple",
        }

    def start_display(self):
        read_end, write_end = os.pipe()
        width, height = SCREEN
        self.spawn(
            "Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{width}x{height}x24",
            "-nolisten", "tcp", "-noreset", pass_fds=[write_end],
        )
        os.close(write_end)
        with os.fdopen(read_end) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.display_name = f":{number}"
        self.spawn("openbox", environment=self.base_environment() | self.display_environment())
        self.display = display.Display(self.display_name)
        # A key that a busy machine lets go late is not held.
        self.display.change_keyboard_control(auto_repeat_mode=X.AutoRepeatModeOff)
        self.root = self.display.screen().root
        self.input = XTestInput(self.display, self.active_window)
        wait_until(lambda: self._property(self.root, "_NET_SUPPORTING_WM_CHECK"), "openbox")

    def stop(self):
        if hasattr(self, "display"):
            self.display.close()
        super().stop()

    # Windows

    def _property(self, window, name):
        try:
            reply = window.get_full_property(self.display.get_atom(name), X.AnyPropertyType)
        except XError:
            return None
        return reply.value if reply else None

    def _text_property(self, window, name):
        value = self._property(window, name)
        return bytes(value).decode() if value is not None else ""

    def stacking(self):
        """The windows, the lowest first."""
        ids = self._property(self.root, "_NET_CLIENT_LIST_STACKING")
        return [self.display.create_resource_object("window", id) for id in ids or ()]

    def stacked_titles(self):
        """The titles of the windows, the lowest first."""
        return [self._text_property(window, "_NET_WM_NAME") for window in self.stacking()]

    def active_window(self):
        """The number of the window that has the keyboard, or None."""
        active = self._property(self.root, "_NET_ACTIVE_WINDOW")
        return active[0] if active else None

    def window_owners(self):
        """The process ids of those who show a window."""
        values = (self._property(window, "_NET_WM_PID") for window in self.stacking())
        return [value[0] for value in values if value is not None]

    def title_of(self, action_path):
        """What the window manager calls the window with this action path, or None."""
        for window in self.stacking():
            if self._text_property(window, "_GTK_WINDOW_OBJECT_PATH") == action_path:
                return self._text_property(window, "_NET_WM_NAME")
        return None

    def _native(self, window):
        for native in self.stacking():
            # Another process of the program has windows of the same paths.
            owner = self._property(native, "_NET_WM_PID")
            if owner is not None and owner[0] != window.program.process.pid:
                continue
            path = self._text_property(native, "_GTK_WINDOW_OBJECT_PATH")
            # A dialog has no actions, and so no path; nor do windows that are no dialogs share its title.
            name = self._text_property(native, "_NET_WM_NAME")
            if path == window.path if window.path else name == window.title:
                return native
        raise LookupError(f"no X window for {window.path}")

    def _geometry(self, native):
        try:
            size = native.get_geometry()
            place = native.translate_coords(self.root, 0, 0)
        except XError as error:
            raise LookupError(f"{native} has gone") from error
        # translate_coords answers where the root's origin is, seen from the window.
        return -place.x, -place.y, size.width, size.height

    def popup(self):
        """Left, top, width and height of a popover or menu on the screen, or None while there is none.

        What is in it says nothing of where it is.
        """
        return self._popup()[1]

    def point_at_popup(self, down):
        """Move the pointer onto a popover or menu, so many pixels below its edge; return the point once the
        pointer lies on it, and None before.
        """
        native, geometry = self._popup()
        if native is None:
            return None
        left, top, width, _ = geometry
        point = left + width // 2, top + down
        self.input.move(*point)
        return point if self.root.query_pointer().child == native else None

    def _popup(self):
        for native in reversed(self.root.query_tree().children):
            with contextlib.suppress(XError, LookupError):
                attributes = native.get_attributes()
                geometry = _, _, width, height = self._geometry(native)
                is_shown = attributes.map_state == X.IsViewable and attributes.override_redirect
                if is_shown and width > 20 and height > 20:
                    return native, geometry
        return None, None

    def window_geometry(self, window):
        """x, y, width, height of the window on the screen."""
        return self._geometry(self._native(window))

    def window_origin(self, window):
        """Where on the screen the window's accessible coordinates begin."""
        x, y, width, height = self.window_geometry(window)
        _, _, inner_width, inner_height = window.frame.extents
        # What is left over is the border that the theme draws, as wide on every side.
        return x + (width - inner_width) // 2, y + (height - inner_height) // 2

    def _send_to_manager(self, native, message, *data):
        native_event = event.ClientMessage(
            window=native,
            client_type=self.display.get_atom(message),
            data=(32, [*data, *([0] * (5 - len(data)))]),
        )
        mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
        self.root.send_event(native_event, event_mask=mask)
        self.display.sync()

    def raise_window(self, window):
        """Bring the window to the front and give it the focus, as a task list does.

        Nothing is sent when it is there already: focus that moves away and back swallows keys.
        """
        native = self._native(window)

        def in_front():
            return (
                self.active_window() == native.id
                and self.stacking()[-1].id == native.id
                and window.is_active
            )

        if not in_front():
            self._send_to_manager(native, "_NET_ACTIVE_WINDOW", FROM_A_PAGER)
            wait_until_there(lambda: in_front() and window, f"{window} to be in front")

    def close_window(self, window):
        """Ask the window to close, as the window manager's own button does."""
        self._send_to_manager(self._native(window), "_NET_CLOSE_WINDOW", 0, FROM_A_PAGER)

    def place_window(self, window, x, y):
        """Move the window's top left corner."""
        native = self._native(window)
        native.configure(x=x, y=y)
        self.display.sync()
        wait_until(
            lambda: abs(self._geometry(native)[0] - x) < 20
            and abs(self._geometry(native)[1] - y) < 40,
            f"{window} at {x}, {y}",
        )

    def put_side_by_side(self, first, second):
        """Put two windows where neither covers the other."""
        self.place_window(first, 20, 60)
        self.place_window(second, 1300, 60)

    def make_room(self, window):
        """Put the window where it does not cover one of another program."""
        self.place_window(window, 700, 40)

    def foreign_window(self, title):
        """Put the window of another program into a corner; return the middle of it on the screen."""
        native = wait_until_there(lambda: self._titled(title), f"the window {title!r}")
        native.configure(x=0, y=0)
        self.display.sync()
        wait_until(lambda: self._geometry(native)[0] < 20, f"{title} to be moved")
        left, top, width, height = self._geometry(native)
        return left + width // 2, top + height // 2

    def _titled(self, title):
        """The window with this title, or None."""
        windows = self.stacking()
        return next((one for one in windows if self._text_property(one, "_NET_WM_NAME") == title), None)

    def toggle_maximized(self, window):
        """Maximize the window, or give it its own size back, as its title bar's button does."""
        toggle = 2
        names = ("_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ")
        atoms = map(self.display.get_atom, names)
        self._send_to_manager(self._native(window), "_NET_WM_STATE", toggle, *atoms, FROM_A_PAGER)

    def workspace(self, window):
        """The number of the window's workspace, from 0."""
        value = self._property(self._native(window), "_NET_WM_DESKTOP")
        return value[0] if value is not None else None

    def workspaces(self):
        """The numbers of the windows' workspaces by title, also of those that nobody can see."""
        values = ((window, self._property(window, "_NET_WM_DESKTOP")) for window in self.stacking())
        return {
            self._text_property(window, "_NET_WM_NAME"): value[0]
            for window, value in values if value is not None
        }

    def move_to_workspace(self, window, number):
        """Move the window to another workspace, as a pager does."""
        self._send_to_manager(self._native(window), "_NET_WM_DESKTOP", number, FROM_A_PAGER)
        wait_until(lambda: self.workspace(window) == number, f"{window} on workspace {number}")

    def show_workspace(self, number):
        """Show another workspace, as a pager does."""
        self._send_to_manager(self.root, "_NET_CURRENT_DESKTOP", number)
        wait_until(
            lambda: self._property(self.root, "_NET_CURRENT_DESKTOP")[0] == number,
            f"workspace {number}",
        )

    def resize_window(self, window, width, height):
        """Give the window another size."""
        native = self._native(window)
        native.configure(width=width, height=height)
        self.display.sync()
        wait_until(
            lambda: self._geometry(native)[2:] == (width, height), f"{window} to be {width} wide"
        )

    def put_pointer_away(self):
        # A menu that opens below it takes that for a choice, and stays there.
        self.input.move(1, 1)

    def free_point(self):
        """A point of the desktop that no window covers."""
        boxes = []
        for native in self.stacking():
            with contextlib.suppress(LookupError):
                boxes.append(self._geometry(native))
        for y in range(SCREEN[1] - 10, 0, -40):
            for x in range(SCREEN[0] - 10, 0, -40):
                if not any(
                    left - 10 <= x <= left + width + 10 and top - 10 <= y <= top + height + 10
                    for left, top, width, height in boxes
                ):
                    return x, y
        raise LookupError("the windows cover the whole screen")

    def pixel(self, x, y):
        """Red, green and blue of a point of the screen, from 0 to 255."""
        blue, green, red = self.pixels(x, y, 1, 1)[:3]
        return red, green, blue

    def pixels(self, x, y, width, height):
        """What a part of the screen shows: four bytes for each point."""
        return self.root.get_image(x, y, width, height, X.ZPixmap, 0xFFFFFFFF).data

    def screenshot(self, path):
        """Save what the screen shows as PNG."""
        subprocess.run(
            ["import", "-window", "root", path],
            env=self.base_environment() | self.display_environment(),
            check=False, timeout=30, stdout=self._log, stderr=self._log,
        )


class MortalX11Session(X11Session):
    """A session whose display server can be killed: its buses do without one, and outlive it."""

    display_name = None

    def display_environment(self):
        return super().display_environment() if self.display_name else {}

    def _start(self):
        self._start_session_bus()
        self._start_accessibility_bus()
        self._others = len(self._processes)
        self.start_display()

    def lose_display(self):
        """Kill the display server, as a crash of it would."""
        del self.display
        while len(self._processes) > self._others:
            process = self._processes.pop()
            process.kill()
            process.wait()

    def replace_display(self):
        """Start a display server in the place of the one that is lost."""
        self.start_display()
