import Foundation

/// Whether to try every case there is, instead of a sample: with `HAWK_NOTES_EXHAUSTIVE` in the environment.
public let isExhaustive = ProcessInfo.processInfo.environment["HAWK_NOTES_EXHAUSTIVE"] != nil
