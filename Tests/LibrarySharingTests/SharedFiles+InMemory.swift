import Foundation
import StateRestoration
import StateRestorationTesting

@testable import LibrarySharing

extension SharedFiles {
    /// A folder in memory, which can fail, stop and lose power at any operation.
    ///
    /// Its names are texts: real disks have others as well.
    static func inMemory(_ disk: InMemoryFileSystem, root: String = "/shared") -> SharedFiles {
        let files = disk.fileSystem
        let text = { @Sendable (path: SharedPath) in
            path.names.reduce(root) { "\($0)/\($1.text)" }
        }
        let entry = { @Sendable (path: String, name: String) throws -> SharedEntry? in
            guard let status = try files.status(path + "/" + name) else { return nil }
            let kind: SharedEntry.Kind =
                switch status.kind {
                case .file: .file
                case .directory: .folder
                case .symbolicLink, .other: .other
                }
            let changed = Int64(status.modificationDate.timeIntervalSince1970 * 1e9)
            return SharedEntry(
                name: SharedName(name),
                kind: kind,
                version: .init(size: status.size, changed: changed, number: status.inode)
            )
        }
        return SharedFiles(
            list: { folder, limit in
                let names = try files.names(text(folder)).sorted()
                return SharedListing(
                    entries: try names.prefix(limit).compactMap { try entry(text(folder), $0) },
                    isComplete: names.count <= limit
                )
            },
            open: { path in
                guard try files.status(text(path))?.kind == .file else { return nil }
                return SharedBytes(try files.read(text(path), .max))
            },
            makeFolder: { path in
                guard try files.status(text(path.parent)) != nil else { throw POSIXError(.ENOENT) }
                try files.createDirectory(text(path))
            },
            create: { try files.create(text($0), []) },
            append: { try files.append(text($0), $1) },
            sync: { try files.sync(text($0)) },
            syncFolder: { try files.syncDirectory(text($0)) },
            rename: { try files.rename(text($0), text($0.parent / $1)) },
            remove: { path in
                guard try files.status(text(path)) != nil else { return }
                try files.remove(text(path))
            }
        )
    }
}
