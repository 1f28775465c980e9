import Foundation

/// The pages of a damaged database as of its last commit: pages in the log replace those in the
/// file.
///
/// Pages are numbered from 1, as in SQLite.
final class PageImage {
    /// Bytes of a page.
    let pageSize: Int
    /// Bytes at the end of each page that SQLite does not use; 0 unless an extension needs some.
    let reserved: Int
    /// The highest number that a page may have.
    let pageCount: Int
    /// Pages that the disk could not read.
    private(set) var unreadable: Set<Int> = []

    private let database: ByteSource
    /// The log whose pages lie over those of the file; nil if there is none, or it has pages of
    /// another size.
    let log: WriteAheadLog?
    /// The offset in the log of each page's newest version.
    private let logged: [Int: Int]
    /// The page that was read last. A page and the chains that start on it are read in turn.
    private var last: (number: Int, bytes: [UInt8])?

    init(database: ByteSource, log: WriteAheadLog?, pageSize: Int, reserved: Int) {
        self.database = database
        self.log = log?.pageSize == pageSize ? log : nil
        logged = self.log?.remains.pages ?? [:]
        self.pageSize = pageSize
        self.reserved = reserved
        let inFile = (database.size + pageSize - 1) / pageSize
        // The margin is for pages that are in neither because they were free when the others were
        // written. Without a limit, a hostile log could name page four billion.
        let inLog = min(logged.keys.max() ?? 0, inFile + logged.count + 65536)
        pageCount = max(inFile, inLog)
    }

    /// The bytes of each page that the database's structures use.
    var usable: Int { pageSize - reserved }

    /// A page, padded with zeros if the file ends within it; nil if there is none.
    func page(_ number: Int) -> [UInt8]? {
        if let last, last.number == number { return last.bytes }
        guard number >= 1, number <= pageCount else { return nil }
        let bytes: [UInt8]?
        if let offset = logged[number] {
            bytes = log?.page(at: offset)
        } else {
            bytes = database.read((number - 1) * pageSize, pageSize)
        }
        guard let bytes else {
            unreadable.insert(number)
            return nil
        }
        guard let page = padded(bytes) else { return nil }
        last = (number, page)
        return page
    }

    /// Whether any page is in the log.
    var hasLog: Bool { !logged.isEmpty }

    /// Writes all pages to a new file. Unreadable pages become zeros.
    func write(to url: URL) throws {
        let descriptor = Glibc.open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(url) }
        defer { Glibc.close(descriptor) }
        for number in stride(from: 1, through: pageCount, by: 1) {
            guard let bytes = page(number), !bytes.isZero else { continue }
            guard pwrite(descriptor, bytes, pageSize, off_t((number - 1) * pageSize)) == pageSize
            else { throw failure(url) }
        }
        guard ftruncate(descriptor, off_t(pageCount * pageSize)) == 0 else { throw failure(url) }
    }

    private func failure(_ url: URL) -> POSIXError {
        POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }

    /// Whether the newest version of a page is in the log.
    func isLogged(_ number: Int) -> Bool { logged[number] != nil }

    /// The version of a page in the file, which the log replaces; nil if the file ends before it.
    func replacedPage(_ number: Int) -> [UInt8]? {
        guard number >= 1 else { return nil }
        return database.read((number - 1) * pageSize, pageSize).flatMap(padded)
    }

    /// The version of a page at an offset in the log.
    func loggedPage(at offset: Int) -> [UInt8]? {
        log?.page(at: offset).flatMap(padded)
    }

    private func padded(_ bytes: [UInt8]) -> [UInt8]? {
        guard !bytes.isEmpty else { return nil }
        if bytes.count == pageSize { return bytes }
        return bytes + [UInt8](repeating: 0, count: pageSize - bytes.count)
    }
}

extension PageImage {
    /// Guesses the size of the pages by sampling some, as the header may be damaged.
    static func guessed(database: ByteSource, log: WriteAheadLog?) -> PageImage {
        let header = DatabaseHeader(assuming: database.read(0, DatabaseHeader.size) ?? [])
        // The log's pages have the same size, and its header has a checksum.
        let sizes =
            [header.pageSize, log?.pageSize, 4096].compactMap { $0 } + (9...16).map { 1 << $0 }
        var best: (image: PageImage, share: Double)?
        for pageSize in sizes {
            for reserved in Set([0, min(header.reserved, pageSize - 480)]).sorted() {
                let image = PageImage(
                    database: database,
                    log: log,
                    pageSize: pageSize,
                    reserved: reserved
                )
                let share = image.shareOfSoundPages()
                // A wrong size does not reach this share by chance.
                if share >= 0.25 { return image }
                if share > best?.share ?? -1 { best = (image, share) }
            }
        }
        return best?.image
            ?? PageImage(database: database, log: nil, pageSize: 4096, reserved: 0)
    }

    /// Samples the pages that are not empty, and returns the share that are sound pages of a tree.
    private func shareOfSoundPages() -> Double {
        let sample = 64
        var numbers = Set((0..<sample).map { 1 + $0 * max(1, pageCount / sample) })
        numbers.formUnion(logged.keys.sorted().prefix(sample))
        var (used, sound) = (0, 0)
        for number in numbers {
            guard let bytes = page(number), !bytes.isZero else { continue }
            used += 1
            if BTreePage(bytes, number: number, usable: usable)?.isSound == true { sound += 1 }
        }
        return used == 0 ? 0 : Double(sound) / Double(used)
    }
}
