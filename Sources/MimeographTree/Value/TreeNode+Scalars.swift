import Mimeograph

// The content of a value that is not a container; nil for values of another kind.
extension TreeNode {
    @inlinable @inline(__always)
    package var bool: Bool? {
        switch storage {
        case .boolean(let value): return value
        case .read(let document, let index):
            let word = document.word(at: index)
            return word.has(.true) ? true : word.has(.false) ? false : nil
        default: return nil
        }
    }

    /// The integer, if it fits. If the number has a text, the digits decide; other reals are not integers.
    @inlinable @inline(__always)
    package var int64: Int64? {
        switch storage {
        case .integer(let value): value
        case .read(let document, let index): document.int64(at: index)
        default: nil
        }
    }

    /// The integer, under the rules of ``int64``.
    @inlinable @inline(__always)
    package var uint64: UInt64? {
        switch storage {
        case .integer(let value): UInt64(exactly: value)
        case .unsigned(let value): value
        case .read(let document, let index): document.uint64(at: index)
        default: nil
        }
    }

    /// The number, or the nearest `Double`.
    @inlinable @inline(__always)
    package var double: Double? {
        switch storage {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .real(let value): value
        case .read(let document, let index): document.double(at: index)
        default: nil
        }
    }

    @inlinable @inline(__always)
    package var string: String? {
        switch storage {
        case .string(let value): return value
        case .read(let document, let index):
            return document.word(at: index).isString ? document.string(at: index) : nil
        default: return nil
        }
    }

    /// Calls `body` with the bytes of data; returns nil if the value is not data.
    package func withData<Result>(_ body: (ArraySlice<UInt8>) -> Result) -> Result? {
        switch storage {
        case .data(let value): return body(value[...])
        case .read(let document, let index):
            let word = document.word(at: index)
            return word.has(.data) ? body(document.content(of: word)) : nil
        default: return nil
        }
    }

    package var data: [UInt8]? { withData { Array($0) } }

    package var secondsSince2001: Double? {
        switch storage {
        case .date(let value): value
        case .read(let document, let index): document.date(at: index)
        default: nil
        }
    }

    /// The extension, its number, and its content.
    package var extended: (kind: TapeWord.Extension, number: UInt64, content: TreeNode?)? {
        switch storage {
        case .extended(let kind, let number, let content): return (kind, number, content.first)
        case .read(let document, let index):
            guard let (kind, number, content) = document.extended(at: index) else { return nil }
            let isEmpty = content >= document.word(at: index).offset
            return (kind, number, isEmpty ? nil : TreeNode(document, at: content))
        default: return nil
        }
    }
}
