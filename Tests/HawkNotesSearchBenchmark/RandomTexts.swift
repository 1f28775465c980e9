import StateRestorationTesting

/// Texts of words in six scripts, of which each is as frequent as in real texts (Zipf's law).
struct RandomTexts {
    private static let alphabets: [(letters: [String], share: Int)] = [
        ("e t a o i n s h r d l c u m w f g y p b v k".split(separator: " ").map(String.init), 10),
        ("e n i s r a t d h u l c g m o b w ä ö ü ß é".split(separator: " ").map(String.init), 4),
        (
            "о е а и н т с р в л к м д п у я ы ь г з б ч й ё".split(separator: " ").map(
                String.init
            ), 3
        ),
        ("α ε ο ι τ ν σ ρ κ π υ λ μ η ς ω ά έ".split(separator: " ").map(String.init), 1),
        ("ا ل ي م و ن ر ت ب ة ع د س ف ه ك ق أ ح ج".split(separator: " ").map(String.init), 1),
        ("影 空 三 部 作 登 場 人 物 鷹 の を 追 う 少 女 は 手 紙".split(separator: " ").map(String.init), 1),
    ]
    private static let vocabularySize = 20_000

    /// The words of each script, the most frequent first.
    let vocabularies: [[String]]
    private let cumulated: [Double]
    private var numbers: SeededRandomNumberGenerator

    init(seed: Int) {
        var numbers = SeededRandomNumberGenerator(seed: UInt64(seed))
        vocabularies = Self.alphabets.map { alphabet in
            var words: [String] = []
            var known: Set<String> = []
            while words.count < Self.vocabularySize {
                // Frequent words are short.
                let length = Int.random(in: 1...3 + words.count / 2000, using: &numbers)
                let word = (0..<length + (words.count > 20 ? 1 : 0)).map { _ in
                    // So are letters more or less frequent.
                    let place = Double.random(in: 0..<1, using: &numbers)
                    return alphabet.letters[Int(place * place * Double(alphabet.letters.count))]
                }.joined()
                if known.insert(word).inserted { words.append(word) }
            }
            return words
        }
        var sum = 0.0
        cumulated = (1...Self.vocabularySize).map { rank in
            sum += 1 / Double(rank)
            return sum
        }
        self.numbers = numbers
    }

    mutating func text() -> String {
        let scripts = Self.alphabets.indices.flatMap { index in
            Array(repeating: index, count: Self.alphabets[index].share)
        }
        let script = scripts.randomElement(using: &numbers) ?? 0
        let count = Int.random(in: 4...44, using: &numbers)
        return (0..<count).map { _ in word(script) }.joined(separator: " ") + "."
    }

    private mutating func word(_ script: Int) -> String {
        let wanted = Double.random(in: 0..<(cumulated.last ?? 1), using: &numbers)
        var (low, high) = (0, cumulated.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if cumulated[middle] < wanted { low = middle + 1 } else { high = middle }
        }
        return vocabularies[script][low]
    }

    /// A number of words of the first scripts, the most frequent and others, and all their beginnings.
    mutating func prefixes(ofWords count: Int) -> [String] {
        var words: [String] = []
        for script in 0..<3 {
            words += vocabularies[script].prefix(count / 6)
            words += vocabularies[script].shuffled(using: &numbers).prefix(count / 6)
        }
        return words.flatMap { word in word.indices.map { String(word[...$0]) } }
    }

    /// Several of the most frequent words of the first script.
    mutating func frequentWords(_ count: Int, among most: Int = 40) -> String {
        vocabularies[0].prefix(most).shuffled(using: &numbers).prefix(count).joined(separator: " ")
    }
}
