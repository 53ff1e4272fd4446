import Mimeograph
import MimeographTree

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
