import TestSupport
import XCTest

@testable import Phrases

final class LocaleTests: XCTestCase {
    /// Sunday, November 22, 2026, 18:05:09 in Greenwich.
    private static let moment = 1_795_370_709.0

    private func utc() throws -> LocalTime { try XCTUnwrap(LocalTime(zone: "UTC")) }

    func testTimesAndNumbersAreWrittenAsInTheCountry() throws {
        let expected = [
            ("de_DE", "18:05", "1.234.567", LocaleFormats.DateOrder.dayFirst),
            ("en_US", "06:05 PM", "1,234,567", .monthFirst),
        ]
        let utc = try utc()
        for (country, time, number, order) in expected {
            try TestLocale.with(country) {
                let formats = LocaleFormats.ofLocale()
                XCTAssertEqual(utc.timeOfDay(Self.moment, as: formats), time, country)
                XCTAssertEqual(LocalNumber.format(1_234_567), number, country)
                XCTAssertEqual(formats.dateOrder, order, country)
                XCTAssertEqual(
                    localized("%1 note", plural: "%1 notes", count: 1_234_567),
                    "\(number) notes"
                )
            }
        }
    }

    func testATimeLosesItsSecondsAndTheNameOfItsZone() {
        func minutes(_ time: String, twelveHours: String = "%I:%M:%S %p") -> String {
            LocaleFormats(date: "", time: time, twelveHours: twelveHours).minutes
        }
        XCTAssertEqual(minutes("%H:%M:%S"), "%H:%M")
        XCTAssertEqual(minutes("%T"), "%H:%M")
        XCTAssertEqual(minutes("%r"), "%I:%M %p")
        XCTAssertEqual(minutes("%r", twelveHours: "%Z %l:%M:%S %P"), "%l:%M %P")
        XCTAssertEqual(minutes("%H.%M.%S"), "%H.%M")
        XCTAssertEqual(minutes("%H時%M分%S秒"), "%H時%M分")
        XCTAssertEqual(minutes("%p %I시 %M분 %S초"), "%p %I시 %M분")
        XCTAssertEqual(minutes("%OH:%OM:%OS"), "%OH:%OM")
        XCTAssertEqual(minutes("kl. %H.%M %z"), "kl. %H.%M")
        XCTAssertEqual(minutes("%l:%M:%S፡%p"), "%l:%M፡%p")
        XCTAssertEqual(minutes(""), "%H:%M")
    }

    func testTheOrderOfADateIsThatOfItsFormat() {
        func order(_ date: String) -> LocaleFormats.DateOrder {
            LocaleFormats(date: date, time: "%T", twelveHours: "").dateOrder
        }
        for date in ["%d.%m.%Y", "%-d/%-m/%y", "%A %d %b %Y", "%e/%m-%Y"] {
            XCTAssertEqual(order(date), .dayFirst, date)
        }
        for date in ["%m/%d/%y", "%D", "%-m/%-d/%y", ""] {
            XCTAssertEqual(order(date), .monthFirst, date)
        }
        for date in ["%Y-%m-%d", "%F", "%Oy/%Om/%Od", "%OC%Oy %b %Od %A", "%Y年%m月%d日"] {
            XCTAssertEqual(order(date), .yearFirst, date)
        }
    }

    func testAnHourOfOneFigureHasNoSpaceBeforeIt() throws {
        let formats = LocaleFormats(date: "", time: "%l:%M:%S %p", twelveHours: "")
        XCTAssertEqual(try utc().timeOfDay(Self.moment, as: formats).prefix(4), "6:05")
    }

    func testAClockShowsEveryMomentAndIsReadBack() throws {
        let berlin = try XCTUnwrap(LocalTime(zone: "Europe/Berlin"))
        XCTAssertEqual(berlin.clock(at: Self.moment), Self.moment + 3600)
        XCTAssertEqual(berlin.moment(ofClock: Self.moment + 3600.25), Self.moment + 0.25)
        let summer = 1_783_000_000.0
        XCTAssertEqual(berlin.clock(at: summer), summer + 7200)
        XCTAssertEqual(berlin.moment(ofClock: summer + 7200), summer)
        XCTAssertEqual(berlin.format(Self.moment, "%Y-%m-%d %H:%M"), "2026-11-22 19:05")
        // Before 1970, and where no calendar of GLib's leads.
        XCTAssertEqual(try utc().clock(at: -0.5), -0.5)
        XCTAssertEqual(try utc().clock(at: 1e300), 1e300)
        XCTAssertEqual(try utc().moment(ofClock: -1e300), -1e300)
        XCTAssertEqual(try utc().format(1e300, "%Y"), "")
    }

    func testDaysBeginAtMidnightOrWhenTheirFirstHourIsOver() throws {
        let saoPaulo = try XCTUnwrap(LocalTime(zone: "America/Sao_Paulo"))
        // Noon of November 3, 2018; the next day begins at 1:00, which is 3:00 in Greenwich.
        let noon = 1_541_257_200.0
        XCTAssertEqual(saoPaulo.startOfDay(noon), noon - 12 * 3600)
        XCTAssertEqual(saoPaulo.startOfDay(noon, plus: 1), noon + 12 * 3600)
        XCTAssertEqual(saoPaulo.startOfDay(noon, plus: 2), noon + 35 * 3600)
        let berlin = try XCTUnwrap(LocalTime(zone: "Europe/Berlin"))
        // Noon of October 28, 2023; the next day has 25 hours.
        let october = 1_698_487_200.0
        XCTAssertEqual(berlin.startOfDay(october, plus: 1), october + 12 * 3600)
        XCTAssertEqual(berlin.startOfDay(october, plus: 2), october + 37 * 3600)
    }

    func testAnUnknownZoneHasNoTime() {
        XCTAssertNil(LocalTime(zone: "Nowhere/Atlantis"))
    }
}
