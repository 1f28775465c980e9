"""The selected tab and the drafts are restored, however the program ended."""

from harness.journey import AGATHA, SIGRID, Journey
from harness.pointer import CONTROL, SHIFT
from harness.waiting import wait_until


class SelectedTab(Journey):
    """The third tab is selected, the program ends, and the third tab is selected again."""

    runs_on_own_series = True

    def select_third_tab(self):
        self.start().select_tab(self.swift)

    def expect_third_tab(self):
        window = self.start()
        window.expect_tab(self.swift)
        window.expect_title(self.swift.title)

    def test_comes_back_after_quit(self):
        self.select_third_tab()
        self.assertEqual(self.program.quit(), 0)
        self.expect_third_tab()

    def test_comes_back_after_the_quit_shortcut(self):
        window = self.start()
        window.select_tab(self.swift)
        window.key("q", "Control_L")
        self.assertEqual(self.program.wait_until_gone(), 0)
        self.expect_third_tab()

    def test_comes_back_after_termination(self):
        self.select_third_tab()
        self.assertEqual(self.program.terminate(), 0)
        self.expect_third_tab()

    def test_comes_back_after_a_kill(self):
        self.select_third_tab()
        self.program.kill()
        self.expect_third_tab()

    def test_is_chosen_by_the_keyboard(self):
        window = self.start()
        window.key("2", "Alt_L")
        window.expect_tab(self.raven)
        window.key("Next", "Control_L")
        window.expect_tab(self.swift)
        window.key("4", "Alt_L")
        window.expect_tab(self.favorites)
        window.expect_title("Favorites")


class Drafts(Journey):
    """Each draft belongs to one page, and stays there."""

    runs_on_own_series = True

    def test_come_back_where_they_were_written_and_nowhere_else(self):
        window = self.start()
        window.select_tab(self.hawk)
        window.write_draft("The wall is watched", caret=8)
        window.open_character(AGATHA)
        window.write_draft("Agatha sees the ships", caret=6)
        window.select_tab(self.raven)
        window.write_draft("Shadows are loose", caret=0)
        window.open_character(SIGRID)
        window.write_draft("Sigrid forgets nothing")

        window = self.restart_after_kill()[0]

        window.expect_title(SIGRID)
        window.expect_draft("Sigrid forgets nothing", caret=len("Sigrid forgets nothing"))
        window.go_back()
        window.expect_title(self.raven.title)
        window.expect_draft("Shadows are loose", caret=0)
        window.select_tab(self.hawk)
        window.expect_title(AGATHA)
        window.expect_draft("Agatha sees the ships", caret=6)
        window.go_back()
        window.expect_title(self.hawk.title)
        window.expect_draft("The wall is watched", caret=8)
        window.select_tab(self.swift)
        window.expect_draft("")
        for name in ("Lady Beatrice", "King Edmund"):
            window.open_character(name)
            window.expect_draft("")
            window.go_back()
            window.expect_title(self.swift.title)

    def test_survive_a_second_kill_right_after_the_first_restart(self):
        window = self.start()
        window.write_draft("Twice over\nand whole", caret=5)
        self.restart_after_kill()[0].expect_draft("Twice over\nand whole", caret=5)
        self.restart_after_kill()[0].expect_draft("Twice over\nand whole", caret=5)

    def test_can_be_undone_after_a_restart_word_by_word(self):
        window = self.start()
        window.write_draft("half a thought")
        window = self.restart_after_kill()[0]
        window.expect_draft("half a thought", caret=14)
        self.session.raise_window(window)
        window.focus_composer()
        for text in ("half a", "half", ""):
            self.session.input.key("z", "Control_L")
            window.expect_draft(text)
        # There is nothing left to undo, and the undone changes stay undone.
        self.session.input.key("z", "Control_L")
        self.session.input.type("whole")
        window.expect_draft("whole")
        self.restart_after_kill()[0].expect_draft("whole")

    def test_what_was_undone_can_be_done_again_after_a_restart(self):
        window = self.start()
        window.write_draft("half a thought")
        for text in ("half a", "half"):
            window.key("z", CONTROL)
            window.expect_draft(text)
        window = self.restart_after_kill()[0]
        window.expect_draft("half")
        window.choose_from_menu(window.composer(), "Redo")
        window.expect_draft("half a")
        window.key("z", CONTROL, SHIFT)
        window.expect_draft("half a thought")

    def test_come_back_with_the_focus_and_what_was_selected(self):
        window = self.start()
        window.write_draft("half a thought")
        window.key("Left", CONTROL, SHIFT)
        (window,) = self.restart_after_kill()
        window.expect_draft("half a thought")
        window.key("x")
        window.expect_draft("half a x")

    def test_can_be_continued_after_a_restart(self):
        window = self.start()
        window.write_draft("begun")
        window = self.restart_after_kill()[0]
        window.expect_draft("begun", caret=5)
        self.session.raise_window(window)
        window.click(window.composer())
        self.session.input.key("End", "Control_L")
        self.session.input.type(" and done")
        window.expect_draft("begun and done")
        window.press("Save Note")
        window.expect_draft("")
        window = self.restart_after_kill()[0]
        window.expect_draft("")
        wait_until(lambda: window.says("begun and done"), "the saved note after a restart")
