import Foundation

/// A named set of windows, which can be put away and brought back together.
///
/// See <doc:WorkspacesAndHistory>.
public struct Workspace: Sendable, Identifiable, Equatable {
    /// One window of a workspace, as a person would tell it from others.
    public struct Window: Sendable, Identifiable, Equatable {
        /// The window's identifier.
        public var id: SceneIdentifier
        /// Its title; may be empty.
        public var title: String
        /// The first line of the longest text that belongs to its title, as far as it fits in a list. See
        /// `RestorationScene.titleScope`.
        public var beginningOfText: String
    }

    /// The workspace's identifier, the same from launch to launch.
    public var id: WorkspaceIdentifier
    /// The name that a person gave it. When the file with the name was damaged, the title of the first
    /// window.
    public var name: String
    /// When it was saved first.
    public var creationDate: Date
    /// When it was last saved, updated, opened or left.
    public var changeDate: Date
    /// Its windows, front first: those that are open, or when none is, those that opening it brings
    /// back.
    public var windows: [Window]
    /// Whether a window of it is open.
    public var isOpen: Bool
}

/// The identifier of a workspace.
///
/// It becomes the name of a folder, so that only letters, digits and hyphens are let in.
public struct WorkspaceIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The identifier as text.
    public let rawValue: String

    /// Makes an identifier, or `nil` when the text has other characters or an absurd length.
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

/// What becomes of the windows that are open when a workspace is opened.
public enum WorkspaceOpeningMode: Sendable {
    /// They stay, behind those of the workspace.
    case beside
    /// They go: those of another workspace back to it, the others to the recently closed ones, together.
    /// Private windows stay, as closing one would lose what is in it.
    case instead
}

/// The windows of a workspace that were asked for.
@MainActor
public struct OpenedWorkspace {
    /// Its open windows, front first.
    public var scenes: [RestorationScene]
    /// Whether it was open before, so that its windows are only to be raised.
    public var wasOpen: Bool
}

/// What `workspace.json` says of a workspace: its name, its windows, and where they are.
///
/// The file is a `DoubleLine`. What both lines have lost is a name, and which of the open windows are its;
/// no window depends on it.
struct WorkspaceIndex: Sendable, Equatable {
    var name = ""
    var creationDate = Date.distantPast
    var changeDate = Date.distantPast
    /// Goes up with each change of which windows belong to it, in all workspaces: of two that claim the
    /// same window, the one with the higher number has it.
    var revision = 0
    /// Whether its windows are among the open ones, wherever their files have got to.
    var isOpen = false
    /// Whether it is on its way to the trash.
    var isRemoved = false
    /// Its windows, front first.
    var members: [Workspace.Window] = []
    /// The windows that are closed, at this date, because it was opened instead of them.
    var replaced: [SceneIdentifier] = []
    var replacementDate: Date?
    /// What a later version has here besides; written again.
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

    /// The first format in which there were workspaces.
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
