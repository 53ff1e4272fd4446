/// Header fields in the order they came; names are compared without regard to case.
public struct HeaderFields: Hashable, Sendable {
    /// One field line.
    public struct Field: Hashable, Sendable {
        /// The name as it was written.
        public let name: String
        /// The value without the white space around it.
        public let value: String
    }
    /// The field lines in order.
    public private(set) var lines: [Field] = []
}
extension HeaderFields: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {
        lines = elements.map { Field(name: $0.0, value: $0.1) }
    }
}
extension HeaderFields { public var contentType: MediaType? { nil } }
