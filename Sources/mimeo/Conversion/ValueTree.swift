import Foundation
import Mimeograph
import MimeographTree

/// A kind of value that has others of its kind in it, as JSON's and property lists' have, and that becomes those of others.
protocol ValueTree: Sendable {
    /// What the value is made of. What no other kind has becomes what all have, and is recorded.
    func shape(_ losses: inout Set<ConversionLoss>) -> TreeShape<Self, TreeScalar>
    /// A value without others in it.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for a number that the kind has not.
    static func scalar(_ scalar: TreeScalar, _ losses: inout Set<ConversionLoss>) throws(SerializationError) -> Self
    static func elements(_ elements: [Self]) -> Self
    static func members(_ members: [(key: String, value: Self)]) -> Self
    /// A map some of whose keys are no strings; nil where the kind has none.
    static func pairs(_ pairs: [(key: Self, value: Self)]) -> Self?
    /// The text of a key that is no string; nil where it has none.
    var keyText: String? { get }
}

/// A value without others in it.
enum TreeScalar {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Above `Int64.max`.
    case unsigned(UInt64)
    case real(Double)
    /// A number as it is written, which is none of these.
    case number(String)
    case string(String)
    case date(Date)
    case data([UInt8])
}

/// What a kind of value has no values for, and what stands there instead.
enum ConversionLoss: String, CaseIterable {
    case date = "dates became text in the form of ISO 8601"
    case data = "data became text in Base64"
    case uid = "references of a keyed archive became objects with the member CF$UID"
    case ext = "ext became objects with the members type and data"
    case tag = "tags were left out, and what they are about is there"
    case undefined = "undefined became null"
    case simple = "simple values became their numbers"
    case key = "keys that are no strings became text"
}

extension ValueTree {
    /// The value as another kind has it, and what was lost on the way.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for what the other kind cannot hold.
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
    "A key of a map is an array or a map, which has no text.",
    remedy: "Write it as CBOR or MessagePack, which have such keys."
)

extension SerializationError {
    /// The error for two keys of a map that become the same text, such as `1` and `"1"`.
    fileprivate static func twoKeys(of text: String) -> SerializationError {
        SerializationError(
            .unencodableValue,
            "Two keys of a map become the same text, \(text.visible(atMost: 100)).",
            remedy: "Write it as CBOR or MessagePack, which tell such keys apart."
        )
    }

    /// The error for a number that a kind of value does not hold.
    static func numberTooLarge(for kind: String, _ rule: String) -> SerializationError {
        SerializationError(
            .unencodableValue,
            "A number is too large for \(kind), \(rule).",
            remedy: "Write the number as a string before it is converted."
        )
    }
}
