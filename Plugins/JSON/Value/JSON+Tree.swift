public import MimeographTree

/// The members of an object that was built.
typealias JSONObject = KeyedValues<JSON>

// What a value does as a tree, such as changes, equality and hashes, stands in the core for every format.
extension JSON: TreeValue {
    @usableFromInline
    package typealias Document = JSONDocument

    @usableFromInline
    package static var arrayKind: Kind { .array }

    @usableFromInline
    package static var objectKind: Kind { .object }

    @usableFromInline
    package init(elements: [JSON]) { storage = .array(elements) }

    @usableFromInline
    package init(members: KeyedValues<JSON>) { storage = .object(members) }

    @usableFromInline
    package init(_ document: JSONDocument, at index: Int) { storage = .parsed(document, index) }

    @inline(__always) @usableFromInline
    package static func light(_ document: JSONDocument, at index: Int) -> JSON {
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
