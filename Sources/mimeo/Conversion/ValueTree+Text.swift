import Foundation
import Mimeograph
import MimeographJSON
import MimeographPropertyList
import MimeographTree

extension JSON: ValueTree {
    /// Numbers with a fraction or an exponent become reals, others integers.
    func shape(_ losses: inout Set<ConversionLoss>) -> TreeShape<JSON, TreeScalar> {
        switch kind {
        case .null: .leaf(.null)
        case .boolean: .leaf(.bool(bool == true))
        case .number: .leaf(numberScalar)
        case .string: .leaf(.string(string ?? ""))
        case .array: .array(array.map { Array($0) } ?? [])
        case .object: .object(object.map { Array($0) } ?? [])
        }
    }

    private var numberScalar: TreeScalar {
        let text = numberText ?? ""
        if !text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }) {
            // An integer cannot represent a negative zero.
            if text.hasSameBytes(as: "-0") { return .real(-0.0) }
            if let integer = int64 { return .integer(integer) }
            if let integer = uint64 { return .unsigned(integer) }
        } else if let real = double {
            return .real(real)
        }
        return .number(text)
    }

    static func scalar(_ scalar: TreeScalar, _ losses: inout Set<ConversionLoss>) throws(SerializationError) -> JSON {
        switch scalar {
        case .null: return .null
        case .bool(let value): return JSON(value)
        case .integer(let value): return JSON(value)
        case .unsigned(let value): return JSON(value)
        case .real(let value): return JSON(value)
        case .number(let text): return try JSON(parsing: Array(text.utf8))
        case .string(let value): return JSON(value)
        case .date(let date):
            losses.insert(.date)
            let seconds = date.timeIntervalSinceReferenceDate
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: seconds.rounded() != seconds)
            // Foundation traps on dates in the far past or future.
            return seconds.magnitude < 1e12 ? JSON(date.formatted(style)) : JSON(date.timeIntervalSince1970)
        case .data(let bytes):
            losses.insert(.data)
            return JSON(Data(bytes).base64EncodedString())
        }
    }

    static func elements(_ elements: [JSON]) -> JSON { .array(elements) }
    static func members(_ members: [(key: String, value: JSON)]) -> JSON { .object(members) }
    static func pairs(_ pairs: [(key: JSON, value: JSON)]) -> JSON? { nil }
    var keyText: String? { string ?? numberText ?? bool.map { "\($0)" } ?? (isNull ? "null" : nil) }
}

extension PropertyList: ValueTree {
    func shape(_ losses: inout Set<ConversionLoss>) -> TreeShape<PropertyList, TreeScalar> {
        switch kind {
        case .null: return .leaf(.null)
        case .boolean: return .leaf(.bool(bool == true))
        case .integer: return .leaf(int64.map { .integer($0) } ?? .unsigned(uint64 ?? 0))
        case .real: return .leaf(.real(double ?? 0))
        case .string: return .leaf(.string(string ?? ""))
        case .date: return .leaf(.date(date ?? Date(timeIntervalSinceReferenceDate: 0)))
        case .data: return .leaf(.data(bytes ?? []))
        case .uid:
            losses.insert(.uid)
            return .object([("CF$UID", PropertyList(Int(uid?.index ?? 0)))])
        case .array: return .array(array.map { Array($0) } ?? [])
        case .dictionary: return .object(dictionary.map { Array($0) } ?? [])
        }
    }

    static func scalar(
        _ scalar: TreeScalar,
        _ losses: inout Set<ConversionLoss>
    ) throws(SerializationError) -> PropertyList {
        switch scalar {
        case .null: .null
        case .bool(let value): PropertyList(value)
        case .integer(let value): PropertyList(value)
        case .unsigned(let value): PropertyList(value)
        case .real(let value): PropertyList(value)
        case .number:
            throw .numberTooLarge(for: "a property list", "whose integers have 64 bits and whose reals are doubles")
        case .string(let value): PropertyList(value)
        case .date(let date): .date(secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        case .data(let bytes): .data(bytes)
        }
    }

    static func elements(_ elements: [PropertyList]) -> PropertyList { .array(elements) }
    static func members(_ members: [(key: String, value: PropertyList)]) -> PropertyList { .dictionary(members) }
    static func pairs(_ pairs: [(key: PropertyList, value: PropertyList)]) -> PropertyList? { nil }

    var keyText: String? {
        if let string { return string }
        if let integer = int64 { return "\(integer)" }
        if let integer = uint64 { return "\(integer)" }
        return double.map { "\($0)" } ?? bool.map { "\($0)" }
    }
}
