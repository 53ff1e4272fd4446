public import HTTPTypes
public import Mimeograph

extension ResponseHead {
    /// Makes the head of a response that a client received.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request of the response; a response to HEAD has no body. The default is an unknown GET.
    /// - Throws: `invalidField` if a field is invalid.
    public init(_ response: HTTPResponse, to request: HTTPRequest? = nil) throws(SerializationError) {
        self.init(
            status: response.status.code,
            fields: try HeaderFields(response.headerFields),
            requestMethod: request.map { HTTPMethod(rawValue: $0.method.rawValue) } ?? .get,
            url: try request.flatMap { request throws(SerializationError) in
                guard request.method != .connect, request.scheme != nil, request.authority != nil,
                    request.path?.hasPrefix("/") == true
                else { return nil }
                return try RequestMessage(request).url
            }
        )
    }
}

extension HTTPResponse {
    /// Makes the head of a response for a server to send. The body is sent separately.
    ///
    /// - Throws: `invalidField` if a field is invalid or the status does not have three digits.
    public init(_ message: ResponseMessage) throws(SerializationError) {
        try self.init(code: message.status, fields: message.fields)
    }

    /// Makes a response from its head.
    ///
    /// - Throws: `invalidField` if a field is invalid or the status does not have three digits.
    public init(_ head: ResponseHead) throws(SerializationError) {
        try self.init(code: head.status, fields: head.fields)
    }

    private init(code: Int, fields: HeaderFields) throws(SerializationError) {
        // `Status` traps for other codes.
        guard (100...999).contains(code) else { throw .invalidField("The status \(code) does not have three digits.") }
        self.init(status: Status(integerLiteral: code), headerFields: try HTTPFields(fields))
    }
}
