import Mimeograph
public import MimeographTree

/// The members of an object that was built.
typealias JSONObject = KeyedValues<JSON>

// What a value does as a tree, such as changes, equality and hashes, stands in MimeographTree for every format.
extension JSON: TreeValue, TreeValueCoding {
    @usableFromInline
    package static var arrayKind: Kind { .array }

    @usableFromInline
    package static var objectKind: Kind { .object }

    @usableFromInline
    package init(elements: [JSON]) { storage = .array(elements) }

    @usableFromInline
    package init(members: KeyedValues<JSON>) { storage = .object(members) }

    @usableFromInline
    package init(_ document: TapeDocument, at index: Int) { storage = .parsed(document, index) }

    @inline(__always) @usableFromInline
    package static func scalarOrReference(_ document: TapeDocument, at index: Int) -> JSON {
        let word = document.word(at: index)
        switch word.tag {
        case .null: return JSON(storage: .null)
        case .false: return JSON(storage: .boolean(false))
        case .true: return JSON(storage: .boolean(true))
        case .smallInteger: return JSON(storage: .integer(word.smallInteger))
        default: return JSON(document, at: index)
        }
    }

    @inline(__always) @usableFromInline
    package var content: TreeContent<JSON> {
        switch storage {
        case .array(let elements): .array(elements)
        case .object(let members): .object(members)
        case .parsed(let document, let index): .read(document, index)
        default: .scalar
        }
    }
}

extension JSON: Equatable {
    /// Whether two values are the same: objects regardless of the order of their members, strings by their Unicode
    /// scalars, numbers by what they are (`1`, `1.0` and `1e0` are equal; what is written without fraction and exponent
    /// compares exactly, the others as doubles).
    public static func == (left: JSON, right: JSON) -> Bool { areSame(left, right) }

    @usableFromInline
    package func isSameScalar(as other: JSON, _ kind: Kind) -> Bool {
        switch kind {
        case .boolean: return bool == other.bool
        case .number: return numberValue == other.numberValue
        case .string:
            guard let first = string, let second = other.string else { return false }
            return ByteEqualString(first) == ByteEqualString(second)
        case .null, .array, .object: return true
        }
    }
}

extension JSON: Hashable {
    /// Feeds the whole value to the hasher.
    public func hash(into hasher: inout Hasher) { hashTree(into: &hasher) }

    @usableFromInline
    package var scalarHash: Int {
        var hasher = Hasher()
        switch kind {
        case .boolean: hasher.combine(bool)
        case .number: hasher.combine(numberValue)
        case .string: hasher.combine(string.map { ByteEqualString($0) })
        default: hasher.combine(kind)
        }
        return hasher.finalize()
    }
}
