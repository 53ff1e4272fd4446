import Mimeograph
package import MimeographTree

/// A part of a value that has no type of its own may be declared as `PropertyList`, with any coder.
///
/// Read by ``PropertyListFormat`` it is a reference into the document, and costs nothing; it keeps the document alive.
extension PropertyList: Decodable {
    /// Reads any value. With another coder than ours, whatever has no container is a string, number or boolean.
    public init(from decoder: any Decoder) throws {
        if let (document, index) = (decoder as? TreeDecoder)?.value(in: .propertyList) {
            self = index == TreeDecodingContext.absent ? .null : PropertyList(document, at: index)
            return
        }
        if let container = try? decoder.container(keyedBy: PlainCodingKey.self) {
            self = .dictionary(
                try container.allKeys.map { key in
                    (key: key.stringValue, value: try container.decode(PropertyList.self, forKey: key))
                }
            )
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var array: [PropertyList] = []
            while !container.isAtEnd { array.append(try container.decode(PropertyList.self)) }
            self = .array(array)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self.init(value)
        } else if let value = try? container.decode(Int64.self) {
            self.init(value)
        } else if let value = try? container.decode(UInt64.self) {
            self.init(value)
        } else if let value = try? container.decode(Double.self) {
            self.init(value)
        } else {
            self.init(try container.decode(String.self))
        }
    }
}

extension PropertyList: Encodable {
    /// Writes the value. ``PropertyListFormat`` writes it as it is; other coders get dates and data as those types code
    /// themselves, and references of keyed archives as their numbers.
    public func encode(to encoder: any Encoder) throws {
        switch kind {
        case .dictionary:
            var container = encoder.container(keyedBy: PlainCodingKey.self)
            guard let dictionary else { return }
            for (key, value) in dictionary {
                try container.encode(value, forKey: PlainCodingKey(key))
            }
        case .array:
            var container = encoder.unkeyedContainer()
            guard let array else { return }
            for element in array { try container.encode(element) }
        default:
            var container = encoder.singleValueContainer()
            if let bool {
                try container.encode(bool)
            } else if let int64 {
                try container.encode(int64)
            } else if let uint64 {
                try container.encode(uint64)
            } else if let double {
                try container.encode(double)
            } else if let string {
                try container.encode(string)
            } else if let date {
                try container.encode(date)
            } else if let data {
                try container.encode(data)
            } else if let uid {
                try container.encode(uid.index)
            } else {
                try container.encodeNil()
            }
        }
    }
}

extension PropertyList {
    /// Writes the value as it is; what was read straight from its tape.
    package func encode(into context: TreeEncodingContext) throws {
        context.append(self) { value, context in
            switch value.storage {
            case .boolean(let value): context.append(value)
            case .integer(let value): context.append(value)
            case .unsigned(let value): context.append(value)
            case .real(let value): context.append(double: value)
            case .string(let value): context.append(value)
            case .date(let value): context.append(date: value)
            case .data(let value): context.append(data: value)
            case .uid(let value): context.append(.uid, UInt64(value.index))
            case .null, .array, .dictionary, .parsed: context.appendTrueNull()
            }
        }
    }
}
