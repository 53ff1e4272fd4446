public import Mimeograph

extension XML {
    /// A parsed document: a tree that never changes, safe to read from many threads at once.
    ///
    /// ```swift
    /// let feed = try XML.Document(parsing: body)
    /// for entry in feed.root.elements("entry") {
    ///     print(entry["title"]?.stringValue ?? "", entry["link"]?[attribute: "href"] ?? "")
    /// }
    /// ```
    /// Every ``XML/Node`` keeps its document alive. Parsing reads the given bytes only: no file, no network, no external entity
    /// or document type, no XInclude.
    public struct Document: Sendable {
        let tree: XMLTree

        init(_ tree: XMLTree) { self.tree = tree }

        /// Parses a document.
        ///
        /// A byte order mark determines the encoding; without one, the charset parameter does, or else the document's
        /// declaration. The default is UTF-8. Source: RFC 7303 §3.
        ///
        /// - Parameters:
        ///   - body: The bytes of the document.
        ///   - charset: The `charset` parameter of its `Content-Type`, if any.
        ///   - options: The options for reading.
        ///   - limits: The limits for the document. `outputBytes` limits the expansion of its entities.
        /// - Throws: ``SerializationError/Code/emptyBody``, ``SerializationError/Code/syntax``,
        ///   ``SerializationError/Code/truncated``, ``SerializationError/Code/invalidText``,
        ///   ``SerializationError/Code/unsupportedCharset``, ``SerializationError/Code/limitExceeded``.
        public init(
            parsing body: Span<UInt8>,
            charset: String? = nil,
            options: XMLReadingOptions = .standard,
            limits: DecodingLimits = .standard
        ) throws(SerializationError) {
            try limits.check(.inputBytes, body.count)
            if body.isEmpty {
                throw XML.Document.emptyBody
            }
            let encoding = try XMLTextEncoding(of: body, charset: charset)
            var rules = XMLTree.Rules(
                options: options,
                limits: limits,
                encoding: encoding.name,
                markLength: encoding.markLength
            )
            guard encoding.needsTranscoding, let name = encoding.name else {
                tree = try XMLTree.parse(body, rules: rules)
                return
            }
            guard let text = XMLLibrary.utf8(of: body, from: name) else {
                throw SerializationError(
                    .invalidText,
                    "The document contains bytes that are invalid in its encoding.",
                    at: SourceLocation(offset: 0, in: body),
                    remedy: "Ask the sender to declare the correct encoding, or to send UTF-8."
                )
            }
            rules.encoding = "UTF-8"
            do throws(SerializationError) {
                tree = try XMLTree.parse(text.span, rules: rules)
            } catch {
                // Line and column refer to the transcoded text. The offset is converted to an offset of the body.
                var error = error
                error.location = error.location.map {
                    // The body may end with bytes that do not form a character.
                    let isAtEnd = $0.offset >= text.count
                    let offset = isAtEnd ? body.count : XMLConverter.length(of: body, making: $0.offset, from: name)
                    return SourceLocation(offset: offset, line: $0.line, column: $0.column)
                }
                throw error
            }
        }

        /// Parses a document from any collection of bytes, such as `[UInt8]`, a slice, `Data` or `string.utf8`.
        ///
        /// The bytes of a Swift string are UTF-8, whatever encoding the XML declaration names. Pass `charset: "utf-8"` for them.
        ///
        /// - Throws: The same errors as the initializer with a span.
        public init(
            parsing body: some Collection<UInt8>,
            charset: String? = nil,
            options: XMLReadingOptions = .standard,
            limits: DecodingLimits = .standard
        ) throws(SerializationError) {
            self = try withBytes(of: body) { (span) throws(SerializationError) in
                try Document(parsing: span, charset: charset, options: options, limits: limits)
            }
        }
    }
}

extension XML.Document {
    /// The error for an empty body.
    static var emptyBody: SerializationError {
        SerializationError(
            .emptyBody,
            "Expected an XML document, but the body is empty.",
            at: SourceLocation(offset: 0, line: 1, column: 1),
            remedy: "If the sender may send an empty body, read an optional value."
        )
    }

    /// The node of the document itself, the parent of ``root``.
    public var node: XML.Node { XML.Node(tree: tree, node: tree.top) }

    /// The outermost element.
    public var root: XML.Node { XML.Node(tree: tree, node: withExtendedLifetime(tree) { tree.root ?? tree.top }) }

    /// The outermost element, and the comments and processing instructions around it.
    public var children: XML.Nodes { node.children }

    /// The version in the XML declaration; `1.0` without a declaration.
    public var version: String { tree.version }

    /// The value of `standalone` in the XML declaration, if any.
    public var isStandalone: Bool? { tree.standalone < 0 ? nil : tree.standalone == 1 }

    /// The document type declaration, if any.
    public var documentType: XML.DocumentType? {
        tree.documentType.map { XML.DocumentType(name: $0.name, publicID: $0.publicID, systemID: $0.systemID) }
    }
}

extension XML {
    /// A document type declaration without its internal subset. The external subset is never read.
    public struct DocumentType: Hashable, Sendable {
        /// The name of the outermost element.
        public let name: String
        /// The public identifier of the external subset, if any.
        public let publicID: String?
        /// The system identifier of the external subset, a URI, if any.
        public let systemID: String?
    }
}

extension XML.DocumentType {
    /// Returns whether both are equal, compared by their bytes.
    public static func == (one: XML.DocumentType, other: XML.DocumentType) -> Bool {
        ByteEqualString(one.name) == ByteEqualString(other.name)
            && ByteEqualString(one.publicID) == ByteEqualString(other.publicID)
            && ByteEqualString(one.systemID) == ByteEqualString(other.systemID)
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteEqualString(name))
        hasher.combine(ByteEqualString(publicID))
        hasher.combine(ByteEqualString(systemID))
    }
}

extension XML {
    /// An error number from libxml2. A parse error has it in ``SerializationError/underlying``.
    ///
    /// libxml2's message is not included, because it quotes the body.
    public struct LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The code, one of `xmlParserErrors` in libxml2's `xmlerror.h`.
        public let code: Int
        /// The part of libxml2 that reported it, one of `xmlErrorDomain`.
        public let domain: Int

        /// A text such as `libxml2 error 76 (domain 1)`.
        public var description: String { "libxml2 error \(code) (domain \(domain))" }
    }
}
