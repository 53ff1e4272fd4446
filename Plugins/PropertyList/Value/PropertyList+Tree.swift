import Mimeograph
public import MimeographTree

/// The members of a dictionary that was built.
typealias PropertyListMembers = KeyedValues<PropertyList>

// What a value does as a tree, such as changes, equality and hashes, stands in MimeographTree for every format.
extension PropertyList: TreeValue, TreeValueCoding {
    @usableFromInline
    package static var arrayKind: Kind { .array }

    @usableFromInline
    package static var objectKind: Kind { .dictionary }

    @usableFromInline
    package init(elements: [PropertyList]) { storage = .array(elements) }

    @usableFromInline
    package init(members: KeyedValues<PropertyList>) { storage = .dictionary(members) }

    @inline(__always) @usableFromInline
    package init(_ document: TapeDocument, at index: Int) {
        storage = .parsed(document, document.word(at: index).target(from: index))
    }

    @inline(__always) @usableFromInline
    package static func scalarOrReference(_ document: TapeDocument, at index: Int) -> PropertyList {
        let word = document.word(at: index)
        switch word.tag {
        case .false: return PropertyList(storage: .boolean(false))
        case .true: return PropertyList(storage: .boolean(true))
        case .smallInteger: return PropertyList(storage: .integer(word.smallInteger))
        case .double: return PropertyList(storage: .real(Double(bitPattern: document.long(at: index))))
        case .date: return PropertyList(storage: .date(Double(bitPattern: document.long(at: index))))
        default: return PropertyList(document, at: index)
        }
    }

    @inline(__always) @usableFromInline
    package var content: TreeContent<PropertyList> {
        switch storage {
        case .array(let elements): .array(elements)
        case .dictionary(let members): .object(members)
        case .parsed(let document, let index): .read(document, index)
        default: .scalar
        }
    }
}

extension PropertyList: Equatable {
    /// Whether two values are the same: dictionaries regardless of the order of their members, strings by their Unicode
    /// scalars. An integer is never a real, and not-a-number is equal to itself.
    public static func == (left: PropertyList, right: PropertyList) -> Bool { areSame(left, right) }

    @usableFromInline
    package func isSameScalar(as other: PropertyList, _ kind: Kind) -> Bool {
        switch kind {
        case .boolean: return bool == other.bool
        case .integer: return int64 == other.int64 && uint64 == other.uint64
        case .real:
            guard let first = double, let second = other.double else { return false }
            return first == second || (first.isNaN && second.isNaN)
        case .string:
            guard let first = string, let second = other.string else { return false }
            return first.utf8.elementsEqual(second.utf8)
        case .date: return secondsSinceReferenceDate == other.secondsSinceReferenceDate
        case .data: return bytes == other.bytes
        case .uid: return uid == other.uid
        case .null, .array, .dictionary: return true
        }
    }
}

extension PropertyList: Hashable {
    /// Feeds the whole value to the hasher.
    public func hash(into hasher: inout Hasher) { hashTree(into: &hasher) }

    @usableFromInline
    package var scalarHash: Int {
        var hasher = Hasher()
        let kind = kind
        hasher.combine(kind)
        switch kind {
        case .boolean: hasher.combine(bool)
        case .integer:
            hasher.combine(int64)
            hasher.combine(uint64)
        case .real:
            // All not-a-numbers are one value, and so are the two zeros.
            let value = double ?? 0
            hasher.combine(value.isNaN ? .nan : value)
        case .string: hasher.combine(string.map { ByteEqualString($0) })
        case .date: hasher.combine(secondsSinceReferenceDate)
        case .data: hasher.combine(bytes)
        case .uid: hasher.combine(uid)
        case .null, .array, .dictionary: break
        }
        return hasher.finalize()
    }
}
