import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The folder of the crash reports.
///
/// Reports that were announced are renamed, so that they are not announced again. None is deleted
/// here: the handler that writes a report keeps the newest ten.
struct CrashReportFolder: Sendable {
    /// The end of a report's name once it was announced.
    private static let takenSuffix = "-seen.txt"
    private static let suffix = ".txt"
    /// A report has about 5 kB.
    private static let sizeLimit = 1 << 16

    /// The folder, as an absolute path.
    let path: String
    var fileSystem = FileSystem.live

    /// Returns the newest report that was never taken, and marks the others as taken, too.
    ///
    /// An error with a single one is logged, and the others are still handled.
    ///
    /// - Throws: `POSIXError`, when the folder exists but cannot be read.
    func takeNewest() throws -> CrashReport? {
        let names: [String]
        do {
            names = try fileSystem.names(path)
        } catch let error as POSIXError where error.code == .ENOENT {
            return nil
        }
        // Names begin with the date.
        let new = names.filter(Self.isNew).sorted(by: >)
        var newest: CrashReport?
        for name in new {
            do {
                let status = try fileSystem.status(path + "/" + name)
                guard let status, status.kind == .file else { continue }
                if newest == nil, status.size > 0 { newest = try report(name, status) }
                let taken = name.dropLast(Self.suffix.count) + Self.takenSuffix
                try fileSystem.rename(path + "/" + name, path + "/" + taken)
            } catch {
                Log.warn("The crash report \(path)/\(name) cannot be taken: \(error)")
            }
        }
        return newest
    }

    /// The date of the newest report, taken or not; nil when the restored state cannot have caused
    /// the crash.
    ///
    /// - Throws: `POSIXError`, when the folder exists but cannot be read.
    func newestFault() throws -> Date? {
        do {
            let names = try fileSystem.names(path).filter(Self.isReport)
            guard let newest = names.max(),
                let status = try fileSystem.status(path + "/" + newest),
                status.kind != .file || !isOfCutFile(newest)
            else { return nil }
            return status.modificationDate
        } catch let error as POSIXError where error.code == .ENOENT {
            return nil
        }
    }

    /// Whether the program read a mapped file that another program had truncated, such as the
    /// shared memory of the library. An unreadable report may be about anything.
    private func isOfCutFile(_ name: String) -> Bool {
        do {
            let bytes = try fileSystem.read(path + "/" + name, Self.sizeLimit)
            return String(decoding: bytes, as: UTF8.self).contains("\nSignal:  SIGBUS\n")
        } catch {
            return false
        }
    }

    private func report(_ name: String, _ status: FileStatus) throws -> CrashReport {
        let bytes = try fileSystem.read(path + "/" + name, Self.sizeLimit)
        return CrashReport(
            date: status.modificationDate,
            text: String(decoding: bytes, as: UTF8.self)
        )
    }

    private static func isNew(_ name: String) -> Bool {
        isReport(name) && !name.hasSuffix(takenSuffix)
    }

    private static func isReport(_ name: String) -> Bool {
        name.first?.isNumber == true && name.hasSuffix(suffix)
    }
}

extension CrashReports {
    /// The reports in a folder. An unreadable one is logged.
    init(in folder: URL) {
        @Sendable func reading<Value>(_ body: (CrashReportFolder) throws -> Value?) -> Value? {
            do {
                return try body(CrashReportFolder(path: folder.path))
            } catch {
                Log.warn("The crash reports in \(folder.path) cannot be read: \(error)")
                return nil
            }
        }
        self.init(
            folder: folder,
            newestFault: { reading { try $0.newestFault() } },
            takeNewest: { reading { try $0.takeNewest() } }
        )
    }
}
