"""Completions of the command line, as real shells make them; a shell that is missing is left out."""

import os
import re

from harness import shells
from harness.journey import Journey

BOOK, NAME = "a book.epub", "hawk-notes "


class Completions(Journey):
    """In a folder with one file."""

    def setUp(self):
        super().setUp()
        self.place = os.path.join(self.program.folder, "place")
        os.mkdir(self.place)
        with open(os.path.join(self.place, BOOK), "wb"):
            pass

    def require(self, shell):
        if not shells.is_installed(shell):
            self.skipTest(f"{shell} is not installed")

    def options(self):
        """Every option that the program says it has."""
        _, output = self.program.run("--help")
        options = set(re.findall(r"--[a-z-]+", output.split("Application Options:")[1]))
        self.assertGreater(len(options), 9)
        return options | {"--help"}

    def test_bash(self):
        self.require("bash")

        def arguments(line):
            return shells.bash_arguments(NAME + line, self.place)

        self.assertEqual(arguments("--new-w\t"), ["--new-window"])
        self.assertEqual(arguments("--sea\tx"), ["--search=x"])
        self.assertEqual(arguments("--workspace=a\t"), ["--workspace=a"])
        self.assertEqual(arguments("--quit a\t"), ["--quit", BOOK])

    def test_zsh(self):
        self.require("zsh")

        def found(line):
            return shells.zsh_completions(NAME + line, self.place)

        self.assertEqual(set(found("--")), self.options())
        self.assertEqual(found("--se"), ["--search"])
        self.assertEqual(found("--search=a"), [])
        self.assertNotIn("--new-window", found("-w --"))
        self.assertEqual(found("--private a"), [BOOK])

    def test_fish(self):
        self.require("fish")

        def found(line):
            return shells.fish_completions(NAME + line, self.place)

        self.assertEqual(set(found("--")), self.options())
        self.assertEqual(found("--se"), ["--search"])
        self.assertEqual(found("--search a"), [])
        self.assertEqual(found("--private a"), [BOOK])
