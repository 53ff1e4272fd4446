public import Mimeograph
import MimeographTree

extension HTTPRequestSerializer: RequestSerialization {
    /// `application/x-www-form-urlencoded`, the type of parameters in a body.
    public var contentType: MediaType { "application/x-www-form-urlencoded" }

    /// Adds the missing default fields, and writes the parameters to the URL or the body.
    ///
    /// - Throws: As ``write(_:in:into:)``.
    public func write(_ input: QueryValue, into message: inout RequestMessage) throws(SerializationError) {
        try write(input, in: .methodDependent, into: &message)
    }

    /// Adds the missing default fields, and writes the parameters to the URL or the body.
    ///
    /// In the URL, parameters follow an existing query and precede a fragment. If there are none, no `?` is added. A request with
    /// parameters in the body always gets a body, even an empty one. It also gets a `Content-Type`, unless the caller has set
    /// one.
    ///
    /// - Parameters:
    ///   - parameters: Named values of any type. Null, or a value that writes nothing, means no parameters.
    ///   - destination: The part of the request that receives the parameters.
    ///   - message: The request. It does not change if this method throws.
    /// - Throws: ``SerializationError/Code/unencodableValue`` for parameters that cannot be written,
    ///   ``SerializationError/Code/invalidField`` for a field that cannot be sent.
    public func write(
        _ parameters: some Encodable,
        in destination: ParameterDestination = .methodDependent,
        into message: inout RequestMessage
    ) throws(SerializationError) {
        var written = message
        try applyFields(to: &written)
        let goesInURL =
            switch destination {
            case .methodDependent: encodesInURL(message.method)
            case .url: true
            case .body: false
            }
        if goesInURL {
            try writeQuery(parameters, into: &written)
        } else {
            written.setBody(.bytes(try formBytes(of: parameters, in: written)), as: contentType)
        }
        message = written
    }

    /// Returns whether parameters of a method go into the URL.
    public func encodesInURL(_ method: HTTPMethod) -> Bool {
        methodsEncodingParametersInURL.contains { FieldSyntax.equalsIgnoringCase($0.rawValue, method.rawValue) }
    }
}

extension HTTPRequestSerializer {
    /// Adds the default fields that are missing in the message.
    ///
    /// - Throws: ``SerializationError/Code/invalidField`` if the message or the defaults have rejected a field.
    func applyFields(to message: inout RequestMessage) throws(SerializationError) {
        if let refusal = message.fields.refused.first ?? fields.refused.first {
            throw SerializationError(
                .invalidField,
                "The request cannot be sent: \(refusal)",
                remedy: "Set the field to a value that a message can hold.",
                underlying: [refusal]
            )
        }
        message.fields.addMissing(from: fields)
    }

    /// Adds parameters to the URL.
    func writeQuery(_ parameters: some Encodable, into message: inout RequestMessage) throws(SerializationError) {
        switch self.parameters {
        case .encoder(let encoder):
            // Most requests have no parameters, and an encoder costs more than the rest of this method.
            if let value = parameters as? QueryValue, case .null = value { return }
            message.appendQuery(try encoder.encode(parameters))
        case .custom(let encode): message.appendQuery(try custom(encode, parameters, message) ?? "")
        }
    }

    private func formBytes(
        of parameters: some Encodable,
        in message: RequestMessage
    ) throws(SerializationError) -> [UInt8] {
        switch self.parameters {
        case .encoder(let encoder): try encoder.bytes(of: parameters)
        case .custom(let encode): Array((try custom(encode, parameters, message) ?? "").utf8)
        }
    }

    private func custom<Parameters: Encodable>(
        _ encode: (any Encodable, RequestMessage) throws -> String?,
        _ parameters: Parameters,
        _ message: RequestMessage
    ) throws(SerializationError) -> String? {
        do {
            return try encode(parameters, message)
        } catch {
            throw TreeFormat.form.errors.encoding(error, of: Parameters.self)
        }
    }
}

extension HTTPRequestSerializer {
    /// Returns a serializer that writes parameters as a body of another format. For GET, HEAD and DELETE, they still go into the
    /// URL.
    ///
    /// ```swift
    /// let serializer = HTTPRequestSerializer().writing(.json)   // as AFNetworking's AFJSONRequestSerializer
    /// try serializer.write(["q": "swift"], into: &message)
    /// ```
    /// - Parameter body: The serializer that writes the body and sets its `Content-Type`.
    public func writing<Body: RequestSerialization>(_ body: Body) -> ParameterSerializer<Body>
    where Body.Input: Encodable {
        ParameterSerializer(request: self, body: body)
    }
}

/// A serializer that adds default fields, and writes parameters to the body or the URL, depending on the method.
///
/// Use ``HTTPRequestSerializer/writing(_:)`` to make one.
public struct ParameterSerializer<Body: RequestSerialization>: RequestSerialization where Body.Input: Encodable {
    /// The type of the parameters.
    public typealias Input = Body.Input

    /// The serializer that adds default fields and writes parameters to the URL.
    public var request: HTTPRequestSerializer
    /// The serializer that writes parameters to the body.
    public var body: Body

    /// The content type of the body.
    public var contentType: MediaType { body.contentType }

    /// Writes parameters.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for parameters that cannot be written to a URL,
    ///   ``SerializationError/Code/invalidField`` for a field that cannot be sent, and any error from `body`. The message does
    ///   not change if this method throws.
    public func write(_ input: Body.Input, into message: inout RequestMessage) throws(SerializationError) {
        try write(Optional(input), into: &message)
    }

    /// Writes optional parameters. Nil adds the default fields, but no body and no `Content-Type`.
    ///
    /// - Throws: The same errors as `write` with parameters that are not optional.
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
