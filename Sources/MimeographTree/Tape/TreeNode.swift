import Mimeograph

/// A value of a binary format of any kind, which was read or built; the formats' own types wrap it.
///
/// What it is as a tree is ``TreeValue``'s matter. An extension is no container here: it has a number, and may be about a value.
package struct TreeNode: TreeValue {
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
        case object(KeyedValues<TreeNode>)
        /// The value that it is about stands alone in the array, where there is one.
        case extended(TapeWord.Extension, UInt64, [TreeNode])
        /// The value whose word is at that index of a document's tape.
        case read(TapeDocument, Int)
    }

    package enum Kind: Sendable { case null, boolean, integer, real, string, data, date, array, object, extended }

    package let storage: Storage

    package init(_ storage: Storage) { self.storage = storage }

    package static var null: TreeNode { TreeNode(.null) }
    package static var arrayKind: Kind { .array }
    package static var objectKind: Kind { .object }
    package init(elements: [TreeNode]) { storage = .array(elements) }
    package init(members: KeyedValues<TreeNode>) { storage = .object(members) }
    package init(_ document: TapeDocument, at index: Int) { storage = .read(document, index) }
    package static func scalarOrReference(_ document: TapeDocument, at index: Int) -> TreeNode {
        TreeNode(document, at: index)
    }

    /// An integer; nil where it needs more than 64 bits.
    package init?(exactly value: some BinaryInteger) {
        if let value = Int64(exactly: value) {
            storage = .integer(value)
        } else if let value = UInt64(exactly: value) {
            storage = .unsigned(value)
        } else {
            return nil
        }
    }

    package var content: TreeContent<TreeNode> {
        switch storage {
        case .array(let elements): .array(elements)
        case .object(let members): .object(members)
        case .read(let document, let index): .read(document, index)
        default: .scalar
        }
    }

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

// MARK: - Scalars

extension TreeNode {
    package var bool: Bool? {
        switch storage {
        case .boolean(let value): return value
        case .read(let document, let index):
            let word = document.word(at: index)
            return word.has(.true) ? true : word.has(.false) ? false : nil
        default: return nil
        }
    }

    package var int64: Int64? {
        switch storage {
        case .integer(let value): value
        case .read(let document, let index): document.int64(at: index)
        default: nil
        }
    }

    package var uint64: UInt64? {
        switch storage {
        case .integer(let value): UInt64(exactly: value)
        case .unsigned(let value): value
        case .read(let document, let index): document.uint64(at: index)
        default: nil
        }
    }

    package var double: Double? {
        switch storage {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .real(let value): value
        case .read(let document, let index): document.double(at: index)
        default: nil
        }
    }

    package var string: String? {
        switch storage {
        case .string(let value): return value
        case .read(let document, let index):
            return document.word(at: index).isString ? document.string(at: index) : nil
        default: return nil
        }
    }

    package var data: [UInt8]? {
        switch storage {
        case .data(let value): return value
        case .read(let document, let index):
            let word = document.word(at: index)
            return word.has(.data) ? Array(document.content(of: word)) : nil
        default: return nil
        }
    }

    package var secondsSince2001: Double? {
        switch storage {
        case .date(let value): value
        case .read(let document, let index): document.date(at: index)
        default: nil
        }
    }

    /// The extension, its number, and what it is about.
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

// MARK: - Equality

extension TreeNode {
    package static func == (left: TreeNode, right: TreeNode) -> Bool { areSame(left, right) }
    package func hash(into hasher: inout Hasher) { hashTree(into: &hasher) }

    package func isSameScalar(as other: TreeNode, _ kind: Kind) -> Bool {
        switch kind {
        case .boolean: return bool == other.bool
        case .integer: return int64 == other.int64 && uint64 == other.uint64
        case .real:
            guard let first = double, let second = other.double else { return false }
            return first == second || (first.isNaN && second.isNaN)
        case .string: return string?.hasSameBytes(as: other.string ?? "") ?? false
        case .data: return data == other.data
        case .date: return secondsSince2001 == other.secondsSince2001
        case .extended:
            guard let first = extended, let second = other.extended else { return false }
            return first.kind == second.kind && first.number == second.number && first.content == second.content
        case .null, .array, .object: return true
        }
    }

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
        case .data: hasher.combine(data)
        case .date: hasher.combine(secondsSince2001)
        case .extended:
            hasher.combine(extended?.number)
            hasher.combine(extended?.content)
        case .null, .array, .object: break
        }
        return hasher.finalize()
    }
}

// MARK: - Coding

extension TreeNode {
    /// Writes the value as it is.
    package func encode(into context: TreeEncodingContext) {
        context.append(self) { value, context in
            switch value.storage {
            case .boolean(let value): context.append(value)
            case .integer(let value): context.append(value)
            case .unsigned(let value): context.append(value)
            case .real(let value): context.append(double: value)
            case .string(let value): context.append(value)
            case .data(let value): context.append(data: value)
            case .date(let value): context.append(date: value)
            case .extended(let kind, let number, let content):
                context.append(kind, number) { context in content.first?.encode(into: context) }
            case .null, .array, .object, .read: context.appendTrueNull()
            }
        }
    }

    /// The document and the index that the value has, or is given.
    package func located(in format: TreeFormat) -> (document: TapeDocument, index: Int) {
        if case .read(let document, let index) = storage { return (document, index) }
        let context = TreeEncodingContext(format, nil)
        encode(into: context)
        return (context.document(), 0)
    }

    /// Reads any value with any decoder; with our own it is a reference into the document.
    package init(from decoder: any Decoder, in format: TreeFormat) throws {
        if let (document, index) = (decoder as? TreeDecoder)?.value(in: format) {
            self = index == TreeDecodingContext.absent ? .null : TreeNode(document, at: index)
        } else {
            self = try CodedNode(from: decoder).node
        }
    }

    /// Writes the value with any encoder. Others than ours get data as arrays of numbers, dates as seconds since 2001, and of
    /// extensions what they are about.
    package func encode(to encoder: any Encoder) throws {
        if let elements {
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(CodedNode(node: element)) }
        } else if let members {
            var container = encoder.container(keyedBy: PlainCodingKey.self)
            for (key, value) in members { try container.encode(CodedNode(node: value), forKey: PlainCodingKey(key)) }
        } else if let content = extended?.content {
            try content.encode(to: encoder)
        } else {
            var container = encoder.singleValueContainer()
            if let bool {
                try container.encode(bool)
            } else if let int64, kind == .integer {
                try container.encode(int64)
            } else if let uint64, kind == .integer {
                try container.encode(uint64)
            } else if let string {
                try container.encode(string)
            } else if let data {
                try container.encode(data)
            } else if let double = double ?? secondsSince2001 {
                try container.encode(double)
            } else {
                try container.encodeNil()
            }
        }
    }
}

/// A value as another format's coders have it.
private struct CodedNode: Codable {
    let node: TreeNode

    init(node: TreeNode) { self.node = node }

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: PlainCodingKey.self) {
            var members = KeyedValues<TreeNode>()
            for key in container.allKeys {
                members[key.stringValue] = try container.decode(Self.self, forKey: key).node
            }
            node = TreeNode(.object(members))
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [TreeNode] = []
            while !container.isAtEnd { elements.append(try container.decode(Self.self).node) }
            node = TreeNode(.array(elements))
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                node = .null
            } else if let value = try? container.decode(String.self) {
                // First, because a format that has texts only reads them as other types, too.
                node = TreeNode(.string(value))
            } else if let value = try? container.decode(Bool.self) {
                node = TreeNode(.boolean(value))
            } else if let value = try? container.decode(Int64.self) {
                node = TreeNode(.integer(value))
            } else if let value = try? container.decode(UInt64.self) {
                node = TreeNode(.unsigned(value))
            } else {
                node = TreeNode(.real(try container.decode(Double.self)))
            }
        }
    }

    func encode(to encoder: any Encoder) throws { try node.encode(to: encoder) }
}
