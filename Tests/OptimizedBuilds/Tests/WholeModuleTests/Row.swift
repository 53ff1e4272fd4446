import MimeographCBOR
import MimeographCSV
import MimeographForm
import MimeographJSON
import MimeographMessagePack
import MimeographPropertyList
import MimeographXML
import Testing

/// The test of one type.
struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: @Sendable () async throws -> Void

    /// Tests a type of a given size, with JSON.
    init<Value: Sample>(_ size: Int, _ type: Value.Type) {
        testDescription = "\(size) bytes: \(type)"
        check = {
            guard MemoryLayout<Value>.size == size else {
                throw Difference(description: "The type has \(MemoryLayout<Value>.size) bytes")
            }
            try decode(Value.self, by: JSONFormat(), isText: true, writesAll: true)
        }
    }

    /// Tests a type with JSON, whose decoder the other formats share.
    init<Value: Sample>(_ type: Value.Type) {
        testDescription = "\(type)"
        check = {
            try decode(Value.self, by: JSONFormat(), isText: true, writesAll: true)
        }
    }

    /// Tests a type with all formats and entry points.
    init<Value: Sample>(all type: Value.Type) {
        testDescription = "\(type), by all formats"
        check = {
            try decode(Value.self, by: CBORFormat(), isText: false, writesAll: true)
            try decode(Value.self, by: MessagePackFormat(), isText: false, writesAll: true)
            try decode(Value.self, by: PropertyListFormat(), isText: true, writesAll: false)
            try decode(Value.self, by: XMLFormat(), isText: true, writesAll: false)
            try decode(Value.self, by: FormFormat(), isText: true, writesAll: false)
            try decode([Value].self, by: CSVFormat(), isText: true, writesAll: false)
            try readAndWrite(Value.self, by: JSONFormat())
            try readAndWrite(Value.self, by: CBORFormat())
            try readAndWrite(Value.self, by: MessagePackFormat())
            try readAndWrite(Value.self, by: PropertyListFormat())
            try readAndWrite(Value.self, by: XMLFormat())
            try readAndWrite(Value.self, by: FormFormat())
            try await stream(Value.self, by: JSONFormat(), in: NDJSONFormat(), separator: "\n")
            try await stream(Value.self, by: CBORFormat(), in: CBORSequenceFormat(), separator: "")
            try await stream(Value.self, by: MessagePackFormat(), in: MessagePackFormat(), separator: "")
        }
    }
}
