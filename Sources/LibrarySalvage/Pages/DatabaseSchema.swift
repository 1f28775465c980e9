/// The roots of the tables and indexes of a database, as stated by its first page.
struct DatabaseSchema {
    /// The table number for leaves of this table, and of tables that no library has.
    static let otherTable = 200

    /// The first page of each table.
    private(set) var tables: [String: Int] = [:]
    /// The first page of each index.
    private(set) var indexes: [String: Int] = [:]
    /// Whether the whole list could be read.
    private(set) var isSound = false
    /// Whether the list's tree leads to a page twice. SQLite would get lost in it.
    private(set) var isTangled = false

    init(_ image: PageImage, use: inout PageUse) {
        var pages: [BTreePage] = []
        let walk = TreeWalk(image: image, isTable: true, table: Self.otherTable)
        let finding = walk.claim(from: 1, in: &use) { page in
            // No library has more pages of tables; a foreign file may.
            if page.kind == .tableLeaf, pages.count < 1000 { pages.append(page) }
        }
        isSound = finding.isSound
        isTangled = finding.isTangled
        for page in pages {
            for cell in page.cells {
                let payload = Payload(of: cell, in: page, image, use: &use)
                let all = 0..<payload.bytes.count
                guard
                    let record = SQLRecord(payload.bytes, in: all, size: cell.payloadSize),
                    record.types.count == 5
                else {
                    isSound = false
                    continue
                }
                add(record.values(of: payload.bytes))
                if payload.isCut { isSound = false }
            }
        }
    }

    private mutating func add(_ values: [SQLValue]) {
        guard case .text(let type) = values[0], case .text(let name) = values[1],
            case .integer(let root) = values[3], let page = Int(exactly: root), page > 1
        else { return }
        switch String(decoding: type, as: UTF8.self) {
        case "table": tables[String(decoding: name, as: UTF8.self)] = page
        case "index": indexes[String(decoding: name, as: UTF8.self)] = page
        default: break
        }
    }
}
