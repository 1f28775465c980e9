import Foundation

/// The kind of a book's cover: a picture, or a drawing or page that contains one.
enum BookCover {
    /// The file itself is shown.
    case itself
    /// Another file is shown, given by its address relative to this one.
    case file(String)
    /// A picture that is embedded in the drawing.
    case picture([UInt8])
    /// It cannot be shown.
    case nothing(ImportProblem.Reason)
    /// A page without a picture.
    case page

    init(_ bytes: [UInt8], run: ImportRun, file: String) throws {
        let kind = PictureKind(beginning: bytes)
        guard kind == nil || kind == .svg, XMLText(Array(bytes.prefix(512))) != nil else {
            self = kind == nil ? .nothing(.notAPicture) : .itself
            return
        }
        let limit = run.limits.wholeFileSize
        guard bytes.count <= limit else {
            self = .nothing(.fileTooLarge(size: bytes.count, limit: limit))
            return
        }
        // Most drawings contain no pictures, and may have syntax that is not parsed here.
        if kind == .svg, !Self.mayShowPictures(bytes) {
            self = .itself
            return
        }
        let document = XMLDocument(run: run, file: file)
        let shown = try document.read(bytes, into: ShownPictures()) { $0.take($1) }
        switch (shown.isDrawing, shown.addresses.first) {
        case (true, nil): self = .itself
        case (false, nil): self = .page
        case (true, _?) where shown.addresses.count > 1: self = .nothing(.drawnOfPictures)
        case (_, let address?): self = Self.cover(at: address, run)
        }
    }

    private static func mayShowPictures(_ bytes: [UInt8]) -> Bool {
        let text = Data(bytes)
        return ["<image", ":image"].contains { text.range(of: Data($0.utf8)) != nil }
    }

    private static func cover(at address: String, _ run: ImportRun) -> BookCover {
        let address = address.trimmed
        guard address.lowercased().hasPrefix("data:") else {
            // An address with a scheme is external, and nothing is downloaded.
            let start = address.prefix { $0 != ":" && $0 != "/" }
            let isElsewhere = address.dropFirst(start.count).first == ":"
            return isElsewhere || address.hasPrefix("//")
                ? .nothing(.drawnOfPictures) : .file(address)
        }
        guard let comma = address.firstIndex(of: ","),
            address[..<comma].lowercased().hasSuffix(";base64"),
            let data = Data(
                base64Encoded: String(address[address.index(after: comma)...]),
                options: .ignoreUnknownCharacters
            )
        else { return .nothing(.notAPicture) }
        guard data.count <= run.limits.pictureSize else {
            return .nothing(.fileTooLarge(size: data.count, limit: run.limits.pictureSize))
        }
        return .picture(Array(data))
    }
}

/// The addresses of the pictures in a drawing or page.
private struct ShownPictures {
    var isDrawing = false
    var addresses: [String] = []
    private var isInside = false

    mutating func take(_ event: XMLDocument.Event) {
        guard case .start(let name, let attributes) = event else { return }
        if !isInside { isDrawing = name == "svg" }
        isInside = true
        // More than one is all that matters.
        guard addresses.count < 2 else { return }
        switch name {
        case "image": if let address = attributes["href"] { addresses.append(address) }
        case "img": if let address = attributes["src"] { addresses.append(address) }
        default: break
        }
    }
}
