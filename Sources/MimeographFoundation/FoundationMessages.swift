public import Foundation
public import Mimeograph

// The only file of this package that imports FoundationNetworking: on Linux these types are in a separate module.
#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

// MARK: - Responses

extension ResponseHead {
    /// Makes a head from a response of `URLSession`.
    ///
    /// Foundation keeps fields in a dictionary, which loses their order and joins lines of the same name with commas. This sorts
    /// the fields by name. A joined `Set-Cookie` cannot be split safely and stays joined.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - requestMethod: The method of the request, which Foundation does not store.
    ///   - contentCodingsUndone: Whether the body is already decoded. `URLSession` decodes it but keeps Content-Encoding in the
    ///     head, so the default is true.
    public init(
        _ response: HTTPURLResponse,
        requestMethod: HTTPMethod = .get,
        contentCodingsUndone: Bool = true
    ) {
        var fields: [(name: String, value: String)] = []
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { fields.append((name, value)) }
        }
        self.init(
            status: response.statusCode,
            fields: HeaderFields(sorting: fields),
            requestMethod: requestMethod,
            url: response.url?.absoluteString,
            contentCodingsUndone: contentCodingsUndone
        )
    }

    /// Makes a head from any response of `URLSession`. A response that is not HTTP (a file, a `data:` URL) gets the status 200
    /// and the media type that Foundation detected.
    public init(_ response: URLResponse, requestMethod: HTTPMethod = .get, contentCodingsUndone: Bool = true) {
        if let response = response as? HTTPURLResponse {
            self.init(response, requestMethod: requestMethod, contentCodingsUndone: contentCodingsUndone)
            return
        }
        self.init(
            status: 200,
            requestMethod: requestMethod,
            url: response.url?.absoluteString,
            contentCodingsUndone: contentCodingsUndone
        )
        if let type = response.mimeType {
            fields["Content-Type"] = response.textEncodingName.map { "\(type); charset=\($0)" } ?? type
        }
    }
}

extension HTTPURLResponse {
    /// Makes Foundation's response from a head; nil if the head has no URL that Foundation can parse.
    ///
    /// Lines of the same name are joined with commas, because Foundation stores one value for each name.
    public convenience init?(_ head: ResponseHead) {
        guard let url = head.url.flatMap({ URL(string: $0) }) else { return nil }
        self.init(
            url: url,
            statusCode: head.status,
            httpVersion: "HTTP/1.1",
            headerFields: head.fields.joinedLines
        )
    }
}

// MARK: - Requests

extension RequestMessage {
    /// Makes a message from Foundation's request.
    ///
    /// Other settings of the request (cache policy, timeout, cellular access) are not part of a message.
    ///
    /// - Throws: ``SerializationError/Code/sourceFailed`` if the body is an `InputStream`, which can be read only once, while a
    ///   message's body is read for each transmission. ``SerializationError/Code/invalidField`` for a field that must not be
    ///   sent.
    public init(_ request: URLRequest) throws(SerializationError) {
        if request.httpBodyStream != nil, request.httpBody == nil {
            throw SerializationError(
                .sourceFailed,
                "The request's body is an InputStream, which can be read only once.",
                remedy: "Set httpBody, or give the message a file or a stream that can be restarted."
            )
        }
        let fields = HeaderFields(sorting: (request.allHTTPHeaderFields ?? [:]).map { (name: $0.key, value: $0.value) })
        self.init(
            method: HTTPMethod(rawValue: request.httpMethod ?? "GET"),
            url: request.url?.absoluteString ?? "",
            fields: fields,
            body: request.httpBody.map { MessageBody.data($0) } ?? .none
        )
        try fields.checkNothingRefused()
    }
}

extension URLRequest {
    /// Makes Foundation's request from a message.
    ///
    /// - Parameters:
    ///   - message: The message. A body that is a file becomes an `InputStream`, without a Content-Length.
    ///   - base: The base URL of a relative URL.
    /// - Throws: ``SerializationError/Code/invalidURL``; ``SerializationError/Code/invalidField`` if the message rejected a
    ///   field, or a field has a byte that is not UTF-8; ``SerializationError/Code/sourceFailed`` if the body is a stream or an
    ///   unreadable file, or if the message has trailers.
    public init(_ message: RequestMessage, relativeTo base: URL? = nil) throws(SerializationError) {
        guard let url = URL(string: message.url, relativeTo: base)?.absoluteURL, url.scheme != nil else {
            throw SerializationError(
                .invalidURL,
                "The message's URL is not an absolute URL.",
                remedy: "Give the message an absolute URL, or pass a base URL to this initializer."
            )
        }
        try message.fields.checkNothingRefused()
        try message.fields.checkText()
        guard message.trailers == nil else {
            throw SerializationError(
                .sourceFailed,
                "A URLRequest cannot hold trailers.",
                remedy: "Move the fields to the head, or send the message with a session of this package."
            )
        }
        self.init(url: url)
        httpMethod = message.method.rawValue
        for (name, value) in message.fields.joinedLines { setValue(value, forHTTPHeaderField: name) }
        switch message.body {
        case .none: break
        case .bytes(let bytes): httpBody = Data(bytes)
        case .file(let file):
            guard let path = Self.readablePath(file), let stream = InputStream(fileAtPath: path) else {
                throw SerializationError(
                    .sourceFailed,
                    "The file of the request's body cannot be opened.",
                    remedy: "Check that the file exists and is readable."
                )
            }
            httpBodyStream = stream
        case .stream:
            throw SerializationError(
                .sourceFailed,
                "A URLRequest cannot hold a stream of chunks.",
                remedy:
                    "Collect the chunks into bytes or a file first, or send the message with a session of this package."
            )
        }
    }

    /// Returns the path of a readable regular file, from a path or a `file:` URL; nil for anything else.
    ///
    /// On some systems an `InputStream` of a missing file fails only when it is opened.
    private static func readablePath(_ file: String) -> String? {
        var path = file
        if String(file.prefix(5)).lowercasedASCII.hasSameBytes(as: "file:") {
            guard let url = URL(string: file), url.query == nil, url.fragment == nil,
                url.path.beginsWithBytes(of: "/")
            else { return nil }
            let host = url.host ?? ""
            guard host.isEmpty || host.lowercasedASCII.hasSameBytes(as: "localhost") else { return nil }
            path = url.path
        }
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let kind = (try? FileManager.default.attributesOfItem(atPath: target))?[.type] as? FileAttributeType
        return kind == .typeRegular && FileManager.default.isReadableFile(atPath: target) ? path : nil
    }
}

// MARK: - Reading

extension SerializerRegistry {
    /// Reads the result of `URLSession.data(for:)` as the wanted type, without copying the data.
    ///
    /// ```swift
    /// let (data, response) = try await URLSession.shared.data(for: request)
    /// let user = try serializers.read(User.self, from: data, response)
    /// ```
    /// - Parameters:
    ///   - type: The wanted type.
    ///   - data: The body.
    ///   - response: The response; see ``ResponseHead/init(_:requestMethod:contentCodingsUndone:)``.
    ///   - requestMethod: The method of the request; a response to HEAD has no body.
    ///   - limits: The limits of the body; nil uses the registration's, else the registry's.
    /// - Throws: ``SerializationError`` with the head, the raw body and the trace.
    public func read<Value: Sendable>(
        _ type: Value.Type = Value.self,
        from data: Data,
        _ response: URLResponse,
        requestMethod: HTTPMethod = .get,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> Value {
        try read(type, from: data, head: ResponseHead(response, requestMethod: requestMethod), limits: limits)
    }
}

// MARK: - Writing

extension SerializerRegistry {
    /// Writes a value into Foundation's request: its body, and its Content-Type unless the request has one.
    ///
    /// - Throws: The errors of `write(_:as:into:)` of the core, and ``SerializationError/Code/unencodableValue`` for a body that
    ///   a `URLRequest` cannot hold. After an error the request is unchanged.
    public func write<Value>(
        _ value: Value,
        as type: MediaType? = nil,
        into request: inout URLRequest
    ) throws(SerializationError) {
        var message = RequestMessage(method: .post)
        if let contentType = request.value(forHTTPHeaderField: "Content-Type") {
            message.fields["Content-Type"] = contentType
        }
        try write(value, as: type, into: &message)
        guard case .bytes(let bytes) = message.body else {
            throw SerializationError(
                .unencodableValue,
                "The writer of \(Value.self) produces a body that a URLRequest cannot hold.",
                remedy: "Write the value into a RequestMessage and send that."
            )
        }
        for (name, value) in message.fields.joinedLines { request.setValue(value, forHTTPHeaderField: name) }
        request.httpBody = Data(bytes)
    }
}

extension HeaderFields {
    /// Makes fields sorted by name, since a dictionary has no order and equal messages should be equal.
    init(sorting fields: [(name: String, value: String)]) {
        self.init()
        let fields = fields.map { (line: $0, key: $0.name.lowercasedASCII) }.sorted { one, other in
            // Compare bytes: a peer may have sent any names.
            one.key.hasSameBytes(as: other.key)
                ? one.line.name.utf8.lexicographicallyPrecedes(other.line.name.utf8)
                : one.key.utf8.lexicographicallyPrecedes(other.key.utf8)
        }
        for ((name, value), _) in fields {
            do throws(HeaderFieldError) {
                // Setting would search all previous names, and a peer may have sent very many.
                try append(name, value)
            } catch {
                // The subscript records the error.
                self[name] = value
            }
        }
    }

    /// The value of each name. Lines of the same name are joined with a comma, lines of Cookie with a semicolon. Source: RFC 9110
    /// §5.3.
    var joinedLines: [String: String] {
        var joined: [String: String] = [:]
        var spellings: [String: String] = [:]
        for line in self {
            let name = spellings[line.name.lowercased(), default: line.name]
            spellings[line.name.lowercased()] = name
            // Source: RFC 9113 §8.2.3 for Cookie.
            let separator = line.name.lowercasedASCII.hasSameBytes(as: "cookie") ? "; " : ", "
            if joined[name]?.append(separator + line.value) == nil { joined[name] = line.value }
        }
        return joined
    }

    /// Throws if the list rejected a field.
    func checkNothingRefused() throws(SerializationError) {
        guard let first = refused.first else { return }
        throw SerializationError(
            .invalidField,
            "A header field must not be sent: \(first).",
            remedy: "Correct the field's name or value; line breaks and zero bytes are never allowed.",
            underlying: refused
        )
    }

    /// Throws if a field has a byte that is not UTF-8. A session stores such a byte as one of these scalars, which Foundation
    /// would send.
    func checkText() throws(SerializationError) {
        let isByte = { (scalar: Unicode.Scalar) in (0x10_FE80...0x10_FEFF).contains(scalar.value) }
        guard let line = first(where: { $0.value.unicodeScalars.contains(where: isByte) }) else { return }
        throw SerializationError(
            .invalidField,
            "The header field \(line.name) has a byte that is not UTF-8, which a URLRequest cannot hold.",
            remedy: "Send the message with a session of this package."
        )
    }
}

extension SerializationError.Code {
    /// The text is not a URL to which a request can be sent.
    public static let invalidURL = SerializationError.Code(rawValue: "invalidURL")
}
