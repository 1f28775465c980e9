"""Windows are restored in place: on their monitor, on their workspace, with their size."""

import subprocess

from harness.journey import Journey, WaylandJourney
from harness.pointer import ALT
from harness.session_wayland import SCREEN as WAYLAND_SCREEN
from harness.session_x11 import SCREEN
from harness.state_files import stored_values, write_values
from harness.waiting import stays_true, wait_until, wait_until_equal

LEFT_AREA = (0, 0, 1280, 1400)
RIGHT_AREA = (1280, 0, 1280, 1400)


class WindowPlaces(Journey):
    """Two monitors side by side."""

    def setUp(self):
        super().setUp()
        self.monitors = []
        self.addCleanup(self.remove_monitors)
        self.set_monitors(Left=LEFT_AREA, Right=RIGHT_AREA)

    def xrandr(self, *arguments):
        environment = self.session.base_environment() | self.session.display_environment()
        subprocess.run(
            ["xrandr", *arguments], env=environment, check=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )

    def set_monitors(self, **areas):
        """Divide the screen into these monitors."""
        self.remove_monitors()
        for name, (x, y, width, height) in areas.items():
            output = "none" if self.monitors else "screen"
            self.xrandr("--setmonitor", name, f"{width}/300x{height}/300+{x}+{y}", output)
            self.monitors.append(name)

    def remove_monitors(self):
        while self.monitors:
            self.xrandr("--delmonitor", self.monitors.pop())

    def place(self, window):
        return self.session.window_geometry(window)

    def expect_place(self, window, place):
        wait_until_equal(lambda: self.place(window), place, "where the window is")

    def expect_kept(self, **values):
        """Wait until the only window's state says so."""
        def kept():
            # While a file is replaced there are two.
            (path,) = [file for file in self.program.state_files() if file.endswith(".state")]
            stored = stored_values(path)
            return {name: stored.get("window/" + name) for name in values}
        wait_until_equal(kept, values, "what is kept of the window")

    def expect_inside(self, window, area):
        x, y, width, height = area

        def is_inside():
            left, top, own_width, own_height = self.place(window)
            return (
                x <= left and y <= top and left + own_width <= x + width
                and top + own_height <= y + height
            )
        wait_until(is_inside, f"the window inside {area}, not at {self.place(window)}")

    def put(self, window, x, y):
        self.session.place_window(window, x, y)
        place = self.place(window)
        self.expect_kept(left=place[0], top=place[1])
        return place

    def restart(self):
        self.program.kill()
        return self.start()

    def test_a_window_comes_back_where_it_was_again_and_again(self):
        place = self.put(self.start(), 1400, 321)
        for _ in range(3):
            window = self.restart()
            self.expect_place(window, place)
        stays_true(lambda: self.place(window) == place, "its place")
        self.assertEqual(self.program.quit(), 0)
        self.expect_place(self.start(), place)

    def test_a_window_that_hangs_over_an_edge_stays_there(self):
        place = self.put(self.start(), -200, 900)
        self.expect_place(self.restart(), place)

    def test_a_monitor_that_is_gone_is_left(self):
        self.put(self.start(), 1400, 321)
        self.program.kill()
        self.set_monitors(Left=LEFT_AREA)
        self.expect_inside(self.start(), LEFT_AREA)

    def test_absurd_places_are_brought_inside(self):
        self.put(self.start(), 100, 100)
        for left, top in ((90_000, -90_000), (2**62, -(2**62)), (0, 5000), (-5000, 20)):
            self.assertEqual(self.program.quit(), 0)
            (path,) = self.program.state_files()
            write_values(path, {"window/left": left, "window/top": top})
            window = self.start()
            self.expect_inside(window, (0, 0, *SCREEN))

    def test_fullscreen_and_maximized_come_back_on_their_monitor(self):
        for keep, toggle in (("fullscreen", "toggle-fullscreen"), ("maximized", None)):
            with self.subTest(keep):
                window = self.start()
                self.session.resize_window(window, 810, 640)
                place = self.put(window, 1500, 222)
                size = {"width": 810, "height": 640}
                self.change(window, toggle)
                self.expect_place(window, RIGHT_AREA)
                self.expect_kept(**size | {keep: True, "left": place[0], "top": place[1]})
                for _ in range(2):
                    window = self.restart()
                    self.expect_place(window, RIGHT_AREA)
                stays_true(lambda: self.place(window) == RIGHT_AREA, "its place")
                self.expect_kept(**size, left=place[0], top=place[1])
                self.change(window, toggle)
                self.expect_place(window, place)
                self.expect_kept(**size, left=place[0], top=place[1])
                self.expect_place(self.restart(), place)
                self.assertEqual(self.program.quit(), 0)

    def change(self, window, action):
        """Toggle the state of an action; without one, whether the window is maximized."""
        if action:
            window.actions.activate(action)
        else:
            self.session.toggle_maximized(window)

    def test_a_maximized_window_that_went_to_another_monitor_comes_back_there(self):
        window = self.start()
        self.put(window, 100, 100)
        self.session.toggle_maximized(window)
        self.expect_place(window, LEFT_AREA)
        self.session.place_window(window, 1280, 0)
        self.expect_place(window, RIGHT_AREA)
        self.expect_kept(left=1280)
        self.expect_place(self.restart(), RIGHT_AREA)

    def test_windows_come_back_on_their_workspaces(self):
        first = self.start()
        second = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        second.select_tab(self.raven)
        self.session.move_to_workspace(first, 2)
        self.session.raise_window(second)
        self.program.wait_until_saved()
        self.program.kill()
        self.program.launch()
        expected = {self.hawk.title: 2, self.raven.title: 0}
        wait_until_equal(self.session.workspaces, expected, "the windows' workspaces")
        self.session.show_workspace(2)
        self.addCleanup(self.session.show_workspace, 0)
        self.program.window(self.hawk.title).expect_tab(self.hawk)

    def test_a_new_window_is_placed_by_the_window_manager(self):
        first = self.start()
        place = self.put(first, 300, 200)
        second = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        self.assertNotEqual(self.place(second)[:2], place[:2])


class WindowPlacesOnWayland(WaylandJourney):
    """A compositor does not report positions; whether windows are maximized is restored."""

    def size(self, window):
        return tuple(window.frame.extents[2:])

    def test_fullscreen_comes_back_and_the_size_to_return_to(self):
        window = self.start()
        size = self.size(window)
        self.toggle_fullscreen(window)
        for _ in range(2):
            self.expect_filling(window)
            (window,) = self.restart_after_kill()
        self.expect_filling(window)
        self.toggle_fullscreen(window)
        wait_until_equal(lambda: self.size(window), size, "the size of the window")
        self.program.wait_until_saved()
        (window,) = self.restart_after_kill()
        wait_until_equal(lambda: self.size(window), size, "the size of the window")

    def test_maximized_comes_back_and_the_size_to_return_to(self):
        window = self.start()
        size = self.size(window)
        self.toggle_maximized(window)
        for _ in range(2):
            self.expect_filling(window)
            (window,) = self.restart_after_kill()
        self.expect_filling(window)
        self.toggle_maximized(window)
        wait_until_equal(lambda: self.size(window), size, "the size of the window")

    def expect_filling(self, window):
        """Wait until the window fills the screen, and that is kept."""
        wait_until_equal(lambda: self.size(window), WAYLAND_SCREEN, "the size of the window")
        self.program.wait_until_saved()

    def toggle_fullscreen(self, window):
        # A window that is as large as the screen and no longer full screen when it is drawn for the first
        # time, the compositor maximizes. It has the keyboard only once it has been drawn.
        window.wait_until_active()
        window.actions.activate("toggle-fullscreen")

    def toggle_maximized(self, window):
        """Press the compositor's own key for it."""
        window.key("F10", ALT)
