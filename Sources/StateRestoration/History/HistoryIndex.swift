import Foundation

/// The content of a file `history/<time>.json`: the windows, and the names of their contents.
///
/// The file is a `DoubleLine`.
struct HistoryIndex: Sendable, Equatable {
    struct Window: Sendable, Equatable {
        var summary: HistoryState.Window
        /// The names of the files with its contents.
        var objects: [String]
    }

    var date = Date.distantPast
    var windows: [Window] = []

    init(date: Date, windows: [Window]) {
        self.date = date
        self.windows = windows
    }

    /// Reads an index.
    ///
    /// - Throws: `RestorationError` with code `.damaged` or `.tooNew`.
    init(_ bytes: [UInt8]) throws(RestorationError) {
        let json = try DoubleLine.read(bytes)
        date = Date(timeIntervalSinceReferenceDate: json["date"]?.doubleValue ?? 0)
        windows = (json["windows"]?.arrayValue ?? []).compactMap { element in
            guard let id = element["id"]?.stringValue.flatMap({ SceneIdentifier($0) }) else {
                return nil
            }
            let objects = (element["objects"]?.arrayValue ?? []).compactMap(\.stringValue)
            return Window(
                summary: HistoryState.Window(
                    id: id,
                    title: element["title"]?.stringValue ?? "",
                    beginningOfText: element["text"]?.stringValue ?? "",
                    textLength: max(element["length"]?.intValue ?? 0, 0)
                ),
                objects: objects.filter(HistoryObject.isName)
            )
        }
    }

    /// The first format in which there was a history.
    private static let minimumReader = 4

    func encoded(writer: String) -> [UInt8] {
        let windows = windows.map { window in
            JSONValue.object([
                .init("id", .string(window.summary.id.rawValue)),
                .init("title", .string(window.summary.title)),
                .init("text", .string(window.summary.beginningOfText)),
                .init("length", .int(window.summary.textLength)),
                .init("objects", .array(window.objects.map { .string($0) })),
            ])
        }
        return DoubleLine.encoded([
            .init("format", .int(StateLine.format)),
            .init("minimumReader", .int(HistoryIndex.minimumReader)),
            .init("writer", .string(writer)),
            .init("date", .double(date.timeIntervalSinceReferenceDate)),
            .init("windows", .array(windows)),
        ])
    }
}

extension StateDirectory {
    var history: String { path + "/history" }
    var historyObjects: String { history + "/objects" }
    func history(_ id: HistoryState.ID) -> String { history + "/\(id.milliseconds).json" }
}

extension HistoryState.ID {
    init(_ date: Date) {
        let milliseconds = (date.timeIntervalSinceReferenceDate * 1000).rounded()
        // Whatever the clock says, the number in a name is small enough to be added to.
        self.milliseconds = Int(min(max(milliseconds, 0), 1e15))
    }

    /// The state whose file has this name; `nil` without one.
    init?(fileName: String) {
        guard fileName.hasSuffix(".json"), let number = Int(fileName.dropLast(5)), number >= 0,
            "\(number).json" == fileName
        else { return nil }
        milliseconds = number
    }
}
