"""D-Bus calls: one after another, or many at once.

A tree of widgets is read in some calls per node. One after the other, all processes between the journey
and the program take turns for each; sent together, they cost a third of the time.
"""

from gi.repository import Gio, GLib

TIMEOUT_MS = 10_000


def ask(bus, owner, path, interface, method, parameters=None):
    """Call a method, wait, and return the reply as it came; nobody is started for that."""
    return bus.call_sync(
        owner, path, interface, method, parameters, None,
        Gio.DBusCallFlags.NO_AUTO_START, TIMEOUT_MS, None,
    )


def call(bus, owner, path, interface, method, parameters=None):
    """Call a method, wait, and return the unpacked reply; nobody is started for that."""
    return ask(bus, owner, path, interface, method, parameters).unpack()


def process_id(bus, owner):
    """The process id of whoever has this name on the bus."""
    (found,) = call(
        bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
        "GetConnectionUnixProcessID", GLib.Variant("(s)", (owner,)),
    )
    return found


def call_all(bus, calls):
    """The unpacked reply to each of these calls, in their order, and None for one that failed.

    A call has an owner, a path, an interface, a method and its parameters or None.
    """
    # Of its own, so that nothing else is dispatched meanwhile.
    context = GLib.MainContext.new()
    replies = [None] * len(calls)
    waiting = len(calls)

    def answered(_, result, index):
        nonlocal waiting
        waiting -= 1
        try:
            replies[index] = bus.call_finish(result).unpack()
        except GLib.Error:
            pass

    context.push_thread_default()
    try:
        for index, (owner, path, interface, method, parameters) in enumerate(calls):
            bus.call(
                owner, path, interface, method, parameters, None,
                Gio.DBusCallFlags.NO_AUTO_START, TIMEOUT_MS, None, answered, index,
            )
        while waiting:
            context.iteration(True)
    finally:
        context.pop_thread_default()
    return replies
