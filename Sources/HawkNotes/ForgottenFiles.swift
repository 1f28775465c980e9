import Foundation
import HawkNotesPresentation

/// What web pages and crashes have left on the disk, to be removed when a person wants it to be forgotten.
enum ForgottenFiles {
    /// Empties the folders. What is no folder is left alone, and so is what a link leads to.
    ///
    /// - Returns: what could not be removed, and why.
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

    /// Those of a program.
    static func folders(of configuration: ApplicationConfiguration) -> [URL] {
        [configuration.webDataDirectory, configuration.webCacheDirectory]
            + [configuration.crashReports?.folder, configuration.handOnFolder].compactMap { $0 }
    }
}
