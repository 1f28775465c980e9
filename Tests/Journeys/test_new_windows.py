"""Every way to open a window, and the launches that reach a program that is running."""

import os

from harness.actions import owner_pid
from harness.journey import AGATHA, SIGRID, Journey
from harness.pointer import CONTROL, MIDDLE
from harness.waiting import wait_until


def link_to_sigrid(journey):
    """The deep link to Sigrid in her book."""
    return f"hawknotes://book/{journey.raven.id}/character/{journey.series.id_of(SIGRID)}"


class NewWindows(Journey):
    """A row opens in a new window; the window it came from stays as it is."""

    def expect_character_window(self, first, open_it):
        second = self.program.new_window(open_it)
        second.expect_title(AGATHA)
        second.expect_tab(self.hawk)
        self.assertTrue(second.can_go_back)
        self.assertEqual(first.title, self.hawk.title)
        second.go_back()
        # So that they can be told apart.
        second.expect_title(f"{self.hawk.title} (2)")
        self.assertEqual(first.title, self.hawk.title)

    def test_by_the_context_menu(self):
        first = self.start()
        self.expect_character_window(
            first, lambda: first.choose_from_menu(first.row(AGATHA), "Open in New Window")
        )

    def test_by_control_click(self):
        first = self.start()
        self.expect_character_window(
            first, lambda: first.click(first.row(AGATHA), modifiers=[CONTROL])
        )

    def test_by_middle_click(self):
        first = self.start()
        self.expect_character_window(first, lambda: first.click(first.row(AGATHA), MIDDLE))

    def test_by_the_shortcut(self):
        first = self.start()
        self.program.new_window(lambda: first.key("n", CONTROL))

    def test_by_the_shortcut_on_the_tab_of_the_front_window(self):
        first = self.start()
        first.select_tab(self.favorites)
        first.open_character(AGATHA)
        second = self.program.new_window(lambda: first.key("n", CONTROL))
        second.expect_title(f"{AGATHA} (2)")
        second.expect_tab(self.favorites)
        second.go_back()
        second.expect_title(self.favorites.title)

    def test_by_a_deep_link(self):
        self.start()
        self.program.new_window(
            lambda: self.program.actions.activate("open-activity", link_to_sigrid(self))
        )
        self.program.window(SIGRID).expect_tab(self.raven)


class SecondLaunch(Journey):
    """A second launch hands over to the first one and ends."""

    def test_reaches_the_running_program(self):
        self.start()
        pid = self.program.process.pid
        status, output = self.program.run()
        self.assertEqual(status, 0, output)
        self.assertIsNone(self.program.process.poll(), "the first process has ended")
        self.assertEqual(owner_pid(self.session.bus), pid)
        wait_until(self.program.active_title, "a window in front")

    def test_hands_over_a_deep_link(self):
        self.start()
        status, output = self.program.run(link_to_sigrid(self))
        self.assertEqual(status, 0, output)
        window = self.program.window(SIGRID)
        window.expect_tab(self.raven)
        self.assertTrue(window.can_go_back)

    def test_starts_with_a_deep_link_over_the_restored_session(self):
        self.start().write_draft("Still here")
        self.program.kill()
        self.program.start(link_to_sigrid(self), windows=2)
        self.program.window(SIGRID).expect_tab(self.raven)
        self.program.window(self.hawk.title).expect_draft("Still here")


class StartedForTheDesktop(Journey):
    """The message bus starts the program to ask it something."""

    def test_takes_nothing_and_opens_nothing_before_a_window_is_asked_for(self):
        folders = (self.program.state_folder, os.path.join(self.program.folder, "data"))
        before = [list(files_below(folder)) for folder in folders]
        self.program.launch("--gapplication-service")
        wait_until(lambda: owner_pid(self.session.bus) is not None, "its name on the bus")
        self.assertIn("new-window", self.program.actions.names())
        self.assertEqual(self.program.window_count(), 0)
        self.assertEqual([list(files_below(folder)) for folder in folders], before)
        status, output = self.program.run()
        self.assertEqual(status, 0, output)
        window = self.program.wait_for_windows(1)[0]
        window.write_draft("In a window of a service")
        self.assertEqual(self.program.quit(), 0)
        self.start().expect_draft("In a window of a service")


def files_below(folder):
    for parent, _, names in os.walk(folder):
        yield from (os.path.join(parent, name) for name in names)
