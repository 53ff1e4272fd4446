package import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The public value of a format, which wraps a ``TreeNode``.
///
/// Reading and writing it with coders is here, for every format. Its other methods are in the format's module, because a program
/// that imports only that finds no others.
package protocol TreeValue: Codable, Hashable, Sendable {
    static var format: TreeFormat { get }
    init(_ node: TreeNode)
    var node: TreeNode { get }
    /// The number, if it is an integer for this format.
    var int64: Int64? { get }
    var uint64: UInt64? { get }
    /// The number, or the double that is nearest to it.
    var double: Double? { get }
}

extension TreeValue {
    /// Reads any value, with any decoder. The format's own decoder makes it a reference into the document.
    public init(from decoder: any Decoder) throws { try self.init(reading: decoder) }

    /// Writes the value, with any encoder. The format's own encoder writes it as it is; ``write(to:)`` says what others get.
    public func encode(to encoder: any Encoder) throws { try write(to: encoder) }

    /// What the value is on a tape.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for numbers that the format has not, and for what no tape holds.
    package func encoded() throws(SerializationError) -> TreeEncodingContext {
        let context = TreeEncodingContext(Self.format, nil)
        do {
            try context.encode(self)
        } catch {
            throw Self.format.errors.encoding(error, of: Self.self)
        }
        return context
    }

    /// The document and the index that the value has, or is given.
    ///
    /// - Throws: As ``encoded()``.
    package func located() throws(SerializationError) -> (document: TapeDocument, index: Int) {
        if case .read(let document, let index) = node.storage { return (document, index) }
        return (try encoded().document(), 0)
    }

    /// Reads any value with any decoder; with the format's own it is a reference into the document.
    package init(reading decoder: any Decoder) throws {
        if let (document, index) = (decoder as? TreeDecoder)?.value(in: Self.format) {
            self.init(index == TreeDecodingContext.absent ? .null : TreeNode(document, at: index))
            return
        }
        if let container = try? decoder.container(keyedBy: PlainCodingKey.self) {
            var members = KeyedValues<TreeNode>()
            for key in container.allKeys {
                members[key.stringValue] = try container.decode(Self.self, forKey: key).node
            }
            self.init(TreeNode(.object(members)))
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [TreeNode] = []
            while !container.isAtEnd { elements.append(try container.decode(Self.self).node) }
            self.init(TreeNode(.array(elements)))
            return
        }
        self.init(try TreeNode(scalar: try decoder.singleValueContainer()))
    }

    /// Writes the value with any encoder. The format's own writes it as it is; others get dates and data as those types code
    /// themselves, references of keyed archives as their numbers, bignums as numbers, and of other extensions what they are
    /// about.
    package func write(to encoder: any Encoder) throws {
        if let elements = node.elements {
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(Self(element)) }
        } else if let members = node.members {
            var container = encoder.container(keyedBy: PlainCodingKey.self)
            for (key, value) in members { try container.encode(Self(value), forKey: PlainCodingKey(key)) }
        } else if let content = node.extended?.content, case nil = double {
            try Self(content).write(to: encoder)
        } else {
            var container = encoder.singleValueContainer()
            try write(to: &container)
        }
    }

    private func write(to container: inout any SingleValueEncodingContainer) throws {
        if let bool = node.bool {
            try container.encode(bool)
        } else if let int64 {
            try container.encode(int64)
        } else if let uint64 {
            try container.encode(uint64)
        } else if let string = node.string {
            try container.encode(string)
        } else if let double {
            try container.encode(double)
        } else if node.kind == .real {
            let description = "The number is beyond all doubles, and its digits are for \(Self.self) alone."
            let context = EncodingError.Context(codingPath: container.codingPath, debugDescription: description)
            throw EncodingError.invalidValue(node, context)
        } else if let seconds = node.secondsSince2001 {
            try container.encode(Date(timeIntervalSinceReferenceDate: seconds))
        } else if let data = node.data {
            try container.encode(Data(data))
        } else if let (kind, number, _) = node.extended, kind == .uid {
            try container.encode(number)
        } else {
            try container.encodeNil()
        }
    }
}

extension TreeNode {
    /// What a decoder of another format has as a single value.
    fileprivate init(scalar container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            // First, because a format that has texts only reads them as other types, too.
            self.init(.string(value))
        } else if let value = try? container.decode(Bool.self) {
            self.init(.boolean(value))
        } else if let value = try? container.decode(Int64.self) {
            self.init(.integer(value))
        } else if let value = try? container.decode(UInt64.self) {
            self.init(.unsigned(value))
        } else {
            self.init(.real(try container.decode(Double.self)))
        }
    }
}
