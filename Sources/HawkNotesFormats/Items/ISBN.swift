/// International Standard Book Numbers.
enum ISBN {
    /// The ten or thirteen characters, if the check digit is correct.
    static func checked(_ text: String) -> String? {
        var characters = text.uppercased().filter { $0.isASCII && ($0.isNumber || $0 == "X") }
        // Spreadsheets treat it as a number and drop a leading zero.
        if characters.count == 9 { characters = "0" + characters }
        let digits = characters.compactMap { $0 == "X" ? 10 : $0.wholeNumberValue }
        switch digits.count {
        case 10:
            let sum = digits.enumerated().reduce(0) { $0 + (10 - $1.offset) * $1.element }
            return sum % 11 == 0 && !digits.dropLast().contains(10) ? characters : nil
        case 13:
            let sum = digits.enumerated().reduce(0) {
                $0 + ($1.offset % 2 == 0 ? 1 : 3) * $1.element
            }
            return sum % 10 == 0 && !digits.contains(10) ? characters : nil
        default:
            return nil
        }
    }
}
