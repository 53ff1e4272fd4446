public import Mimeograph
import MimeographTree

/// Makes requests: default header fields, and parameters in the URL or in the body.
///
/// ```swift
/// var serializer = HTTPRequestSerializer()
/// serializer.fields["X-Client"] = "7"
/// try serializer.setAuthorization(username: "ada", password: "secret")
/// let message = try serializer.request(.get, "https://example.com/search", parameters: ["q": "swift", "page": 2])
/// // GET https://example.com/search?page=2&q=swift
/// ```
/// Parameters of GET, HEAD and DELETE go into the URL, those of other methods into the body, as a form. It does what
/// AFNetworking's class of this name does, with these differences: a query goes before a fragment, names of header fields
/// have no case, and there is a User-Agent on Linux.
///
/// Timeouts, cache policy and the like are the session's.
public struct HTTPRequestSerializer: Sendable {
    /// Fields that every request gets, unless it has one of that name.
    public var fields: HeaderFields
    /// The methods whose parameters go into the URL; capitals and small letters are the same. Default GET, HEAD, DELETE.
    public var methodsEncodingParametersInURL: Set<HTTPMethod> = [.get, .head, .delete]
    /// How parameters become text.
    public var parameters: ParameterEncoding

    /// How parameters become text.
    public enum ParameterEncoding: Sendable {
        /// As the encoder's options say.
        case encoder(QueryEncoder)
        /// As the closure says. It is given the request so far; nil means that there is no query. What it throws is the
        /// error of the request, in `underlying` where it is no ``SerializationError``.
        case custom(@Sendable (_ parameters: any Encodable, _ request: RequestMessage) throws -> String?)
    }

    /// Where parameters go.
    public enum ParameterDestination: Hashable, Sendable {
        /// Where ``HTTPRequestSerializer/methodsEncodingParametersInURL`` says.
        case methodDependent
        /// Into the URL.
        case url
        /// Into the body.
        case body
    }

    /// Makes a serializer.
    ///
    /// - Parameters:
    ///   - client: What User-Agent and Accept-Language say; nil leaves both out.
    ///   - encoder: How parameters become text.
    public init(client: ClientDescription? = ClientDescription(), encoder: QueryEncoder = .afnetworking) {
        fields = HeaderFields()
        parameters = .encoder(encoder)
        fields["Accept-Language"] = client?.acceptLanguage
        fields["User-Agent"] = client?.userAgent
    }
}

// MARK: - Authorization

extension HTTPRequestSerializer {
    /// Sets the Authorization field for Basic authentication.
    ///
    /// - Throws: ``SerializationError/Code/invalidField`` where the name has a colon or either has a control character,
    ///   which a server cannot take.
    ///
    /// Source: RFC 7617 §2, §2.1 (UTF-8).
    public mutating func setAuthorization(username: String, password: String) throws(SerializationError) {
        fields["Authorization"] = try Self.basicAuthorization(username: username, password: password)
    }

    /// Takes the Authorization field away.
    public mutating func clearAuthorization() { fields.remove("Authorization") }

    /// The value of an Authorization field for Basic authentication.
    ///
    /// - Throws: ``SerializationError/Code/invalidField``, as ``setAuthorization(username:password:)``.
    public static func basicAuthorization(username: String, password: String) throws(SerializationError) -> String {
        let hasControls = "\(username)\(password)".utf8.contains { $0 < 0x20 || $0 == 0x7F }
        guard !hasControls, !username.utf8.contains(UInt8(ascii: ":")) else {
            throw SerializationError(
                .invalidField,
                "The user name or the password cannot be sent with Basic authentication.",
                remedy: "A user name has no colon, and neither has control characters."
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
    ///   - method: The method; it is kept as it is written.
    ///   - url: The URL as text; it may be relative.
    ///   - parameters: Named values of any type.
    ///   - destination: Where the parameters go.
    ///   - fields: Fields of this request, which go before the default ones.
    ///   - accept: What Accept says, where neither `fields` nor the default fields have one:
    ///     ``SerializerRegistry/accept(for:)`` makes it.
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

    /// Makes a request with the default fields and parameters that are written here.
    ///
    /// - Throws: As the form for any type.
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

    /// Makes a request with the default fields whose body a registry writes.
    ///
    /// For a method that has its parameters in the URL the value goes there.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The URL as text; it may be relative.
    ///   - body: The value.
    ///   - type: The media type to write; nil stands for that of `fields`, else the first that can write the value.
    ///   - serializers: What writes the body.
    ///   - fields: Fields of this request, which go before the default ones.
    ///   - accept: What Accept says, where neither `fields` nor the default fields have one.
    /// - Throws: ``SerializationError/Code/unencodableValue``, ``SerializationError/Code/invalidField``, and what
    ///   ``SerializerRegistry/write(_:as:into:)`` throws.
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
                    remedy: "Make it Encodable, or remove the method from methodsEncodingParametersInURL."
                )
            }
            try writeQuery(parameters, into: &message)
        } else {
            try serializers.write(body, as: type, into: &message)
        }
        setAccept(accept, of: &message)
        return message
    }

    /// Sets Accept where there is none.
    func setAccept(_ accept: AcceptField?, of message: inout RequestMessage) {
        guard let accept, !accept.elements.isEmpty, !message.fields.contains("Accept") else { return }
        message.fields["Accept"] = accept.description
    }
}
