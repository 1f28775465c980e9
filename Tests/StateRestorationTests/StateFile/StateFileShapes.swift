import Foundation

@testable import StateRestoration

/// What kinds of files and records there are in a state directory, whatever they say.
///
/// `log {"n":int,"k":int,"s":[int,string,string]}` is one, `file windows/<id>.state` another. A
/// program that reads all shapes of a directory reads each directory of these shapes.
enum StateFileShapes {
    /// The shapes in these files, by their paths.
    static func shapes(of files: [String: [UInt8]]) -> Set<String> {
        var shapes: Set<String> = []
        for (path, bytes) in files {
            let name = generalName(path)
            shapes.insert("file \(name)")
            if name.hasPrefix("history/") && name.hasSuffix(".json")
                || name.hasSuffix("/workspace.json")
            {
                for line in bytes.split(separator: 0x0A) {
                    guard case .record(let members) = line.withUnsafeBufferPointer(StateLine.read)
                    else { continue }
                    shapes.insert("\(name) \(shape(of: .object(members)))")
                }
            } else if name.hasSuffix(".json") {
                shapes.formUnion(parse(bytes).map { "\(name) \(shape(of: $0))" })
            } else if name.contains(".state"), !name.hasPrefix("quarantine/") {
                shapes.formUnion(recordShapes(of: bytes))
            }
        }
        return shapes
    }

    private static func recordShapes(of bytes: [UInt8]) -> Set<String> {
        var shapes: Set<String> = []
        var promised = 0
        for (index, line) in bytes.split(separator: 0x0A).enumerated() {
            guard case .record(let members) = line.withUnsafeBufferPointer(StateLine.read) else {
                continue
            }
            let record = JSONValue.object(members)
            if index == 0 { promised = record["records"]?.intValue ?? 0 }
            let part = index == 0 ? "header" : index <= promised ? "snapshot" : "log"
            shapes.insert("\(part) \(shape(of: record))")
        }
        return shapes
    }

    /// The path in the directory, without what is another in each.
    private static func generalName(_ path: String) -> String {
        path.split(separator: "/").dropFirst().joined(separator: "/")
            .replacing(#/window-\d+/#, with: "<id>")
            .replacing(#/\.state\.\d+\.new$/#, with: ".state.<n>.new")
            .replacing(#/^history\/\d+\.json$/#, with: "history/<time>.json")
            .replacing(#/[0-9a-f]{8}-\d+\.state$/#, with: "<content>.state")
            .replacing(#/\.[0-9a-f]{8}$/#, with: ".<checksum>")
    }

    private static func parse(_ bytes: [UInt8]) -> [JSONValue] {
        bytes.withUnsafeBufferPointer(JSONParser.parse).map { [$0] } ?? []
    }

    private static func shape(of value: JSONValue) -> String {
        switch value {
        case .null: return "null"
        case .bool: return "bool"
        case .int: return "int"
        case .double: return "double"
        case .string: return "string"
        case .array(let elements):
            var shapes = elements.map(shape)
            // A list of any length is one shape.
            if Set(shapes).count == 1 { shapes = [shapes[0]] }
            return "[\(shapes.joined(separator: ","))]"
        case .object(let members):
            let shapes = members.map { "\"\($0.key)\":\(shape(of: $0.value))" }
            return "{\(shapes.joined(separator: ","))}"
        }
    }
}
