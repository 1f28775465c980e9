"""The model of a day, its plans, and the search for the steps that a failure needs."""

import unittest

from day import steps as rules
from day.model import CLOSED_LIMIT, FAVORITES, WEB_PAGE, Book, Model, Shown, World
from day.shrinking import shrink
from day.steps import Step

HAWK, RAVEN = "The Good Hawk", "The Broken Raven"
AGATHA, JAIME, SIGRID = "Agatha", "Jaime", "Sigrid"

WORLD = World(
    (Book(HAWK, (AGATHA, JAIME)), Book(RAVEN, (SIGRID,))),
    {AGATHA: [JAIME], JAIME: [AGATHA]},
    {AGATHA: "hawknotes://agatha"},
)


class ModelTest(unittest.TestCase):
    """Each rule by itself."""

    def setUp(self):
        self.model = Model(WORLD)
        self.model.start(0)

    def open(self, *pages):
        for number, page in enumerate(pages, start=len(self.model.windows)):
            self.model.open_window(number, page)

    def numbers(self):
        return [one.number for one in self.model.windows]

    def closed_numbers(self):
        return [one.window.number for one in self.model.closed]

    def close(self, *numbers):
        for number in numbers:
            self.model.close_window(self.model.window(number), number)

    def test_each_page_of_each_tab_has_a_draft_of_its_own(self):
        window = self.model.front
        window.draft = "of the book"
        self.model.push(window, AGATHA)
        self.assertEqual(window.draft, "")
        window.draft = "of Agatha"
        self.model.select_tab(window, FAVORITES)
        self.assertIsNone(window.draft)
        self.model.push(window, AGATHA)
        self.assertEqual(window.draft, "")
        self.model.select_tab(window, HAWK)
        self.assertEqual((window.page, window.draft), (AGATHA, "of Agatha"))
        self.model.go_back(window)
        self.assertEqual((window.page, window.draft), (HAWK, "of the book"))

    def test_a_page_that_is_on_the_path_is_gone_back_to(self):
        window = self.model.front
        for name in (AGATHA, JAIME, AGATHA):
            self.model.push(window, name)
        self.assertEqual(window.path, [AGATHA])

    def test_a_new_window_leads_back_to_the_book_and_has_no_drafts(self):
        self.model.front.draft = "not there"
        self.open(SIGRID)
        self.assertEqual(self.model.front.shown, Shown(SIGRID, RAVEN, True, ""))
        self.model.go_back(self.model.front)
        self.assertEqual(self.model.front.shown, Shown(RAVEN, RAVEN, False, ""))

    def test_a_new_window_is_where_the_front_one_is(self):
        self.model.select_tab(self.model.front, FAVORITES)
        for name in (AGATHA, JAIME):
            self.model.push(self.model.front, name)
        self.model.open_window_here(1)
        self.assertEqual(self.model.front.shown, Shown(JAIME, FAVORITES, True, ""))
        self.model.go_back(self.model.front)
        self.assertEqual(self.model.front.shown, Shown(FAVORITES, FAVORITES, False, None))

    def test_one_of_several_that_is_closed_stays_closed_and_can_be_reopened(self):
        self.open(RAVEN, SIGRID)
        self.close(1)
        self.model.end()
        self.model.start(9)
        self.assertEqual((self.numbers(), self.closed_numbers()), ([2, 0], [1]))
        self.model.reopen()
        self.assertEqual((self.numbers(), self.closed_numbers()), ([1, 2, 0], []))

    def test_all_that_are_closed_one_after_another_come_back(self):
        self.open(RAVEN, SIGRID)
        self.close(1)
        self.model.reopen()
        self.close(0, 2, 1)
        self.assertFalse(self.model.is_running)
        self.model.start(9)
        self.assertEqual((self.numbers(), self.closed_numbers()), ([1, 2, 0], []))

    def test_windows_that_were_closed_before_one_was_opened_stay_closed(self):
        self.open(RAVEN, SIGRID)
        self.close(1)
        self.open(HAWK)
        self.close(0, 2)
        self.model.end()
        self.assertEqual(self.closed_numbers(), [2, 0, 1])

    def test_the_oldest_closed_windows_go(self):
        for number in range(1, CLOSED_LIMIT + 3):
            self.model.open_window(number, HAWK)
            self.close(number)
        self.assertEqual(self.closed_numbers(), list(range(CLOSED_LIMIT + 2, 2, -1)))

    def test_what_quitting_window_by_window_pushed_out_of_the_closed_ones_is_back(self):
        for number in range(1, CLOSED_LIMIT + 1):
            self.model.open_window(number, HAWK)
            self.close(number)
        self.model.open_window(30, HAWK)
        before = self.closed_numbers()
        self.close(30, 0)
        self.assertEqual((self.closed_numbers(), self.numbers()), (before, [30, 0]))

    def test_a_fresh_start_closes_all_together_and_they_come_back_as_they_lay(self):
        self.open(RAVEN, SIGRID)
        self.model.start_fresh(7, moment=7)
        self.assertEqual((self.numbers(), self.closed_numbers()), ([7], [2, 1, 0]))
        self.model.bring_back(7)
        self.assertEqual((self.numbers(), self.closed_numbers()), ([2, 1, 0, 7], []))

    def test_a_saved_note_is_taken_from_the_draft(self):
        self.model.front.draft = "a thought"
        self.model.save_note(self.model.front)
        self.assertEqual((self.model.notes, self.model.front.draft), ({HAWK: ["a thought"]}, ""))

    def test_a_web_page_lies_over_its_book_and_is_not_opened_once_more(self):
        window = self.model.front
        for kind in ("show the web page", "new window"):
            rules.apply(self.model, Step(1, kind, 0))
        self.assertEqual(window.shown, Shown(WEB_PAGE, HAWK, True, None))
        self.assertEqual(self.model.front.shown, Shown(HAWK, HAWK, False, ""))
        self.assertEqual(self.model.titles(), {0: HAWK, 1: f"{HAWK} (2)"})

    def test_a_workspace_is_put_away_and_comes_back_beside_the_others(self):
        self.open(RAVEN)
        self.model.save_workspace("thesis")
        self.open(SIGRID)
        self.model.leave_workspace(9)
        self.assertEqual((self.numbers(), self.closed_numbers()), ([2], []))
        self.model.open_workspace(10, is_instead=False)
        self.assertEqual(self.numbers(), [1, 0, 2])

    def test_a_workspace_takes_the_windows_in_that_are_open(self):
        self.model.save_workspace("thesis")
        self.open(RAVEN)
        self.assertEqual([one.number for one in self.model.free], [1])
        self.model.update_workspace()
        self.assertEqual(self.model.free, [])
        self.model.leave_workspace(9)
        self.assertEqual([one.number for one in self.model.resting], [1, 0])

    def test_the_windows_of_a_deleted_workspace_stay_open_or_go_with_it(self):
        self.open(RAVEN)
        self.model.save_workspace("thesis")
        self.model.delete_workspace()
        self.assertEqual((self.numbers(), len(self.model.free)), ([1, 0], 2))
        self.model.save_workspace("thesis")
        self.model.leave_workspace(9)
        self.model.delete_workspace()
        self.assertEqual((self.numbers(), self.model.resting), ([9], []))

    def test_nothing_comes_back_of_a_private_window(self):
        self.model.open_window_here(1, is_private=True)
        self.model.front.draft = "a secret"
        self.model.open_window_here(2)
        self.assertTrue(self.model.front.is_private, "opened from a private one")
        self.close(2)
        self.assertEqual(self.closed_numbers(), [])
        self.model.dialog = "Preferences"
        self.model.end()
        self.model.start(9)
        self.assertEqual((self.numbers(), self.model.dialog), ([0], None))

    def test_quitting_window_by_window_leaves_private_ones_out(self):
        self.open(RAVEN)
        self.model.open_window_here(2, is_private=True)
        self.close(1, 0)
        self.assertTrue(self.model.is_running)
        self.close(2)
        self.assertFalse(self.model.is_running)
        self.assertEqual((self.numbers(), self.closed_numbers()), ([1, 0], []))

    def test_private_windows_are_in_no_workspace_and_in_nobodys_way(self):
        self.model.save_workspace("thesis")
        self.model.open_window(1, AGATHA, is_private=True)
        self.assertEqual(self.model.free, [])
        self.assertEqual(self.model.showing(AGATHA), [])
        self.model.leave_workspace(9)
        self.assertEqual(self.numbers(), [1])
        self.open(SIGRID)
        self.model.open_workspace(10, is_instead=True)
        self.assertEqual(self.numbers(), [0, 1])

    def test_windows_of_the_last_start_come_once_more_beside_the_others(self):
        self.open(RAVEN)
        self.model.front.draft = "as it was"
        self.model.end()
        self.model.start(2)
        self.model.front.draft = "as it is"
        self.model.bring_back_from_history(3, is_all=True)
        self.assertEqual(self.numbers(), [3, 3.1, 1, 0])
        self.assertEqual(self.model.front.shown, Shown(RAVEN, RAVEN, False, "as it was"))
        self.model.front.draft = "and changed"
        self.model.bring_back_from_history(4, is_all=False)
        self.assertEqual((self.model.front.number, self.model.front.draft), (4, "as it was"))
        self.assertEqual(self.model.window(1).draft, "as it is")

    def test_what_is_dropped_on_a_window_is_shown_there(self):
        self.open(RAVEN)
        self.model.push(self.model.front, WEB_PAGE)
        rules.apply(self.model, Step(1, "drop a row on another window", 0, (SIGRID, 1, "")))
        self.assertEqual(self.numbers(), [0, 1])
        self.assertEqual(self.model.window(1).shown, Shown(SIGRID, RAVEN, True, ""))
        self.model.go_back(self.model.window(1))
        self.assertEqual(self.model.window(1).page, RAVEN, "the web page was left")

    def test_what_is_dropped_on_a_text_field_gives_name_and_link(self):
        self.open(RAVEN)
        rules.apply(self.model, Step(1, "drop a row on a text field", 0, (AGATHA, 1, "")))
        self.assertEqual(self.numbers(), [0, 1])
        self.assertEqual(self.model.window(1).draft, f"{AGATHA}\nhawknotes://agatha")

    def test_whoever_puts_all_windows_away_has_a_new_one_where_the_front_one_was(self):
        self.open(RAVEN)
        self.model.save_workspace("thesis")
        self.model.leave_workspace(9)
        self.assertEqual((self.numbers(), self.model.front.page), ([9], RAVEN))
        self.model.open_workspace(10, is_instead=True)
        self.assertEqual((self.numbers(), self.closed_numbers()), ([1, 0], [9]))

    def test_titles_tell_windows_with_the_same_page_apart(self):
        self.open(HAWK, HAWK, RAVEN)
        self.model.window(1).draft = "one two three four five six seven eight"
        self.assertEqual(
            self.model.titles(),
            {0: HAWK, 1: f"{HAWK} – one two three four five six…", 2: f"{HAWK} (2)", 3: RAVEN},
        )


class PlanTest(unittest.TestCase):
    """Days that nobody lives."""

    def setUp(self):
        self.model = Model(WORLD)
        self.model.start(0)

    def test_a_seed_makes_the_same_day_each_time(self):
        day = rules.plan(self.model, 3, 80)
        self.assertEqual(day, rules.plan(self.model, 3, 80))
        self.assertNotEqual(day, rules.plan(self.model, 4, 80))
        self.assertEqual(len(self.model.windows), 1, "the model was changed by planning")

    def test_every_kind_of_step_is_taken_within_some_days(self):
        days = [rules.plan(self.model, seed, 300) for seed in range(5)]
        self.assertEqual({step.kind for day in days for step in day}, set(rules.KINDS))

    def test_any_part_of_a_day_can_be_lived(self):
        for seed in range(10):
            model = self.model.copy()
            for step in rules.plan(self.model, seed, 200)[seed % 3::3]:
                if rules.is_possible(model, step):
                    rules.apply(model, step)
                self.assertTrue(model.is_running)
                self.assertLessEqual(len(model.windows), rules.MOST_WINDOWS)

    def test_a_step_in_a_window_that_is_not_there_is_not_possible(self):
        self.assertTrue(rules.is_possible(self.model, Step(1, "write", 0)))
        self.assertFalse(rules.is_possible(self.model, Step(1, "write", 5)))

    def test_over_a_dialog_there_is_only_its_end(self):
        rules.apply(self.model, Step(1, "open a dialog", 0, "Preferences"))
        possible = {name for name in rules.KINDS if rules.options(self.model, name)}
        self.assertEqual(possible, {"close the dialog", "restart"})
        self.assertNotIn((None, "close all"), rules.options(self.model, "restart"))


class ShrinkTest(unittest.TestCase):
    """The search for the steps that matter."""

    def setUp(self):
        self.tries = 0

    def fails_with(self, *needed):
        def fails(steps):
            self.tries += 1
            return [one for one in steps if one in needed] == list(needed)

        return fails

    def test_only_what_a_failure_needs_is_left(self):
        for needed in ([3], [0, 99], [10, 11, 50], [0, 33, 66, 99]):
            found = shrink(list(range(100)), self.fails_with(*needed), 1, now=lambda: 0)
            self.assertEqual(found, needed)

    def test_what_fails_without_any_step_needs_none(self):
        self.assertEqual(shrink(list(range(9)), lambda _: True, 1, now=lambda: 0), [])

    def test_when_the_time_is_over_what_is_known_to_fail_is_left(self):
        fails = self.fails_with(3)
        found = shrink(list(range(64)), fails, 4, now=lambda: self.tries)
        self.assertIn(3, found)
        self.assertTrue(fails(found))
        self.assertEqual(len(found), 16)
