/// What a power cut makes of everything that was not synced.
///
/// File systems promise little about it, and differ: a write may be there in full, in part or not
/// at all; the file may have its new length, with zeros or with what the disk held before where
/// the bytes should be; and what was done later may be there without what was done earlier, a
/// rename without the content of the file it renames, for one. Only this is certain, and what the
/// model keeps to:
/// - what was synced is there;
/// - a rename is there or is not, unless one of its two directories was synced and the other not;
/// - of the changes of one and the same name a later one is not there without the earlier ones.
///
/// ```swift
/// for cut in PowerCut.extremes + (0..<10).map(PowerCut.random) {
///     let disk = files.copy()
///     disk.losePower(cut)
///     …
/// }
/// ```
public struct PowerCut: Sendable, Hashable {
    /// What becomes of the changes of names: files made, renamed, linked, removed.
    public enum NameFate: String, Sendable {
        /// None of them is there.
        case lost
        /// All of them are there.
        case kept
        /// Only the last one is there, with those before it that are about the same name.
        case newestOnly
        /// Each one is there or not.
        case random
    }

    /// What becomes of what was written to files.
    public enum ContentFate: String, Sendable {
        /// Nothing of it is there; a new file is empty.
        case lost
        /// All of it is there.
        case kept
        /// The files have their length, and zeros in it.
        case zeros
        /// The files have their length, and in it what the disk held there before.
        case garbage
        /// Only the last write to each file is there, with zeros where the others should be.
        case newestOnly
        /// Each write by itself is there, or in part, or not, or zeros, or garbage.
        case random
    }

    /// What becomes of the changes of names.
    public var names: NameFate
    /// What becomes of what was written.
    public var contents: ContentFate
    /// Where the random choices begin; the same number makes the same ones.
    public var seed: UInt64

    /// Makes a power cut.
    public init(names: NameFate, contents: ContentFate, seed: UInt64 = 0) {
        self.names = names
        self.contents = contents
        self.seed = seed
    }

    /// Leaves only what was synced: the usual case when the power fails soon.
    public static let losingEverythingUnsynced = PowerCut(names: .lost, contents: .lost)
    /// Leaves everything: the usual case when the power fails late.
    public static let keepingEverything = PowerCut(names: .kept, contents: .kept)
    /// Leaves the names and not the contents: files of no length, the fate of those who rename and
    /// do not sync.
    public static let emptyingFiles = PowerCut(names: .kept, contents: .lost)

    /// The power cuts without chance, each the worst for some mistake.
    public static let extremes = [
        losingEverythingUnsynced, keepingEverything, emptyingFiles,
        PowerCut(names: .kept, contents: .zeros),
        PowerCut(names: .kept, contents: .garbage),
        PowerCut(names: .lost, contents: .kept),
        PowerCut(names: .newestOnly, contents: .newestOnly),
    ]

    /// A mixture of everything that can happen; the same one for the same seed.
    public static func random(seed: UInt64) -> PowerCut {
        PowerCut(names: .random, contents: .random, seed: seed)
    }
}

extension PowerCut: CustomStringConvertible {
    /// The fates, and the seed where it matters.
    public var description: String {
        let isRandom = names == .random || contents == .random
        return "names \(names), contents \(contents)" + (isRandom ? ", seed \(seed)" : "")
    }
}
