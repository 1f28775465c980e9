/// Reports are stored with their imports: the encoding must stay readable.
///
/// A reason is encoded as `{"textTooLong":{"limit":1024}}`, like a synthesized conformance. It is
/// written by hand because the compiler would generate several types for each reason, which are a
/// large part of the program.
extension ImportProblem.Reason: Codable {
    /// - Throws: `DecodingError`, including for reasons of newer versions.
    public init(from decoder: any Decoder) throws {
        self = try Self.decoded(try CodedCase(from: decoder))
    }

    /// Encodes the name and its values; the format must never change.
    public func encode(to encoder: any Encoder) throws { try coded.encode(to: encoder) }

    private var coded: CodedCase {
        switch self {
        case .fileTooLarge(let size, let limit):
            CodedCase("fileTooLarge", ["size": .number(size), "limit": .number(limit)])
        case .textTooLong(let limit): CodedCase("textTooLong", ["limit": .number(limit)])
        case .tooDeep(let limit): CodedCase("tooDeep", ["limit": .number(limit)])
        case .tooMany(let limit): CodedCase("tooMany", ["limit": .number(limit)])
        case .unreadable(let errno): CodedCase("unreadable", ["errno": .number(Int(errno))])
        case .notAFile: CodedCase("notAFile")
        case .unsafePath(let path): CodedCase("unsafePath", path)
        case .duplicateName(let name): CodedCase("duplicateName", name)
        case .encrypted: CodedCase("encrypted")
        case .unpacksTooLarge(let limit): CodedCase("unpacksTooLarge", ["limit": .number(limit)])
        case .declaresEntities: CodedCase("declaresEntities")
        case .damaged: CodedCase("damaged")
        case .partlyDamaged: CodedCase("partlyDamaged")
        case .keptChanging: CodedCase("keptChanging")
        case .newerVersion: CodedCase("newerVersion")
        case .nothingInIt: CodedCase("nothingInIt")
        case .notAPicture: CodedCase("notAPicture")
        case .missingFile(let name): CodedCase("missingFile", name)
        case .protectedBySeller(let seller): CodedCase("protectedBySeller", seller)
        case .drawnOfPictures: CodedCase("drawnOfPictures")
        case .noTitle: CodedCase("noTitle")
        case .missingColumn(let name): CodedCase("missingColumn", name)
        case .bookmark: CodedCase("bookmark")
        case .shorterCopy: CodedCase("shorterCopy")
        case .copyOfLonger(let line): CodedCase("copyOfLonger", ["line": .number(line)])
        case .olderVersion(let line): CodedCase("olderVersion", ["line": .number(line)])
        case .repeated: CodedCase("repeated")
        case .leftOut(let kind, let count, let example):
            CodedCase(
                "leftOut",
                [
                    CodedCase.unnamed: .other(kind.coded), "count": .number(count),
                    "example": .text(example),
                ]
            )
        case .repaired(let repair): CodedCase("repaired", repair.rawValue)
        case .otherName(let wanted, let found):
            CodedCase("otherName", ["wanted": .text(wanted), "found": .text(found)])
        case .namedAfterFile(let name): CodedCase("namedAfterFile", name)
        case .endsEarly: CodedCase("endsEarly")
        case .guessedEncoding: CodedCase("guessedEncoding")
        case .brokenText: CodedCase("brokenText")
        case .unknownLine(let line): CodedCase("unknownLine", line)
        case .unknownDate(let date): CodedCase("unknownDate", date)
        case .keptDetails: CodedCase("keptDetails")
        case .undecidedDate(let date): CodedCase("undecidedDate", date)
        case .clippingLimit: CodedCase("clippingLimit")
        case .refusedAddress(let address): CodedCase("refusedAddress", address)
        case .unknownValue(let field, let value):
            CodedCase("unknownValue", ["field": .text(field), "value": .text(value)])
        }
    }

    private static func decoded(_ coded: CodedCase) throws -> Self {
        switch coded.name {
        case "fileTooLarge":
            .fileTooLarge(size: try coded.number("size"), limit: try coded.number("limit"))
        case "textTooLong": .textTooLong(limit: try coded.number("limit"))
        case "tooDeep": .tooDeep(limit: try coded.number("limit"))
        case "tooMany": .tooMany(limit: try coded.number("limit"))
        case "unreadable": .unreadable(errno: Int32(clamping: try coded.number("errno")))
        case "notAFile": .notAFile
        case "unsafePath": .unsafePath(try coded.text())
        case "duplicateName": .duplicateName(try coded.text())
        case "encrypted": .encrypted
        case "unpacksTooLarge": .unpacksTooLarge(limit: try coded.number("limit"))
        case "declaresEntities": .declaresEntities
        case "damaged": .damaged
        case "partlyDamaged": .partlyDamaged
        case "keptChanging": .keptChanging
        case "newerVersion": .newerVersion
        case "nothingInIt": .nothingInIt
        case "notAPicture": .notAPicture
        case "missingFile": .missingFile(try coded.text())
        case "protectedBySeller": .protectedBySeller(coded.isEmpty ? nil : try coded.text())
        case "drawnOfPictures": .drawnOfPictures
        case "noTitle": .noTitle
        case "missingColumn": .missingColumn(try coded.text())
        case "bookmark": .bookmark
        case "shorterCopy": .shorterCopy
        case "copyOfLonger": .copyOfLonger(line: try coded.number("line"))
        case "olderVersion": .olderVersion(line: try coded.number("line"))
        case "repeated": .repeated
        case "leftOut":
            .leftOut(
                try .decoded(try coded.other()),
                count: try coded.number("count"),
                example: try coded.text("example")
            )
        case "repaired":
            if let repair = ImportProblem.Repair(rawValue: try coded.text()) {
                .repaired(repair)
            } else {
                throw coded.unknown
            }
        case "otherName":
            .otherName(wanted: try coded.text("wanted"), found: try coded.text("found"))
        case "namedAfterFile": .namedAfterFile(try coded.text())
        case "endsEarly": .endsEarly
        case "guessedEncoding": .guessedEncoding
        case "brokenText": .brokenText
        case "unknownLine": .unknownLine(try coded.text())
        case "unknownDate": .unknownDate(try coded.text())
        case "keptDetails": .keptDetails
        case "undecidedDate": .undecidedDate(try coded.text())
        case "clippingLimit": .clippingLimit
        case "refusedAddress": .refusedAddress(try coded.text())
        case "unknownValue":
            .unknownValue(field: try coded.text("field"), value: try coded.text("value"))
        default: throw coded.unknown
        }
    }
}

extension ImportProblem.Kind {
    fileprivate var coded: CodedCase {
        switch self {
        case .column(let name): CodedCase("column", name)
        case .key(let key): CodedCase("key", key)
        case .bookmark: CodedCase("bookmark")
        case .quarterStars: CodedCase("quarterStars")
        case .discarded: CodedCase("discarded")
        case .heading: CodedCase("heading")
        case .field(let name): CodedCase("field", name)
        case .form: CodedCase("form")
        case .emptyFile: CodedCase("emptyFile")
        case .emptySection: CodedCase("emptySection")
        case .backupCopy: CodedCase("backupCopy")
        case .pictureInNote: CodedCase("pictureInNote")
        case .highlightLink: CodedCase("highlightLink")
        case .trashed: CodedCase("trashed")
        case .programData: CodedCase("programData")
        case .besideNotes: CodedCase("besideNotes")
        case .handwriting: CodedCase("handwriting")
        case .bookWithoutNotes: CodedCase("bookWithoutNotes")
        }
    }

    fileprivate static func decoded(_ coded: CodedCase) throws -> Self {
        switch coded.name {
        case "column": .column(try coded.text())
        case "key": .key(try coded.text())
        case "bookmark": .bookmark
        case "quarterStars": .quarterStars
        case "discarded": .discarded
        case "heading": .heading
        case "field": .field(try coded.text())
        case "form": .form
        case "emptyFile": .emptyFile
        case "emptySection": .emptySection
        case "backupCopy": .backupCopy
        case "pictureInNote": .pictureInNote
        case "highlightLink": .highlightLink
        case "trashed": .trashed
        case "programData": .programData
        case "besideNotes": .besideNotes
        case "handwriting": .handwriting
        case "bookWithoutNotes": .bookWithoutNotes
        default: throw coded.unknown
        }
    }
}

/// A case of an enumeration by name, with its values by name.
private struct CodedCase: Codable {
    let name: String
    private let values: [String: Value]

    indirect enum Value {
        case number(Int)
        case text(String)
        case other(CodedCase)
    }

    /// The compiler's name of the first unlabeled value.
    static let unnamed = "_0"

    init(_ name: String, _ values: [String: Value] = [:]) {
        self.name = name
        self.values = values
    }

    /// A case with one unlabeled text.
    init(_ name: String, _ text: String?) {
        self.init(name, text.map { [Self.unnamed: .text($0)] } ?? [:])
    }

    init(from decoder: any Decoder) throws {
        let cases = try decoder.container(keyedBy: Key.self)
        guard let key = cases.allKeys.first, cases.allKeys.count == 1 else {
            throw Self.error("One case is wanted.")
        }
        let container = try cases.nestedContainer(keyedBy: Key.self, forKey: key)
        var values: [String: Value] = [:]
        for key in container.allKeys where try !container.decodeNil(forKey: key) {
            values[key.stringValue] =
                if let number = try? container.decode(Int.self, forKey: key) {
                    .number(number)
                } else if let text = try? container.decode(String.self, forKey: key) {
                    .text(text)
                } else {
                    .other(try container.decode(CodedCase.self, forKey: key))
                }
        }
        self.init(key.stringValue, values)
    }

    func encode(to encoder: any Encoder) throws {
        var cases = encoder.container(keyedBy: Key.self)
        var container = cases.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: name))
        for (name, value) in values {
            let key = Key(stringValue: name)
            switch value {
            case .number(let number): try container.encode(number, forKey: key)
            case .text(let text): try container.encode(text, forKey: key)
            case .other(let other): try container.encode(other, forKey: key)
            }
        }
    }

    // MARK: - Values

    var isEmpty: Bool { values.isEmpty }

    func number(_ name: String) throws -> Int {
        guard case .number(let number)? = values[name] else { throw unknown }
        return number
    }

    func text(_ name: String = unnamed) throws -> String {
        guard case .text(let text)? = values[name] else { throw unknown }
        return text
    }

    func other() throws -> CodedCase {
        guard case .other(let other)? = values[Self.unnamed] else { throw unknown }
        return other
    }

    /// The error for an unknown case, or a missing value.
    var unknown: DecodingError { Self.error("“\(name)” cannot be read.") }

    private static func error(_ description: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: description))
    }

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
