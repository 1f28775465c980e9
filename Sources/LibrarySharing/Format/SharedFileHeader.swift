import Foundation

/// The first line of a file.
package struct SharedFileHeader: Hashable, Sendable {
    /// The format that this version writes.
    package static let format: Int64 = 1

    /// The format of the file.
    package var format = Self.format
    /// The oldest format whose readers may read it.
    package var oldestReader = Self.format
    /// The library, as the folder is called.
    package var library: UUID
    /// The device that wrote the file.
    package var device: UInt64
    /// The name of that computer.
    package var name: String
    /// The number of the file among those of the device.
    package var number: Int64
    /// Milliseconds since 1970, by the clock of the device.
    package var time: Int64
    /// The count of commits when changes began to have stamps in the library that wrote the file. Of
    /// two values without stamps, that with the higher count is the later one.
    package var stampedSince: Int64
    /// What the file has; nil for records. Others are not read.
    package var content: String?
    /// How the rest is encrypted; nil if it is not. No version yet can read what is.
    package var cipher: String?

    package init(
        library: UUID,
        device: UInt64,
        name: String,
        number: Int64,
        time: Int64,
        stampedSince: Int64
    ) {
        self.library = library
        self.device = device
        self.name = name
        self.number = number
        self.time = time
        self.stampedSince = stampedSince
    }

    /// At most this many bytes of a name are written and read.
    private static let nameSize = 200

    /// The line as JSON.
    var json: [UInt8] {
        var bytes = Array("{\"hawk\":\(format),\"oldest\":\(oldestReader),\"library\":".utf8)
        SharedJSONWriter.append(library.uuidString.lowercased(), to: &bytes)
        bytes += ",\"device\":\"\(Hexadecimal.encode(device))\",\"name\":".utf8
        SharedJSONWriter.append(Self.shortened(name), to: &bytes)
        bytes += ",\"number\":\(number),\"time\":\(time),\"since\":\(stampedSince)".utf8
        if let content {
            bytes += ",\"content\":".utf8
            SharedJSONWriter.append(content, to: &bytes)
        }
        if let cipher {
            bytes += ",\"cipher\":".utf8
            SharedJSONWriter.append(cipher, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private static func shortened(_ name: String) -> String {
        // Not letter by letter: one letter may have any number of bytes.
        var size = 0
        let end = name.unicodeScalars.firstIndex { scalar in
            size += UTF8.width(scalar)
            return size > nameSize
        }
        return String(name.unicodeScalars[..<(end ?? name.endIndex)])
    }

    /// What the first line of a file says.
    enum Reading {
        case header(SharedFileHeader)
        /// The file is not one of ours.
        case other
        /// It needs a reader of this format.
        case newer(Int64)
    }

    static func read(_ members: [SharedJSON.Member]) -> Reading {
        let json = SharedJSON.object(members)
        guard members.first?.name == "hawk", let format = json["hawk"]?.int, format > 0,
            let oldest = json["oldest"]?.int
        else { return .other }
        if oldest > Self.format { return .newer(format) }
        guard let library = json["library"]?.string.flatMap(UUID.init(uuidString:)),
            let device = json["device"]?.string.flatMap(Hexadecimal.number),
            let name = json["name"]?.string, let number = json["number"]?.int, number >= 0,
            let time = json["time"]?.int, let since = json["since"]?.int
        else { return .other }
        var header = SharedFileHeader(
            library: library,
            device: device,
            name: shortened(name),
            number: number,
            time: time,
            stampedSince: since
        )
        (header.format, header.oldestReader) = (format, oldest)
        header.content = json["content"]?.string
        header.cipher = json["cipher"]?.string
        if json["content"] != nil, header.content == nil { return .other }
        if json["cipher"] != nil { header.cipher = header.cipher ?? "" }
        return .header(header)
    }
}

/// The last line of a file: without it, nothing in the file counts.
struct SharedFileEnd: Hashable, Sendable {
    /// The number of records.
    var count: Int
    /// The SHA-256 of all bytes before the line.
    var digest: [UInt8]

    init(count: Int, digest: [UInt8]) {
        self.count = count
        self.digest = digest
    }

    var json: [UInt8] {
        Array("{\"end\":\(count),\"sha256\":\"\(Hexadecimal.encode(digest))\"}".utf8)
    }

    /// - Returns: nil if the line is another one.
    init?(_ members: [SharedJSON.Member]) {
        let json = SharedJSON.object(members)
        guard members.first?.name == "end", let count = json["end"]?.int, count >= 0,
            let digest = json["sha256"]?.string.flatMap(Hexadecimal.bytes), digest.count == 32
        else { return nil }
        self.init(count: Int(count), digest: digest)
    }
}
