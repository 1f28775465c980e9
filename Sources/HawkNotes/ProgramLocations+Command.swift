import Foundation
import HawkNotesPresentation

extension ProgramLocations {
    /// The autostart entry by which the session starts the program after a login; nil when its
    /// folder is unknown.
    func loginEntry(identifier: String) -> LoginEntry? {
        guard let folder = autostartFolder else { return nil }
        return LoginEntry(in: folder, identifier: identifier) {
            [executable, variable = environment["PATH"]] in
            Self.lastingPath(of: executable, searching: variable) {
                URL(fileURLWithPath: $0).resolvingSymlinksInPath().path
            }
        }
    }

    /// The path by which the program can still be started after an update.
    ///
    /// If a name in a folder of `PATH` leads to the program, it is that one: such a link may lead
    /// to a folder per version. Otherwise it is the program's own path.
    ///
    /// - Parameter resolve: resolves all links of a path.
    static func lastingPath(
        of executable: URL,
        searching variable: String?,
        resolve: (String) -> String
    ) -> String {
        let own = resolve(executable.path)
        let folders = (variable ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        return folders.lazy.map { "\($0)/\(executable.lastPathComponent)" }
            .first { resolve($0) == own } ?? executable.path
    }
}
