import Foundation

/// What `session.json` says: order, active window, closed windows.
///
/// A hint. What it does not mention exists all the same, and it can be lost without loss.
struct SessionIndex: Sendable, Equatable {
    /// The windows, front first.
    var order: [SceneIdentifier] = []
    var active: SceneIdentifier?
    var closed: [RecentlyClosedScene] = []

    init() {}

    /// Reads an index; what makes no sense in it is passed over.
    init?(_ bytes: [UInt8]) {
        guard let json = bytes.withUnsafeBufferPointer(JSONParser.parse), case .object = json else {
            return nil
        }
        order = (json["order"]?.arrayValue ?? []).compactMap { element in
            element.stringValue.flatMap { SceneIdentifier($0) }
        }
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

    func encoded(writer: String) -> [UInt8] {
        var members: [JSONValue.Member] = [
            .init("format", .int(StateLine.format)),
            .init("minimumReader", .int(StateLine.minimumReader)),
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
        JSONValue.object(members).write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

/// The latest index, handed from the main thread to the writer.
///
/// Several changes in a row are one write: the first job to run takes the latest.
final class SessionIndexBox: @unchecked Sendable {
    private let lock = NSLock()
    private var latest: SessionIndex?
    private var written: SessionIndex?

    /// Returns whether the index is another one than before.
    func set(_ index: SessionIndex) -> Bool {
        lock.withLock {
            defer { latest = index }
            return latest != index
        }
    }

    var unwritten: SessionIndex? { lock.withLock { latest == written ? nil : latest } }

    func markWritten(_ index: SessionIndex) { lock.withLock { written = index } }
}
