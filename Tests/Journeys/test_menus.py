"""Few doors: the main menu, the menus of pages, tabs, covers and notes, and the pages behind Back."""

from harness.accessibility import BUTTONS, LIST_ITEMS, MENU_ITEMS, STATE_FOCUSED, TABS, menu_item_names
from harness.journey import AGATHA, JAIME, Journey
from harness.pointer import CONTROL, LEFT, RIGHT, SHIFT
from harness.waiting import wait_until, wait_until_equal, wait_until_there


class Menus(Journey):
    """What is in the menus of a window, and how one gets to them."""

    def items(self, window):
        """The names in the menu that is open."""
        return menu_item_names(window.frame.find_all(MENU_ITEMS))

    def expect_items(self, window, *names):
        wait_until(
            lambda: set(names) <= set(self.items(window)), f"{names} in {self.items(window)}"
        )

    def close_menu(self, window):
        window.key("Escape")
        wait_until(lambda: not self.items(window), "the menu to close")

    def item(self, window, name):
        return wait_until_there(
            lambda: next(iter(window.frame.find_all(MENU_ITEMS, name)), None), f"the item {name!r}"
        )

    def tab_to(self, window, roles, name):
        """Press Tab until something has the focus."""
        for _ in range(40):
            if any(node.has_state(STATE_FOCUSED) for node in window.visible(roles, name)):
                return
            window.key("Tab")
        self.fail(f"the focus does not get to {name}")

    def test_help_is_a_page_with_a_key(self):
        window = self.start()
        window.key("F1")
        dialog = self.program.dialog("Help")
        for words in ("Mention a character", "Find a sentence again", "Ctrl+F"):
            wait_until(lambda text=words: dialog.says(text), words)
        self.restart_after_kill()
        dialog = self.program.dialog("Help")
        dialog.key("Escape")
        self.program.wait_until_closed(dialog)

    def test_light_and_dark_are_one_row_of_the_main_menu(self):
        window = self.start()
        window.key("F10")
        self.expect_items(window, "New Window", "Help")
        dark = wait_until_there(
            lambda: next((node for node in window.frame.descendants() if node.name == "Dark"), None),
            "the choice of dark",
        )
        dark.do_action()
        wait_until_equal(lambda: self.program.actions.state("color-scheme"), "dark", "the scheme")

    def test_the_page_has_its_menu_at_its_head(self):
        window = self.start()
        window.press("Book Menu")
        self.expect_items(window, "Edit Book…", "Delete Book", "Copy Link", "Add Character…", "Edit Series…")
        self.close_menu(window)
        window.open_character(AGATHA)
        window.press("Character Menu")
        self.expect_items(window, "Edit Character…", "Delete Character", "Copy Link")
        self.close_menu(window)
        window.select_tab(self.favorites)
        window.press("Series Menu")
        self.expect_items(window, "Add Book…", "Edit Series…", "Delete Series")

    def test_tabs_and_covers_have_the_menu_of_their_book(self):
        window = self.start()
        window.click(window.find(TABS, self.raven.title), RIGHT)
        self.expect_items(window, "Open in New Window", "Edit Book…", "Delete Book", "Copy Link")
        self.item(window, "Edit Book…").do_action()
        dialog = self.program.dialog("Edit Book")
        wait_until(lambda: dialog.says(self.raven.title), "the book of the tab")
        dialog.close()
        self.tab_to(window, TABS, self.hawk.title)
        window.key("Menu")
        self.expect_items(window, "Edit Book…")
        self.close_menu(window)
        window.click(window.find(BUTTONS, f"Cover of {self.hawk.title}"), RIGHT)
        self.expect_items(window, "Edit Book…", "Reading Progress…")
        self.item(window, "Reading Progress…").do_action()
        window.choose_with_keys("Finished")
        window.find(BUTTONS, "Reading progress: Finished")

    def test_a_note_has_its_menu_behind_a_button(self):
        window = self.start()
        window.save_note("one")
        window.click(window.find(LIST_ITEMS, "Note: one"))
        window.press("Note Menu")
        self.expect_items(window, "Edit Note", "Move to…", "Delete Note")

    def test_the_menu_of_a_selected_note_is_for_all_selected_notes(self):
        window = self.start()
        for text in ("one", "two", "three"):
            window.save_note(text)
        for text in ("one", "two"):
            window.click(window.find(LIST_ITEMS, f"Note: {text}"), LEFT, (CONTROL,))
        window.choose_from_menu(window.find(LIST_ITEMS, "Note: one"), "Delete Notes")
        for text in ("one", "two"):
            wait_until(lambda name=f"Note: {text}": not window.visible(LIST_ITEMS, name), f"{text!r} to go")
        window.find(LIST_ITEMS, "Note: three")

    def test_back_leads_to_the_pages_behind(self):
        window = self.start()
        window.open_character(AGATHA)
        window.press(JAIME)
        window.expect_title(JAIME)
        window.click(window.find(BUTTONS, "Back"), RIGHT)
        self.expect_items(window, AGATHA, self.hawk.title)
        self.item(window, self.hawk.title).do_action()
        window.expect_title(self.hawk.title)

    def test_back_opens_the_pages_by_a_held_press_and_by_keys(self):
        window = self.start()
        window.open_character(AGATHA)
        back = window.find(BUTTONS, "Back")
        self.session.input.move(*window.on_screen(window.steady_point(back)))
        self.session.input.raw_button(LEFT, True)
        self.expect_items(window, self.hawk.title)
        self.session.input.raw_button(LEFT, False)
        self.close_menu(window)
        window.expect_title(AGATHA)
        self.tab_to(window, BUTTONS, "Back")
        window.key("F10", SHIFT)
        self.expect_items(window, self.hawk.title)
