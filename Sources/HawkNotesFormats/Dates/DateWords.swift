import Foundation

/// The words of dates in the languages that devices and spreadsheets write.
///
/// No word has two meanings as a month or day of the week, so the language need not be known.
/// Croatian is missing for that reason: its word for October is the word for November in Polish and
/// Czech.
enum DateWords {
    /// The words of one language. Forms of one word are separated by spaces.
    struct Language {
        /// The BCP 47 code.
        var code: String
        /// From January on. Chinese, Japanese and Korean number them.
        var months: [String] = []
        /// From Monday on.
        var weekdays: [String] = []
        /// Words after a time, without their spaces and dots.
        var behind: [Half: [String]] = [:]
        /// Words before a time.
        var before: [Half: [String]] = [:]
    }

    /// The half of the day of a twelve-hour time.
    enum Half: CaseIterable {
        case morning, noon, afternoon, night
    }

    static let languages: [Language] = [
        Language(
            code: "en",
            months: [
                "january jan", "february feb", "march mar", "april apr", "may", "june jun",
                "july jul", "august aug", "september sept sep", "october oct", "november nov",
                "december dec",
            ],
            weekdays: [
                "monday mon", "tuesday tue", "wednesday wed", "thursday thu", "friday fri",
                "saturday sat", "sunday sun",
            ],
            behind: [.morning: ["am"], .afternoon: ["pm"]]
        ),
        Language(
            code: "de",
            months: [
                "januar jänner", "februar feber", "märz mär", "april", "mai", "juni", "juli",
                "august", "september", "oktober okt", "november", "dezember dez",
            ],
            weekdays: [
                "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag sonnabend",
                "sonntag",
            ],
            behind: [.morning: ["vorm"], .afternoon: ["nachm"]]
        ),
        Language(
            code: "fr",
            months: [
                "janvier janv", "février févr", "mars", "avril avr", "mai", "juin",
                "juillet juil", "août", "septembre", "octobre", "novembre", "décembre",
            ],
            weekdays: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
            behind: [
                .morning: ["dumatin"], .afternoon: ["delaprèsmidi", "del’aprèsmidi"],
                .night: ["dusoir"],
            ]
        ),
        Language(
            code: "es",
            months: [
                "enero ene", "febrero", "marzo", "abril abr", "mayo", "junio", "julio",
                "agosto ago", "septiembre setiembre", "octubre", "noviembre", "diciembre dic",
            ],
            weekdays: ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
            behind: [
                .morning: ["delamañana", "delamadrugada"], .afternoon: ["delatarde"],
                .night: ["delanoche"],
            ]
        ),
        Language(
            code: "it",
            months: [
                "gennaio gen", "febbraio", "marzo", "aprile", "maggio mag", "giugno giu",
                "luglio lug", "agosto", "settembre set", "ottobre ott", "novembre", "dicembre",
            ],
            weekdays: [
                "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica",
            ],
            behind: [
                .morning: ["dimattina", "delmattino"], .afternoon: ["delpomeriggio"],
                .night: ["disera", "dellasera", "dinotte"],
            ]
        ),
        Language(
            code: "pt",
            months: [
                "janeiro", "fevereiro fev", "março", "abril", "maio", "junho", "julho", "agosto",
                "setembro", "outubro out", "novembro", "dezembro",
            ],
            weekdays: ["segunda", "terça", "quarta", "quinta", "sexta", "sábado", "domingo"],
            behind: [.morning: ["damanhã"], .afternoon: ["datarde"], .night: ["danoite"]]
        ),
        Language(
            code: "nl",
            months: [
                "januari", "februari", "maart mrt", "april", "mei", "juni", "juli", "augustus",
                "september", "oktober", "november", "december",
            ],
            weekdays: [
                "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag",
            ],
            behind: [
                .morning: ["sochtends", "smorgens"], .afternoon: ["smiddags"], .night: ["savonds"],
            ]
        ),
        Language(
            code: "ru",
            months: [
                "января январь", "февраля февраль", "марта март", "апреля апрель", "мая май",
                "июня июнь", "июля июль", "августа август", "сентября сентябрь",
                "октября октябрь", "ноября ноябрь", "декабря декабрь",
            ],
            weekdays: [
                "понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье",
            ],
            behind: [.morning: ["утра"], .afternoon: ["дня"], .night: ["вечера", "ночи"]]
        ),
        Language(
            code: "zh",
            before: [
                .morning: ["上午", "凌晨", "早上", "清晨"], .noon: ["中午"],
                .afternoon: ["下午", "傍晚"], .night: ["晚上", "夜里", "夜裡"],
            ]
        ),
        Language(code: "ja", before: [.morning: ["午前"], .afternoon: ["午後"]]),
        Language(code: "ko", before: [.morning: ["오전"], .afternoon: ["오후"]]),
        Language(
            code: "pl",
            months: [
                "stycznia styczeń", "lutego luty", "marca marzec", "kwietnia kwiecień",
                "maja maj", "czerwca czerwiec", "lipca lipiec", "sierpnia sierpień",
                "września wrzesień", "października październik", "listopada listopad",
                "grudnia grudzień",
            ],
            weekdays: [
                "poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota", "niedziela",
            ]
        ),
        Language(
            code: "cs",
            months: [
                "ledna leden", "února únor", "března březen", "dubna duben", "května květen",
                "června červen", "července červenec", "srpna srpen", "září", "října říjen",
                "listopadu listopad", "prosince prosinec",
            ],
            weekdays: ["pondělí", "úterý", "středa", "čtvrtek", "pátek", "sobota", "neděle"]
        ),
        Language(
            code: "sv",
            months: [
                "januari", "februari", "mars", "april", "maj", "juni", "juli", "augusti",
                "september", "oktober", "november", "december",
            ],
            weekdays: ["måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag"]
        ),
        Language(
            code: "da",
            months: [
                "januar", "februar", "marts", "april", "maj", "juni", "juli", "august",
                "september", "oktober", "november", "december",
            ],
            weekdays: ["mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lørdag", "søndag"]
        ),
        Language(
            code: "nb",
            months: [
                "januar", "februar", "mars", "april", "mai", "juni", "juli", "august",
                "september", "oktober", "november", "desember",
            ],
            weekdays: ["mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lørdag", "søndag"]
        ),
        Language(
            code: "fi",
            months: [
                "tammikuuta tammikuu", "helmikuuta helmikuu", "maaliskuuta maaliskuu",
                "huhtikuuta huhtikuu", "toukokuuta toukokuu", "kesäkuuta kesäkuu",
                "heinäkuuta heinäkuu", "elokuuta elokuu", "syyskuuta syyskuu",
                "lokakuuta lokakuu", "marraskuuta marraskuu", "joulukuuta joulukuu",
            ],
            weekdays: [
                "maanantai maanantaina", "tiistai tiistaina", "keskiviikko keskiviikkona",
                "torstai torstaina", "perjantai perjantaina", "lauantai lauantaina",
                "sunnuntai sunnuntaina",
            ]
        ),
        Language(
            code: "tr",
            months: [
                "ocak", "şubat", "mart", "nisan", "mayıs", "haziran", "temmuz", "ağustos",
                "eylül", "ekim", "kasım", "aralık",
            ],
            weekdays: ["pazartesi", "salı", "çarşamba", "perşembe", "cuma", "cumartesi", "pazar"]
        ),
        Language(
            code: "uk",
            months: [
                "січня січень", "лютого лютий", "березня березень", "квітня квітень",
                "травня травень", "червня червень", "липня липень", "серпня серпень",
                "вересня вересень", "жовтня жовтень", "листопада листопад", "грудня грудень",
            ],
            weekdays: [
                "понеділок", "вівторок", "середа", "четвер", "п’ятниця", "субота", "неділя",
            ]
        ),
        Language(
            code: "hu",
            months: [
                "január", "február", "március", "április", "május", "június", "július",
                "augusztus", "szeptember", "október", "november", "december",
            ],
            weekdays: ["hétfő", "kedd", "szerda", "csütörtök", "péntek", "szombat", "vasárnap"]
        ),
    ]

    // MARK: - Looking up

    /// The meaning of a word in any of the languages.
    struct Meaning {
        /// From 1; nil if the word is not a month.
        var month: Int?
        /// From 0 for Monday; nil if the word is not a day of the week.
        var weekday: Int?
        /// Whether the month's word is a day of the week in another language. It only counts as a
        /// month if no other month is named.
        var isDoubtful = false
    }

    /// The meaning of a folded word; nil if none of the languages has it.
    static func meaning(_ word: DateText) -> Meaning? { meanings[word] }

    /// The half of the day of a time, from the folded text on both sides.
    static func half(before: DateText, behind: DateText) -> Half? {
        let letters = behind.filter(\.isLetter)
        if !letters.isEmpty {
            for (word, half) in wordsBehind where letters.starts(with: word) { return half }
        }
        // Only East Asian languages put the word before the time.
        guard before.contains(where: { $0.value >= 0x1100 }) else { return nil }
        return wordsBefore.first { before.firstRange(ofWord: $0.word) != nil }?.half
    }

    /// The text without case, accents and width of letters.
    static func folded(_ text: String) -> String {
        // A fast path: most words of large files are ASCII.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
            locale: nil
        )
    }

    /// The folded text as scalars, one for each letter.
    static func scalars(_ text: String) -> DateText {
        let folded = folded(text)
        let isASCII = folded.utf8.allSatisfy { $0 < 0x80 }
        let composed = isASCII ? folded : folded.precomposedStringWithCanonicalMapping
        return DateText(composed.unicodeScalars)
    }

    private static let doubtfulMonths = ["mar"]
    private static let meanings = table()
    private static let wordsBehind = halves { $0.behind }
    private static let wordsBefore = halves { $0.before }

    private static func table() -> [DateText: Meaning] {
        var result: [DateText: Meaning] = [:]
        func add(_ words: [String], _ body: (Int, inout Meaning) -> Void) {
            for (index, forms) in words.enumerated() {
                for form in forms.split(separator: " ") {
                    body(index, &result[scalars(String(form)), default: Meaning()])
                }
            }
        }
        for language in languages {
            add(language.months) { $1.month = $0 + 1 }
            add(language.weekdays) { $1.weekday = $0 }
        }
        for word in doubtfulMonths { result[scalars(word)]?.isDoubtful = true }
        return result
    }

    private static func halves(
        _ words: (Language) -> [Half: [String]]
    ) -> [(word: DateText, half: Half)] {
        languages.flatMap { language in
            words(language).flatMap { half, words in
                words.map { (DateText(scalars($0).filter(\.isLetter)), half) }
            }
        }
    }
}

/// The folded text of a date, or a part of it. Scalars, because finding the boundaries of
/// characters would dominate the time for very many dates.
typealias DateText = ArraySlice<Unicode.Scalar>

extension DateText {
    /// The first occurrence of a word, regardless of the text around it.
    func firstRange(ofWord word: DateText) -> Range<Int>? {
        guard let first = word.first else { return nil }
        var rest = self
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: word) { return start..<start + word.count }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// The number that the digits form; nil if there are none, or if it overflows.
    var number: Int? {
        guard !isEmpty else { return nil }
        var result = 0
        for digit in self {
            guard digit.isDigit else { return nil }
            let (tens, isTooLarge) = result.multipliedReportingOverflow(by: 10)
            let (sum, isOver) = tens.addingReportingOverflow(Int(digit.value) - 0x30)
            if isTooLarge || isOver { return nil }
            result = sum
        }
        return result
    }
}

extension Unicode.Scalar {
    /// An ASCII digit.
    var isDigit: Bool { ("0"..."9").contains(self) }

    var isLetter: Bool {
        isASCII ? ("a"..."z").contains(self) || ("A"..."Z").contains(self) : properties.isAlphabetic
    }

    /// A numeral of any script.
    var isNumber: Bool { isASCII ? isDigit : properties.numericType != nil }
}
