"""What the windows are about, for programs outside: titles, links, the current activity."""

from harness.accessibility import LIST_ITEMS
from harness.journey import AGATHA, Journey
from harness.other_program import OtherProgram
from harness.waiting import wait_until, wait_until_equal


class CurrentActivity(Journey):
    """The state of `app.current-activity`."""

    runs_on_own_series = True

    def activity(self):
        return self.program.actions.state("current-activity")

    def expect(self, title, link):
        wait_until_equal(
            lambda: tuple(self.activity().get(name) for name in ("title", "link")), (title, link),
            "what the window is about",
        )

    def test_it_follows_the_page_and_the_note_that_has_the_focus(self):
        window = self.start()
        self.session.raise_window(window)
        book = f"hawknotes://book/{self.hawk.id}"
        self.expect(self.hawk.title, book)
        window.select_tab(self.favorites)
        wait_until(lambda: self.activity()["title"] == self.favorites.title, "the favorites")
        window.open_character(AGATHA)
        agatha = f"{book}/character/{self.series.id_of(AGATHA)}"
        self.expect(AGATHA, agatha)
        window.save_note("One to point at")
        window.click(window.find(LIST_ITEMS, "Note: One to point at"))
        wait_until(lambda: self.activity()["link"].startswith("hawknotes://note/"), "the note's link")

    def test_it_is_there_only_while_one_of_the_windows_has_the_keyboard(self):
        window = self.start()
        self.session.raise_window(window)
        wait_until(self.activity, "what the window is about")
        with OtherProgram(self.session) as other:
            wait_until(lambda: other.has_keyboard, "the other's keyboard")
            wait_until_equal(self.activity, {}, "nothing")
        self.session.raise_window(window)
        wait_until(self.activity, "what the window is about")

    def test_a_private_window_tells_nothing(self):
        window = self.start()
        self.session.raise_window(window)
        wait_until(self.activity, "what the window is about")
        private = self.program.new_window(
            lambda: self.program.actions.activate("new-private-window")
        )
        private.wait_until_active()
        wait_until_equal(self.activity, {}, "nothing")

    def test_what_it_says_leads_back_to_the_page(self):
        window = self.start()
        self.session.raise_window(window)
        window.open_character(AGATHA)
        wait_until(lambda: self.activity().get("title") == AGATHA, "the character")
        link = self.activity()["link"]
        window.go_back()
        window.expect_title(self.hawk.title)
        self.assertEqual(self.program.run(link)[0], 0)
        self.program.window(AGATHA).expect_tab(self.hawk)
