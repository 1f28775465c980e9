import Foundation

/// A named set of windows that can be closed and restored together.
///
/// See <doc:WorkspacesAndHistory>.
public struct Workspace: Sendable, Identifiable, Equatable {
    /// The description of a workspace's window for users.
    public struct Window: Sendable, Identifiable, Equatable {
        /// The window's identifier.
        public var id: SceneIdentifier
        /// Its title; may be empty.
        public var title: String
        /// The first line of the longest text that belongs to its title, cut to fit in a list. See
        /// `RestorationScene.titleScope`.
        public var beginningOfText: String
    }

    /// The workspace's identifier, which never changes.
    public var id: WorkspaceIdentifier
    /// The name that the user gave it. If the file with the name was damaged, the title of the
    /// first window.
    public var name: String
    /// The date when it was first saved.
    public var creationDate: Date
    /// The date when it was last saved, updated, opened or closed.
    public var changeDate: Date
    /// Its windows, front first: the open ones, or if none is open, those that opening it restores.
    public var windows: [Window]
    /// Whether one of its windows is open.
    public var isOpen: Bool
}

/// The identifier of a workspace.
///
/// It becomes the name of a folder and only allows letters, digits and hyphens.
public struct WorkspaceIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The identifier as text.
    public let rawValue: String

    /// Makes an identifier, or `nil` when the text has other characters or is too long.
    public init?(_ rawValue: String) {
        guard let id = SceneIdentifier(rawValue) else { return nil }
        self.rawValue = id.rawValue
    }

    init(from environment: RestorationEnvironment) {
        rawValue = SceneIdentifier(from: environment).rawValue
    }

    /// The identifier as text.
    public var description: String { rawValue }
}

/// What to do with the open windows when a workspace is opened.
public enum WorkspaceOpeningMode: Sendable {
    /// Keep them behind those of the workspace.
    case beside
    /// Close them: those of another workspace return to it, the others move to the recently closed
    /// ones, together. Private windows stay, because closing them would lose their content.
    case instead
}

/// The windows of an opened workspace.
@MainActor
public struct OpenedWorkspace {
    /// Its open windows, front first.
    public var scenes: [RestorationScene]
    /// Whether it was open before, so that its windows only need to be raised.
    public var wasOpen: Bool
}

/// The content of `workspace.json`: the name of a workspace, its windows, and where they are.
///
/// The file is a `DoubleLine`. If both lines are damaged, the name is lost, and which of the open
/// windows belong to it; no window is lost.
struct WorkspaceIndex: Sendable, Equatable {
    var name = ""
    var creationDate = Date.distantPast
    var changeDate = Date.distantPast
    /// Incremented with each change of its set of windows, across all workspaces: of two that claim
    /// the same window, the one with the higher number has it.
    var revision = 0
    /// Whether its windows are among the open ones, wherever their files are.
    var isOpen = false
    /// Whether it is about to be moved to the trash.
    var isRemoved = false
    /// Its windows, front first.
    var members: [Workspace.Window] = []
    /// The windows that were closed at this date because it was opened instead of them.
    var replaced: [SceneIdentifier] = []
    var replacementDate: Date?
    /// Additional members of a later version; written again.
    var unknown: [JSONValue.Member] = []

    init() {}

    /// Reads an index.
    ///
    /// - Throws: `RestorationError` with code `.damaged` or `.tooNew`.
    init(_ bytes: [UInt8]) throws(RestorationError) {
        let json = try DoubleLine.read(bytes)
        name = json["name"]?.stringValue ?? ""
        creationDate = WorkspaceIndex.date(json["created"]) ?? .distantPast
        changeDate = WorkspaceIndex.date(json["changed"]) ?? .distantPast
        revision = min(max(json["revision"]?.intValue ?? 0, 0), Int.max / 2)
        isOpen = json["open"] == .bool(true)
        isRemoved = json["removed"] == .bool(true)
        var seen: Set<SceneIdentifier> = []
        self.members = (json["windows"]?.arrayValue ?? []).compactMap { element in
            guard let id = element["id"]?.stringValue.flatMap({ SceneIdentifier($0) }),
                seen.insert(id).inserted
            else { return nil }
            return Workspace.Window(
                id: id,
                title: element["title"]?.stringValue ?? "",
                beginningOfText: element["text"]?.stringValue ?? ""
            )
        }
        replaced = (json["replaced"]?.arrayValue ?? []).compactMap { element in
            element.stringValue.flatMap { SceneIdentifier($0) }
        }
        replacementDate = WorkspaceIndex.date(json["replacedAt"])
        if case .object(let members) = json {
            unknown = members.filter { !WorkspaceIndex.names.contains($0.key) }
        }
    }

    private static func date(_ json: JSONValue?) -> Date? {
        json?.doubleValue.map(Date.init(timeIntervalSinceReferenceDate:))
    }

    /// The first format with workspaces.
    private static let minimumReader = 4

    private static let names = [
        "format", "minimumReader", "writer", "name", "created", "changed", "revision", "open",
        "removed", "windows", "replaced", "replacedAt",
    ]

    func encoded(writer: String) -> [UInt8] {
        let windows = members.map { window in
            JSONValue.object([
                .init("id", .string(window.id.rawValue)),
                .init("title", .string(window.title)),
                .init("text", .string(window.beginningOfText)),
            ])
        }
        var json: [JSONValue.Member] = [
            .init("format", .int(StateLine.format)),
            .init("minimumReader", .int(WorkspaceIndex.minimumReader)),
            .init("writer", .string(writer)),
            .init("name", .string(name)),
            .init("created", .double(creationDate.timeIntervalSinceReferenceDate)),
            .init("changed", .double(changeDate.timeIntervalSinceReferenceDate)),
            .init("revision", .int(revision)),
            .init("open", .bool(isOpen)),
        ]
        if isRemoved { json.append(.init("removed", .bool(true))) }
        json.append(.init("windows", .array(windows)))
        if !replaced.isEmpty {
            json.append(.init("replaced", .array(replaced.map { .string($0.rawValue) })))
        }
        if let replacementDate {
            let seconds = replacementDate.timeIntervalSinceReferenceDate
            json.append(.init("replacedAt", .double(seconds)))
        }
        return DoubleLine.encoded(json + unknown)
    }
}

extension WorkspaceIndex {
    var memberIDs: Set<SceneIdentifier> { Set(members.map(\.id)) }
}

extension StateDirectory {
    var workspaces: String { path + "/workspaces" }
    func folder(of workspace: WorkspaceIdentifier) -> String { workspaces + "/\(workspace)" }
    func index(of workspace: WorkspaceIdentifier) -> String {
        folder(of: workspace) + "/" + StateDirectory.workspaceIndexName
    }

    static let workspaceIndexName = "workspace.json"
}
