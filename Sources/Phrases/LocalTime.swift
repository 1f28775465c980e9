import CGLib
import Synchronization

/// Moments as clock time and calendar dates, in a time zone and in the user's language.
///
/// Uses GLib, like the desktop: Foundation would load megabytes for it, and only knows English
/// where its language data is left out. Times are in seconds since 1970.
public struct LocalTime: Sendable {
    /// The user's time zone, as of the last look; users travel.
    public static let here = LocalTime { zoneHere.withLock { $0.current() } }

    private let zone: @Sendable () -> Zone

    /// The time in a zone of the time zone database, such as `Europe/Berlin`; nil when it is
    /// unknown.
    public init?(zone identifier: String) {
        guard let found = g_time_zone_new_identifier(identifier) else { return nil }
        let zone = Zone(adopting: found)
        self.zone = { zone }
    }

    private init(zone: @escaping @Sendable () -> Zone) { self.zone = zone }

    /// The text of a moment in GLib's `strftime` format.
    public func format(_ moment: Double, _ format: String) -> String {
        read(moment) { takeString(g_date_time_format($0, format)) } ?? ""
    }

    /// The time of day in the user's locale, to the minute.
    public func timeOfDay(_ moment: Double, as formats: LocaleFormats = .ofUser) -> String {
        // A single-digit hour may be preceded by a space.
        String(format(moment, formats.minutes).drop(while: \.isWhitespace))
    }

    /// The clock time at a moment: the moment plus the zone's offset from UTC, in seconds.
    public func clock(at moment: Double) -> Double {
        let offset = read(moment) { Double(g_date_time_get_utc_offset($0)) / 1_000_000 }
        return moment + (offset ?? 0)
    }

    /// The moment of a clock time: the first moment after it if there is none, because clocks were
    /// put forward.
    public func moment(ofClock clock: Double) -> Double {
        let seconds = clock.rounded(.down)
        let moment: gint64? = Self.read(g_date_time_new_from_unix_utc(gint64(clamping: seconds))) {
            let (year, month, day) = (
                g_date_time_get_year($0), g_date_time_get_month($0),
                g_date_time_get_day_of_month($0)
            )
            let (hour, minute, second) = (
                g_date_time_get_hour($0), g_date_time_get_minute($0), g_date_time_get_second($0)
            )
            let zone = zone()
            return Self.read(
                g_date_time_new(zone.pointer, year, month, day, hour, minute, Double(second))
            ) { g_date_time_to_unix($0) }
        }
        return moment.map { Double($0) + clock - seconds } ?? clock
    }

    /// The beginning of the day that is a number of days after a moment's day.
    public func startOfDay(_ moment: Double, plus days: Int = 0) -> Double {
        let day = (clock(at: moment) / 86_400).rounded(.down) + Double(days)
        return self.moment(ofClock: day * 86_400)
    }

    private func read<Value>(_ moment: Double, _ body: (OpaquePointer) -> Value?) -> Value? {
        Self.read(g_date_time_new_from_unix_utc(gint64(clamping: moment.rounded(.down)))) { utc in
            let zone = zone()
            return Self.read(g_date_time_to_timezone(utc, zone.pointer), body)
        }
    }

    /// Reads a GLib date and frees it; there is none beyond the years that GLib supports.
    private static func read<Value>(
        _ date: OpaquePointer?,
        _ body: (OpaquePointer) -> Value?
    ) -> Value? {
        guard let date else { return nil }
        defer { g_date_time_unref(date) }
        return body(date)
    }

    private static let zoneHere = Mutex(ZoneHere())
}

extension gint64 {
    fileprivate init(clamping number: Double) {
        self = gint64(exactly: number) ?? (number < 0 ? .min : .max)
    }
}

/// A GLib time zone, which any thread may read.
private final class Zone: @unchecked Sendable {
    let pointer: OpaquePointer

    init(adopting pointer: OpaquePointer) { self.pointer = pointer }

    deinit { g_time_zone_unref(pointer) }
}

/// The user's time zone as of the last look: GLib searches it on disk for every date.
private struct ZoneHere {
    /// How long it is assumed not to change, in microseconds.
    private static let lifetime: gint64 = 600 * 1_000_000

    private var zone: Zone?
    private var readAt: gint64 = 0

    mutating func current() -> Zone {
        let now = g_get_monotonic_time()
        if let zone, now - readAt < Self.lifetime { return zone }
        let new = Zone(adopting: g_time_zone_new_local())
        (zone, readAt) = (new, now)
        return new
    }
}
