/// A request method. Names are case-sensitive.
///
/// Source: RFC 9110 §9.1.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as it is sent.
    public let rawValue: String

    /// Makes a method of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a method of that name.
    public init(stringLiteral name: String) { rawValue = name }

    /// The name as it is sent.
    public var description: String { rawValue }

    /// GET.
    public static let get = HTTPMethod(rawValue: "GET")
    /// HEAD.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// POST.
    public static let post = HTTPMethod(rawValue: "POST")
    /// PUT.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// PATCH. Source: RFC 5789.
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// DELETE.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// OPTIONS.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// QUERY. Source: RFC 10008 §2.
    public static let query = HTTPMethod(rawValue: "QUERY")
}

// A server receives the name from a peer, and the standard library would compare raw values with `==`.
extension HTTPMethod {
    /// Whether both names have the same bytes.
    public static func == (one: HTTPMethod, other: HTTPMethod) -> Bool { one.rawValue.hasSameBytes(as: other.rawValue) }

    /// Whether the names differ in a byte.
    public static func != (one: HTTPMethod, other: HTTPMethod) -> Bool { !(one == other) }

    /// Hashes the bytes of the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue.utf8Key) }
}
