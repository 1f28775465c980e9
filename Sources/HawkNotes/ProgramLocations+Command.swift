import Foundation
import HawkNotesPresentation

extension ProgramLocations {
    /// The entry by which the session starts the program after a login; nil when it is not known where it
    /// belongs.
    func loginEntry(identifier: String) -> LoginEntry? {
        guard let folder = autostartFolder else { return nil }
        return LoginEntry(in: folder, identifier: identifier) {
            [executable, variable = environment["PATH"]] in
            Self.lastingPath(of: executable, searching: variable) {
                URL(fileURLWithPath: $0).resolvingSymlinksInPath().path
            }
        }
    }

    /// The path by which the program can still be started when a newer version is there.
    ///
    /// Where a name in a folder of `PATH` leads to the program it is that one: behind such a link there
    /// may be a folder per version. Else it is the program's own.
    ///
    /// - Parameter resolve: where a path leads to, whatever links are on the way.
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
