"""The hands of the journeys: gestures made of raw pointer and key events.

`Input` is the same for every session; `raw_*` is what a kind of session knows how to send.
"""

import time

DRAG_PACE = 0.1
"""Seconds between the events of a drag. A drag source has a minimum time of press, and the
protocols have round trips between source and target, so this is part of the gesture, not a wait for
a result."""

DRAG_STEPS = 6
"""Moves between press and release: fewer would jump over windows on the way."""

FRAME = 0.1
"""Seconds within which a window draws, where nobody can see that it does."""

LEFT, MIDDLE, RIGHT = 1, 2, 3
SCROLL_UP, SCROLL_DOWN = 4, 5

CONTROL, SHIFT, ALT, SUPER = "Control_L", "Shift_L", "Alt_L", "Super_L"

SHIFTED = {"*": "8", "#": "3", "@": "2", "?": "slash", ":": "semicolon"}
"""The keys of marks that are typed with Shift."""


class Input:
    """Gestures in screen coordinates."""

    catch_up = staticmethod(lambda: None)
    """Returns when the program that is driven has come as far as what it was sent; for whoever knows it."""

    # What a session provides

    def raw_move(self, x, y):
        raise NotImplementedError

    def raw_button(self, button, pressed):
        raise NotImplementedError

    def raw_key(self, keysym, pressed):
        """Press or release a key by its X keysym name, such as `a`, `Return` or `Control_L`."""
        raise NotImplementedError

    def raw_scroll(self, steps):
        """Turn the wheel, downward when `steps` is positive."""
        raise NotImplementedError

    def wait_until_drawn(self):
        """Return when the window that has the keyboard has drawn a frame from now on.

        GTK drops keys that come before the first frame of what has just been put in place or focused,
        which is quicker than anybody is.
        """
        time.sleep(FRAME)

    # Gestures

    _at = None
    """Where the pointer was moved to last."""

    def move(self, x, y):
        self._at = int(x), int(y)
        self.raw_move(*self._at)

    def click(self, point, button=LEFT, modifiers=()):
        x, y = map(int, point)
        if self._at == (x, y):
            # A hand is never quite still. Without a movement, GTK gives the press to what was under the
            # pointer before: what has come there since, as in a window that was just opened, misses it.
            self.move(x + 1, y)
        self.move(x, y)
        for modifier in modifiers:
            self.raw_key(modifier, True)
        self.raw_button(button, True)
        self.raw_button(button, False)
        for modifier in reversed(modifiers):
            self.raw_key(modifier, False)

    def key(self, keysym, *modifiers):
        """Press and release a key while the modifiers are held, no sooner than a person could."""
        self.wait_until_drawn()
        self._press(keysym, *modifiers)

    def _press(self, keysym, *modifiers):
        for modifier in modifiers:
            self.raw_key(modifier, True)
        self.raw_key(keysym, True)
        self.raw_key(keysym, False)
        for modifier in reversed(modifiers):
            self.raw_key(modifier, False)

    def type(self, text):
        """Type text of letters, digits, spaces, line ends, and a few marks of an American keyboard."""
        self.wait_until_drawn()
        for character in text:
            if character in SHIFTED:
                self._press(SHIFTED[character], SHIFT)
                continue
            name = {" ": "space", "\n": "Return", ".": "period", ",": "comma"}.get(
                character, character
            )
            if character.isupper():
                self._press(name.lower(), SHIFT)
            else:
                self._press(name)

    def drag(self, start, end, before_release=None):
        """Press at `start`, move to `end`, release; `before_release` is called while it is held."""
        self.move(*start)
        self._pause()
        self.raw_button(LEFT, True)
        self._pause()
        try:
            for step in range(1, DRAG_STEPS + 1):
                part = step / DRAG_STEPS
                self.move(
                    start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
                )
                self._pause()
            # A small move at the end: the target answers to motion, not to arrival.
            self.move(end[0] + 1, end[1])
            self._pause()
            if before_release:
                before_release()
                self._pause()
        finally:
            self.raw_button(LEFT, False)

    def _pause(self):
        """Between two events of a drag: on a busy machine the program may take longer for one than a
        person who sees nothing happen would hold still."""
        time.sleep(DRAG_PACE)
        self.catch_up()
