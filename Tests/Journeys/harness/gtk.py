"""What differs between the GTKs that the program runs with."""

import ctypes
import functools


@functools.cache
def version():
    """Major and minor number of the GTK on this machine."""
    library = ctypes.CDLL("libgtk-4.so.1")
    return library.gtk_get_major_version(), library.gtk_get_minor_version()


# Differences between GTK versions: each is true where GTK is new enough, for the given reason.

def leaves_out_hidden_pages():
    """Whether the pages of a stack that are not shown are left out of the accessible tree."""
    return version() >= (4, 10)


def leaves_session_to_program():
    """Whether the program joins the person's session itself. Before, GTK answers the end of the session before it
    tells the program."""
    return version() >= (4, 22)


def lone_acute():
    """What GTK shows, and leaves in the text, for the dead key of the acute accent without a letter."""
    return "'" if version() >= (4, 20) else "´"


def without_opengl():
    """The variable that has GDK do without OpenGL."""
    return {"GDK_DISABLE": "gl"} if version() >= (4, 14) else {"GDK_DEBUG": "gl-disable"}
