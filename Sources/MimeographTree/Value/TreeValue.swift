package import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The public value of a format, which wraps a ``TreeNode``.
///
/// Its coding is here, for every format. Its other methods are in the format's module, because a program that imports only that
/// module finds no others.
package protocol TreeValue: Codable, DocumentValue, Hashable, Sendable {
    static var format: TreeFormat { get }
    init(_ node: TreeNode)
    var node: TreeNode { get }
    /// The number, if it is an integer for this format.
    var int64: Int64? { get }
    var uint64: UInt64? { get }
    /// The number, or the nearest `Double`.
    var double: Double? { get }
}

extension TreeValue {
    /// Decodes any value, with any decoder. With the format's own decoder, it is a reference into the document.
    public init(from decoder: any Decoder) throws { try self.init(reading: decoder) }

    /// Encodes the value, with any encoder. The format's own encoder writes it unchanged; for others see ``write(to:)``.
    public func encode(to encoder: any Encoder) throws { try write(to: encoder) }

    /// Returns the value on a tape.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for numbers that the format does not have, and for values that no
    ///   tape holds.
    package func encoded() throws(SerializationError) -> TreeEncodingContext {
        let context = TreeEncodingContext(Self.format, nil)
        do {
            try context.encode(self)
        } catch {
            throw Self.format.errors.encoding(error, of: Self.self)
        }
        return context
    }

    /// Returns the document and the index of the value. A value without a document is encoded first.
    ///
    /// - Throws: The same errors as ``encoded()``.
    package func located() throws(SerializationError) -> (document: TapeDocument, index: Int) {
        if case .read(let document, let index) = node.storage { return (document, index) }
        return (try encoded().document(), 0)
    }

    /// Decodes any value, with any decoder. With the format's own decoder, it is a reference into the document.
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

    /// Encodes the value, with any encoder. The format's own encoder writes it unchanged. Other encoders write dates and data as
    /// those types encode themselves. They write references of keyed archives and bignums as numbers, and only the content of
    /// other extensions.
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
            let description = "The number is outside the range of Double, and only \(Self.self) can hold its digits."
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
    /// Creates a node from the single value of a decoder of another format.
    fileprivate init(scalar container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            // Strings come first, because a format that has only texts also reads them as other types.
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
