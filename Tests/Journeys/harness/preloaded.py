"""Libraries that are loaded before a program (LD_PRELOAD): built once per run from one C file each."""

import functools
import os
import subprocess

from .folders import folder_of_run

VARIABLE = "LD_PRELOAD"

PLACES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "places.c")


@functools.cache
def library(source):
    """The path of the library that this C file makes, built when it is first needed."""
    name = os.path.splitext(os.path.basename(source))[0]
    path = os.path.join(_folder(), f"{name}.so")
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-O2", "-std=gnu17", "-Wall", "-Wextra", "-Werror",
         "-o", path, source],
        check=True,
    )
    return path


def variable(*sources):
    """The variable that loads what these files make before a program, the first one first."""
    return {VARIABLE: ":".join(map(library, sources))}


@functools.cache
def _folder():
    return folder_of_run("preloaded")
