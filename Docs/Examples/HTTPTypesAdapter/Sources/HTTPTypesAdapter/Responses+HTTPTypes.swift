public import HTTPTypes
public import Mimeograph

extension ResponseHead {
    /// Makes the head of a response that a client got.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: What it answers: a response to HEAD has no body. Default a GET of which nothing else is known.
    /// - Throws: `invalidField` where a field cannot be taken.
    public init(_ response: HTTPResponse, to request: HTTPRequest? = nil) throws(SerializationError) {
        self.init(
            status: response.status.code,
            fields: try HeaderFields(response.headerFields),
            requestMethod: request.map { HTTPMethod(rawValue: $0.method.rawValue) } ?? .get,
            url: try request.flatMap { request throws(SerializationError) in
                guard request.scheme != nil, request.authority != nil, request.path?.hasPrefix("/") == true else {
                    return nil
                }
                return try RequestMessage(request).url
            }
        )
    }
}

extension HTTPResponse {
    /// Makes the head of a response that a server sends; what sends it is given the body beside it.
    ///
    /// - Throws: `invalidField` where a field cannot be sent or the status is not of three digits.
    public init(_ message: ResponseMessage) throws(SerializationError) {
        try self.init(code: message.status, fields: message.fields)
    }

    /// Makes the response whose head this is.
    ///
    /// - Throws: `invalidField` where a field cannot be sent or the status is not of three digits.
    public init(_ head: ResponseHead) throws(SerializationError) {
        try self.init(code: head.status, fields: head.fields)
    }

    private init(code: Int, fields: HeaderFields) throws(SerializationError) {
        // `Status` traps at others.
        guard (100...999).contains(code) else { throw .invalidField("The status \(code) has not got three digits.") }
        self.init(status: Status(integerLiteral: code), headerFields: try HTTPFields(fields))
    }
}
