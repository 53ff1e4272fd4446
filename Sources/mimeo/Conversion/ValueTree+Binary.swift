import Foundation
import Mimeograph
import MimeographCBOR
import MimeographMessagePack
import MimeographTree

extension MessagePack.Value: ValueTree {
    func shape(_ losses: inout Set<ConversionLoss>) -> TreeShape<MessagePack.Value, TreeScalar> {
        if let array { return .array(array) }
        if let object { return .object(object) }
        if let map { return .pairs(map.flatMap { [$0.key, $0.value] }) }
        if let date { return .leaf(.date(date)) }
        if let (type, bytes) = ext {
            losses.insert(.ext)
            return .object([("type", MessagePack.Value(exactly: type) ?? nil), ("data", .data(bytes))])
        }
        if let bool { return .leaf(.bool(bool)) }
        if let string { return .leaf(.string(string)) }
        if let data { return .leaf(.data(data)) }
        return .leaf(int64.map { .integer($0) } ?? uint64.map { .unsigned($0) } ?? double.map { .real($0) } ?? .null)
    }

    static func scalar(
        _ scalar: TreeScalar,
        _ losses: inout Set<ConversionLoss>
    ) throws(SerializationError) -> MessagePack.Value {
        switch scalar {
        case .null: return .null
        case .bool(let value): return MessagePack.Value(value)
        case .integer(let value): return MessagePack.Value(exactly: value) ?? .null
        case .unsigned(let value): return MessagePack.Value(exactly: value) ?? .null
        case .real(let value): return MessagePack.Value(value)
        case .string(let value): return MessagePack.Value(value)
        case .data(let bytes): return .data(bytes)
        case .date(let date):
            if let timestamp = MessagePack.Value(date) { return timestamp }
            throw .numberTooLarge(for: "a MessagePack timestamp", "whose seconds have 64 bits")
        case .number:
            throw .numberTooLarge(for: "MessagePack", "whose integers have 64 bits and whose floats are doubles")
        }
    }

    static func elements(_ elements: [MessagePack.Value]) -> MessagePack.Value { .array(elements) }
    static func members(_ members: [(key: String, value: MessagePack.Value)]) -> MessagePack.Value {
        .map(members.map { (key: MessagePack.Value($0.key), value: $0.value) })
    }
    static func pairs(_ pairs: [(key: MessagePack.Value, value: MessagePack.Value)]) -> MessagePack.Value? {
        .map(pairs)
    }
    var keyText: String? { string }
}

extension CBOR.Value: ValueTree {
    func shape(_ losses: inout Set<ConversionLoss>) -> TreeShape<CBOR.Value, TreeScalar> {
        if let array { return .array(array) }
        if let object { return .object(object) }
        if let map { return .pairs(map.flatMap { [$0.key, $0.value] }) }
        if let date { return .leaf(.date(date)) }
        if let (tag, content) = tagged {
            if tag == 2 || tag == 3, let bytes = content.data,
                let number = Self.text(ofBignum: bytes, isNegative: tag == 3)
            {
                return .leaf(.number(number))
            }
            losses.insert(.tag)
            return content.shape(&losses)
        }
        if let simple {
            losses.insert(simple == 23 ? .undefined : .simple)
            return .leaf(simple == 23 ? .null : .integer(Int64(simple)))
        }
        if let bool { return .leaf(.bool(bool)) }
        if let string { return .leaf(.string(string)) }
        if let data { return .leaf(.data(data)) }
        return .leaf(int64.map { .integer($0) } ?? uint64.map { .unsigned($0) } ?? double.map { .real($0) } ?? .null)
    }

    /// Returns the digits of a bignum of up to 128 bits, or nil for a larger one. Source: RFC 8949 §3.4.3.
    private static func text(ofBignum bytes: [UInt8], isNegative: Bool) -> String? {
        let digits = bytes.drop { $0 == 0 }
        guard digits.count <= 16 else { return nil }
        let magnitude = digits.reduce(0 as UInt128) { $0 << 8 | UInt128($1) }
        if !isNegative { return "\(magnitude)" }
        return magnitude == .max ? nil : "-\(magnitude + 1)"
    }

    static func scalar(
        _ scalar: TreeScalar,
        _ losses: inout Set<ConversionLoss>
    ) throws(SerializationError) -> CBOR.Value {
        switch scalar {
        case .null: return .null
        case .bool(let value): return CBOR.Value(value)
        case .integer(let value): return CBOR.Value(exactly: value) ?? .null
        case .unsigned(let value): return CBOR.Value(exactly: value) ?? .null
        case .real(let value): return CBOR.Value(value)
        case .string(let value): return CBOR.Value(value)
        case .data(let bytes): return .data(bytes)
        case .date(let date):
            if let value = CBOR.Value(date) { return value }
            throw .numberTooLarge(for: "a CBOR date", "which is a point in time")
        case .number(let text):
            if let value = UInt128(text) { return .tagged(2, .data(bytes(of: value))) }
            if let value = Int128(text) { return .tagged(3, .data(bytes(of: UInt128(-1 - value)))) }
            throw .numberTooLarge(for: "CBOR", "whose integers have 128 bits here and whose floats are doubles")
        }
    }

    private static func bytes(of number: UInt128) -> [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: number >> (120 - 8 * $0)) }
    }

    static func elements(_ elements: [CBOR.Value]) -> CBOR.Value { .array(elements) }
    static func members(_ members: [(key: String, value: CBOR.Value)]) -> CBOR.Value {
        .map(members.map { (key: CBOR.Value($0.key), value: $0.value) })
    }
    static func pairs(_ pairs: [(key: CBOR.Value, value: CBOR.Value)]) -> CBOR.Value? { .map(pairs) }
    var keyText: String? { string }
}
