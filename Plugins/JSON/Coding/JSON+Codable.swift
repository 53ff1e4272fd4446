import Mimeograph
package import MimeographTree

/// A part of a value that has no type of its own may be declared as `JSON`, with any coder.
///
/// Read by ``JSONFormat`` it is a reference into the document, and costs nothing; it keeps the document alive.
extension JSON: Decodable {
    /// Reads any value.
    public init(from decoder: any Decoder) throws {
        if let (document, index) = (decoder as? TreeDecoder)?.value(in: .json) {
            self = index == TreeDecodingContext.absent ? .null : JSON(document, at: index)
            return
        }
        if let container = try? decoder.container(keyedBy: PlainCodingKey.self) {
            var object = JSONObject()
            for key in container.allKeys { object[key.stringValue] = try container.decode(JSON.self, forKey: key) }
            storage = .object(object)
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var array: [JSON] = []
            while !container.isAtEnd { array.append(try container.decode(JSON.self)) }
            storage = .array(array)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            storage = .null
        } else if let value = try? container.decode(String.self) {
            // First, because a format that has texts only reads them as other types, too.
            storage = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            storage = .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
            storage = .integer(value)
        } else if let value = try? container.decode(UInt64.self) {
            storage = .unsigned(value)
        } else {
            storage = .double(try container.decode(Double.self))
        }
    }
}

extension JSON: Encodable {
    /// Writes the value. ``JSONFormat`` writes the numbers of a parsed value with the digits they had; other coders get
    /// a number as an integer where it is one, else as a `Double`.
    public func encode(to encoder: any Encoder) throws {
        switch kind {
        case .object:
            var container = encoder.container(keyedBy: PlainCodingKey.self)
            guard let object else { return }
            for (key, value) in object { try container.encode(value, forKey: PlainCodingKey(key)) }
        case .array:
            var container = encoder.unkeyedContainer()
            guard let array else { return }
            for element in array { try container.encode(element) }
        default:
            var container = encoder.singleValueContainer()
            if let value = bool {
                try container.encode(value)
            } else if let value = int64 {
                try container.encode(value)
            } else if let value = uint64 {
                try container.encode(value)
            } else if let value = string {
                try container.encode(value)
            } else if kind == .number {
                try container.encode(double ?? .infinity)
            } else {
                try container.encodeNil()
            }
        }
    }
}

extension JSON {
    /// Writes a value: what was parsed straight from its tape, what was built as any other value.
    package func encode(into context: TreeEncodingContext) throws {
        guard case .parsed(let document, let index) = storage else { return try context.plain(self) }
        context.append(document, at: index)
    }
}
