public import Mimeograph

extension HTTPRequestSerializer {
    /// Makes requests whose parameters are a body of another format; those of GET, HEAD and DELETE still go into the URL.
    ///
    /// ```swift
    /// let serializer = HTTPRequestSerializer().writing(.json)   // as AFNetworking's AFJSONRequestSerializer
    /// try serializer.write(["q": "swift"], into: &message)
    /// ```
    /// - Parameter body: Writes the body, and says what Content-Type it has.
    public func writing<Body: RequestSerialization>(_ body: Body) -> ParameterSerializer<Body>
    where Body.Input: Encodable {
        ParameterSerializer(request: self, body: body)
    }
}

/// Writes parameters as the body of a request, or into its URL, whichever the method wants; and adds default fields.
///
/// ``HTTPRequestSerializer/writing(_:)`` makes one.
public struct ParameterSerializer<Body: RequestSerialization>: RequestSerialization where Body.Input: Encodable {
    /// What the body is made of, and a query.
    public typealias Input = Body.Input

    /// Adds default fields, and writes the parameters of some methods into the URL.
    public var request: HTTPRequestSerializer
    /// Writes the parameters of other methods as the body.
    public var body: Body

    /// That of the body.
    public var contentType: MediaType { body.contentType }

    /// Writes parameters.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for parameters that cannot stand in a URL,
    ///   ``SerializationError/Code/invalidField`` for a field that cannot be sent, and what `body` throws. The message is then
    ///   unchanged.
    public func write(_ input: Body.Input, into message: inout RequestMessage) throws(SerializationError) {
        try write(Optional(input), into: &message)
    }

    /// Writes parameters; without any there is neither a body nor a Content-Type, but the default fields.
    ///
    /// - Throws: As the form for parameters that are there.
    public func write(_ input: Body.Input?, into message: inout RequestMessage) throws(SerializationError) {
        var written = message
        try request.applyFields(to: &written)
        if let input {
            if request.encodesInURL(message.method) {
                try request.writeQuery(input, into: &written)
            } else {
                try body.write(input, into: &written)
            }
        }
        message = written
    }
}
