import Foundation

/// Whether to try every case there is, instead of a sample: with `HAWK_NOTES_EXHAUSTIVE` in the environment.
public let isExhaustive = ProcessInfo.processInfo.environment["HAWK_NOTES_EXHAUSTIVE"] != nil

/// Whether a sample is as large as that of `.ci/run`: with `HAWK_NOTES_HOSTILE` in the environment, which
/// says the same to the journeys.
private let isLarger = ["more", "all"].contains(
    ProcessInfo.processInfo.environment["HAWK_NOTES_HOSTILE"]
)

/// What a run takes of three numbers of cases.
///
/// - Parameters:
///   - few: for the ordinary run.
///   - more: for `.ci/run`.
///   - all: for the exhaustive one.
public func sample<Number>(few: Number, more: Number, all: Number) -> Number {
    isExhaustive ? all : isLarger ? more : few
}
