/// The fields after the body of a request, for values that are known only when the body has been sent.
///
/// ```swift
/// var request = RequestMessage(method: .put, url: "https://example.com/film", body: .stream(film.counted(by: checksum)))
/// request.trailers = RequestTrailers(["X-Checksum"]) { ["X-Checksum": checksum.value] }
/// ```
/// The `Trailer` field of the request announces the names, and no other field is sent. A request with trailers is always sent in
/// chunks, even if the length of its body is known.
///
/// Source: RFC 9110 §6.5, §6.6.2; RFC 9112 §7.1.2.
public struct RequestTrailers: Sendable {
    /// The names that are announced before the body.
    public let names: [String]
    /// The errors of fields that the list of fields rejected.
    package let refused: [HeaderFieldError]
    private let make: @Sendable () throws -> HeaderFields

    /// Makes trailers of fields that are known before the body is sent.
    public init(_ fields: HeaderFields) {
        var names = HeaderFields()
        for line in fields where !names.contains(line.name) { names[line.name] = "" }
        self.names = names.map(\.name)
        refused = fields.refused
        make = { fields }
    }

    /// Makes trailers whose values are produced after the body has been sent.
    ///
    /// - Parameters:
    ///   - names: The allowed names.
    ///   - fields: Called at the end of each transmission of the body, on any thread. If it throws, the exchange fails.
    public init(_ names: [String], fields: @escaping @Sendable () throws -> HeaderFields) {
        self.names = names
        refused = []
        make = fields
    }

    private init(_ names: [String], refused: [HeaderFieldError], make: @escaping @Sendable () throws -> HeaderFields) {
        self.names = names
        self.refused = refused
        self.make = make
    }

    /// Returns a copy with one more field, whose value is produced after the body has been sent.
    package func adding(_ name: String, _ value: @escaping @Sendable () throws -> String) -> RequestTrailers {
        RequestTrailers(names + [name], refused: refused) { [make] in
            var fields = try make()
            fields[name] = try value()
            return fields
        }
    }

    /// Returns the fields.
    ///
    /// - Throws: Any error of the closure.
    public func fields() throws -> HeaderFields { try make() }
}
