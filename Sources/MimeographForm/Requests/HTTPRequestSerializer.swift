public import Mimeograph
import MimeographTree

/// A serializer that makes requests with default header fields, and with parameters in the URL or the body.
///
/// ```swift
/// var serializer = HTTPRequestSerializer()
/// serializer.fields["X-Client"] = "7"
/// try serializer.setAuthorization(username: "ada", password: "secret")
/// let message = try serializer.request(.get, "https://example.com/search", parameters: ["q": "swift", "page": 2])
/// // GET https://example.com/search?page=2&q=swift
/// ```
/// Parameters of GET, HEAD and DELETE go into the URL. For other methods they go into the body, as a form. The type works like
/// AFNetworking's class of the same name, with these differences: a query goes before a fragment, names of header fields ignore
/// case, and Linux has a `User-Agent`.
///
/// Timeouts, the cache policy and similar settings belong to the session.
public struct HTTPRequestSerializer: Sendable {
    /// The default fields. A field of the request overrides the default with the same name.
    public var fields: HeaderFields
    /// The methods whose parameters go into the URL, compared without case. The default is GET, HEAD and DELETE.
    public var methodsEncodingParametersInURL: Set<HTTPMethod> = [.get, .head, .delete]
    /// The encoding of parameters as text.
    public var parameters: ParameterEncoding

    /// An encoding of parameters as text.
    public enum ParameterEncoding: Sendable {
        /// Encodes parameters with an encoder.
        case encoder(QueryEncoder)
        /// Encodes parameters with a closure, which receives the request so far. Nil means no query. If the closure
        /// throws, so does the request; errors other than ``SerializationError`` are in `underlying`.
        case custom(@Sendable (_ parameters: any Encodable, _ request: RequestMessage) throws -> String?)
    }

    /// A destination of parameters.
    public enum ParameterDestination: Hashable, Sendable {
        /// The URL for the methods in ``HTTPRequestSerializer/methodsEncodingParametersInURL``, and the body for others.
        case methodDependent
        /// The URL.
        case url
        /// The body.
        case body
    }

    /// Makes a serializer.
    ///
    /// - Parameters:
    ///   - client: The source of `User-Agent` and `Accept-Language`; nil leaves both out.
    ///   - encoder: The encoder for parameters.
    public init(client: ClientDescription? = ClientDescription(), encoder: QueryEncoder = .afnetworking) {
        fields = HeaderFields()
        parameters = .encoder(encoder)
        fields["Accept-Language"] = client?.acceptLanguage
        fields["User-Agent"] = client?.userAgent
    }
}

// MARK: - Authorization

extension HTTPRequestSerializer {
    /// Sets the `Authorization` field for Basic authentication.
    ///
    /// - Throws: ``SerializationError/Code/invalidField`` if the user name has a colon, or either has a control character.
    ///
    /// Source: RFC 7617 §2, §2.1 (UTF-8).
    public mutating func setAuthorization(username: String, password: String) throws(SerializationError) {
        fields["Authorization"] = try Self.basicAuthorization(username: username, password: password)
    }

    /// Removes the `Authorization` field.
    public mutating func clearAuthorization() { fields.remove("Authorization") }

    /// Returns the value of an `Authorization` field for Basic authentication.
    ///
    /// - Throws: ``SerializationError/Code/invalidField``, as ``setAuthorization(username:password:)``.
    public static func basicAuthorization(username: String, password: String) throws(SerializationError) -> String {
        let hasControls = "\(username)\(password)".utf8.contains { $0 < 0x20 || $0 == 0x7F }
        guard !hasControls, !username.utf8.contains(UInt8(ascii: ":")) else {
            throw SerializationError(
                .invalidField,
                "The user name or the password cannot be sent with Basic authentication.",
                remedy: "Remove any colon from the user name, and control characters from both."
            )
        }
        return "Basic \(Base64.text(of: "\(username):\(password)".utf8))"
    }
}

// MARK: - Making requests

extension HTTPRequestSerializer {
    /// Makes a request with the default fields and parameters.
    ///
    /// - Parameters:
    ///   - method: The method. Its case is preserved.
    ///   - url: The URL as text; it may be relative.
    ///   - parameters: Named values of any type.
    ///   - destination: The part of the request that receives the parameters.
    ///   - fields: Fields of this request, which override the default fields.
    ///   - accept: The value of `Accept`, unless `fields` or the default fields have one. ``SerializerRegistry/accept(for:)``
    ///     makes it.
    /// - Throws: ``SerializationError/Code/unencodableValue`` for parameters that cannot be written,
    ///   ``SerializationError/Code/invalidField`` for a field that cannot be sent.
    public func request(
        _ method: HTTPMethod,
        _ url: String,
        parameters: some Encodable,
        in destination: ParameterDestination = .methodDependent,
        fields: HeaderFields = [:],
        accept: AcceptField? = nil
    ) throws(SerializationError) -> RequestMessage {
        var message = RequestMessage(method: method, url: url, fields: fields)
        try write(parameters, in: destination, into: &message)
        setAccept(accept, of: &message)
        return message
    }

    /// Makes a request with the default fields and parameters given as a literal.
    ///
    /// - Throws: The same errors as the overload that takes any `Encodable` parameters.
    public func request(
        _ method: HTTPMethod,
        _ url: String,
        parameters: QueryValue = nil,
        in destination: ParameterDestination = .methodDependent,
        fields: HeaderFields = [:],
        accept: AcceptField? = nil
    ) throws(SerializationError) -> RequestMessage {
        var message = RequestMessage(method: method, url: url, fields: fields)
        try write(parameters, in: destination, into: &message)
        setAccept(accept, of: &message)
        return message
    }

    /// Makes a request with the default fields and a body that a registry writes.
    ///
    /// If parameters of the method go into the URL, the value is written there instead.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The URL as text; it may be relative.
    ///   - body: The value.
    ///   - type: The media type to write. If nil, the type in `fields` is used, or else the first type that can write the value.
    ///   - serializers: The registry that writes the body.
    ///   - fields: Fields of this request, which override the default fields.
    ///   - accept: The value of `Accept`, unless `fields` or the default fields have one.
    /// - Throws: ``SerializationError/Code/unencodableValue``, ``SerializationError/Code/invalidField``, and any error from
    ///   ``SerializerRegistry/write(_:as:into:)``.
    public func request<Body>(
        _ method: HTTPMethod,
        _ url: String,
        body: Body,
        as type: MediaType? = nil,
        by serializers: SerializerRegistry,
        fields: HeaderFields = [:],
        accept: AcceptField? = nil
    ) throws(SerializationError) -> RequestMessage {
        var message = RequestMessage(method: method, url: url, fields: fields)
        try applyFields(to: &message)
        if encodesInURL(method) {
            guard let parameters = body as? any Encodable else {
                throw SerializationError(
                    .unencodableValue,
                    "\(Body.self) cannot be written into the URL of a \(method.rawValue.visible(atMost: 40)) request.",
                    remedy: "Make the type Encodable, or remove the method from methodsEncodingParametersInURL."
                )
            }
            try writeQuery(parameters, into: &message)
        } else {
            try serializers.write(body, as: type, into: &message)
        }
        setAccept(accept, of: &message)
        return message
    }

    /// Sets `Accept` if the message has none.
    func setAccept(_ accept: AcceptField?, of message: inout RequestMessage) {
        guard let accept, !accept.elements.isEmpty, !message.fields.contains("Accept") else { return }
        message.fields["Accept"] = accept.description
    }
}
