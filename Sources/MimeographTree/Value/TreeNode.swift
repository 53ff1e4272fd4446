import Mimeograph

/// A value of any kind: a reference into a parsed document, or a tree of Swift values that was built or changed.
///
/// The public values of the formats wrap it, and give its parts their own names; see ``TreeValue``. An extension is not a
/// container here: it has a number, and may have content.
@usableFromInline
package struct TreeNode: Hashable, Sendable {
    @usableFromInline
    package enum Storage: Sendable {
        case null
        case boolean(Bool)
        case integer(Int64)
        /// Only above `Int64.max`.
        case unsigned(UInt64)
        case real(Double)
        case string(String)
        case data([UInt8])
        /// Seconds since the beginning of 2001.
        case date(Double)
        case array([TreeNode])
        // Boxed, so that a value has two words and not four.
        indirect case object(KeyedValues<TreeNode>)
        /// The array has the content, if there is any.
        indirect case extended(TapeWord.Extension, UInt64, [TreeNode])
        /// The value whose word is at that index of a document's tape. The word never refers to another one.
        case read(TapeDocument, Int)
    }

    @usableFromInline
    package enum Kind: Hashable, Sendable {
        case null, boolean, integer, real, string, data, date, array, object, extended
    }

    @usableFromInline package var storage: Storage

    @inlinable
    package init(_ storage: Storage) { self.storage = storage }

    /// Creates the value at an index of a document.
    @inlinable @inline(__always)
    package init(_ document: TapeDocument, at index: Int) {
        storage = .read(document, document.word(at: index).target(from: index))
    }

    /// Creates an integer; nil if it needs more than 64 bits.
    package init?(exactly value: some BinaryInteger) {
        if let value = Int64(exactly: value) {
            storage = .integer(value)
        } else if let value = UInt64(exactly: value) {
            storage = .unsigned(value)
        } else {
            return nil
        }
    }

    @inlinable
    package static var null: TreeNode { TreeNode(.null) }

    @inlinable @inline(__always)
    package var kind: Kind {
        switch storage {
        case .null: .null
        case .boolean: .boolean
        case .integer, .unsigned: .integer
        case .real: .real
        case .string: .string
        case .data: .data
        case .date: .date
        case .array: .array
        case .object: .object
        case .extended: .extended
        case .read(let document, let index):
            switch document.word(at: index).tag {
            case .null, .shared: .null
            case .true, .false: .boolean
            case .smallInteger, .int64, .uint64: .integer
            case .double, .bigNumber: .real
            case .string, .wideString: .string
            case .data: .data
            case .date: .date
            case .array: .array
            case .object: .object
            case .extended: .extended
            }
        }
    }
}

// MARK: - Containers

extension TreeNode {
    /// The elements, if it is an array; otherwise nil.
    @inlinable @inline(__always)
    package var elements: TreeElements? {
        switch storage {
        case .array(let elements): return TreeElements(base: .built(elements))
        case .read(let document, let index):
            guard document.word(at: index).isArray else { return nil }
            return TreeElements(base: .read(document, index))
        default: return nil
        }
    }

    /// The members, if it is an object; otherwise nil.
    @inlinable @inline(__always)
    package var members: TreeMembers? {
        switch storage {
        case .object(let members): return TreeMembers(base: .built(members))
        case .read(let document, let index):
            guard document.word(at: index).isObject else { return nil }
            if let shadowed = document.shadowedMembers(ofObjectAt: index) {
                return TreeMembers(base: .filtered(document, index, shadowed: shadowed))
            }
            return TreeMembers(base: .read(document, index))
        default: return nil
        }
    }

    /// Returns the value of a key, without a search for duplicates; nil if there is none.
    @inlinable @inline(__always)
    package func member(_ key: String) -> TreeNode? {
        switch storage {
        case .object(let members): return members[key]
        case .read(let document, let index):
            return document.index(ofKey: key, inObjectAt: index).map { TreeNode(document, at: $0) }
        default: return nil
        }
    }

    /// Returns the element at an offset, counted from 0; nil if there is none.
    @inlinable @inline(__always)
    package func element(at offset: Int) -> TreeNode? { elements?.element(at: offset) }

    /// Returns the value at an index of a document. A scalar that fits in its word is copied, which is cheaper than a reference
    /// to the document.
    @inlinable @inline(__always)
    package static func scalarOrReference(_ document: TapeDocument, at index: Int) -> TreeNode {
        let word = document.word(at: index)
        switch word.tag {
        case .null: return TreeNode(.null)
        case .false: return TreeNode(.boolean(false))
        case .true: return TreeNode(.boolean(true))
        case .smallInteger: return TreeNode(.integer(word.smallInteger))
        default: return TreeNode(document, at: index)
        }
    }
}
