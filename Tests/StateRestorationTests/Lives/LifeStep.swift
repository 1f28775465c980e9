import StateRestorationTesting

/// One thing that happens in the life of an application, be it done by a person, by the machine, or
/// by chance.
///
/// The numbers stand for windows, texts and places, and are taken modulo how many there are: so each
/// step means something after whatever other steps, and a life that failed can be cut short.
enum LifeStep: Hashable, Sendable {
    // What a person does.
    case type(window: Int, text: Int, place: Int, removing: Int, String)
    case setText(window: Int, text: Int, String)
    case setNumber(window: Int, Int)
    case setWord(window: Int, String?)
    case removeValues(window: Int)
    case setTitle(window: Int, String)
    case open(isPrivate: Bool)
    case close(window: Int)
    case closeAll(pause: Int)
    case reopen(Int)
    case activate(window: Int)
    case restorePreviousSession

    // What becomes of the process, and how it begins anew.
    case flush
    case wait(milliseconds: Int)
    case end(Ending, Launch)

    // What the disk does.
    case fail(DiskFault)
    case recover

    enum Ending: Hashable, Sendable {
        case quit
        case kill
        case powerCut(PowerCut)
        /// The process ends after so many more operations, by a kill or a power cut.
        case midway(operations: Int, PowerCut?)
    }

    /// What the application does at launch; the bits of the masks stand for windows.
    enum Launch: Hashable, Sendable {
        case ordinary
        case diesBeforeCompletion(taken: Int, endsCleanly: Bool)
        case fresh
        case refused(mask: Int)
        case failed(mask: Int)
        case notTaken(mask: Int)
        case only(mask: Int, othersAreClosed: Bool)
    }

    enum DiskFault: Hashable, Sendable, CaseIterable {
        case full
        case readOnly
        case noSyncs
        case noRenames
        case noWindows
        case now
    }
}

// MARK: - Chance

extension LifeStep {
    /// Pieces of text that are awkward somewhere: to count, to join, to write, to undo.
    private static let pieces = [
        "a", "b", "word", " ", "\n", "é", "e\u{301}", "\u{301}", "🦅", "👩‍👩‍👧", "🇩🇪", "\r\n", "\"",
        "\\", "\u{0}", "\u{7F}", "\u{2028}", "ﬃ", "日本", "\u{200D}", "\u{FEFF}", "and so on, ",
    ]

    /// A life of so many steps; the same one for the same numbers.
    static func life(length: Int, seed: UInt64) -> [LifeStep] {
        var random = SeededRandomNumberGenerator(seed: seed)
        return (0..<length).map { _ in any(&random) }
    }

    private static func any(_ random: inout SeededRandomNumberGenerator) -> LifeStep {
        func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
        let window = number(0..<60)
        switch number(0..<100) {
        case 0..<30:
            let removing = number(0..<3) == 0 ? number(0..<6) : 0
            // Most people type at the end of what is there.
            let place = number(0..<2) == 0 ? -1 : number(0..<1000)
            let text = number(0..<2)
            return .type(window: window, text: text, place: place, removing: removing, piece())
        case 30..<34: return .setText(window: window, text: number(0..<2), string())
        case 34..<40: return .setNumber(window: window, number(-2..<5))
        case 40..<43: return .setWord(window: window, number(0..<3) == 0 ? nil : piece())
        case 43: return .removeValues(window: window)
        case 44..<46: return .setTitle(window: window, "title \(number(0..<100))" + piece())
        case 46..<52: return .open(isPrivate: number(0..<5) == 0)
        case 52..<57: return .close(window: window)
        case 57: return .closeAll(pause: [0, 1000, 9000, 11_000][number(0..<4)])
        case 58..<61: return .reopen(number(0..<3))
        case 61..<63: return .activate(window: window)
        case 63: return .restorePreviousSession
        case 64..<66: return .flush
        case 66..<86:
            let times = [1, 4, 20, 49, 60, 100, 300, 800, 1000, 2500, 12_000, 70_000]
            return .wait(milliseconds: times[number(0..<times.count)])
        case 86..<88: return .fail(DiskFault.allCases[number(0..<DiskFault.allCases.count)])
        case 88..<91: return .recover
        default: return .end(ending(), launch())
        }

        func piece() -> String { pieces[number(0..<pieces.count)] }

        func string() -> String {
            switch number(0..<8) {
            case 0: ""
            // So that the log outgrows the content, and the edit the history.
            case 1: String(repeating: piece(), count: number(0..<30_000))
            default: (0..<number(1..<12)).map { _ in piece() }.joined()
            }
        }

        func cut() -> PowerCut {
            let extremes = PowerCut.extremes
            return number(0..<2) == 0
                ? extremes[number(0..<extremes.count)]
                : .random(seed: UInt64(number(0..<1_000_000)))
        }

        func ending() -> Ending {
            switch number(0..<10) {
            case 0..<3: .quit
            case 3..<5: .kill
            case 5..<7: .powerCut(cut())
            default: .midway(operations: number(0..<25), number(0..<2) == 0 ? nil : cut())
            }
        }

        func launch() -> Launch {
            let mask = number(0..<256)
            return switch number(0..<16) {
            case 0..<2: .diesBeforeCompletion(taken: mask, endsCleanly: number(0..<2) == 0)
            case 2: .fresh
            case 3: .refused(mask: mask)
            case 4: .failed(mask: mask)
            case 5: .notTaken(mask: mask)
            case 6..<8: .only(mask: mask, othersAreClosed: number(0..<2) == 0)
            default: .ordinary
            }
        }
    }
}
