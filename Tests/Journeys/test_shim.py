"""What the shim under the program takes away from a file system, tried on a small program."""

import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

from hostile.shim import Shim


class WithoutFeatures(unittest.TestCase):
    """Operations that some file systems refuse."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)
        os.mkdir(os.path.join(self.folder, "inner"))
        for name in ("a", "b", "c", "d", "library.sqlite", "library.sqlite-shm"):
            with open(os.path.join(self.folder, name), "w", encoding="ascii") as file:
                file.write("content")
        self.shim = Shim(os.path.join(self.folder, "inner", "shim.control"))
        self.addCleanup(self.shim.close)

    def path(self, name=""):
        return os.path.join(self.folder, name).rstrip("/")

    def run_code(self, code):
        """What the code prints when it runs over the shim, in the folder."""
        code = "import errno, fcntl, mmap, os, sys\n" + textwrap.dedent(code)
        done = subprocess.run(
            [sys.executable, "-I", "-c", code], cwd=self.folder, stdout=subprocess.PIPE, text=True,
            env=os.environ | self.shim.environment(), check=True,
        )
        return done.stdout.split()

    def expect_errors(self, *lines):
        """Run each line by itself; the number of the error, or `-`, is what each comes to."""
        tries = "\n".join(
            f"try:\n    {line}\n    print('-')\nexcept OSError as error:\n"
            "    print(errno.errorcode[error.errno])"
            for line in lines
        )
        return self.run_code(tries)

    def test_a_folder_can_end_in_an_error_at_any_entry(self):
        listing = "print(len(os.listdir('.')))"
        self.assertEqual(self.expect_errors(listing), ["7", "-"])
        # The folder itself and the one above it are entries, too.
        for first in (1, 3, 9):
            self.shim.fail("entry", "entry", self.path(), "EIO", first=first)
            self.assertEqual(self.expect_errors(listing), ["EIO"], first)
        self.shim.fail("entry", "entry", self.path("inner"), "EIO")
        self.assertEqual(self.expect_errors(listing, "os.listdir('inner')"), ["7", "-", "EIO"])

    def test_a_folder_that_is_opened_before_it_is_listed_can_end_in_an_error(self):
        self.shim.fail("entry", "entry", self.path(), "EIO", first=3)
        code = "f = os.open('.', os.O_RDONLY | os.O_DIRECTORY); os.listdir(f)"
        self.assertEqual(self.expect_errors(code), ["EIO"])

    def test_entries_are_left_alone_by_a_rule_for_everything(self):
        self.shim.fail("all", "*", self.folder + "*", "EIO")
        self.assertEqual(self.expect_errors("os.listdir('.')", "os.mkdir('new')"), ["-", "EIO"])

    def test_folders_alone_can_refuse_to_be_synced(self):
        self.shim.fail("sync", "sync", self.folder + "*", "EINVAL", folders=True)
        self.assertEqual(
            self.expect_errors(
                "os.fsync(os.open('.', os.O_RDONLY))", "os.fsync(os.open('inner', os.O_RDONLY))",
                "os.fsync(os.open('a', os.O_RDWR))",
            ),
            ["EINVAL", "EINVAL", "-"],
        )

    def test_permissions_can_be_refused(self):
        self.shim.fail("chmod", "chmod", self.folder + "*", "EPERM")
        self.assertEqual(
            self.expect_errors(
                "os.chmod('a', 0o600)", "os.chmod('inner', 0o700)",
                "os.fchmod(os.open('a', os.O_RDWR), 0o600)",
                "os.chmod('a', 0o600, dir_fd=os.open('.', os.O_RDONLY))",
            ),
            ["EPERM"] * 4,
        )
        self.shim.fail("chmod", "chmod", self.folder + "*", "EPERM", folders=True)
        self.assertEqual(
            self.expect_errors("os.chmod('a', 0o600)", "os.chmod('inner', 0o700)"), ["-", "EPERM"]
        )

    def test_shared_memory_can_be_refused_to_one_file(self):
        self.shim.fail("map", "map", "*-shm", "ENODEV")
        mapped = "mmap.mmap(os.open('{}', os.O_RDWR), 0)"
        self.assertEqual(
            self.expect_errors(
                mapped.format("library.sqlite-shm"), mapped.format("library.sqlite")
            ),
            ["ENODEV", "-"],
        )

    def test_locks_can_be_refused(self):
        self.shim.fail("lock", "lock", "*.sqlite", "ENOLCK")
        self.assertEqual(
            self.expect_errors(
                "fcntl.lockf(os.open('library.sqlite', os.O_RDWR), fcntl.LOCK_EX)",
                "fcntl.flock(os.open('library.sqlite', os.O_RDWR), fcntl.LOCK_EX)",
                "fcntl.lockf(os.open('a', os.O_RDWR), fcntl.LOCK_EX)",
            ),
            ["ENOLCK", "ENOLCK", "-"],
        )

    def test_a_new_name_can_be_refused(self):
        self.shim.fail("rename", "rename", self.path("a"), "EXDEV")
        self.assertEqual(
            self.expect_errors("os.rename('a', 'e')", "os.rename('b', 'a')", "os.rename('b', 'e')"),
            ["EXDEV", "EXDEV", "-"],
        )
        self.assertTrue(os.path.exists(self.path("a")))
