import Foundation
import Mimeograph
import MimeographJSON
import MimeographPropertyList
import MimeographTree

/// Property lists made of JSON, and JSON of property lists.
enum PropertyListConversion {
    /// What of a property list JSON has no values for, and what stands there instead.
    enum Loss: String, CaseIterable {
        case date = "dates became text in the form of ISO 8601"
        case data = "data became text in Base64"
        case uid = "references of a keyed archive became objects with the member CF$UID"
    }

    /// Numbers with a fraction or an exponent become reals, others integers.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for numbers that a property list cannot hold.
    static func propertyList(_ json: JSON) throws(SerializationError) -> PropertyList {
        try convertTree(
            json,
            shape: { (json) throws(SerializationError) in
                switch json.kind {
                case .null: .leaf(.null)
                case .boolean: .leaf(PropertyList(json.bool == true))
                case .number: .leaf(try number(json))
                case .string: .leaf(PropertyList(json.string ?? ""))
                case .array: .array(json.array.map { Array($0) } ?? [])
                case .object: .object(json.object.map { Array($0) } ?? [])
                }
            },
            array: { .array($0) },
            object: { .dictionary($0) }
        )
    }

    private static func number(_ json: JSON) throws(SerializationError) -> PropertyList {
        let text = json.numberText ?? ""
        if !text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }) {
            if let integer = json.int64 { return PropertyList(integer) }
            if let integer = json.uint64 { return PropertyList(integer) }
        } else if let real = json.double {
            return PropertyList(real)
        }
        throw SerializationError(
            .unencodableValue,
            "A number is too large for a property list, whose integers have 64 bits and whose reals are doubles.",
            remedy: "Write the number as a string before it is converted."
        )
    }

    /// The value as JSON has it, and what was lost on the way.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for numbers that JSON cannot hold.
    static func json(_ list: PropertyList) throws(SerializationError) -> (JSON, [Loss]) {
        var losses: Set<Loss> = []
        let json: JSON = try convertTree(
            list,
            shape: { (list) throws(SerializationError) in
                switch list.kind {
                case .null: return .leaf(.null)
                case .boolean: return .leaf(JSON(list.bool == true))
                case .integer: return .leaf(list.int64.map { JSON($0) } ?? JSON(list.uint64 ?? 0))
                case .real: return .leaf(JSON(list.double ?? 0))
                case .string: return .leaf(JSON(list.string ?? ""))
                case .date:
                    losses.insert(.date)
                    return .leaf(JSON(text(of: list.date ?? Date(timeIntervalSinceReferenceDate: 0))))
                case .data:
                    losses.insert(.data)
                    return .leaf(JSON((list.data ?? Data()).base64EncodedString()))
                case .uid:
                    losses.insert(.uid)
                    return .leaf(["CF$UID": JSON(Int(list.uid?.index ?? 0))])
                case .array: return .array(list.array.map { Array($0) } ?? [])
                case .dictionary: return .object(list.dictionary.map { Array($0) } ?? [])
                }
            },
            array: { .array($0) },
            object: { .object($0) }
        )
        return (json, Loss.allCases.filter { losses.contains($0) })
    }

    /// A moment as ISO 8601 writes it, with milliseconds where it has a fraction of a second.
    private static func text(of date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: seconds.rounded() != seconds))
    }
}
