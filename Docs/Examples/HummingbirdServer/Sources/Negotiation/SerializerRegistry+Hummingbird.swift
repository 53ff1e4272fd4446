import HTTPTypesAdapter
public import Hummingbird
public import Mimeograph
import MimeographFiles
import MimeographServer

extension SerializerRegistry {
    /// Reads the body of a request in any registered format.
    ///
    /// - Throws: `SerializationError`, which ``ProblemMiddleware`` turns into the response: `unsupportedMediaType` (415),
    ///   `syntax` (400), `dataShape` (422), `limitExceeded` (413 if the body is too large).
    public func read<Value: Sendable>(_ type: Value.Type = Value.self, from request: Request) async throws -> Value {
        let head = try RequestHead(request.head)
        var body = ByteBuffer()
        for try await chunk in request.body {
            guard chunk.readableBytes <= limits.inputBytes - body.readableBytes else {
                throw SerializationError.limitExceeded(.inputBytes, allowed: limits.inputBytes)
            }
            body.writeImmutableBuffer(chunk)
        }
        return try read(type, from: body.readableBytesView, request: head)
    }

    /// Returns a response with a value in a format that the client accepts, or a 406 that lists the formats.
    ///
    /// - Throws: `SerializationError`: `unsupportedMediaType` and `unencodableValue`, which are mistakes of the server.
    public func respond<Value>(
        with value: Value,
        to request: Request,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) throws -> Response {
        var response = try Response(respond(with: value, to: RequestHead(request.head), status: status.code))
        if response.status == status { response.headers.append(contentsOf: headers) }
        return response
    }
}

extension Response {
    /// Makes Hummingbird's response from a registry's.
    init(_ message: ResponseMessage) throws {
        let head = try HTTPResponse(message)
        let body: ResponseBody
        switch message.body {
        case .none: body = ResponseBody()
        case .bytes(let bytes): body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        case .file, .stream:
            let stream = try message.body.stream()
            body = ResponseBody(contentLength: stream?.length) { writer in
                if let stream {
                    for try await chunk in stream { try await writer.write(ByteBuffer(bytes: chunk)) }
                }
                try await writer.finish(nil)
            }
        }
        self.init(status: head.status, headers: head.headerFields, body: body)
    }
}
