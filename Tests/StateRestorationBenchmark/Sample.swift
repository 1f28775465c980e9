import Foundation

/// Several measurements of one thing.
struct Sample {
    private var values: [Double] = []

    var median: Double { quantile(0.5) }
    var least: Double { quantile(0) }

    mutating func add(_ value: Double) { values.append(value) }

    /// Adds how long the body takes, in microseconds.
    mutating func time(_ body: () throws -> Void) rethrows {
        let start = DispatchTime.now().uptimeNanoseconds
        try body()
        add(Double(DispatchTime.now().uptimeNanoseconds - start) / 1000)
    }

    /// Median and quartiles, such as `1.2 (1.1–1.9)`.
    var words: String {
        let parts = [0.5, 0.25, 0.75].map { Sample.words(quantile($0)) }
        return "\(parts[0]) (\(parts[1])–\(parts[2]))"
    }

    /// Three significant digits, and no fewer than those before the point; whole ones as they are.
    static func words(_ value: Double) -> String {
        let isWhole = value == value.rounded()
        return String(
            format: isWhole || value >= 99.95 ? "%.0f" : value < 9.995 ? "%.2f" : "%.1f",
            value
        )
    }

    private func quantile(_ part: Double) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        return sorted[Int((Double(sorted.count - 1) * part).rounded())]
    }
}

/// Prints a table: what is measured, then a line for each case.
enum Table {
    static func title(_ title: String) { print("\n" + title) }

    /// - Parameter bound: What the value must not exceed, when there is such a thing.
    static func line(_ name: String, _ words: String, _ value: Double? = nil, bound: Double? = nil)
    {
        var line = "  " + name.padding(toLength: max(name.count, 26), withPad: " ", startingAt: 0)
        line += "  " + words
        if let value, let bound {
            line += "; bound \(Sample.words(bound)): " + (value <= bound ? "met" : "missed")
        }
        print(line)
    }

    /// How many times as long as the bare calls it takes; by the medians, and by the shortest
    /// times, which a busy machine does not spoil.
    static func ratio(of sample: Sample, to bare: Sample, bound: Double) {
        let value = sample.median / bare.median
        let least = Sample.words(sample.least / bare.least)
        let words = "\(Sample.words(value)), \(least) at best"
        line("  times the bare calls", words, value, bound: bound)
    }

    static func size(_ bytes: Int) -> String {
        bytes < 1_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB"
    }
}
