/// The dates of a table, which a spreadsheet may have turned round when it saved the table.
///
/// Whether the day or the month comes first is decided by the whole column: one value that can only be
/// read one way is enough. A column without such a value goes by the others, as a spreadsheet writes all of
/// them alike. Where both ways occur, or neither, nothing is decided.
final class DateColumns {
    private let reader: CSVReader
    private let names: [String]
    private var orders: [String: Set<DayMonthOrder>]?

    /// - Parameter names: the columns with dates.
    init(_ reader: CSVReader, names: [String]) {
        self.reader = reader
        self.names = names
    }

    /// The date of a value in a column.
    ///
    /// - Throws: what reading the table throws.
    func date(_ text: String, column: String) throws -> WrittenDate {
        if let date = ImportedDate(iso: text) { return .date(date) }
        if let day = LocalTime(spreadsheetDay: text) { return .date(.local(day)) }
        let alone = WrittenDate(text)
        guard alone == .undecided, let order = try order(in: column) else { return alone }
        return WrittenDate(text, order: order)
    }

    private func order(in column: String) throws -> DayMonthOrder? {
        let orders = try self.orders ?? survey()
        self.orders = orders
        let own = orders[column] ?? []
        let found = own.isEmpty ? orders.values.reduce(into: []) { $0.formUnion($1) } : own
        return found.count == 1 ? found.first : nil
    }

    /// Reads the table once before the reading that counts, when the first date is met that needs it.
    private func survey() throws -> [String: Set<DayMonthOrder>] {
        var orders: [String: Set<DayMonthOrder>] = [:]
        try reader.eachRow(isTold: false) { row in
            for name in names {
                guard let text = row(name), let order = WrittenDate.order(of: text) else {
                    continue
                }
                orders[name, default: []].insert(order)
            }
        }
        return orders
    }
}
