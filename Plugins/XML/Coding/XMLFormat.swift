public import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Reads and writes any `Codable` value as XML.
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
/// A key is a child element. One that begins with ``attributePrefix`` is an attribute, and ``textKey`` is the text of the
/// element; a type that is ``XMLMapped`` says so without changing its keys. The elements of a list repeat the list's key.
/// Numbers and booleans are written as XML Schema has them, dates as ISO 8601 and data as Base64. <doc:CodingXML> says all
/// of it, with examples.
public struct XMLFormat: Sendable {
    /// What is written. Default `application/xml`.
    public var contentType: MediaType = .xml
    /// What is read. Default `application/xml`, `text/xml` and every type with the suffix `+xml`.
    public var acceptedTypes: [MediaRange] = ["application/xml", "text/xml", "*/*+xml"]
    /// What the reader accepts.
    public var reading: XMLReadingOptions
    /// How the text is laid out.
    public var writing: XMLWritingOptions
    /// The name of the root that is written; nil for the one that the type's ``XMLMapping/element`` has, else the name of
    /// the type. It does not matter for reading.
    public var rootName: String?
    /// The URI of the namespace of all elements whose keys have no prefix; nil for none when writing, and when reading for
    /// that of the element around them.
    public var namespace: String?
    /// Which namespaces the prefixes in keys such as `dc:creator` stand for, by prefix.
    public var namespaces: [String: String] = [:]
    /// What keys of attributes begin with. Default `@`; empty for none.
    public var attributePrefix = "@"
    /// The key of the text of an element. Default `#text`.
    public var textKey = "#text"
    /// How lists are written. Default: repeated elements. ``XMLMapping/lists`` has it for single keys.
    public var lists: XMLListLayout = .repeated
    /// The name of the elements of a list that has no key: at the root, and of a list in a list. Default `item`.
    public var itemName = "item"
    /// What happens where one value is wanted and the element is there several times. Default: the first one counts.
    public var repeatedElements: RepeatedElements = .first
    /// What is written for nil where something must be written. Default `xsi:nil`, which is always understood when read.
    public var nilEncoding: NilEncodingStrategy = .schemaInstance
    /// How a `Date` is coded. The native way, which is the default, is ``DateStrategy/iso8601``, as XML Schema has it: it reads
    /// `2026-02-03T04:05:06.789+01:00`, without an offset UTC, or `2026-02-03`, the midnight in UTC. It writes
    /// `2026-02-03T04:05:06Z`, in UTC, with a fraction of the second if there is one. For feeds set
    /// `DateStrategy.internetMessage`.
    public var dateStrategy: DateStrategy<Date> = .native
    /// How `Data` is coded. The native way, which is the default, is ``DataStrategy/base64``, with white space in it ignored.
    /// Source: XML Schema 1.0 part 2 §3.2.16.
    public var dataStrategy: DataStrategy<Data> = .native
    /// What values find in the `userInfo` of their decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Makes a format with default strategies.
    ///
    /// - Parameters:
    ///   - rootName: The name of the root that is written; nil for that of the type.
    ///   - reading: What the reader accepts.
    ///   - writing: How the text is laid out.
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
    /// The encoding is what a byte order mark says, else the charset parameter, else what the document declares, else
    /// UTF-8. Source: RFC 7303 §3.
    ///
    /// - Throws: What ``XML/Document`` throws for bad bytes; ``SerializationError/Code/dataShape``, with the
    ///   `DecodingError` in `underlying`, for a good document of another shape.
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
    /// - Throws: ``SerializationError/Code/unencodableValue`` with the coding path, for values that their types do not
    ///   write, for text that XML cannot carry, and for what an attribute cannot hold.
    public func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] {
        try element(encoding: value).serialized(writing)
    }
}

extension XMLFormat {
    /// Encodes a value to an element, for example to put it into another one.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` with the coding path.
    public func element<V: Encodable>(encoding value: V) throws(SerializationError) -> XML.Element {
        do {
            return try XMLEncodingContext(self).document(value)
        } catch {
            throw CodingErrorFormatter.xml.encoding(error, of: V.self)
        }
    }

    /// Decodes a value from an element that was built.
    ///
    /// - Throws: ``SerializationError/Code/dataShape``, with the `DecodingError` in `underlying`.
    public func decode<V: Decodable>(_ type: V.Type, from element: XML.Element) throws(SerializationError) -> V {
        let tree = try XMLCodingTree(element)
        do throws(XMLLocatedError) { return try decode(type, from: tree) } catch { throw error.error }
    }

    /// Decodes a value from an element of a document, or from the outermost one of a document's node.
    ///
    /// ```swift
    /// for entry in feed.root.elements("entry") { stories.append(try format.decode(Story.self, from: entry)) }
    /// ```
    ///
    /// - Throws: ``SerializationError/Code/dataShape``, with the `DecodingError` in `underlying`, also where the node is
    ///   no element.
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
                "The node is no element, and values are read from elements.",
                remedy: "Take its stringValue, or the element that it is in."
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
    /// XML with standard options, for any `Codable` type.
    public static var xml: XMLFormat { XMLFormat() }
}

extension XMLFormat {
    /// What is written for nil where something must be written: in lists, and for types that write nil themselves.
    ///
    /// An optional property that is nil is left out by Swift and never comes here.
    public enum NilEncodingStrategy: Sendable {
        /// `<name xsi:nil="true"/>`. Source: XML Schema 1.0 part 1 §2.6.2.
        case schemaInstance
        /// Nothing: a list loses its nils.
        case omit
    }

    /// What happens where one value is wanted and the element is there several times.
    public enum RepeatedElements: Sendable {
        /// The first one counts.
        case first
        /// It is an error.
        case refuse
    }
}
