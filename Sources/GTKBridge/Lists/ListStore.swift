import CGTK

/// A list model (GListStore) of Swift values, each in a boxed GObject.
public final class ListStore<Item: Equatable>: Object {
    /// The items, in order.
    public private(set) var items: [Item] = []

    /// An empty store.
    public init() {
        guard let store = g_list_store_new(cgtk_box_get_type()) else {
            preconditionFailure("GLib made no list store")
        }
        super.init(adopting: UnsafeMutableRawPointer(store))
    }

    /// Replaces the items. Only the run that differs is spliced, so that the rows before and behind
    /// it keep their focus and their place.
    public func set(_ new: [Item]) {
        let head = zip(items, new).prefix { $0 == $1 }.count
        let tail = zip(items.dropFirst(head).reversed(), new.dropFirst(head).reversed())
            .prefix { $0 == $1 }.count
        let removed = items.count - head - tail
        let added = new[head..<(new.count - tail)]
        items = new
        guard removed > 0 || !added.isEmpty else { return }
        var boxes: [gpointer?] = added.map { item in
            cgtk_box_new(Unmanaged.passRetained(Payload(item)).toOpaque(), releaseCallback)
        }
        g_list_store_splice(opaque, guint(head), guint(removed), &boxes, guint(boxes.count))
        for box in boxes { g_object_unref(box) }
    }

    /// The value in an item of the model.
    static func payload(of box: UnsafeMutableRawPointer) -> Item {
        assert(cgtk_is_a(box, cgtk_box_get_type()) != 0, "not an item of a ListStore")
        return Unmanaged<Payload>.fromOpaque(cgtk_box_payload(box)).takeUnretainedValue().value
    }

    private final class Payload {
        let value: Item
        init(_ value: Item) { self.value = value }
    }
}
