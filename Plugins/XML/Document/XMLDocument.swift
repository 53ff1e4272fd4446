public import Mimeograph

extension XML {
    /// A document that was read: a tree that never changes, safe to read from many threads at once.
    ///
    /// ```swift
    /// let feed = try XML.Document(parsing: body)
    /// for entry in feed.root.elements("entry") {
    ///     print(entry["title"]?.stringValue ?? "", entry["link"]?[attribute: "href"] ?? "")
    /// }
    /// ```
    /// Every ``XML/Node`` keeps its document alive. Nothing but the bytes is read, ever: no file, no network, no external
    /// entity or document type, no XInclude.
    public struct Document: Sendable {
        let tree: XMLTree

        init(_ tree: XMLTree) { self.tree = tree }

        /// Reads a document.
        ///
        /// The encoding is what a byte order mark says, else the charset parameter, else what the document declares, else
        /// UTF-8. Source: RFC 7303 §3.
        ///
        /// - Parameters:
        ///   - body: The bytes of the document.
        ///   - charset: The `charset` parameter of its Content-Type, if there is one.
        ///   - options: What is accepted.
        ///   - limits: What the document may cost. `outputBytes` bounds what its entities make.
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
                    "The document holds bytes that mean nothing in its encoding.",
                    at: SourceLocation(offset: 0, in: body),
                    remedy: "Ask the sender to declare the encoding that the document is in, or to send UTF-8."
                )
            }
            rules.encoding = "UTF-8"
            do throws(SerializationError) {
                tree = try XMLTree.parse(text.span, rules: rules)
            } catch {
                // Line and column are those of what was made of the body.
                var error = error
                error.location = error.location.map {
                    // There may be bytes behind the last character that make none.
                    let isAtEnd = $0.offset >= text.count
                    let offset = isAtEnd ? body.count : XMLConverter.length(of: body, making: $0.offset, from: name)
                    return SourceLocation(offset: offset, line: $0.line, column: $0.column)
                }
                throw error
            }
        }

        /// Reads a document from any collection of bytes: `[UInt8]`, a slice, `Data`, `string.utf8`.
        ///
        /// A Swift string is UTF-8 whatever it declares; say `charset: "utf-8"` for one.
        ///
        /// - Throws: As for a span.
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
    /// What is thrown where there is nothing to read.
    static var emptyBody: SerializationError {
        SerializationError(
            .emptyBody,
            "The body is empty, where an XML document was expected.",
            at: SourceLocation(offset: 0, line: 1, column: 1),
            remedy: "Ask for an optional value where the sender may have nothing to say."
        )
    }

    /// The node of the document itself, of which ``root`` is a child.
    public var node: XML.Node { XML.Node(tree: tree, node: tree.top) }

    /// The outermost element.
    public var root: XML.Node { XML.Node(tree: tree, node: withExtendedLifetime(tree) { tree.root ?? tree.top }) }

    /// The outermost element, and the comments and processing instructions beside it.
    public var children: XML.Nodes { node.children }

    /// The version that the XML declaration states; `1.0` where there is none.
    public var version: String { tree.version }

    /// What the XML declaration says about standing alone; nil where it says nothing.
    public var isStandalone: Bool? { tree.standalone < 0 ? nil : tree.standalone == 1 }

    /// The document type declaration; nil where there is none.
    public var documentType: XML.DocumentType? {
        tree.documentType.map { XML.DocumentType(name: $0.name, publicID: $0.publicID, systemID: $0.systemID) }
    }
}

extension XML {
    /// What a document type declaration says, apart from its internal subset. Nothing that it names is read.
    public struct DocumentType: Hashable, Sendable {
        /// The name of the outermost element.
        public let name: String
        /// The public identifier of the external subset; nil where there is none.
        public let publicID: String?
        /// The system identifier of the external subset, a URI; nil where there is none.
        public let systemID: String?
    }
}

extension XML.DocumentType {
    /// Whether both say the same, byte by byte.
    public static func == (one: XML.DocumentType, other: XML.DocumentType) -> Bool {
        ByteEqualString(one.name) == ByteEqualString(other.name)
            && ByteEqualString(one.publicID) == ByteEqualString(other.publicID)
            && ByteEqualString(one.systemID) == ByteEqualString(other.systemID)
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteEqualString(name))
        hasher.combine(ByteEqualString(publicID))
        hasher.combine(ByteEqualString(systemID))
    }
}

extension XML {
    /// The number that libxml2 gives an error; it lies in ``SerializationError/underlying`` of what a parse throws.
    ///
    /// libxml2's own sentence is not kept, because it quotes the body.
    public struct LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The code, one of `xmlParserErrors` in libxml2's `xmlerror.h`.
        public let code: Int
        /// The part of libxml2 that reported it, one of `xmlErrorDomain`.
        public let domain: Int

        /// For example `libxml2 error 76 (domain 1)`.
        public var description: String { "libxml2 error \(code) (domain \(domain))" }
    }
}
