import Foundation

/// The content of `session.json`: order, active window, closed windows.
///
/// A hint: windows that it does not mention exist nevertheless, and losing it loses no data.
struct SessionIndex: Sendable, Equatable {
    /// The windows, front first.
    var order: [SceneIdentifier] = []
    var active: SceneIdentifier?
    var closed: [RecentlyClosedScene] = []

    /// Additional members of a later version; written again.
    var unknown: [JSONValue.Member] = []

    init() {}

    /// Reads an index, ignoring entries that it cannot interpret.
    ///
    /// - Throws: `RestorationError` with code `.damaged` or `.tooNew`.
    init(_ bytes: [UInt8]) throws(RestorationError) {
        guard let json = bytes.withUnsafeBufferPointer(JSONParser.parse),
            case .object(let members) = json
        else { throw RestorationError(.damaged, "It is no JSON object.") }
        if let minimumReader = json["minimumReader"]?.intValue, minimumReader > StateLine.format {
            let writer = json["writer"]?.stringValue ?? "another program"
            throw RestorationError(.tooNew, "It was written by \(writer) in a later format.")
        }
        unknown = members.filter { !SessionIndex.names.contains($0.key) }
        var seen: Set<SceneIdentifier> = []
        order = (json["order"]?.arrayValue ?? []).compactMap { element in
            element.stringValue.flatMap { SceneIdentifier($0) }
        }.filter { seen.insert($0).inserted }
        active = json["active"]?.stringValue.flatMap { SceneIdentifier($0) }
        closed = (json["closed"]?.arrayValue ?? []).compactMap { element in
            guard let id = element["id"]?.stringValue.flatMap({ SceneIdentifier($0) }),
                let date = element["date"]?.doubleValue
            else { return nil }
            return RecentlyClosedScene(
                id: id,
                title: element["title"]?.stringValue ?? "",
                closingDate: Date(timeIntervalSinceReferenceDate: date)
            )
        }
    }

    /// The oldest format whose readers understand an index: only that of the windows' files has
    /// changed.
    private static let minimumReader = 1

    private static let names = ["format", "minimumReader", "writer", "order", "active", "closed"]

    func encoded(writer: String) -> [UInt8] {
        var members: [JSONValue.Member] = [
            .init("format", .int(StateLine.format)),
            .init("minimumReader", .int(SessionIndex.minimumReader)),
            .init("writer", .string(writer)),
            .init("order", .array(order.map { .string($0.rawValue) })),
        ]
        if let active { members.append(.init("active", .string(active.rawValue))) }
        let closed = closed.map { scene in
            JSONValue.object([
                .init("id", .string(scene.id.rawValue)),
                .init("title", .string(scene.title)),
                .init("date", .double(scene.closingDate.timeIntervalSinceReferenceDate)),
            ])
        }
        members.append(.init("closed", .array(closed)))
        var bytes: [UInt8] = []
        JSONValue.object(members + unknown).write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

/// The latest index, passed from the main thread to the jobs.
///
/// Several consecutive changes cause one write: the first job to run takes the latest.
final class SessionIndexBox: @unchecked Sendable {
    private let lock = NSLock()
    private var latest: SessionIndex?

    /// Returns whether the index changed.
    func set(_ index: SessionIndex) -> Bool {
        lock.withLock {
            defer { latest = index }
            return latest != index
        }
    }

    var index: SessionIndex { lock.withLock { latest ?? SessionIndex() } }
}
