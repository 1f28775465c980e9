// The entry of libFuzzer for formats: `meson-helpers/fuzz NAME` builds this file into one module with the
// formats and `FormatProperties.swift`, and runs it. It belongs to no target of the package.

import Foundation

private let environment = ProcessInfo.processInfo.environment
private let format = ImportFormatName(rawValue: environment["HAWK_NOTES_FUZZED_FORMAT"] ?? "")
#if DATABASES
    private let formats: [any ImportFormat] = [SeriesFileFormat(), KoboFormat()]
#else
    private let formats = Importer.formats
#endif
private let library = ImportLibrary(paths: [environment["HAWK_NOTES_FUZZED_LIBRARY"] ?? ""])

/// Gives one input to the format that the environment names.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let format else { fatalError("HAWK_NOTES_FUZZED_FORMAT names no format") }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    // Stopping is how libFuzzer is told of a finding.
    let violation = FormatProperties.violation(bytes, as: format, library: library, among: formats)
    if let violation {
        fatalError(violation)
    }
    return 0
}
