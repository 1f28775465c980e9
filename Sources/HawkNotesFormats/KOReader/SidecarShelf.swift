import Foundation

/// A file of KOReader's beside a book, recognized by its name.
struct SidecarFile {
    enum Kind {
        /// The sidecar of a book, or its backup from before the last change.
        case sidecar(isBackup: Bool)
        /// The reader's corrections of the metadata.
        case corrections
        /// KOReader's own file for transferring highlights between devices.
        case handOff
    }

    let kind: Kind
    /// The name of the book's file; nil if the sidecar's name does not contain it.
    let bookFile: String?
    /// A key that is equal for sidecars of one book in different places.
    let book: String

    /// - Returns: nil for all other files.
    init?(path: String) {
        let parts = path.split(separator: "/")
        guard let last = parts.last else { return nil }
        let folder = parts.dropLast().last ?? ""
        let isBackup = last.hasSuffix(".lua.old")
        guard isBackup || last.hasSuffix(".lua") else { return nil }
        let name = last.dropLast(isBackup ? 8 : 4)
        let base = folder.hasSuffix(".sdr") ? String(folder.dropLast(4)) : nil
        if last == "custom_metadata.lua" {
            kind = .corrections
            bookFile = nil
            book = ""
        } else if name.hasPrefix("metadata."), name.count > 9 {
            kind = .sidecar(isBackup: isBackup)
            let ending = name.dropFirst(9)
            // A folder named by a checksum does not contain the title.
            let isChecksum = base.map { $0.count == 32 && $0.allSatisfy(\.isHexDigit) } ?? true
            bookFile = isChecksum ? nil : base.map { "\($0).\(ending)" }
            book = "\(folder)/\(ending)"
        } else if name.hasSuffix(".annotations"), !isBackup {
            kind = .handOff
            bookFile = String(name.dropLast(12))
            book = ""
        } else if let base, name.hasPrefix("\(base)."), name.count > base.count + 1 {
            // The layout before 2015.
            kind = .sidecar(isBackup: isBackup)
            bookFile = String(name)
            book = "\(folder)/\(name.dropFirst(base.count + 1))"
        } else if folder == "history", name.hasPrefix("[#"), let end = name.firstIndex(of: "]") {
            // An even older layout: "[#mnt#us#] Book.epub.lua".
            kind = .sidecar(isBackup: isBackup)
            let file = name[name.index(after: end)...].trimmed
            guard !file.isEmpty else { return nil }
            bookFile = file
            book = "history/\(file)"
        } else {
            return nil
        }
    }
}

/// KOReader's files in a folder, in the order in which they are read.
struct SidecarShelf {
    /// The files of one book in one place.
    struct Sidecar {
        var primary: ImportFile?
        var backup: ImportFile?
        fileprivate var book: String
        fileprivate var folder: String
        fileprivate var index: Int

        fileprivate var date: Date { (primary ?? backup)?.date ?? .distantPast }
    }

    private var found: [String: Sidecar] = [:]
    private var correctionsByFolder: [String: ImportFile] = [:]
    private(set) var handOffs: [ImportFile] = []

    mutating func add(_ file: ImportFile) {
        guard let sidecar = SidecarFile(path: file.path) else { return }
        switch sidecar.kind {
        case .corrections: correctionsByFolder[file.folder] = file
        case .handOff: handOffs.append(file)
        case .sidecar(let isBackup):
            let path = isBackup ? String(file.path.dropLast(4)) : file.path
            var entry =
                found[path]
                ?? Sidecar(book: sidecar.book, folder: file.folder, index: found.count)
            if isBackup { entry.backup = file } else { entry.primary = file }
            found[path] = entry
        }
    }

    /// Sorted by book; of several sidecars of one book the newest comes first, as KOReader would
    /// open that one.
    var sidecars: [Sidecar] {
        let groups = Dictionary(grouping: found.values) { $0.book }.values.map { group in
            group.sorted { ($1.date, $0.index) < ($0.date, $1.index) }
        }
        return groups.sorted { Self.first($0) < Self.first($1) }.flatMap(\.self)
    }

    private static func first(_ group: [Sidecar]) -> Int { group.map(\.index).min() ?? 0 }

    func corrections(of sidecar: Sidecar) -> ImportFile? { correctionsByFolder[sidecar.folder] }
}
