import Foundation
import GRDB
import LibraryTestSupport

@testable import HawkNotesModel

extension [RandomReader] {
    private typealias Item = LibraryRecord.Item

    /// Ids of things with one source in several libraries, some of which have deleted or moved them or
    /// what they are in: which of them are the same depends on the order.
    var idsOfUnsurePairs: Set<String> {
        get throws {
            var items: [UUID: Set<Item>] = [:]
            var parents: [Item: Set<Item>] = [:]
            var unsure: Set<Item> = []
            for knowledge in try map({ try $0.knowledge }) {
                for (source, values) in knowledge.rows where source.kind == "importedItem" {
                    let columns = values["row"]?.value.columns ?? []
                    guard columns.count > 2, let id = UUID.fromDatabaseValue(columns[2]) else {
                        continue
                    }
                    let kinds = ["series", "book", "chapter", "character", "note"]
                    for item in kinds.map({ Item(kind: $0, id: id) })
                    where knowledge.made[item] != nil || knowledge.purges[item] != nil {
                        items[source.id, default: []].insert(item)
                    }
                }
                for item in Set(knowledge.made.keys).union(knowledge.purges.keys) {
                    parents[item, default: []].formUnion(knowledge.parents(of: item))
                    let isMoved = knowledge.rows[item]?["subjectID"]?.stamp.milliseconds ?? 0 > 0
                    if knowledge.state(of: item) != .shown || isMoved { unsure.insert(item) }
                }
            }
            let sets = items.values.filter { $0.count > 1 }
            // What is in something unsure is unsure as well, and so is all of one source.
            for _ in 1...4 {
                for (item, parents) in parents where !parents.isDisjoint(with: unsure) {
                    unsure.insert(item)
                }
                for set in sets where !set.isDisjoint(with: unsure) { unsure.formUnion(set) }
            }
            let found = sets.filter { !$0.isDisjoint(with: unsure) }
            let ids = found.joined().map(\.id)
            // The steps of joins have the values of columns as well.
            let values = ids.compactMap { Data.fromDatabaseValue($0.databaseValue) }
                .map { $0.base64EncodedString().replacing("/", with: "\\/") }
            return Set(ids.map { $0.uuidString.replacing("-", with: "") } + values)
        }
    }
}
