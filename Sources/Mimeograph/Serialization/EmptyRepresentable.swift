/// A type that has a value for an empty body.
///
/// Where a response has no body, a wanted type that conforms gets its `emptyValue`; another gets nil where it is
/// optional, and ``SerializationError/Code/emptyBody`` where it is not.
public protocol EmptyRepresentable: Sendable {
    /// The value that stands for no body.
    static var emptyValue: Self { get }
}

/// The value of a response of which nothing but its success matters.
///
/// `Void` cannot conform to protocols; this is what stands in for it.
public struct EmptyResponse: Hashable, Codable, EmptyRepresentable {
    /// Makes the one value.
    public init() {}

    /// The one value.
    public static var emptyValue: EmptyResponse { EmptyResponse() }
}
