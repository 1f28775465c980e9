"""A dialog over a window of the program under test."""

from .window import Window


class Dialog(Window):
    """A window without actions of its own, found by its title."""

    def __init__(self, program, frame):
        super().__init__(program, frame, path="")
        self._title = frame.name

    @property
    def title(self):
        """What it was called when it was found: it may be gone by now."""
        return self._title

    def __repr__(self):
        return f"dialog {self.title!r}"

    @property
    def is_active(self):
        """GTK tells this of windows alone; where the session knows who has the keyboard, it says so."""
        return True

    def close(self):
        """Press Escape, and wait until it is gone."""
        self.key("Escape")
        self.program.wait_until_closed(self)
