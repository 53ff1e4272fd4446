import BinaryChecks
import FuzzerSupport
import Mimeograph
import MimeographMessagePack

Fuzzer.run(longestInput: 4096) { input in
    ValueCheck<Subject>.all(input)
    ShapeCheck<Subject>.all(input)
    StreamCheck<Subject>.all(input)
}

enum Subject: BinaryFormat {
    static let formats = [MessagePackFormat(), MessagePackFormat(duplicateKeys: .refuse)]
    static let sorting = MessagePackFormat(sortedKeys: true)
    static let keepsValues = true

    static func parse(_ bytes: [UInt8], _ limits: DecodingLimits) throws(SerializationError) -> MessagePack.Value {
        try MessagePack.Value(parsing: bytes, limits: limits)
    }

    static func write(_ value: MessagePack.Value, sorted: Bool) throws(SerializationError) -> [UInt8] {
        try value.serialized(sortedKeys: sorted)
    }

    static func rebuild(_ value: MessagePack.Value) -> MessagePack.Value {
        if let array = value.array { return .array(array.map(rebuild)) }
        if let map = value.map { return .map(map.map { (key: rebuild($0.key), value: rebuild($0.value)) }) }
        if let ext = value.ext { return .ext(type: ext.type, data: ext.data) }
        if let bool = value.bool { return MessagePack.Value(bool) }
        if let string = value.string { return MessagePack.Value(string) }
        if let data = value.data { return .data(data) }
        if let integer = value.int64 { return MessagePack.Value(exactly: integer) ?? .null }
        if let integer = value.uint64 { return MessagePack.Value(exactly: integer) ?? .null }
        if let double = value.double { return MessagePack.Value(double) }
        require(value.isNull, "a value has no known kind")
        return .null
    }

    static func stream<Element: Decodable & Sendable>(
        of type: Element.Type,
        _ limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<Element> {
        try MessagePackFormat().makeParser(of: type, as: nil, limits: limits)
    }
}
