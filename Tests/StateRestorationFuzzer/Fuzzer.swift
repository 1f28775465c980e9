// The entry of libFuzzer: `meson-helpers/fuzz` builds this file into one module with the library and
// `DecoderProperties.swift`, and runs it. It belongs to no target of the package.

/// Gives one input to everything that reads what comes in from outside.
///
/// The same bytes as a state file are also read with right checksums, which a fuzzer would never
/// hit upon.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let violation =
        DecoderProperties.violation(input: bytes)
        ?? DecoderProperties.violation(stateFile: withRightChecksums(bytes))
    // Stopping is how libFuzzer is told of a finding.
    if let violation { fatalError(violation) }
    return 0
}

private func withRightChecksums(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for line in bytes.split(separator: 0x0A) {
        let json = line.dropFirst(9)
        Checksum.appendHex(json.withUnsafeBufferPointer(Checksum.crc32), to: &result)
        result.append(UInt8(ascii: " "))
        result += json
        result.append(0x0A)
    }
    return result
}
