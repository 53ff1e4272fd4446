public import Mimeograph
public import MimeographTree

/// A JSONPath query, compiled once and evaluated any number of times, from many threads at once.
///
/// ```swift
/// let path = try JSONPath("$.store.book[?@.price < 10].title")
/// let titles = try path.values(in: json)
/// for node in try path.nodes(in: json) { print(node.path, node.value) }
/// let first = try path.first(in: json)
/// ```
/// It searches `JSON`, `PropertyList`, `MessagePack.Value` and `CBOR.Value`. A parsed value is searched where it lies, and a result
/// is a reference into the same document. A value that was built or changed is encoded first.
///
/// If an object repeats a key, only its last member counts. A query never fails because a value is missing or has another type; it
/// then selects nothing. Source: RFC 9535.
public struct JSONPath: Sendable {
    /// The query as written.
    public let query: String
    /// The limits of the query and of each evaluation.
    public let limits: JSONPathLimits

    private let segments: [JSONPathSegment]

    /// Compiles a query.
    ///
    /// - Throws: `invalidPath` for a malformed query, with the offset in the query; ``SerializationError/Code/limitExceeded`` for a
    ///   query that is too long or too deeply nested, or for a pattern that is too large.
    public init(_ query: String, limits: JSONPathLimits = JSONPathLimits()) throws(SerializationError) {
        self.query = query
        self.limits = limits
        segments = try JSONPathParser.parse(query, limits: limits)
    }
}

extension JSONPath: Hashable, CustomStringConvertible {
    /// Whether two queries have the same text, byte by byte, and the same limits.
    public static func == (left: JSONPath, right: JSONPath) -> Bool {
        left.query.hasSameBytes(as: right.query) && left.limits == right.limits
    }

    /// Feeds the text and the limits to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteEqualString(query))
        hasher.combine(limits)
    }

    /// The query as written.
    public var description: String { query }
}

extension JSONPath {
    /// Returns the values that the query selects, in the order of the RFC. A value that is selected twice is there twice.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded``; ``SerializationError/Code/unencodableValue`` for a value that was built
    ///   and cannot be encoded.
    public func values<Value: DocumentValue>(in value: Value) throws(SerializationError) -> [Value] {
        var matches = try self.matches(in: value)
        var values: [Value] = []
        while let value = try matches.next() { values.append(value) }
        return values
    }

    /// Returns the values that the query selects, each with its normalized path.
    ///
    /// - Throws: The errors of ``values(in:)``.
    public func nodes<Value: DocumentValue>(in value: Value) throws(SerializationError) -> [JSONPathNode<Value>] {
        var matches = try self.matches(in: value)
        var nodes: [JSONPathNode<Value>] = []
        while let value = try matches.next() {
            nodes.append(JSONPathNode(path: try matches.countedPath(), value: value))
        }
        return nodes
    }

    /// Returns the first value that the query selects, and searches no further; nil if there is none.
    ///
    /// - Throws: The errors of ``values(in:)``.
    public func first<Value: DocumentValue>(in value: Value) throws(SerializationError) -> Value? {
        var matches = try self.matches(in: value)
        return try matches.next()
    }

    /// Returns a search that finds one value at a time.
    ///
    /// ```swift
    /// var matches = try path.matches(in: json)
    /// while let value = try matches.next() { print(matches.path, value) }
    /// ```
    /// - Throws: ``SerializationError/Code/unencodableValue`` for a value that was built and cannot be encoded.
    public func matches<Value: DocumentValue>(in value: Value) throws(SerializationError) -> JSONPathMatches<Value> {
        JSONPathMatches(segments, in: try value.documentPosition(), limits)
    }
}

/// A search that finds the values of a query one at a time.
public struct JSONPathMatches<Value: DocumentValue> {
    private var run: JSONPathRun
    private var walk: JSONPathWalk

    init(_ segments: [JSONPathSegment], in position: DocumentPosition, _ limits: JSONPathLimits) {
        run = JSONPathRun(position, limits: limits)
        walk = JSONPathWalk(segments, from: run.root)
    }

    /// Returns the next value; nil after the last.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded``.
    public mutating func next() throws(SerializationError) -> Value? {
        // Nothing else keeps the document alive while its tape is read.
        defer { withExtendedLifetime(run.document) {} }
        guard let index = try walk.next(&run) else { return nil }
        return Value(at: DocumentPosition(run.document, at: index))
    }

    /// The normalized path of the last value; `$` before the first and after the last.
    public var path: String { withExtendedLifetime(run.document) { run.path(of: walk) } }

    /// Returns ``path``, and counts its bytes as steps.
    mutating func countedPath() throws(SerializationError) -> String {
        let path = self.path
        try run.spend(path.utf8.count / 4)
        return path
    }
}
