import Foundation
import Phrases
import TestSupport
import XCTest

@testable import HawkNotesPresentation

final class MovingDatesTests: XCTestCase {
    /// A clock and a timer that go when the test says so.
    @MainActor
    private final class Clock {
        var now = Date(timeIntervalSince1970: 1_700_000_000)
        private(set) var timers: [(id: Int, seconds: Double, body: @MainActor () -> Void)] = []
        private(set) var made = 0

        func dates() -> MovingDates {
            MovingDates(now: { [self] in now }) { [self] seconds, body in
                made += 1
                let id = made
                timers.append((id, seconds, body))
                return { [self] in timers.removeAll { $0.id == id } }
            }
        }

        /// Lets the time pass until the timer goes off.
        func goOff() {
            guard let timer = timers.popLast() else { return XCTFail("there is no timer") }
            now += timer.seconds
            timer.body()
        }
    }

    @MainActor
    private final class Shown: MovingDate {
        let date: Date
        private(set) var text = ""

        init(_ date: Date) { self.date = date }

        func nextChange(after now: Date) -> Date? { DateText.nextChange(of: date, after: now) }
        func showDate(now: Date) { text = DateText.relative(date, now: now) }
    }

    func testADateIsRenewedAtTheMinuteAtWhichItIsSaidOtherwise() {
        onMainActor {
            let clock = Clock()
            let dates = clock.dates()
            let shown = Shown(clock.now)
            dates.add(shown)
            XCTAssertEqual(shown.text, "Just now")
            clock.goOff()
            XCTAssertEqual(shown.text, "1 minute ago")
            XCTAssertEqual(clock.now.timeIntervalSince1970.truncatingRemainder(dividingBy: 60), 0)
            clock.goOff()
            XCTAssertEqual(shown.text, "2 minutes ago")
            XCTAssertEqual(clock.timers.map(\.seconds), [60])
        }
    }

    func testNothingGoesOffWhileNoWindowIsSeen() {
        onMainActor {
            let clock = Clock()
            let dates = clock.dates()
            let shown = Shown(clock.now)
            dates.add(shown)
            dates.isResting = true
            XCTAssertEqual(clock.timers.count, 0)
            let other = Shown(clock.now)
            dates.add(other)
            XCTAssertEqual(clock.timers.count, 0)
            clock.now += 3600
            dates.isResting = false
            XCTAssertEqual(shown.text, "1 hour ago")
            XCTAssertEqual(other.text, "1 hour ago")
            XCTAssertEqual(clock.timers.count, 1)
        }
    }

    func testManyDatesHaveOneTimerForTheFirstOfThem() {
        onMainActor {
            let clock = Clock()
            let dates = clock.dates()
            let hours = Shown(clock.now - 2 * 3600)
            let others = (30..<50).map { Shown(clock.now - Double($0)) }
            dates.add(hours)
            XCTAssertEqual(clock.timers.count, 1)
            for other in others { dates.add(other) }
            let days = Shown(clock.now - 3 * 86_400)
            dates.add(days)
            XCTAssertEqual(clock.timers.count, 1)
            clock.goOff()
            XCTAssertEqual(Set(others.map(\.text)), ["1 minute ago"])
            XCTAssertEqual(hours.text, "2 hours ago")
            XCTAssertEqual(clock.timers.count, 1)
        }
    }

    func testThereIsNoTimerForWhatIsNotSeenOrNeverChanges() {
        onMainActor {
            let clock = Clock()
            let dates = clock.dates()
            let old = Shown(clock.now - 30 * 86_400)
            dates.add(old)
            XCTAssertEqual(clock.made, 0)
            let new = Shown(clock.now)
            dates.add(new)
            XCTAssertEqual(clock.timers.count, 1)
            dates.remove(new)
            dates.remove(old)
            XCTAssertEqual(clock.timers.count, 0)
            clock.now += 600
            dates.add(new)
            XCTAssertEqual(new.text, "10 minutes ago", "as soon as it is seen again")
        }
    }

    func testADateThatIsGoneIsNotKept() {
        onMainActor {
            let clock = Clock()
            let dates = clock.dates()
            weak var gone: Shown?
            do {
                let shown = Shown(clock.now)
                gone = shown
                dates.add(shown)
            }
            XCTAssertNil(gone)
            clock.goOff()
            XCTAssertEqual(clock.timers.count, 0)
        }
    }

    func testATimerIsNeverSetForLong() {
        onMainActor {
            let clock = Clock()
            let dates = clock.dates()
            let shown = Shown(clock.now - 3 * 86_400)
            dates.add(shown)
            XCTAssertEqual(clock.timers.map(\.seconds), [3600])
            // The machine has slept for two days.
            clock.now += 2 * 86_400
            clock.goOff()
            XCTAssertEqual(shown.text, "5 days ago")
        }
    }
}

final class DateTextTests: XCTestCase {
    func testWhatIsSaidChangesAtTheNextChangeAndNotBefore() throws {
        // With days of 23, 24 and 25 hours, and one without a midnight.
        let zones = ["UTC", "Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe"]
        let days = ["2023-03-25", "2023-10-28", "2018-11-03", "2018-02-16", "2023-04-01"]
        let parser = ISO8601DateFormatter()
        try onMainActor {
            for zone in zones {
                let time = try XCTUnwrap(LocalTime(zone: zone))
                for day in days {
                    let start = try XCTUnwrap(parser.date(from: day + "T00:00:00Z"))
                    for hour in stride(from: 0, to: 72, by: 5) {
                        Self.walk(from: start + Double(hour) * 3600 + 17, time, zone)
                    }
                }
            }
        }
    }

    /// Goes from change to change until there is none.
    @MainActor
    private static func walk(from date: Date, _ time: LocalTime, _ zone: String) {
        var now = date
        var steps = 0
        while let next = DateText.nextChange(of: date, after: now, in: time) {
            let text = DateText.relative(date, now: now, in: time)
            let place = "\(date) in \(zone) at \(now)"
            guard next > now else { return XCTFail("the time stands still: \(place)") }
            let last = DateText.relative(date, now: next - 0.5, in: time)
            XCTAssertEqual(last, text, place)
            let new = DateText.relative(date, now: next, in: time)
            XCTAssertNotEqual(new, text, place)
            (now, steps) = (next, steps + 1)
        }
        XCTAssertGreaterThan(steps, 60 + 22)
        XCTAssertGreaterThanOrEqual(now, date + 7 * 86_400)
    }

    func testYesterdayEndsAtMidnight() throws {
        let time = try XCTUnwrap(LocalTime(zone: "Europe/Berlin"))
        let parser = ISO8601DateFormatter()
        try onMainActor {
            // The clocks are put back in the night that follows.
            let date = try XCTUnwrap(parser.date(from: "2023-10-28T10:00:00+02:00"))
            let said = { (now: String) in
                DateText.relative(date, now: parser.date(from: now) ?? date, in: time)
            }
            XCTAssertEqual(said("2023-10-29T08:59:59+01:00"), "23 hours ago")
            XCTAssertEqual(said("2023-10-29T09:00:00+01:00"), "Yesterday")
            XCTAssertEqual(said("2023-10-29T23:59:59+01:00"), "Yesterday")
            XCTAssertEqual(said("2023-10-30T00:00:00+01:00"), "2 days ago")
            let early = try XCTUnwrap(parser.date(from: "2023-10-29T00:10:00+02:00"))
            let late = try XCTUnwrap(parser.date(from: "2023-10-29T23:50:00+01:00"))
            XCTAssertEqual(
                DateText.relative(early, now: late, in: time),
                "24 hours ago",
                "a day of 25 hours"
            )
        }
    }

    func testADayInEnglishHasItsMonthWhereTheCountryHasIt() throws {
        let time = try XCTUnwrap(LocalTime(zone: "Europe/Berlin"))
        onMainActor {
            let date = Date(timeIntervalSince1970: 1_795_370_709)
            let day = { (order: LocaleFormats.DateOrder) in
                DateText.day(of: date, in: time, as: order)
            }
            XCTAssertEqual(day(.monthFirst), "November 22, 2026")
            XCTAssertEqual(day(.dayFirst), "22 November 2026")
            XCTAssertEqual(day(.yearFirst), "November 22, 2026")
        }
    }
}
