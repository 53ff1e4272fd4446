public import Mimeograph
import MimeographTree

extension HTTPRequestSerializer: RequestSerialization {
    /// `application/x-www-form-urlencoded`, which parameters in a body are.
    public var contentType: MediaType { "application/x-www-form-urlencoded" }

    /// Adds the default fields that the message lacks, and the parameters to its URL or as its body.
    ///
    /// - Throws: As ``write(_:in:into:)``.
    public func write(_ input: QueryValue, into message: inout RequestMessage) throws(SerializationError) {
        try write(input, in: .methodDependent, into: &message)
    }

    /// Adds the default fields that the message lacks, and the parameters to its URL or as its body.
    ///
    /// In the URL they go behind a query that is there and before a fragment; no parameters leave no `?`. A body is always
    /// set, empty where there are no parameters, and Content-Type where there is none: one that the caller has set stays.
    ///
    /// - Parameters:
    ///   - parameters: Named values of any type; null, or a value that writes nothing, for none.
    ///   - destination: Where they go.
    ///   - message: The request; unchanged when this throws.
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

    /// Whether a method has its parameters in the URL.
    public func encodesInURL(_ method: HTTPMethod) -> Bool {
        methodsEncodingParametersInURL.contains { FieldSyntax.equalsIgnoringCase($0.rawValue, method.rawValue) }
    }
}

extension HTTPRequestSerializer {
    /// Adds the default fields that the message lacks.
    ///
    /// - Throws: ``SerializationError/Code/invalidField`` where one of either was refused.
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
            // Most requests have none, and an encoder costs more than the rest of this.
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
