public import MimeographTree

/// The members of a dictionary that was built.
typealias PropertyListMembers = KeyedValues<PropertyList>

// What a value does as a tree, such as changes, equality and hashes, stands in the core for every format.
extension PropertyList: TreeValue {
    @usableFromInline
    package typealias Document = PropertyListDocument

    @usableFromInline
    package static var arrayKind: Kind { .array }

    @usableFromInline
    package static var objectKind: Kind { .dictionary }

    @usableFromInline
    package init(elements: [PropertyList]) { storage = .array(elements) }

    @usableFromInline
    package init(members: KeyedValues<PropertyList>) { storage = .dictionary(members) }

    @inline(__always) @usableFromInline
    package init(_ document: PropertyListDocument, at index: Int) {
        storage = .parsed(document, document.resolved(index))
    }

    @inline(__always) @usableFromInline
    package static func light(_ document: PropertyListDocument, at index: Int) -> PropertyList {
        let word = document.word(at: index)
        switch word.tag {
        case .false: return PropertyList(storage: .boolean(false))
        case .true: return PropertyList(storage: .boolean(true))
        case .smallInteger: return PropertyList(storage: .integer(word.smallInteger))
        case .real, .singleReal: return PropertyList(storage: .real(document.real(of: word)))
        case .date: return PropertyList(storage: .date(document.real(of: word)))
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
