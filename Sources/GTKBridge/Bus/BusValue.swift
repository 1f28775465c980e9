import CGTK
import Phrases

/// A value on the session bus (GVariant), of the kinds that the program's interfaces use.
public enum BusValue: Hashable, Sendable {
    case boolean(Bool)
    case int32(Int32)
    case uint32(UInt32)
    case double(Double)
    case string(String)
    /// An object path; it is read as a `string`.
    case objectPath(String)
    case strings([String])
    /// Values of one type, in D-Bus's spelling: an empty array does not show its type.
    case array([BusValue], of: String)
    /// A structure: a sequence of values of any types.
    case structure([BusValue])
    /// Named values of any types (`a{sv}`).
    case dictionary([String: BusValue])
    /// A value of any type (`v`); it is read as its content.
    indirect case variant(BusValue)
    /// A value of a kind that none of the program's interfaces uses.
    case other

    /// The text if the value is one.
    public var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The texts if the value is a list of texts.
    public var texts: [String]? {
        switch self {
        case .strings(let texts): texts
        default: nil
        }
    }
}

extension BusValue {
    /// Reads a value without keeping or releasing it.
    init(_ variant: OpaquePointer) {
        let type = String(cString: g_variant_get_type_string(variant))
        switch type {
        case "b": self = .boolean(g_variant_get_boolean(variant) != 0)
        case "i": self = .int32(g_variant_get_int32(variant))
        case "u": self = .uint32(g_variant_get_uint32(variant))
        case "d": self = .double(g_variant_get_double(variant))
        case "s", "o", "g": self = .string(String(cString: g_variant_get_string(variant, nil)))
        case "as", "ao":
            self = .strings(BusValue.children(of: variant).compactMap(\.text))
        case "a{sv}":
            let pairs = BusValue.children(of: variant).compactMap { entry -> (String, BusValue)? in
                guard case .structure(let pair) = entry, let key = pair.first?.text else {
                    return nil
                }
                return (key, pair[1])
            }
            self = .dictionary(Dictionary(pairs, uniquingKeysWith: { $1 }))
        case "v": self = BusValue.children(of: variant).first ?? .other
        default:
            switch type.first {
            case "a": self = .array(BusValue.children(of: variant), of: String(type.dropFirst()))
            case "(", "{": self = .structure(BusValue.children(of: variant))
            default: self = .other
            }
        }
    }

    private static func children(of container: OpaquePointer) -> [BusValue] {
        (0..<g_variant_n_children(container)).compactMap { index in
            guard let child = g_variant_get_child_value(container, index) else { return nil }
            defer { g_variant_unref(child) }
            return BusValue(child)
        }
    }

    /// A floating GVariant of the value.
    func makeVariant() -> OpaquePointer? {
        switch self {
        case .boolean(let value): return g_variant_new_boolean(value.gboolean)
        case .int32(let value): return g_variant_new_int32(value)
        case .uint32(let value): return g_variant_new_uint32(value)
        case .double(let value): return g_variant_new_double(value)
        case .string(let text): return BusValue.makeString(text)
        case .objectPath(let path): return g_variant_new_object_path(path)
        case .strings(let texts):
            return BusValue.makeArray(texts.map { BusValue.makeString($0) }, of: "s")
        case .array(let values, let type):
            return BusValue.makeArray(values.map { $0.makeVariant() }, of: type)
        case .structure(let values): return BusValue.makeTuple(values)
        case .dictionary(let values):
            let entries = values.sorted { $0.key < $1.key }.map { key, value in
                g_variant_new_dict_entry(
                    BusValue.makeString(key),
                    g_variant_new_variant(value.makeVariant())
                )
            }
            return BusValue.makeArray(entries, of: "{sv}")
        case .variant(let value): return g_variant_new_variant(value.makeVariant())
        case .other: return nil
        }
    }

    static func makeTuple(_ values: [BusValue]) -> OpaquePointer? {
        var children = values.map { $0.makeVariant() }
        return g_variant_new_tuple(&children, gsize(children.count))
    }

    /// D-Bus texts must not contain NUL.
    private static func makeString(_ text: String) -> OpaquePointer? {
        g_variant_new_string(text.utf8.contains(0) ? text.filter { $0 != "\0" } : text)
    }

    private static func makeArray(
        _ children: [OpaquePointer?],
        of type: String
    ) -> OpaquePointer? {
        var children = children
        let element = g_variant_type_new(type)
        defer { g_variant_type_free(element) }
        return g_variant_new_array(element, &children, gsize(children.count))
    }
}
