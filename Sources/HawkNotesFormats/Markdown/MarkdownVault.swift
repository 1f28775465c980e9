import Foundation

/// Finds the root of an Obsidian vault or Logseq graph, in or above the chosen folder, and the
/// files in it that are not notes.
final class MarkdownVault {
    /// The vault of a folder.
    struct Home {
        enum Kind {
            case obsidian, logseq
            /// No known root: the chosen folder.
            case folder
        }

        var kind: Kind
        /// The name of the root folder, for display.
        var name: String
        /// Its path below the chosen folder; empty if it is that folder, or contains it.
        var root = ""
        /// The path of the chosen folder in the vault.
        var prefix = ""
        /// The paths of template folders in the vault.
        var formFolders: [String] = []

        /// Converts a path below the chosen folder to a path in the vault.
        func path(_ path: String) -> String {
            let inside = root.isEmpty ? path : String(path.dropFirst(root.count + 1))
            return prefix.isEmpty ? inside : "\(prefix)/\(inside)"
        }
    }

    private let source: ImportSource
    /// Whether a folder was chosen, not a single file.
    var isFolder: Bool { source.isFolder }
    private let limits: ImportLimits
    private var homes: [String: Home] = [:]
    private lazy var above: Home? = homeAbove()

    init(_ source: ImportSource, limits: ImportLimits) {
        self.source = source
        self.limits = limits
    }

    /// - Parameter folder: the path below the chosen folder.
    func home(ofFolder folder: String) -> Home {
        if let known = homes[folder] { return known }
        let found: Home
        if let own = home(at: folder) {
            found = own
        } else if folder.isEmpty {
            found = above ?? Home(kind: .folder, name: chosenName)
        } else {
            found = home(ofFolder: folder.split(separator: "/").dropLast().joined(separator: "/"))
        }
        homes[folder] = found
        return found
    }

    /// Why a file is not a note; nil if it is one.
    func isLeftOut(_ file: ImportFile) -> ImportProblem.Kind? {
        let home = home(ofFolder: file.folder)
        let path = home.path(file.path)
        if home.kind == .logseq, path.hasPrefix("logseq/") { return .backupCopy }
        return home.formFolders.contains { path.hasPrefix("\($0)/") } ? .form : nil
    }

    /// The path of a file that another one names, below the chosen folder: relative to that file's
    /// folder, or to the root of the vault; nil if there is none.
    func path(of name: String, namedIn file: ImportFile) -> String? {
        guard case .folder(let folder) = source.content, ArchiveReader.safeName(name) != nil else {
            return nil
        }
        let starts = [file.folder, home(ofFolder: file.folder).root]
        let paths = starts.map { $0.isEmpty ? name : "\($0)/\(name)" }
        return paths.first { folder.file(at: $0) != nil }
    }

    /// The content of a small file of the folder; empty if there is none.
    func bytes(at path: String) -> [UInt8] {
        guard case .folder(let folder) = source.content else { return [] }
        return folder.file(at: path).map { Self.head($0, limits) } ?? []
    }

    /// The value of a small JSON file.
    func value(at path: String) -> PlainValue { Self.value(bytes(at: path), limits) }

    static func value(_ bytes: [UInt8], _ limits: ImportLimits) -> PlainValue {
        var json = JSONStream(ByteStream(bytes: bytes), limits: limits)
        // Settings are untrusted; without valid ones every file is a note.
        return (try? json.value()) ?? .nothing
    }

    // MARK: - Signs

    private func home(at path: String) -> Home? {
        guard case .folder(let folder) = source.content else { return nil }
        let start = path.isEmpty ? "" : "\(path)/"
        let name = path.split(separator: "/").last.map(String.init) ?? chosenName
        if folder.hasFolder(at: "\(start).obsidian") {
            var home = Home(kind: .obsidian, name: name, root: path)
            home.formFolders = formFolders(of: folder, in: start)
            return home
        }
        guard folder.file(at: "\(start)logseq/config.edn") != nil else { return nil }
        return Home(kind: .logseq, name: name, root: path)
    }

    /// The settings that contain the template folder, with their keys: of Obsidian itself, and of a
    /// plugin.
    private static let formSettings = [
        ("templates.json", "folder"),
        ("plugins/templater-obsidian/data.json", "templates_folder"),
    ]

    /// - Parameter start: the path of the vault in the folder, with a trailing slash; empty for the
    ///   folder itself.
    private func formFolders(of folder: ImportFolder, in start: String = "") -> [String] {
        Self.formSettings.compactMap { path, key in
            guard let file = folder.file(at: "\(start).obsidian/\(path)") else { return nil }
            let name = Self.value(Self.head(file, limits), limits)[key].text?.trimmed ?? ""
            let parts = name.split(separator: "/").filter { $0 != "." }
            // An empty path would make every file a template.
            return parts.isEmpty ? nil : parts.joined(separator: "/")
        }
    }

    /// The user may have chosen only part of a vault. Above it, only the vault's own settings are
    /// read.
    private func homeAbove() -> Home? {
        guard let path = diskPath else { return nil }
        var parts = path.split(separator: "/").map(String.init)
        var inside: [String] = []
        if !source.isFolder, !parts.isEmpty { parts.removeLast() }
        for depth in 0..<limits.folderDepth {
            guard !parts.isEmpty else { break }
            let folder = ImportFolder(content: .disk("/" + parts.joined(separator: "/")))
            let isObsidian = folder.hasFolder(at: ".obsidian")
            // For a chosen folder, this was checked before.
            if depth > 0 || !source.isFolder, let name = parts.last,
                isObsidian || folder.file(at: "logseq/config.edn") != nil
            {
                var home = Home(kind: isObsidian ? .obsidian : .logseq, name: name)
                home.prefix = inside.reversed().joined(separator: "/")
                home.formFolders = formFolders(of: folder)
                return home
            }
            inside.append(parts.removeLast())
        }
        return nil
    }

    private var diskPath: String? {
        switch source.content {
        case .file(let file):
            if case .disk(let path) = file.content, path.hasPrefix("/") { return path }
        case .folder(let folder):
            if case .disk(let path) = folder.content, path.hasPrefix("/") { return path }
        }
        return nil
    }

    /// The name of the chosen folder; for a file, that of its folder.
    private var chosenName: String {
        if source.isFolder { return source.name }
        let above = diskPath?.split(separator: "/").dropLast().last.map(String.init)
        return above ?? source.name.split(separator: ".").first.map(String.init) ?? source.name
    }

    /// Settings of plugins are often longer than one chunk.
    private static func head(_ file: ImportFile, _ limits: ImportLimits) -> [UInt8] {
        var bytes: [UInt8] = []
        // Unreadable files count as missing.
        guard case .bytes(let stream, _, _)? = try? FileOpening.open(file) else { return [] }
        while bytes.count < limits.textSize, let piece = try? stream.next() { bytes += piece }
        return Array(bytes.prefix(limits.textSize))
    }
}

extension ImportFolder {
    /// Whether there is a folder at a path below this one.
    fileprivate func hasFolder(at path: String) -> Bool {
        switch content {
        case .memory(let files):
            return files.keys.contains { $0.hasPrefix("\(path)/") }
        case .disk(let root):
            var status = stat()
            return lstat("\(root)/\(path)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
    }
}
