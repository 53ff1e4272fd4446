public import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A format that reads and writes any `Codable` value as XML.
///
/// ```swift
/// struct Book: Codable {
///     var id: Int
///     var title: String
///     var authors: [String]
///     enum CodingKeys: String, CodingKey { case id = "@id", title, authors = "author" }
/// }
/// let bytes = try XMLFormat().encode(Book(id: 7, title: "Emma", authors: ["Jane Austen"]))
/// // <Book id="7"><title>Emma</title><author>Jane Austen</author></Book>
/// ```
///
/// A key is a child element. A key that begins with ``attributePrefix`` is an attribute, and ``textKey`` is the text of the
/// element. With ``XMLMapped`` a type can specify this without changing its keys. The elements of a list repeat the list's key.
/// Numbers and Booleans are written as in XML Schema, dates as ISO 8601 and data as Base64. <doc:CodingXML> describes all rules
/// with examples.
public struct XMLFormat: Sendable {
    /// The media type for writing. The default is `application/xml`.
    public var contentType: MediaType = .xml
    /// The media types for reading. The default is `application/xml`, `text/xml` and every type with the suffix `+xml`.
    public var acceptedTypes: [MediaRange] = ["application/xml", "text/xml", "*/*+xml"]
    /// The options for reading.
    public var reading: XMLReadingOptions
    /// The options for writing.
    public var writing: XMLWritingOptions
    /// The name of the root when writing. If nil, it is the type's ``XMLMapping/element``, or else the name of the type. It is
    /// ignored when reading.
    public var rootName: String?
    /// The URI of the namespace of all elements whose keys have no prefix. Nil means no namespace when writing, and the namespace
    /// of the parent element when reading.
    public var namespace: String?
    /// The namespaces of prefixes in keys such as `dc:creator`, by prefix.
    public var namespaces: [String: String] = [:]
    /// The prefix of the keys of attributes. The default is `@`; an empty string means that there are none.
    public var attributePrefix = "@"
    /// The key of the text of an element. The default is `#text`.
    public var textKey = "#text"
    /// The layout of lists. The default is repeated elements. ``XMLMapping/lists`` overrides it for single keys.
    public var lists: XMLListLayout = .repeated
    /// The name of the elements of a list without a key: at the root, and of a list in a list. The default is `item`.
    public var itemName = "item"
    /// The handling of several elements for a key that expects one value. By default the first one counts.
    public var repeatedElements: RepeatedElements = .first
    /// The form of a nil that must be written. The default is `xsi:nil`, which is always understood when reading.
    public var nilEncoding: NilEncodingStrategy = .schemaInstance
    /// The strategy for a `Date`. The default, native, is ``DateStrategy/iso8601`` in the form of XML Schema. It reads
    /// `2026-02-03T04:05:06.789+01:00`, and `2026-02-03` as midnight in UTC. A time without an offset is UTC. It writes
    /// `2026-02-03T04:05:06Z`, in UTC, with a fraction of the second if there is one. For feeds, use
    /// `DateStrategy.internetMessage`.
    public var dateStrategy: DateStrategy<Date> = .native
    /// The strategy for `Data`. The default, native, is ``DataStrategy/base64``, and ignores white space. Source: XML Schema 1.0
    /// part 2 §3.2.16.
    public var dataStrategy: DataStrategy<Data> = .native
    /// The `userInfo` of the decoder and the encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Makes a format with default strategies.
    ///
    /// - Parameters:
    ///   - rootName: The name of the root when writing; nil for the name of the type.
    ///   - reading: The options for reading.
    ///   - writing: The options for writing.
    public init(
        rootName: String? = nil,
        reading: XMLReadingOptions = .standard,
        writing: XMLWritingOptions = .compact
    ) {
        self.rootName = rootName
        self.reading = reading
        self.writing = writing
    }
}

extension XMLFormat: CodableFormat {
    /// Decodes a value from a whole body.
    ///
    /// A byte order mark determines the encoding; without one, the charset parameter does, or else the document's declaration.
    /// The default is UTF-8. Source: RFC 7303 §3.
    ///
    /// - Throws: The errors of ``XML/Document`` for invalid bytes; ``SerializationError/Code/dataShape``, with the
    ///   `DecodingError` in `underlying`, for a valid document that does not match the type.
    public func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> V {
        let document = try XML.Document(
            parsing: body,
            charset: mediaType?.charset,
            options: reading,
            limits: limits
        )
        do throws(XMLLocatedError) {
            return try decode(type, at: document.root)
        } catch {
            var located = error.error
            located.location = SourceLocation(line: error.line, in: body)
            throw located
        }
    }

    /// Encodes a value to a whole body.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` with the coding path, if a value's own `encode(to:)` throws, or if
    ///   XML or an attribute cannot represent a value.
    public func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] {
        try element(encoding: value).serialized(writing)
    }
}

extension XMLFormat {
    /// Encodes a value to an element, for example to add it to another element.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` with the coding path.
    public func element<V: Encodable>(encoding value: V) throws(SerializationError) -> XML.Element {
        do {
            return try XMLEncodingContext(self).document(value)
        } catch {
            throw CodingErrorFormatter.xml.encoding(error, of: V.self)
        }
    }

    /// Decodes a value from a built element.
    ///
    /// - Throws: ``SerializationError/Code/dataShape``, with the `DecodingError` in `underlying`.
    public func decode<V: Decodable>(_ type: V.Type, from element: XML.Element) throws(SerializationError) -> V {
        let tree = try XMLCodingTree(element)
        do throws(XMLLocatedError) { return try decode(type, from: tree) } catch { throw error.error }
    }

    /// Decodes a value from an element of a document, or from the root if the node is a document.
    ///
    /// ```swift
    /// for entry in feed.root.elements("entry") { stories.append(try format.decode(Story.self, from: entry)) }
    /// ```
    ///
    /// - Throws: ``SerializationError/Code/dataShape``, with the `DecodingError` in `underlying`. A node that is not an element
    ///   has the same code.
    public func decode<V: Decodable>(_ type: V.Type, from node: XML.Node) throws(SerializationError) -> V {
        do throws(XMLLocatedError) {
            return try decode(type, at: node.kind == .document ? node.document.root : node)
        } catch {
            throw error.error
        }
    }

    private func decode<V: Decodable>(_ type: V.Type, at node: XML.Node) throws(XMLLocatedError) -> V {
        guard node.kind == .element else {
            let error = SerializationError(
                .dataShape,
                "Values are read from elements, but the node is not an element.",
                remedy: "Read its stringValue, or use the element that contains it."
            )
            throw XMLLocatedError(error: error, line: 0)
        }
        let tree: XMLCodingTree
        do { tree = try XMLCodingTree(node) } catch { throw XMLLocatedError(error: error, line: 0) }
        return try decode(type, from: tree)
    }

    private func decode<V: Decodable>(_ type: V.Type, from tree: XMLCodingTree) throws(XMLLocatedError) -> V {
        let context = XMLDecodingContext(tree, self)
        do { return try context.root(type) } catch {
            throw context.report(error, of: V.self)
        }
    }
}

extension CodableFormat where Self == XMLFormat {
    /// A format for XML with standard options, for any `Codable` type.
    public static var xml: XMLFormat { XMLFormat() }
}

extension XMLFormat {
    /// A form of a nil that must be written: in a list, or by a type that writes nil itself.
    ///
    /// Swift leaves out an optional property that is nil, so this does not apply to it.
    public enum NilEncodingStrategy: Sendable {
        /// `<name xsi:nil="true"/>`. Source: XML Schema 1.0 part 1 §2.6.2.
        case schemaInstance
        /// Nothing is written. A list loses its nils.
        case omit
    }

    /// The handling of several elements for a key that expects one value.
    public enum RepeatedElements: Sendable {
        /// The first one counts.
        case first
        /// Several elements are an error.
        case refuse
    }
}
