import Foundation
import Mimeograph
import MimeographTree

/// A value that contains values of its own kind, such as JSON, and converts to the values of other formats.
protocol ValueTree: Sendable {
    /// Returns the content of the value. A feature that other kinds lack becomes a common one, and the loss is recorded.
    func shape(_ losses: inout Set<ConversionLoss>) -> TreeShape<Self, TreeScalar>
    /// Returns a value that contains no other values.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for a number that this kind cannot hold.
    static func scalar(_ scalar: TreeScalar, _ losses: inout Set<ConversionLoss>) throws(SerializationError) -> Self
    static func elements(_ elements: [Self]) -> Self
    static func members(_ members: [(key: String, value: Self)]) -> Self
    /// Returns a map with keys other than strings, or nil if this kind has no such maps.
    static func pairs(_ pairs: [(key: Self, value: Self)]) -> Self?
    /// The text of the value as a key, or nil if it has no text.
    var keyText: String? { get }
}

/// A value that contains no other values.
enum TreeScalar {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Above `Int64.max`.
    case unsigned(UInt64)
    case real(Double)
    /// The text of a number that fits no other case.
    case number(String)
    case string(String)
    case date(Date)
    case data([UInt8])
}

/// A change of values that the target format does not have. The raw value is a remark for the user.
enum ConversionLoss: String, CaseIterable {
    case date = "dates became text in ISO 8601 format"
    case data = "data became Base64 text"
    case uid = "keyed archive references became objects with the member CF$UID"
    case ext = "ext values became objects with the members type and data"
    case tag = "tags were left out, their content was kept"
    case undefined = "undefined became null"
    case simple = "simple values became their numbers"
    case key = "keys that are not strings became text"
}

extension ValueTree {
    /// Converts the value to another kind, and returns it with the losses of the conversion.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for a value that the other kind cannot hold.
    func converted<Target: ValueTree>(
        to type: Target.Type
    ) throws(SerializationError) -> (value: Target, losses: [ConversionLoss]) {
        if let same = self as? Target { return (same, []) }
        var losses: Set<ConversionLoss> = []
        let value: Target = try convertTree(
            self,
            shape: { (value: Self) throws(SerializationError) -> TreeShape<Self, Target> in
                switch value.shape(&losses) {
                case .leaf(let scalar): .leaf(try Target.scalar(scalar, &losses))
                case .array(let elements): .array(elements)
                case .object(let members): .object(members)
                case .pairs(let items): .pairs(items)
                }
            },
            array: { Target.elements($0) },
            object: { Target.members($0) },
            pairs: { (pairs) throws(SerializationError) in
                if let map = Target.pairs(pairs) { return map }
                losses.insert(.key)
                var members: [(key: String, value: Target)] = []
                var texts: Set<ByteEqualString> = []
                for (key, value) in pairs {
                    guard let text = key.keyText else { throw keyError }
                    guard texts.insert(text.utf8Key).inserted else { throw .twoKeys(of: text) }
                    members.append((text, value))
                }
                return Target.members(members)
            }
        )
        return (value, ConversionLoss.allCases.filter { losses.contains($0) })
    }
}

private let keyError = SerializationError(
    .unencodableValue,
    "A map has a key that is an array or a map, which cannot become text.",
    remedy: "Convert to CBOR or MessagePack, which support such keys."
)

extension SerializationError {
    /// The error for two map keys that become the same text, such as `1` and `"1"`.
    fileprivate static func twoKeys(of text: String) -> SerializationError {
        SerializationError(
            .unencodableValue,
            "Two keys of a map become the same text, \(text.visible(atMost: 100)).",
            remedy: "Convert to CBOR or MessagePack, which distinguish such keys."
        )
    }

    /// The error for a number that a kind of value cannot hold.
    static func numberTooLarge(for kind: String, _ rule: String) -> SerializationError {
        SerializationError(
            .unencodableValue,
            "A number is too large for \(kind), \(rule).",
            remedy: "Change the number to a string before you convert it."
        )
    }
}
