"""What a person does to scroll the list of notes of a wide window."""

import time

from programs import BenchmarkError

WHEEL_UP, WHEEL_DOWN = 4, 5
HOME, END, TAB, SHIFT = 0xFF50, 0xFF57, 0xFF09, 0xFFE1
# Twice as quick as frames come, as a wheel that is spun.
PACE = 0.008
TURNS = 120
STEPS = 100
PRESSES = 8


class Gestures:
    """Scrolls the list that stands over the composer at this point of the window."""

    def __init__(self, watcher, window, composer):
        self.watcher = watcher
        self.window = window
        self.composer = composer
        _, _, self.width, self.height = watcher.place(window)
        # Between the header bar and the composer with its frame.
        self.top, self.bottom = 50, composer[1] - 40

    @property
    def all(self):
        """Name and gesture, in the order in which they are to be made."""
        return [
            ("End and Home", self.keys), ("drag of the scroll bar", self.drag),
            ("wheel", self.wheel)]

    def to_end(self):
        """Puts the focus on the last note."""
        self.watcher.click(self.window, *self.composer)
        # Keys that come before the focus are lost.
        self.watcher.wait_for_quiet(0.3)
        # From the composer past the button for quotations back into the list, to one of its notes.
        for _ in range(2):
            self.watcher.key(TAB, SHIFT)
            self.watcher.wait_for_quiet(0.3)
        # The page may have been at its start or its end already.
        for key in (HOME, END):
            self.watcher.key(key)
            self.watcher.wait_for_quiet(0.3)

    def keys(self):
        """End and Home in turn; at last End."""
        self.to_end()
        for _ in range(PRESSES):
            self._scrolls("Home", lambda: self.watcher.key(HOME))
            self._scrolls("End", lambda: self.watcher.key(END))

    def drag(self):
        """The slider from the bottom to the top and back, in even steps."""
        edge = self.width - 5
        low, high = self.bottom - 6, self.top + 12
        # The scroll bar shows itself to a pointer that comes near.
        for x in (edge - 60, edge - 20, edge - 2, edge):
            self.watcher.move(self.window, x, low)
            time.sleep(0.1)
        self.watcher.press_button()
        try:
            self._scrolls("a drag up", lambda: self._drag(edge, low, high))
            self._scrolls("a drag down", lambda: self._drag(edge, high, low))
            # To the middle, where the wheel has room both ways.
            self._scrolls(
                "a drag to the middle", lambda: self._drag(edge, low, (low + high) // 2))
        finally:
            self.watcher.release_button()

    def _drag(self, x, start, end):
        for step in range(1, STEPS + 1):
            self.watcher.move(self.window, x, start + (end - start) * step // STEPS)
            self._wait(2 * PACE)

    def wheel(self):
        """Down, and up again."""
        self.watcher.move(self.window, self.composer[0], (self.top + self.bottom) // 2)
        self._scrolls("the wheel", lambda: self._turn(WHEEL_DOWN))
        self._scrolls("the wheel", lambda: self._turn(WHEEL_UP))

    def _turn(self, button):
        for _ in range(TURNS):
            self.watcher.press_button(button)
            self.watcher.release_button(button)
            self._wait(PACE)

    def _wait(self, seconds):
        self.watcher.wait_until(lambda: False, seconds)

    def _scrolls(self, name, gesture):
        """Makes the gesture; it has to change what is seen of the list."""
        before = self._picture()
        gesture()
        if not self.watcher.wait_until(lambda: self._picture() != before, 10):
            raise BenchmarkError(f"{name} did not scroll the list")
        self.watcher.wait_for_quiet(0.15)

    def _picture(self):
        return self.watcher.picture(
            self.window, self.composer[0] - 100, self.top, 200, self.bottom - self.top)
