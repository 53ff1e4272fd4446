#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decodes one value of a document.
struct MessagePackDecoder: Decoder {
    let document: MessagePackDocument
    let index: Int
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(document: MessagePackDocument, index: Int, path: [any CodingKey]) {
        self.document = document
        self.index = index
        codingPath = path
    }

    /// What the value is.
    var kind: MessagePackDocument.Kind { document.nodes[index].kind }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try MessagePackKeyedDecoding<Key>(self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array = kind else { throw mismatch([Any].self, "a list") }
        return MessagePackUnkeyedDecoding(decoder: self, children: document.children(of: index))
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { MessagePackSingleDecoding(decoder: self) }

    /// The decoder of another value.
    func decoder(of index: Int, _ key: any CodingKey) -> MessagePackDecoder {
        MessagePackDecoder(document: document, index: index, path: codingPath + [key])
    }

    /// Decodes the value, with the types that the format has forms of its own for.
    func decode<V: Decodable>(_ type: V.Type) throws -> V {
        switch type {
        case is Data.Type:
            guard case .binary(let range) = kind else { throw mismatch(type, "binary") }
            if let data = Data(document.bytes[range]) as? V { return data }
        case is Date.Type:
            if let date = try timestamp() as? V { return date }
        default: break
        }
        return try V(from: self)
    }

    /// The error for a value of another kind. It does not say the value.
    func mismatch(_ type: Any.Type, _ wanted: String) -> DecodingError {
        DecodingError.typeMismatch(
            type,
            DecodingError.Context(codingPath: codingPath, debugDescription: "expected \(wanted) but found \(kind.name)")
        )
    }
}

extension MessagePackDecoder {
    var isNull: Bool {
        if case .null = kind { true } else { false }
    }

    func bool() throws -> Bool {
        guard case .bool(let value) = kind else { throw mismatch(Bool.self, "a truth value") }
        return value
    }

    func text() throws -> String {
        guard case .text(let range) = kind else { throw mismatch(String.self, "a text") }
        return document.text(range)
    }

    /// A whole number, whatever form it came in, where it fits.
    func integer<I: FixedWidthInteger>(_ type: I.Type) throws -> I {
        let value: I? =
            switch kind {
            case .integer(let value): I(exactly: value)
            case .unsigned(let value): I(exactly: value)
            case .double(let value): I(exactly: value)
            case .float(let value): I(exactly: value)
            default: throw mismatch(type, "a whole number")
            }
        guard let value else { throw mismatch(type, "a whole number that fits into \(type)") }
        return value
    }

    /// A number; one that the type has no place for is the nearest that it has.
    func floating<F: BinaryFloatingPoint>(_ type: F.Type) throws -> F {
        switch kind {
        case .integer(let value): F(value)
        case .unsigned(let value): F(value)
        case .double(let value): F(value)
        case .float(let value): F(value)
        default: throw mismatch(type, "a number")
        }
    }

    /// The timestamp extension, in each of its three sizes. Source: MessagePack specification, "Timestamp extension type".
    private func timestamp() throws -> Date {
        guard case .fileExtension(-1, let range) = kind else { throw mismatch(Date.self, "a timestamp") }
        var number: UInt64 = 0
        for byte in document.bytes[range].suffix(8) { number = number << 8 | UInt64(byte) }
        var nanoseconds: UInt64 = 0
        var seconds = Int64(bitPattern: number)
        switch range.count {
        case 4: break
        case 8:
            nanoseconds = number >> 34
            seconds = Int64(number & (1 << 34 - 1))
        case 12:
            for byte in document.bytes[range].prefix(4) { nanoseconds = nanoseconds << 8 | UInt64(byte) }
        default: throw mismatch(Date.self, "a timestamp of 4, 8 or 12 bytes")
        }
        if nanoseconds > 999_999_999 { throw mismatch(Date.self, "a timestamp with less than 1e9 nanoseconds") }
        return Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9)
    }
}

extension MessagePackDocument.Kind {
    /// What it is, for an error.
    var name: String {
        switch self {
        case .null: "nil"
        case .bool: "a truth value"
        case .integer, .unsigned: "a whole number"
        case .float, .double: "a number"
        case .text: "a text"
        case .binary: "binary"
        case .array: "a list"
        case .map: "a map"
        case .fileExtension: "an extension"
        }
    }
}
