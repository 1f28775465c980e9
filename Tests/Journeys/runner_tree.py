"""A tree of its own for the tests of what runs the journeys: with journeys and Swift tests of a few lines."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from runner import journeys, swift_tests

PROJECT = os.path.dirname(os.path.dirname(journeys.FOLDER))


class RunnerTree:
    """A copy of the runner in a folder that is removed in the end."""

    def __init__(self, journey_code):
        self._temporary = tempfile.TemporaryDirectory()
        self.folder = self._temporary.name
        copy = os.path.join(self.folder, "Tests", "Journeys")
        shutil.copytree(os.path.join(journeys.FOLDER, "runner"), os.path.join(copy, "runner"))
        shutil.copy(journeys.COMMAND, copy)
        os.symlink(os.path.join(journeys.FOLDER, "harness"), os.path.join(copy, "harness"))
        for name in ("meson-helpers", "data"):
            os.symlink(os.path.join(PROJECT, name), os.path.join(self.folder, name))
        self.command = [
            sys.executable, os.path.join(copy, "runner", "everything.py"), "--program", "/bin/true",
        ]
        self.run_command = [sys.executable, os.path.join(copy, "run")]
        # There is no schema in this tree to be compiled.
        self.environment = os.environ | {"GSETTINGS_SCHEMA_DIR": self.folder}
        self.environment.pop("HAWK_NOTES_JOURNEY_ARTIFACTS", None)
        self.write(os.path.join(copy, "test_alike.py"), journey_code)

    def close(self):
        self._temporary.cleanup()

    def write(self, path, text):
        with open(os.path.join(self.folder, path), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, path):
        with open(os.path.join(self.folder, path), encoding="utf-8") as file:
            return file.read()

    def swift_tests(self, script):
        """The arguments that run this script in the place of the Swift tests."""
        self.write(swift_tests.BUNDLE, script)
        os.chmod(os.path.join(self.folder, swift_tests.BUNDLE), 0o700)
        return ["--swift-tests", self.folder]

    def run(self, command):
        """Run a command in the tree, to its end: (status, output)."""
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, check=False,
        )
        return done.returncode, done.stdout


class RunnerTreeTest(unittest.TestCase):
    """A test with such a tree."""

    journey_code = ""

    def setUp(self):
        self.tree = RunnerTree(self.journey_code)
        self.addCleanup(self.tree.close)
