public import Mimeograph
public import MimeographForm

/// The content of a request of an ``HTTPSessionManager``.
///
/// ```swift
/// let ada: User = try await api.post("users", .value(User(name: "Ada")))
/// try await api.patch("users/7", .value(change, contentType: "application/merge-patch+json"))
/// try await api.post("items", .json(["name": "Grace", "price": 36]))
/// try await api.post("login", .form(["name": "ada", "password": "secret"]))
/// try await api.put("notes/7", .body(.bytes(Array("Tea.".utf8)), contentType: "text/plain;charset=utf-8"))
/// try await api.put("film.mp4", .body(.file(path: "film.mp4"), contentType: "video/mp4"))
/// ```
public struct RequestContent: Sendable {
    let write: @Sendable (inout RequestMessage, HTTPSessionManager) throws(SerializationError) -> Void

    /// No body.
    public static let none = RequestContent { _, _ in }

    /// A value that the registry encodes.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - contentType: The media type to write. Nil takes that of the request's fields, else the first that can write the value.
    ///     For QUERY it takes the first that can write the value and that the server lists in `Accept-Query`.
    public static func value<Value: Sendable>(_ value: Value, contentType: MediaType? = nil) -> RequestContent {
        RequestContent { (message, manager) throws(SerializationError) in
            let type = contentType ?? manager.queryType(for: value, in: message)
            try manager.serializers.write(value, as: type, into: &message)
        }
    }

    /// Values of several types as `application/json`, written by the registry, which needs a format for it: `JSONPlugin()`.
    ///
    /// A member that is nil is left out; `QueryValue.null` is written as null. An integer beyond `Int` is written as a string, and a
    /// date as an RFC 3339 text, whatever the strategy of `JSONPlugin` is.
    public static func json(_ value: QueryValue) -> RequestContent { .value(value, contentType: .json) }

    /// Named values as `application/x-www-form-urlencoded`, with the options of the manager's request serializer.
    public static func form(_ parameters: QueryValue) -> RequestContent {
        RequestContent { (message, manager) throws(SerializationError) in
            try manager.requestSerializer.write(parameters, in: .body, into: &message)
        }
    }

    /// Parameters in the URL for GET, HEAD and DELETE, and as a form in the body for other methods; see
    /// `HTTPRequestSerializer.methodsEncodingParametersInURL`.
    ///
    /// - Parameter parameters: Any `Encodable` value with members, a dictionary, or a `QueryValue`.
    public static func parameters<Parameters: Encodable & Sendable>(_ parameters: Parameters) -> RequestContent {
        RequestContent { (message, manager) throws(SerializationError) in
            try manager.requestSerializer.write(parameters, into: &message)
        }
    }

    /// Parameters of several types, in the URL or as a form. A date is an RFC 3339 text, whatever the encoder's strategy is.
    ///
    /// ```swift
    /// let found: Results = try await api.get("search", .parameters(["q": "tea", "page": 2]))
    /// ```
    public static func parameters(_ parameters: QueryValue) -> RequestContent {
        RequestContent { (message, manager) throws(SerializationError) in
            try manager.requestSerializer.write(parameters, into: &message)
        }
    }

    /// A form with several parts: `multipart/form-data`.
    public static func multipart(_ form: MultipartFormData) -> RequestContent {
        RequestContent { (message, _) throws(SerializationError) in
            try MultipartRequestSerializer().write(form, into: &message)
        }
    }

    /// A value that another serializer encodes, such as one that compresses or that is not in the registry.
    ///
    /// ```swift
    /// try await api.post("users", .written(["name": "Ada"], by: JSONRequestSerializer().compressed(by: .gzip)))
    /// ```
    public static func written<Serializer: RequestSerialization>(
        _ input: Serializer.Input,
        by serializer: Serializer
    ) -> RequestContent where Serializer.Input: Sendable {
        RequestContent { (message, _) throws(SerializationError) in try serializer.write(input, into: &message) }
    }

    /// Bytes, a file or a stream, sent unchanged.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - contentType: The value of Content-Type, unless the request's fields set it.
    public static func body(_ body: MessageBody, contentType: MediaType) -> RequestContent {
        RequestContent { (message, _) throws(SerializationError) in
            message.setBody(body, as: contentType)
        }
    }
}
