import DisplayTestSupport
import CGTK
import XCTest

@testable import GTKBridge

final class ListStoreTests: XCTestCase {
    /// A change of the model as GListModel reports it.
    private struct Splice: Equatable, Sendable {
        var position: UInt32
        var removed: UInt32
        var added: UInt32
    }

    @MainActor
    private static func recordSplices<Item>(
        of store: ListStore<Item>,
        _ record: @escaping @MainActor (Splice) -> Void
    ) {
        let function: @convention(c) (gpointer?, guint, guint, guint, gpointer?) -> Void = {
            _,
            position,
            removed,
            added,
            data in
            Callback<Splice, Void>.call(
                data,
                Splice(position: position, removed: removed, added: added)
            )
        }
        store.connect("items-changed", unsafeBitCast(function, to: GCallback.self), record)
    }

    func testOnlyTheRunThatDiffersIsReplaced() {
        onMainActor {
            let changes: [(from: [Int], to: [Int], expected: [Splice])] = [
                ([], [1, 2], [Splice(position: 0, removed: 0, added: 2)]),
                ([1, 2, 3], [1, 9, 3], [Splice(position: 1, removed: 1, added: 1)]),
                ([1, 2, 3], [1, 2, 3, 4], [Splice(position: 3, removed: 0, added: 1)]),
                ([1, 2, 3], [0, 1, 2, 3], [Splice(position: 0, removed: 0, added: 1)]),
                ([1, 2, 3], [1, 3], [Splice(position: 1, removed: 1, added: 0)]),
                ([1, 1, 1], [1, 1], [Splice(position: 2, removed: 1, added: 0)]),
                ([1, 1], [1, 1, 1], [Splice(position: 2, removed: 0, added: 1)]),
                ([1, 2], [2, 1], [Splice(position: 0, removed: 2, added: 2)]),
                ([1, 2], [], [Splice(position: 0, removed: 2, added: 0)]),
                ([1, 2], [1, 2], []),
                ([], [], []),
            ]
            for change in changes {
                let store = ListStore<Int>()
                store.set(change.from)
                var splices: [Splice] = []
                Self.recordSplices(of: store) { splices.append($0) }
                store.set(change.to)
                XCTAssertEqual(splices, change.expected, "\(change.from) to \(change.to)")
                XCTAssertEqual(store.items, change.to)
                let payloads = (0..<g_list_model_get_n_items(store.opaque)).map { index in
                    let box = Object(adopting: g_list_model_get_item(store.opaque, index))
                    return ListStore<Int>.payload(of: box.pointer)
                }
                XCTAssertEqual(payloads, change.to, "\(change.from) to \(change.to)")
            }
        }
    }

    func testItemsAreFreedWhenTheyAreReplacedAndWithTheStore() {
        final class Item: Equatable {
            static func == (one: Item, other: Item) -> Bool { one === other }
        }
        onMainActor {
            weak var first: Item?
            weak var second: Item?
            do {
                let store = ListStore<Item>()
                do {
                    let items = [Item(), Item()]
                    (first, second) = (items[0], items[1])
                    store.set(items)
                }
                XCTAssertNotNil(first)
                store.set(Array(store.items.dropFirst()))
                XCTAssertNil(first)
                XCTAssertNotNil(second)
            }
            XCTAssertNil(second)
        }
    }
}

final class ListBoxTests: DisplayTestCase {
    func testRowsBeforeAndAfterAChangeStayTheSameObjects() throws {
        try onMainActor {
            let store = ListStore<String>()
            let list = ListBox()
            var made: [String] = []
            list.bind(store) { item in
                made.append(item)
                return ListBoxRow(Label(item), name: item)
            }
            store.set(["a", "b", "c"])
            let first = try XCTUnwrap(list.row(at: 0))
            let last = try XCTUnwrap(list.row(at: 2))
            store.set(["a", "x", "y", "c"])
            XCTAssertEqual(made, ["a", "b", "c", "x", "y"], "only the new rows are made")
            XCTAssertTrue(try XCTUnwrap(list.row(at: 0)).isSame(as: first))
            XCTAssertTrue(try XCTUnwrap(list.row(at: 3)).isSame(as: last))
            XCTAssertNil(list.row(at: 4))
        }
    }

    func testRowsThatAreRemovedAreFreed() {
        onMainActor {
            let store = ListStore<Int>()
            let list = ListBox()
            var freed: [Int] = []
            list.bind(store) { item in
                let row = ListBoxRow(Label("\(item)"), name: "\(item)")
                row.whenFinalized { freed.append(item) }
                return row
            }
            store.set([1, 2, 3])
            store.set([1, 3])
            XCTAssertEqual(freed, [2])
        }
    }

    func testTheRowClosureIsFreedWithTheList() {
        final class Token {}
        onMainActor {
            weak var token: Token?
            let store = ListStore<Int>()
            do {
                let held = Token()
                token = held
                let list = ListBox()
                list.bind(store) { item in
                    withExtendedLifetime(held) {}
                    return Label("\(item)")
                }
                store.set([1])
                XCTAssertNotNil(token)
            }
            XCTAssertNil(token)
            store.set([1, 2])
        }
    }

    func testAnActivatedRowTellsItsPosition() throws {
        try onMainActor {
            let store = ListStore<Int>()
            let list = ListBox()
            list.bind(store) { ListBoxRow(Label("\($0)"), name: "\($0)") }
            store.set([10, 20, 30])
            var activated: [Int] = []
            list.onRowActivated { activated.append($0) }
            let row = try XCTUnwrap(list.row(at: 2))
            let window = Window(application: TestApplication.shared)
            window.setChild(list)
            gtk_widget_activate(row.widget)
            XCTAssertEqual(activated, [2])
            window.destroy()
        }
    }
}
