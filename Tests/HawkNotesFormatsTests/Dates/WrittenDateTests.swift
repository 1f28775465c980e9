import Foundation
import XCTest

@testable import HawkNotesFormats

final class WrittenDateTests: XCTestCase {
    private func local(_ year: Int, _ month: Int, _ day: Int, _ clock: String? = nil) -> WrittenDate
    {
        let parts = (clock ?? "").split(separator: ":").compactMap { Int($0) }
        let second = clock == nil ? nil : parts[0] * 3600 + parts[1] * 60 + parts[2]
        let time = LocalTime(year: year, month: month, day: day, secondOfDay: second)
        return time.map { .date(.local($0)) } ?? .unknown
    }

    private func moment(_ iso: String) -> WrittenDate {
        ImportedDate(iso: iso).map { .date($0) } ?? .unknown
    }

    // MARK: - Languages

    func testEveryLanguageOfTheDevices() {
        let evening = local(2024, 12, 30, "21:12:45")
        for (code, text) in [
            ("en", "Added on Monday, December 30, 2024 9:12:45 PM"),
            ("en", "Added on Monday, 30 December 2024 21:12:45"),
            ("en", "Added on Monday, December 30, 2024 9:12:45\u{202F}PM"),
            ("de", "Hinzugefügt am Montag, 30. Dezember 2024 21:12:45"),
            ("de", "Hinzugefügt am Monday, December 30, 2024 9:12:45 PM"),
            ("de", "Hinzugefügt am 30. Dez. 2024 um 9:12:45 nachm."),
            ("fr", "Ajouté le lundi 30 décembre 2024 21:12:45"),
            ("fr", "Ajouté le lundi 30 décembre 2024 9:12:45 du soir"),
            ("es", "Añadido el lunes, 30 de diciembre de 2024 21:12:45"),
            ("es", "Añadido el lunes, 30 de diciembre de 2024 9:12:45 p.\u{A0}m."),
            ("it", "Aggiunto in data lunedì 30 dicembre 2024 21:12:45"),
            ("it", "Aggiunto in data lunedì 30 dicembre 2024 9:12:45 di sera"),
            ("pt", "Adicionado: segunda-feira, 30 de dezembro de 2024 21h12min45s"),
            ("pt", "Adicionado: segunda-feira, 30 de dezembro de 2024 9:12:45 da noite"),
            ("nl", "Toegevoegd op maandag 30 december 2024 21:12:45"),
            ("nl", "Toegevoegd op maandag 30 december 2024 9:12:45 ’s avonds"),
            ("ru", "Добавлено: понедельник, 30 декабря 2024 г. в 21:12:45"),
            ("ru", "Добавлено: понедельник, 30 декабря 2024 г. в 9:12:45 вечера"),
            ("zh", "添加于 2024年12月30日星期一 下午9:12:45"),
            ("zh", "新增於 2024年12月30日 晚上9時12分45秒"),
            ("ja", "作成日: 2024年12月30日月曜日 21:12:45"),
            ("ja", "追加日：２０２４年１２月３０日 午後9:12:45"),
            ("ko", "2024년 12월 30일 월요일 오후 9시 12분 45초 추가"),
            ("pl", "Dodano: poniedziałek, 30 grudnia 2024 21:12:45"),
            ("cs", "Přidáno pondělí 30. prosince 2024 21:12:45"),
            ("sv", "Lades till måndag 30 december 2024 21:12:45"),
            ("da", "Tilføjet mandag den 30. december 2024 21:12:45"),
            ("nb", "Lagt til mandag 30. desember 2024 21:12:45"),
            ("fi", "Lisätty maanantaina 30. joulukuuta 2024 21:12:45"),
            ("tr", "30 Aralık 2024 Pazartesi 21:12:45"),
            ("uk", "Додано: понеділок, 30 грудня 2024 р. о 21:12:45"),
            ("hu", "Hozzáadva: 2024. december 30., hétfő 21:12:45"),
        ] {
            XCTAssertEqual(WrittenDate(text), evening, "\(code): \(text)")
        }
    }

    /// Every month and every day of the week in every language, with years of four and two digits.
    func testNoWordMeansTwoThings() {
        for language in DateWords.languages where !language.months.isEmpty {
            for (index, forms) in language.months.enumerated() {
                for form in forms.split(separator: " ") {
                    let text = "\(Self.capitalized(form)). 17, 2031 08:05:09"
                    XCTAssertEqual(
                        WrittenDate(text),
                        local(2031, index + 1, 17, "08:05:09"),
                        "\(language.code): \(text)"
                    )
                }
                for day in 1...28 {
                    let time = LocalTime(year: 2014, month: index + 1, day: day)
                    guard let time, let month = forms.split(separator: " ").first else {
                        return XCTFail("\(language.code)")
                    }
                    let weekday = language.weekdays[time.weekday].split(separator: " ").first ?? ""
                    let text = "\(Self.capitalized(weekday)), \(day) \(month) 14 21:37:48"
                    XCTAssertEqual(
                        WrittenDate(text),
                        local(2014, index + 1, day, "21:37:48"),
                        "\(language.code): \(text)"
                    )
                }
            }
        }
    }

    private static func capitalized(_ word: Substring) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    func testAMonthThatIsADayOfTheWeekInAnotherLanguage() {
        XCTAssertEqual(WrittenDate("mar 5 may 2024"), local(2024, 5, 5))
        XCTAssertEqual(WrittenDate("mar. 5 mar. 2024"), local(2024, 3, 5))
        XCTAssertEqual(WrittenDate("Mar 5, 2024"), local(2024, 3, 5))
    }

    // MARK: - Years of two digits

    func testTheDayOfTheWeekTellsDayAndYearApart() {
        XCTAssertEqual(WrittenDate("Saturday, 26 July 14"), local(2014, 7, 26))
        XCTAssertEqual(WrittenDate("Saturday, 14 July 26"), local(2014, 7, 26))
        XCTAssertEqual(WrittenDate("Sunday, 14 July 26"), .unknown)
        XCTAssertEqual(WrittenDate("Tuesday, 26 July 14"), local(2026, 7, 14))
        XCTAssertEqual(WrittenDate("lunedì 17 giugno 13, 20:23:54"), local(2013, 6, 17, "20:23:54"))
        XCTAssertEqual(WrittenDate("26-Feb-23"), local(2023, 2, 26))
        XCTAssertEqual(WrittenDate("1 March 99"), local(1999, 3, 1))
    }

    // MARK: - Clocks

    func testClocksOfTwelveHours() {
        for (text, clock) in [
            ("12:00:01 AM", "00:00:01"), ("12:00:01 PM", "12:00:01"), ("1:00:01 am", "01:00:01"),
            ("11:59:59 p. m.", "23:59:59"), ("上午12:00:01", "00:00:01"),
            ("下午12:00:01", "12:00:01"), ("凌晨3:00:01", "03:00:01"), ("中午12:30:00", "12:30:00"),
            ("中午1:30:00", "13:30:00"), ("晚上11:30:00", "23:30:00"), ("晚上12:30:00", "00:30:00"),
            ("午前0:30:00", "00:30:00"), ("오전 11:30:00", "11:30:00"), ("12:30:00 ночи", "00:30:00"),
            ("14:30:00 Uhr", "14:30:00"), ("14:30:00 PM", "14:30:00"),
            ("7:45:00.123 AM", "07:45:00"), ("7:45", "07:45:00"), ("7h45", "07:45:00"),
        ] {
            XCTAssertEqual(
                WrittenDate("30 December 2024 \(text)"),
                local(2024, 12, 30, clock),
                text
            )
        }
        XCTAssertEqual(WrittenDate("30 December 2024, at 25:10"), local(2024, 12, 30))
    }

    func testWithAZoneItIsAMoment() {
        for (text, iso) in [
            ("Saturday, 26 July 14 21:37:48 GMT+01:00", "2014-07-26T21:37:48+01:00"),
            ("19 de março de 2019 23h32min06s GMT-03:00", "2019-03-19T23:32:06-03:00"),
            ("30 December 2024 21:12:45 UTC", "2024-12-30T21:12:45Z"),
            ("30 December 2024 21:12:45 +0530", "2024-12-30T21:12:45+05:30"),
            ("30 December 2024 9:12:45 PM GMT+1", "2024-12-30T21:12:45+01:00"),
        ] {
            XCTAssertEqual(WrittenDate(text), moment(iso), text)
        }
        XCTAssertEqual(WrittenDate("30 December 2024 GMT"), local(2024, 12, 30))
    }

    // MARK: - Numbers alone

    func testNumbersThatCanOnlyBeReadOneWay() {
        XCTAssertEqual(WrittenDate("12/30/2024 9:12 pm"), local(2024, 12, 30, "21:12:00"))
        XCTAssertEqual(WrittenDate("hinzugefügt am 30.12.2024"), local(2024, 12, 30))
        XCTAssertEqual(WrittenDate("26/02/2023"), local(2023, 2, 26))
        XCTAssertEqual(WrittenDate("2/26/23"), local(2023, 2, 26))
        XCTAssertEqual(WrittenDate("4/4/2023"), local(2023, 4, 4))
        XCTAssertEqual(WrittenDate("3.5.2024"), local(2024, 5, 3))
        // A day of the week decides as well.
        XCTAssertEqual(WrittenDate("Friday, 3/5/2024"), local(2024, 5, 3))
        XCTAssertEqual(WrittenDate("Tuesday, 3/5/2024"), local(2024, 3, 5))
    }

    func testNumbersThatCanBeReadEitherWay() {
        for text in ["3/5/2024 9:12", "3-5-24", "Sunday, 3/5/2024"] {
            XCTAssertEqual(WrittenDate(text), .undecided, text)
            XCTAssertNil(WrittenDate.order(of: text))
        }
        XCTAssertEqual(WrittenDate("3/5/2024", order: .dayFirst), local(2024, 5, 3))
        XCTAssertEqual(WrittenDate("3/5/2024", order: .monthFirst), local(2024, 3, 5))
        XCTAssertEqual(WrittenDate("26/2/2024", order: .monthFirst), local(2024, 2, 26))
        XCTAssertEqual(WrittenDate.order(of: "26/02/2023"), .dayFirst)
        XCTAssertEqual(WrittenDate.order(of: "2/26/23 2:46 PM"), .monthFirst)
        XCTAssertNil(WrittenDate.order(of: "4/4/2023"))
        XCTAssertNil(WrittenDate.order(of: "99/99/2023"))
        XCTAssertNil(WrittenDate.order(of: "2023-02-26"))
    }

    func testWhatIsNoDate() {
        for text in [
            "30 february 2024 9:12", "added on some day", "", "12:30", "44983", "31/31/2024",
            "yesterday", "2024", "July 2024",
        ] {
            XCTAssertEqual(WrittenDate(text), .unknown, text)
        }
    }
}
