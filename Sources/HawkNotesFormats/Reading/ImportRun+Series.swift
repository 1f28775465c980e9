extension ImportRun {
    /// The series of a name, which is emitted when it first occurs.
    ///
    /// - Returns: nil if it has no name.
    func series(_ name: String, author: String?) throws -> SourceIdentity? {
        guard let title = title(name) else { return nil }
        // By name alone, in any format: two books of one series may come from two formats.
        let identity = SourceIdentity(origin: "series", key: title.lowercased())
        guard !knownSeries.contains(identity.key) else { return identity }
        guard knownSeries.count < limits.bookCount else { return nil }
        knownSeries.insert(identity.key)
        var series = ImportedSeries(identity: identity, title: title)
        series.author = author
        try emit(.series(series))
        return identity
    }
}
