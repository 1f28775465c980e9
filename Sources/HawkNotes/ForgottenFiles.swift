import Foundation
import HawkNotesPresentation

/// The files of web pages and crashes, which are removed when the user forgets everything.
enum ForgottenFiles {
    /// Empties the folders. Leaves anything that is no folder alone, and the targets of links.
    ///
    /// - Returns: the errors of files that could not be removed.
    static func empty(_ folders: [URL]) -> [any Error] {
        let files = FileManager()
        var problems: [any Error] = []
        for folder in folders {
            do {
                let kind = try files.attributesOfItem(atPath: folder.path)[.type]
                guard kind as? FileAttributeType == .typeDirectory else { continue }
                for name in try files.contentsOfDirectory(atPath: folder.path) {
                    do {
                        try files.removeItem(at: folder.appendingPathComponent(name))
                    } catch {
                        problems.append(error)
                    }
                }
            } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
                continue
            } catch {
                problems.append(error)
            }
        }
        return problems
    }

    /// The folders of a program.
    static func folders(of configuration: ApplicationConfiguration) -> [URL] {
        [configuration.webDataDirectory, configuration.webCacheDirectory]
            + [configuration.crashReports?.folder, configuration.handOnFolder].compactMap { $0 }
    }
}
