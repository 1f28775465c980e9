import Foundation

/// Whether to try every case there is, instead of a sample: with `HAWK_NOTES_EXHAUSTIVE` in the environment.
public let isExhaustive = ProcessInfo.processInfo.environment["HAWK_NOTES_EXHAUSTIVE"] != nil

/// Whether a sample is larger than an ordinary one: with `HAWK_NOTES_HOSTILE` in the environment, which
/// says the same to the journeys.
private let isLarger = ["more", "all"].contains(
    ProcessInfo.processInfo.environment["HAWK_NOTES_HOSTILE"]
)

/// What a run takes of three numbers or lists of cases.
///
/// - Parameters:
///   - few: for the ordinary run.
///   - more: for a larger one.
///   - all: for the exhaustive one.
public func sample<Cases>(few: Cases, more: Cases, all: Cases) -> Cases {
    isExhaustive ? all : isLarger ? more : few
}

/// The seeds of random cases: those of the sample, or the ones in `HAWK_NOTES_SEEDS`, such as `200-399`, so
/// that a long run can be divided.
public func seeds(few: Int, more: Int, all: Int) -> Range<Int> {
    let ends = ProcessInfo.processInfo.environment["HAWK_NOTES_SEEDS"]?.split(separator: "-")
        .compactMap { Int($0) }
    if let ends, ends.count == 2, ends[0] <= ends[1] { return ends[0]..<ends[1] + 1 }
    return 0..<sample(few: few, more: more, all: all)
}
