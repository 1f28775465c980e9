import StateRestoration

/// What has been written, by day: the model, which is kept elsewhere and is no restorable state.
@MainActor
final class Journal {
    /// The text of each day, such as `2024-05-06`.
    var entries: [String: String]

    init(_ entries: [String: String] = [:]) { self.entries = entries }

    /// The ids of what the page of this id lists, newest first: years, their months, their days.
    func children(of id: String) -> [String] {
        let length = id.isEmpty ? 4 : id.count + 3
        let days = entries.keys.filter { id.isEmpty || $0.hasPrefix(id + "-") }
        return Set(days.map { String($0.prefix(length)) }).sorted(by: >)
    }

    /// The page of this kind and id, or `nil` when nothing has been written there.
    func page(kind: String, id: String) -> Page? {
        let exists = entries.keys.contains { $0 == id || $0.hasPrefix(id + "-") }
        guard exists, let level = Page.Level(rawValue: kind) else { return nil }
        return Page(level: level, targetID: id)
    }
}

/// A page of the journal: a year lists months, a month lists days, a day shows what was written.
struct Page: NavigationRoute, Equatable {
    enum Level: String { case year, month, day }

    let level: Level
    let targetID: String
    var kind: String { level.rawValue }
}
