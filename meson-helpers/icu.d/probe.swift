// Prints what Foundation answers to the kinds of question that the program asks of it, one a line.
// `check` compares what it says with all of ICU's data and with the part that the program keeps.

import Foundation

func show(_ name: String, _ value: Any?) {
    print("\(name): \(value.map { "\($0)" } ?? "nothing")")
}

let date = Date(timeIntervalSince1970: 1_711_846_800)
let words = [
    "zebra", "Äpfel", "apfel", "Zebra", "Apfel", "äpfel", "straße", "strasse", "Ågård", "Éclair",
    "eclair", "12", "2", "影", "Война", "öl", "Ol", "co-op", "coop", "ǆ", "ﬁn", "fin",
]

// Dates and time zones.
show("date", date.formatted(.iso8601))
show("date read", try? Date("2024-03-31T01:00:00Z", strategy: .iso8601))
for name in [
    "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC", "GMT+3",
    "Antarctica/Troll", "Pacific/Apia",
] {
    let zone = TimeZone(identifier: name)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone ?? .gmt
    let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .weekday],
        from: date
    )
    let day = DateComponents(year: 2025, month: 10, day: 26, hour: 2, minute: 30)
    show(
        name,
        zone.map { [$0.secondsFromGMT(for: date), $0.secondsFromGMT(for: date - 8_000_000)] }
    )
    show("\(name), next change", zone?.nextDaylightSavingTimeTransition(after: date))
    show("\(name), parts", parts)
    show("\(name), from parts", calendar.date(from: day))
    show("\(name), start of the day", calendar.startOfDay(for: date))
    show("\(name), a month later", calendar.date(byAdding: .month, value: 1, to: date))
    show("\(name), is there", zone != nil)
}
show("zone", TimeZone.current.identifier)
show("zone's offset", TimeZone.current.secondsFromGMT(for: date))
show("zone's name", TimeZone(identifier: "Europe/Berlin")?.abbreviation(for: date))
show("zones", TimeZone.knownTimeZoneIdentifiers.count > 400)
show("calendar", Calendar.current.identifier)
show("today", Calendar.current.isDate(date, inSameDayAs: date + 60))

// Order of texts.
show("standard order", words.sorted { $0.localizedStandardCompare($1) == .orderedAscending })
show("order", words.sorted { $0.localizedCompare($1) == .orderedAscending })
show(
    "order without case",
    words.sorted { $0.localizedCaseInsensitiveCompare($1) == .orderedAscending }
)
show("contains", "Der Fluß der Rabenkönigin".localizedStandardContains("RABENKONIGIN"))
show("contains, decomposed", "Café".localizedStandardContains("cafe\u{301}"))

// Case, accents and other foldings.
show("lowercased", words.map { $0.lowercased() })
show("uppercased", words.map { $0.uppercased() })
show("uppercased there", "title i".uppercased(with: .current))
show("lowercased there", "TITLE I".lowercased(with: .current))
show("capitalized", "o'neill and the ǆ".capitalized)
let folding: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive, .widthInsensitive]
show("folded", words.map { $0.folding(options: folding, locale: nil) })
show("folded there", "İIıi Straße".folding(options: folding, locale: .current))
show("equal", "STRASSE".compare("straße", options: .caseInsensitive) == .orderedSame)
show("found", "A Hawk’s Éclair".range(of: "eclair", options: folding) != nil)
show("compatible", words.map(\.decomposedStringWithCompatibilityMapping))
show("canonical", words.map(\.decomposedStringWithCanonicalMapping.unicodeScalars.count))
show("composed", "e\u{301}".precomposedStringWithCanonicalMapping.unicodeScalars.count)

// What GRDB and others may ask for.
show("expression", "2024-03-31".range(of: #"^\d{4}-\d{2}"#, options: .regularExpression) != nil)
let expression = try? NSRegularExpression(pattern: #"\b\w+é\b"#, options: .caseInsensitive)
show("matches", expression?.numberOfMatches(in: "CAFÉ café", range: NSRange(0..<9)))
show("letters", "a1é影_".unicodeScalars.filter(CharacterSet.alphanumerics.contains).count)
show("address", URL(string: "https://bücher.example/ä?q=ö")?.absoluteString)
let formatter = DateFormatter()
formatter.locale = Locale(identifier: "en_US_POSIX")
formatter.timeZone = TimeZone(secondsFromGMT: 0)
formatter.dateFormat = "yyyy-MM-dd HH:mm:ss.SSS"
show("formatter", formatter.string(from: date))
show("formatter reads", formatter.date(from: "2024-03-31 01:00:00.000"))
show("old formatter", ISO8601DateFormatter().string(from: date))
show("number", NumberFormatter().number(from: "12"))
show("format", String(format: "%.2f %d %@", 1.5, 12, "x"))
show("decimal", Decimal(string: "1.25"))
show("language", Locale.current.language.languageCode)
show("locale", Locale(identifier: "de_DE").region)
show("latin", String(data: Data([0xE4, 0x80]), encoding: .windowsCP1252))
