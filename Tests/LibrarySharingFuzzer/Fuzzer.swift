// The entry of libFuzzer for shared files: `meson-helpers/fuzz sharing` builds this file into one module with
// the library and `SharedFileProperties.swift`, and runs it. It belongs to no target of the package.

/// Gives one input to the reader, as it is and as a whole file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let violation =
        SharedFileProperties.violation(bytes)
        ?? SharedFileProperties.violation(SharedFileProperties.whole(bytes))
    // Stopping is how libFuzzer is told of a finding.
    if let violation { fatalError(violation) }
    return 0
}
