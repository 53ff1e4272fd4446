import BinaryChecks
import FuzzerSupport
import Mimeograph
import MimeographCBOR

Fuzzer.run(longestInput: 4096) { input in
    ValueCheck<Subject>.all(input)
    ShapeCheck<Subject>.all(input)
    StreamCheck<Subject>.all(input)
}

enum Subject: BinaryFormat {
    static let formats = [CBORFormat(), CBORFormat(duplicateKeys: .refuse)]
    static let sorting = CBORFormat(isDeterministic: true)
    /// A bignum that fits 64 bits is written as an integer.
    static let keepsValues = false

    static func parse(_ bytes: [UInt8], _ limits: DecodingLimits) throws(SerializationError) -> CBOR.Value {
        try CBOR.Value(parsing: bytes, limits: limits)
    }

    static func write(_ value: CBOR.Value, sorted: Bool) throws(SerializationError) -> [UInt8] {
        try value.serialized(isDeterministic: sorted)
    }

    static func rebuild(_ value: CBOR.Value) -> CBOR.Value {
        if let array = value.array { return .array(array.map(rebuild)) }
        if let map = value.map { return .map(map.map { (key: rebuild($0.key), value: rebuild($0.value)) }) }
        if let (tag, content) = value.tagged { return .tagged(tag, rebuild(content)) }
        if let number = value.simple { return .simple(number) }
        if let bool = value.bool { return CBOR.Value(bool) }
        if let string = value.string { return CBOR.Value(string) }
        if let data = value.data { return .data(data) }
        if let integer = value.int64 { return CBOR.Value(exactly: integer) ?? .null }
        if let integer = value.uint64 { return CBOR.Value(exactly: integer) ?? .null }
        if let double = value.double { return CBOR.Value(double) }
        require(value.isNull, "a value has no known kind")
        return .null
    }

    static func stream<Element: Decodable & Sendable>(
        of type: Element.Type,
        _ limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<Element> {
        try CBORSequenceFormat().makeParser(of: type, as: nil, limits: limits)
    }
}
