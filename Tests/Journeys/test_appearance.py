"""Light and dark: what the desktop says, and what is chosen in the program."""


from harness.journey import Journey
from harness.settings_portal import (
    DARK, LIGHT, MORE_CONTRAST, NO_PREFERENCE, SettingsPortal,
)
from harness.waiting import stays_true, wait_until, wait_until_equal


class LightAndDark(Journey):
    """On a desktop whose portal tells which of them a person prefers."""

    def is_dark(self, window):
        """Whether the middle of the window's head is dark."""
        return max(self.color(window)) < 128

    def color(self, window):
        x, y = self.session.window_origin(window)
        return self.session.pixel(x + 4, y + 90)

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

    def test_without_a_preference_gtks_own_settings_count(self):
        self.program.configure_gtk("gtk-application-prefer-dark-theme=1")
        with SettingsPortal(self.session, color_scheme=NO_PREFERENCE) as portal:
            window = self.start()
            self.expect(window, dark=True)
            portal.change("color-scheme", LIGHT)
            self.expect(window, dark=False)
            portal.change("color-scheme", NO_PREFERENCE)
            self.expect(window, dark=True)

    def test_light_is_light_under_a_dark_theme(self):
        self.program.configure_gtk("gtk-theme-name=Adwaita-dark")
        window = self.start()
        self.expect(window, dark=True)
        self.choose("light")
        self.expect(window, dark=False)
        self.choose("system")
        self.expect(window, dark=True)

    def test_more_contrast_is_followed(self):
        with SettingsPortal(self.session, color_scheme=LIGHT, contrast=0) as portal:
            window = self.start()
            self.expect(window, dark=False)
            usual = self.color(window)
            portal.change("contrast", MORE_CONTRAST)
            wait_until(lambda: self.color(window) != usual, "more contrast")
            portal.change("contrast", 0)
            wait_until_equal(lambda: self.color(window), usual, "the usual color")
        with SettingsPortal(self.session, color_scheme=DARK, contrast=MORE_CONTRAST):
            self.program.quit()
            (window,) = self.program.start()
            self.expect(window, dark=True)

    def test_light_stays_light_from_one_start_to_the_next(self):
        with SettingsPortal(self.session, color_scheme=DARK):
            window = self.start()
            self.expect(window, dark=True)
            self.choose("light")
            self.expect(window, dark=False)
            self.program.quit()
            (window,) = self.program.start()
            self.expect(window, dark=False)
