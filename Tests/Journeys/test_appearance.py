"""Light and dark: what the desktop says, and what is chosen in the program."""

from harness.journey import Journey
from harness.settings_portal import DARK, LIGHT, SettingsPortal
from harness.waiting import stays_true, wait_until


class LightAndDark(Journey):
    """On a desktop whose portal tells which of them a person prefers."""

    def is_dark(self, window):
        """Whether the middle of the window's head is dark."""
        x, y = self.session.window_origin(window)
        return max(self.session.pixel(x + 4, y + 90)) < 128

    def expect(self, window, dark):
        wait_until(lambda: self.is_dark(window) == dark, "dark" if dark else "light")

    def choose(self, scheme):
        self.program.actions.activate("color-scheme", scheme)

    def test_a_choice_counts_more_than_the_desktops(self):
        with SettingsPortal(self.session, color_scheme=DARK) as portal:
            window = self.start()
            self.expect(window, dark=True)
            self.choose("light")
            self.expect(window, dark=False)
            portal.change("color-scheme", LIGHT)
            portal.change("color-scheme", DARK)
            self.choose("system")
            self.expect(window, dark=True)
            portal.change("color-scheme", LIGHT)
            self.expect(window, dark=False)
            self.choose("dark")
            self.expect(window, dark=True)
            portal.change("color-scheme", DARK)
            portal.change("color-scheme", LIGHT)
            stays_true(lambda: self.is_dark(window), "dark", 0.3)

    def test_light_stays_light_from_one_start_to_the_next(self):
        with SettingsPortal(self.session, color_scheme=DARK):
            window = self.start()
            self.expect(window, dark=True)
            self.choose("light")
            self.expect(window, dark=False)
            self.program.quit()
            (window,) = self.program.start()
            self.expect(window, dark=False)
