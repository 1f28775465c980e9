import Foundation

/// A folder to import, with everything in it.
struct ImportFolder: Sendable {
    enum Content: Sendable {
        case disk(String)
        /// Contents by paths.
        case memory([String: [UInt8]])
    }

    var content: Content

    /// An entry of a folder.
    enum Entry {
        case file(ImportFile)
        case problem(ImportProblem)
    }

    /// Calls `visit` with every file, sorted by name, until it returns false.
    ///
    /// Links are not followed: they may lead anywhere, and in circles. Hidden files are skipped,
    /// because users did not put them there, except the databases and the folder of KOReader on a
    /// Kobo.
    ///
    /// - Parameter folder: the path of a subfolder to visit; empty for everything.
    func visit(
        below folder: String = "",
        limits: ImportLimits,
        _ visit: (Entry) throws -> Bool
    ) throws {
        switch content {
        case .memory(let files):
            for (path, bytes) in files.sorted(by: { $0.key < $1.key })
            where folder.isEmpty || path.hasPrefix("\(folder)/") {
                let file = ImportFile(path: path, content: .memory(bytes))
                guard try visit(.file(file)) else { return }
            }
        case .disk(let path):
            var walk = FolderWalk(limits: limits)
            let depth = folder.split(separator: "/").count
            _ = try walk.visit(root: path, below: folder, depth: depth, visit)
        }
    }

    /// The file at a path below the folder; nil if there is none.
    func file(at path: String) -> ImportFile? {
        switch content {
        case .memory(let files):
            return files[path].map { ImportFile(path: path, content: .memory($0)) }
        case .disk(let root):
            let full = "\(root)/\(path)"
            var status = stat()
            guard lstat(full, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return ImportFile(path: path, content: .disk(full))
        }
    }
}

private struct FolderWalk {
    let limits: ImportLimits
    private var count = 0

    init(limits: ImportLimits) { self.limits = limits }

    /// Returns false if the visitor has stopped.
    mutating func visit(
        root: String,
        below path: String,
        depth: Int,
        _ visit: (ImportFolder.Entry) throws -> Bool
    ) throws -> Bool {
        if depth > limits.folderDepth {
            return try visit(
                .problem(ImportProblem(.tooDeep(limit: limits.folderDepth), file: path))
            )
        }
        let full = path.isEmpty ? root : "\(root)/\(path)"
        guard let names = Self.names(in: full) else {
            return try visit(.problem(ImportProblem(.unreadable(errno: errno), file: path)))
        }
        for name in names where !Self.isHidden(name, in: path) {
            count += 1
            if count > limits.fileCount {
                _ = try visit(.problem(ImportProblem(.tooMany(limit: limits.fileCount))))
                return false
            }
            let child = path.isEmpty ? name : "\(path)/\(name)"
            guard try self.visit(root: root, child: child, depth: depth, visit) else {
                return false
            }
        }
        return true
    }

    private mutating func visit(
        root: String,
        child: String,
        depth: Int,
        _ visit: (ImportFolder.Entry) throws -> Bool
    ) throws -> Bool {
        var status = stat()
        guard lstat("\(root)/\(child)", &status) == 0 else {
            return try visit(.problem(ImportProblem(.unreadable(errno: errno), file: child)))
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            return try self.visit(root: root, below: child, depth: depth + 1, visit)
        case S_IFREG:
            return try visit(.file(ImportFile(path: child, content: .disk("\(root)/\(child)"))))
        default:
            return try visit(.problem(ImportProblem(.notAFile, file: child)))
        }
    }

    /// KOReader itself is in that folder too, with thousands of files.
    private static func isHidden(_ name: String, in folder: String) -> Bool {
        switch folder.lowercased() {
        case "": name.hasPrefix(".") && ![".adds", ".kobo"].contains(name.lowercased())
        case ".kobo": !name.lowercased().hasSuffix(".sqlite")
        case ".adds": name.lowercased() != "koreader"
        case ".adds/koreader":
            !["docsettings", "hashdocsettings", "history"].contains(name.lowercased())
        default: name.hasPrefix(".")
        }
    }

    /// Returns nil if the folder cannot be read; `errno` says why.
    private static func names(in path: String) -> [String]? {
        guard let directory = opendir(path) else { return nil }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
