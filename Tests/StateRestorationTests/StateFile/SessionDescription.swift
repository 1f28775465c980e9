import StateRestorationTesting

@testable import StateRestoration

/// All that a state directory gives an application, as text.
///
/// Only what a person would miss: no file names, and of the report only what became of what.
@MainActor
enum SessionDescription {
    static func text(of files: [String: [UInt8]]) async throws -> String {
        let tester = try RestorationTester(files: InMemoryFileSystem(holding: files))
        let session = tester.session
        var lines = [
            "launch: \(session.launchReason)",
            "active: \(session.activeScene?.id.rawValue ?? "none")",
        ]
        for scene in session.scenesToRestore { lines += describe(scene, as: "window") }
        let reported = session.report.complaints.map { "\($0.outcome) \($0.scene?.rawValue ?? "")" }
        lines += reported.sorted().map { "report: \($0)" }
        for closed in session.recentlyClosed {
            lines.append("closed at \(closed.closingDate.timeIntervalSinceReferenceDate)")
            guard let scene = await session.reopen(closed.id) else { continue }
            lines += describe(scene, as: "closed")
        }
        lines += try await previousSession(of: files)
        let application = session.applicationScene
        if !application.contents.isEmpty { lines += describe(application, as: "values of") }
        lines += await workspaces(of: session)
        lines += try await history(of: session)
        return lines.joined(separator: "\n") + "\n"
    }

    /// What the directory has as the previous session, before a launch puts its own in that place.
    private static func previousSession(of files: [String: [UInt8]]) async throws -> [String] {
        let files = files.filter { !$0.key.hasPrefix("\(RestorationTester.directory)/windows/") }
        let tester = try RestorationTester(files: InMemoryFileSystem(holding: files))
        // They come back with identifiers of their own.
        let copies = await tester.session.restoreWholePreviousSession()
        return copies.flatMap { describe($0, as: "previous") }
            .map { $0.replacing(#/^previous [0-9a-f-]+/#, with: "previous") }
    }

    private static func workspaces(of session: RestorationSession) async -> [String] {
        var lines: [String] = []
        for workspace in session.workspaces {
            let windows = workspace.windows.map { "\($0.id) \($0.title) \($0.beginningOfText)" }
            lines.append("workspace \(workspace.name.debugDescription) \(windows)")
            if workspace.isOpen { continue }
            let opened = await session.openWorkspace(workspace.id)
            lines += (opened?.scenes ?? []).flatMap { describe($0, as: "put away") }
        }
        return lines
    }

    private static func history(of session: RestorationSession) async throws -> [String] {
        var lines: [String] = []
        for state in try await session.history() {
            lines.append("state at \(state.date.timeIntervalSinceReferenceDate)")
            for window in await session.historyWindows(of: state.id) {
                lines.append("  \(window.id) \(window.title.debugDescription) \(window.isWhole)")
                for (path, value) in window.values.sorted(by: { $0.key < $1.key }) {
                    let text = describe(value)
                    lines.append("    \(path) = \(text.prefix(200))")
                }
            }
        }
        return lines
    }

    private static func describe(
        _ scene: RestorationScene,
        as kind: String
    ) -> [String] {
        ["\(kind) \(scene.id) \(scene.title.debugDescription)"]
            + scene.storedKeys().map { key in
                "    \(key) = \(scene.storedValue(at: key).map(describe) ?? "unknown")"
            }
    }

    /// A case that is added to the values is to be added to `FrozenSession`, too.
    private static func describe(_ value: RestorableValue) -> String {
        switch value {
        case .bool(let value): "bool \(value)"
        case .int(let value): "int \(value)"
        case .double(let value): "double \(value)"
        case .string(let value): "string \(value.debugDescription)"
        case .url(let value): "url \(value.absoluteString)"
        case .data(let value): "data \(value.base64EncodedString())"
        case .date(let value): "date \(value.timeIntervalSinceReferenceDate)"
        }
    }
}
