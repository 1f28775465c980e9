/// A book's list of encrypted files: those that cannot be read.
///
/// The list also contains obfuscated fonts, which are not protected: only their first bytes are
/// changed, so that they cannot be copied from the book.
struct BookProtection {
    /// Names of files, as keys of `BookNames`.
    private(set) var locked: Set<String> = []
    /// The protection scheme, if known.
    private(set) var scheme: String?

    private static let scrambling: Set<String> = [
        "http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC",
    ]

    /// Nothing is protected.
    init() {}

    /// - Parameter root: the folder of the archive that contains the book.
    init(_ bytes: [UInt8], root: String, run: ImportRun, file: String) throws {
        let document = XMLDocument(run: run, file: file)
        let parser = try document.read(bytes, into: Parser()) { $0.take($1) }
        // Relative to the root of the book, regardless of the file that names them.
        locked = Set(
            parser.names.prefix(run.limits.entryCount).compactMap { name in
                BookPath.name(String(name.drop { $0 == "/" }), beside: "\(root)book")
            }.map(BookNames.key)
        )
        scheme = parser.scheme
    }

    private struct Parser {
        var names: [String] = []
        var scheme: String?
        private var algorithm: String?
        private var name: String?

        mutating func take(_ event: XMLDocument.Event) {
            switch event {
            case .start("EncryptedData", _):
                algorithm = nil
                name = nil
            case .start("EncryptionMethod", let attributes):
                // A key inside has its own algorithm.
                algorithm = algorithm ?? attributes["Algorithm"]
            case .start("resource", _):
                scheme = scheme ?? "Adobe ADEPT"
            case .start("RetrievalMethod", let attributes):
                if attributes["URI"]?.contains("license.lcpl") ?? false {
                    scheme = scheme ?? "Readium LCP"
                }
            case .start("CipherReference", let attributes):
                name = attributes["URI"]
            case .end("EncryptedData"):
                let algorithm = algorithm ?? ""
                guard !BookProtection.scrambling.contains(algorithm) else { return }
                if algorithm.contains("itunes.apple.com") { scheme = scheme ?? "Apple FairPlay" }
                if let name { names.append(name) }
            case .start, .end, .text: break
            }
        }
    }
}
