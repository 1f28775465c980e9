"""A window of another program, in which somebody works meanwhile."""

from Xlib import X

from .waiting import wait_until


class OtherProgram:
    """A plain window on X11 that has the keyboard from `with` on."""

    def __init__(self, session):
        self._session = session

    def __enter__(self):
        display, root = self._session.display, self._session.root
        self._window = root.create_window(
            40, 40, 600, 400, 0, display.screen().root_depth, X.InputOutput,
            background_pixel=display.screen().white_pixel,
        )
        self._window.set_wm_name("Another program")
        self._window.map()
        display.sync()
        wait_until(lambda: self.has_keyboard, "the other program to have the keyboard")
        return self

    def __exit__(self, *_):
        self._window.destroy()
        self._session.display.sync()

    @property
    def has_keyboard(self):
        """Whether what is typed goes to it."""
        return self._session.active_window() == self._window.id

    @property
    def is_on_top(self):
        """Whether its window lies over all others."""
        return self._session.stacking()[-1].id == self._window.id
