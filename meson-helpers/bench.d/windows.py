"""Sees from outside, through the X server, when windows are mapped and painted."""

import contextlib
import select
import time

from Xlib import X, display, error
from Xlib.ext import damage, xtest

# Pixels of more than two colours are content; the server itself fills a new window with one.
COLORS_OF_CONTENT = 3


def has_content(pixels):
    """Whether anything has been drawn there."""
    return len({pixels[at:at + 4] for at in range(0, len(pixels), 4)}) >= COLORS_OF_CONTENT


class Window:
    """A toplevel window of the program, as the X server sees it. Times are `time.monotonic()`."""

    def __init__(self, resource):
        self.resource = resource
        self.mapped_at = None
        self.painted_at = None
        self.last_painted_at = None


class WindowWatcher:
    """Follows all toplevel windows of a display. One program at a time may run on it."""

    def __init__(self):
        self.display = display.Display()
        self.windows = {}
        self.last_damage = None
        # What was painted since the key that was pressed last: when, and the rectangle.
        self.damages = []
        self.damage_event = self.display.extension_event.DamageNotify
        self.display.damage_query_version()
        root = self.display.screen().root
        # The window manager puts each window into a frame, which is a window as well.
        manager = root.get_full_property(
            self.display.get_atom("_NET_SUPPORTING_WM_CHECK"), X.AnyPropertyType).value[0]
        self.owner_mask = ~self.display.display.info.resource_id_mask
        self.manager = manager & self.owner_mask
        root.change_attributes(event_mask=X.SubstructureNotifyMask)
        self.display.sync()

    def forget(self):
        """Begins anew, for the next program."""
        self._read(0)
        self.windows = {}

    def mapped(self):
        return [window for window in self.windows.values() if window.mapped_at is not None]

    def wait_until(self, is_reached, seconds):
        """Reads events until `is_reached()`; false when it was not within the time."""
        end = time.monotonic() + seconds
        while not is_reached():
            left = end - time.monotonic()
            if left <= 0:
                return False
            self._read(min(left, 0.2))
        return True

    def wait_for_quiet(self, seconds, at_most=10.0):
        """Waits until nothing has been painted for `seconds`; false when painting never ends."""
        end = time.monotonic() + at_most
        while time.monotonic() < end:
            before = self.last_damage
            self._read_for(seconds)
            if self.last_damage == before:
                return True
        return False

    def move(self, window, x, y):
        """Moves the pointer to a point in the coordinates of `window`."""
        root = self.display.screen().root
        place = window.resource.translate_coords(root, 0, 0)
        # Measured from the root: translate_coords answers where the root's corner is.
        xtest.fake_input(self.display, X.MotionNotify, x=x - place.x, y=y - place.y)
        self.display.sync()

    def press_button(self, number=1):
        xtest.fake_input(self.display, X.ButtonPress, number)
        self.display.sync()

    def release_button(self, number=1):
        xtest.fake_input(self.display, X.ButtonRelease, number)
        self.display.sync()

    def click(self, window, x, y):
        """Clicks at a point in the coordinates of `window`."""
        self.move(window, x, y)
        self.press_button()
        self.release_button()

    def key(self, keysym, *modifiers):
        """Presses and releases a key."""
        with self._holding(modifiers):
            self._send_key(X.KeyPress, keysym)
            self._send_key(X.KeyRelease, keysym)

    def seconds_from_key_to_paint(self, keysym, *modifiers, window=None, seconds=5.0):
        """Presses a key and returns how long it takes until something is painted, or None.

        With a window, it is that one in which something has to be painted.
        """
        self._read(0)
        self.last_damage = None
        self.damages = []
        if window:
            window.last_painted_at = None

        def painted_at():
            return window.last_painted_at if window else self.last_damage

        with self._holding(modifiers):
            start = time.monotonic()
            self._send_key(X.KeyPress, keysym)
            was_painted = self.wait_until(lambda: painted_at() is not None, seconds)
            end = painted_at()
            self._send_key(X.KeyRelease, keysym)
        return end - start if was_painted else None

    def picture(self, window, x, y, width, height):
        """The pixels of a part of `window`."""
        return window.resource.get_image(x, y, width, height, X.ZPixmap, 0xFFFFFFFF).data

    def place(self, window):
        """The corner of `window` on the screen, and its size."""
        corner = window.resource.translate_coords(self.display.screen().root, 0, 0)
        geometry = window.resource.get_geometry()
        return -corner.x, -corner.y, geometry.width, geometry.height

    def focused(self):
        """The window that keys go to, or None."""
        focus = self.display.get_input_focus().focus
        # Toolkits give the focus to a window within their own.
        for _ in range(3):
            identifier = getattr(focus, "id", 0)
            if identifier in self.windows:
                return self.windows[identifier]
            try:
                focus = focus.query_tree().parent
            except (AttributeError, error.XError):
                return None
        return None

    def put(self, window, x, y):
        """Asks the window manager to move `window` on the screen."""
        window.resource.configure(x=x, y=y)
        self.display.sync()

    def _send_key(self, kind, keysym):
        xtest.fake_input(self.display, kind, self.display.keysym_to_keycode(keysym))
        self.display.flush()

    @contextlib.contextmanager
    def _holding(self, modifiers):
        for modifier in modifiers:
            self._send_key(X.KeyPress, modifier)
        try:
            yield
        finally:
            for modifier in reversed(modifiers):
                self._send_key(X.KeyRelease, modifier)

    def _read_for(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._read(left)

    def _read(self, seconds):
        """Handles all events that are there, after waiting for the first one."""
        if not self.display.pending_events():
            select.select([self.display.fileno()], [], [], seconds)
        while self.display.pending_events():
            self._handle(self.display.next_event(), time.monotonic())

    def _handle(self, event, now):
        if event.type == X.CreateNotify and not event.override:
            if event.window.id & self.owner_mask != self.manager:
                self._follow(event.window, now)
        elif event.type == X.MapNotify and event.window.id in self.windows:
            self._note_mapped(self.windows[event.window.id], now)
        elif event.type == X.DestroyNotify:
            self.windows.pop(event.window.id, None)
        elif event.type == self.damage_event:
            self._note_painted(event, now)

    def _follow(self, resource, now):
        ignored = error.CatchError(error.BadWindow, error.BadDrawable, error.BadMatch)
        resource.change_attributes(event_mask=X.StructureNotifyMask, onerror=ignored)
        resource.damage_create(damage.DamageReportRawRectangles)
        window = Window(resource)
        self.windows[resource.id] = window
        try:
            # Mapped before anybody was looking: the event is not coming any more.
            if resource.get_attributes().map_state != X.IsUnmapped:
                self._note_mapped(window, now)
        except error.XError:
            self.windows.pop(resource.id, None)

    def _note_mapped(self, window, now):
        try:
            geometry = window.resource.get_geometry()
        except error.XError:
            return
        # Helper windows of the toolkit are a pixel or so in size.
        if window.mapped_at is None and min(geometry.width, geometry.height) >= 100:
            window.mapped_at = now

    def _note_painted(self, event, now):
        window = self.windows.get(event.drawable.id)
        if window is None or window.mapped_at is None:
            return
        self.last_damage = window.last_painted_at = now
        self.damages.append((now, event.area))
        if window.painted_at is None and self._has_content(window):
            window.painted_at = now

    def _has_content(self, window):
        try:
            geometry = window.resource.get_geometry()
            middle = geometry.width // 2
            image = window.resource.get_image(
                middle, 0, 1, geometry.height, X.ZPixmap, 0xFFFFFFFF)
        except error.XError:
            return False
        return has_content(image.data)
