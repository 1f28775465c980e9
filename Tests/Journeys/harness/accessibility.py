"""The eyes of the journeys: the accessibility tree, by plain D-Bus calls.

Plain calls are sturdier than a wrapper that caches and holds one bus per process. A journey asks
anew each time it looks, so it never sees something that was there only a moment ago.
"""

from typing import NamedTuple

from gi.repository import GLib

from . import calls
from .waiting import wait_until, wait_until_there

ACCESSIBLE = "org.a11y.atspi.Accessible"
COMPONENT = "org.a11y.atspi.Component"
TEXT = "org.a11y.atspi.Text"
EDITABLE_TEXT = "org.a11y.atspi.EditableText"
ACTION = "org.a11y.atspi.Action"
PROPERTIES = "org.freedesktop.DBus.Properties"
CACHE, CACHE_PATH = "org.a11y.atspi.Cache", "/org/a11y/atspi/cache"
REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")

GTK_NODES = "/a11y/"
"""Part of the paths of the nodes of programs that use GTK 4."""

WINDOW_COORDINATES = 1

RELATION_LABELLED_BY = 2

STATE_ACTIVE = 1
STATE_CHECKED = 4
STATE_FOCUSED = 12
STATE_PRESSED = 20
STATE_SELECTED = 23
STATE_SENSITIVE = 24

# GTK's releases spell roles differently: each name below is one kind of thing to a journey.
BUTTONS = frozenset({"button", "push button", "toggle button", "radio button", "check box"})
TABS = BUTTONS | {"tab", "page tab", "radio"}
CHOICES = frozenset({"check box", "checkbox", "radio button", "radio"})
LIST_ITEMS = frozenset({"list item", "row"})
TEXTS = frozenset({"text", "text box", "entry", "textbox"})
SEARCH_FIELDS = frozenset({"search box", "entry"})
MENU_ITEMS = frozenset({"menu item", "check menu item", "radio menu item"})
FRAMES = frozenset({"frame", "window", "application"})
DIALOGS = frozenset({"dialog"})
LABELS = frozenset({"label", "static", "heading", "alert", "status", "link", "status bar"})

CONTROLS = TABS | TEXTS | SEARCH_FIELDS | MENU_ITEMS
"""What a person operates. The other kinds, rows above all, show what is in the library."""


class Accessible:
    """One node of the tree: a bus name and an object path."""

    def __init__(self, bus, owner, path):
        self.bus = bus
        self.owner = owner
        self.path = path
        self.seen_name = None
        """What it was called when a tree with it was read, as far as that was told."""

    def __eq__(self, other):
        return isinstance(other, Accessible) and (self.owner, self.path) == (
            other.owner,
            other.path,
        )

    def __hash__(self):
        return hash((self.owner, self.path))

    def __repr__(self):
        try:
            return f"<{self.role} {self.name!r}>"
        except GLib.Error:
            return f"<gone {self.path}>"

    def call(self, interface, method, signature=None, *arguments):
        """Call a method of one of the node's interfaces and return the unpacked reply."""
        parameters = GLib.Variant(signature, arguments) if signature else None
        return calls.call(self.bus, self.owner, self.path, interface, method, parameters)

    def read_property(self, interface, name):
        """Return one property of one of the node's interfaces."""
        return self.call(PROPERTIES, "Get", "(ss)", interface, name)[0]

    # What it is

    @property
    def role(self):
        if self.path not in _roles:
            return _note_role(self, self.call(ACCESSIBLE, "GetRoleName")[0])
        return _roles[self.path]

    @property
    def name(self):
        return self.read_property(ACCESSIBLE, "Name") or ""

    @property
    def description(self):
        return self.read_property(ACCESSIBLE, "Description") or ""

    def has_state(self, state):
        return _has(self.call(ACCESSIBLE, "GetState")[0], state)

    @property
    def is_on(self):
        """Whether a toggle is pressed, checked or selected, whichever way its toolkit says so."""
        return any(map(self.has_state, (STATE_PRESSED, STATE_CHECKED, STATE_SELECTED)))

    @property
    def extents(self):
        """x, y, width, height in the window's own coordinates."""
        return self.call(COMPONENT, "GetExtents", "(u)", WINDOW_COORDINATES)[0]

    # Where it is in the tree

    @property
    def parent(self):
        return Accessible(self.bus, *self.read_property(ACCESSIBLE, "Parent"))

    def children(self):
        references = self.call(ACCESSIBLE, "GetChildren")[0]
        return [Accessible(self.bus, *reference) for reference in references]

    def descendants(self):
        """All nodes below this one, in document order; what vanishes meanwhile is left out."""
        told = _told(self)
        children, level = {}, [self]
        while level:
            asked = [node for node in level if node not in told or told[node].has_children]
            for node, references in zip(asked, read_all(asked, ACCESSIBLE, "GetChildren")):
                children[node] = [Accessible(self.bus, *one) for one in references or ()]
            below = [child for node in asked for child in children[node]]
            # Not twice what has moved meanwhile.
            level = [child for child in below if child not in children]
        found, stack = [], [self]
        while stack:
            node = stack.pop()
            node.seen_name = told[node].name if node in told else None
            found.append(node)
            stack += reversed(children.pop(node, ()))
        return found[1:]

    def find_all(self, roles, name=None):
        """The nodes below this one of one of these roles, with this very name when it is given."""
        nodes = self.descendants()
        if name is not None:
            its_names = menu_item_names(nodes) if roles & MENU_ITEMS else names(nodes)
            nodes = [node for node, its in zip(nodes, its_names) if its == name]
        return [node for node, role in zip(nodes, role_names(nodes)) if role in roles]

    def focused(self):
        """What has the focus below this node, or None."""
        return focused(self.descendants())

    def is_at_or_below(self, other, parents=None):
        """Whether `other` is this node or contains it.

        `parents` is what one look has found out so far: the points of one thing mostly hit the same nodes,
        and each is asked for its parent once.
        """
        parents = {} if parents is None else parents
        node = self
        while node.path != REGISTRY[1] and not node.path.endswith("/null"):
            if node == other:
                return True
            if node not in parents:
                try:
                    parents[node] = node.parent
                except GLib.Error:
                    return False
            node = parents[node]
        return False

    def child_at(self, x, y):
        """The innermost node at a point of the window, or None where there is none.

        This is how a page that is shown is told from one that a stack hides: GTK gives hidden pages
        their old size and no state to tell them by.
        """
        reply = self.call(COMPONENT, "GetAccessibleAtPoint", "(iiu)", x, y, WINDOW_COORDINATES)
        owner, path = reply[0]
        return None if path.endswith("/null") else Accessible(self.bus, owner, path)

    # What can be read and done

    @property
    def text(self):
        return self.call(TEXT, "GetText", "(ii)", 0, -1)[0]

    @property
    def line(self):
        """The text of a field of one line, of which GTK gives nothing up to an unknown end."""
        return self.call(TEXT, "GetText", "(ii)", 0, self.read_property(TEXT, "CharacterCount"))[0]

    @property
    def caret(self):
        """The cursor's offset in characters."""
        return self.read_property(TEXT, "CaretOffset")

    def insert_text(self, offset, text):
        """Insert `text` in one go, as pasting does."""
        return self.call(
            EDITABLE_TEXT, "InsertText", "(isi)", offset, text, len(text.encode())
        )[0]

    def do_action(self, index=0):
        """Perform the node's action, where no pointer can be aimed, such as at a menu's item."""
        return self.call(ACTION, "DoAction", "(i)", index)[0]

    def words(self):
        """Every name, text and description of this node and of all below it."""
        nodes = [self, *self.descendants()]
        said = zip(menu_item_names(nodes), texts(nodes), descriptions(nodes))
        return [text for one in said for text in one if text]

    def dump(self, indent=0):
        """The tree as indented lines, for a failure's record."""
        try:
            lines = [f"{'  ' * indent}{self.summary()}"]
            for child in self.children():
                lines += child.dump(indent + 1)
            return lines
        except GLib.Error as error:
            return [f"{'  ' * indent}({error.message})"]

    def summary(self):
        """What it is and where, and what is written in it, in a line."""
        text = f" text={self.text!r}" if self.role in TEXTS else ""
        return f"{self.role} {self.name!r} {self.safe_extents()}{text}"

    def safe_extents(self):
        """The extents, or None for a node that has none."""
        try:
            return self.extents
        except GLib.Error:
            return None


_roles = {}
"""The roles of GTK's nodes by path: they never change, and no path is used again."""


class _Told(NamedTuple):
    name: str
    has_children: bool


def _told(node):
    """What a program tells of its nodes in one go: of those that somebody has asked for before."""
    try:
        reply = calls.ask(node.bus, node.owner, CACHE_PATH, CACHE, "GetItems")
    except GLib.Error:
        return {}
    told, items = {}, reply.get_child_value(0)
    for index in range(items.n_children()):
        # Not all of it is unpacked, which would take several times as long.
        item = items.get_child_value(index)
        path = item.get_child_value(0).get_child_value(1).get_string()
        count, name = item.get_child_value(4).get_int32(), item.get_child_value(6).get_string()
        told[Accessible(node.bus, node.owner, path)] = _Told(name, count > 0)
    return told


# Of many nodes at once; None for one that is gone, or has no such thing.


def read_all(nodes, interface, method, signature=None, *arguments):
    """What each of these nodes replies to the same call."""
    if not nodes:
        return []
    parameters = GLib.Variant(signature, arguments) if signature else None
    asked = [(node.owner, node.path, interface, method, parameters) for node in nodes]
    replies = calls.call_all(nodes[0].bus, asked)
    return [None if reply is None else reply[0] for reply in replies]


def focused(nodes):
    """The first of the nodes that has the focus, or None."""
    answers = zip(nodes, read_all(nodes, ACCESSIBLE, "GetState"))
    return next((node for node, words in answers if words and _has(words, STATE_FOCUSED)), None)


def _has(words, state):
    return bool(words[state // 32] >> (state % 32) & 1)


def names(nodes):
    """Those that nodes had when their tree was read, or have now."""
    unknown = [node for node in nodes if node.seen_name is None]
    read = dict(zip(unknown, read_all(unknown, PROPERTIES, "Get", "(ss)", ACCESSIBLE, "Name")))
    return [read.get(node, node.seen_name) for node in nodes]


def menu_item_names(nodes):
    """The names of nodes; of items of menus, which have none in newer GTKs, what their labels say."""
    its_names = names(nodes)
    nameless = [node for node, name in zip(nodes, its_names) if not name]
    items = [node for node, role in zip(nameless, role_names(nameless)) if role in MENU_ITEMS]
    relations = dict(zip(items, read_all(items, ACCESSIBLE, "GetRelationSet")))
    labels = {
        node: Accessible(node.bus, *targets[0])
        for node, all_of_it in relations.items()
        for kind, targets in all_of_it or () if kind == RELATION_LABELLED_BY
    }
    said = dict(zip(labels, texts(list(labels.values()))))
    return [said.get(node, name) for node, name in zip(nodes, its_names)]


def _note_role(node, role):
    if GTK_NODES in node.path:
        _roles[node.path] = role
    return role


def descriptions(nodes):
    return read_all(nodes, PROPERTIES, "Get", "(ss)", ACCESSIBLE, "Description")


def role_names(nodes):
    unknown = [node for node in nodes if node.path not in _roles]
    read = dict(zip(unknown, read_all(unknown, ACCESSIBLE, "GetRoleName")))
    for node, role in read.items():
        if role is not None:
            _note_role(node, role)
    return [read.get(node, _roles.get(node.path)) for node in nodes]


def texts(nodes):
    return read_all(nodes, TEXT, "GetText", "(ii)", 0, -1)


def wait_to_find(look, roles, what):
    """Wait for something of these roles. One that is missing is only forgiven when all are controls: a
    row may have been lost."""
    return (wait_until_there if roles <= CONTROLS else wait_until)(look, what)


def wait_until_focused(find, what):
    """Wait until the widget that `find` returns has the focus; return it."""

    def look():
        node = find()
        return node if node.has_state(STATE_FOCUSED) else None

    return wait_until_there(look, what)


def application(bus, pid):
    """The root node of the program with process id `pid`, or None while it is not on the bus."""
    registry = Accessible(bus, *REGISTRY)
    try:
        nodes = registry.children()
    except GLib.Error:
        # It is started by the first program that needs it.
        return None
    for node in nodes:
        if calls.process_id(bus, node.owner) == pid:
            return node
    return None
