/// The fields that follow the body of a request, for what is known only when the body was sent.
///
/// ```swift
/// var request = RequestMessage(method: .put, url: "https://example.com/film", body: .stream(film.counted(by: checksum)))
/// request.trailers = RequestTrailers(["X-Checksum"]) { ["X-Checksum": checksum.value] }
/// ```
/// The names are announced by the `Trailer` field of the request, and no other field is sent. A request with trailers is sent in
/// chunks, whatever is known of its body's length.
///
/// Source: RFC 9110 §6.5, §6.6.2; RFC 9112 §7.1.2.
public struct RequestTrailers: Sendable {
    /// The names that are announced before the body.
    public let names: [String]
    /// What a list of fields was given and could not take.
    package let refused: [HeaderFieldError]
    private let make: @Sendable () throws -> HeaderFields

    /// Fields that are known before the body is sent.
    public init(_ fields: HeaderFields) {
        var names = HeaderFields()
        for line in fields where !names.contains(line.name) { names[line.name] = "" }
        self.names = names.map(\.name)
        refused = fields.refused
        make = { fields }
    }

    /// Fields that are made when the body has been sent.
    ///
    /// - Parameters:
    ///   - names: The names that they may have.
    ///   - fields: Asked each time that the body has come to its end, from any thread; what it throws makes the exchange fail.
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

    /// The same with one field more, which is made when the body has been sent.
    package func adding(_ name: String, _ value: @escaping @Sendable () throws -> String) -> RequestTrailers {
        RequestTrailers(names + [name], refused: refused) { [make] in
            var fields = try make()
            fields[name] = try value()
            return fields
        }
    }

    /// Asks for the fields.
    ///
    /// - Throws: What the closure throws.
    public func fields() throws -> HeaderFields { try make() }
}
