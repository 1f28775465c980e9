/// The dates of a table, in which a spreadsheet may have changed the order of day and month when it
/// saved the table.
///
/// The whole column determines whether the day or the month comes first: one unambiguous value is
/// enough. A column without such a value follows the others, as a spreadsheet writes all of them
/// alike. If both orders occur, or neither, the dates stay undecided.
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
    /// - Throws: errors of reading the table.
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

    /// Reads the table in an extra pass when the first date needs it.
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
