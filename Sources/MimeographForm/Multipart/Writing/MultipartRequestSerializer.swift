public import Mimeograph

/// A serializer that writes a multipart form into a request.
///
/// A small form whose parts are all in memory becomes a body of bytes. Any other form becomes a stream that can be sent again. If
/// the length of every part is known, the length of the body is exact, and transports send it as `Content-Length`.
///
/// ```swift
/// var request = RequestMessage(method: .post, url: "https://example.com/photos")
/// try MultipartRequestSerializer().write(form, into: &request)
/// ```
public struct MultipartRequestSerializer: RequestSerialization {
    /// The maximum size of a body that is built in memory, in bytes. The default is 1 MiB. A body is a stream if a part is not in
    /// memory, or if there is a ``throttle``.
    public var memoryLimit = 1 << 20

    /// The throttle for sending the body. The default, nil, sends at full speed.
    public var throttle: BodyThrottle?

    /// Makes a serializer.
    public init(throttle: BodyThrottle? = nil) { self.throttle = throttle }

    /// `multipart/form-data`. The written field also has a boundary.
    public var contentType: MediaType { .multipartFormData }

    /// Sets the body and the `Content-Type`.
    ///
    /// This replaces an existing `Content-Type`, because it lacks the boundary. Another `multipart` type, such as
    /// `multipart/mixed`, is kept, and gets the boundary.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for a GET or HEAD request, which has no body, and if a part
    ///   contains the caller's boundary; ``SerializationError/Code/invalidField`` for a part with a field that cannot be sent.
    public func write(_ input: MultipartFormData, into message: inout RequestMessage) throws(SerializationError) {
        if message.method == .get || message.method == .head {
            throw SerializationError(
                .unencodableValue,
                "A \(message.method) request has no body, but a multipart form needs one.",
                remedy: "Set the method of the message to POST or PUT before writing the form."
            )
        }
        var generator = SystemRandomNumberGenerator()
        let boundary = try input.boundaryForWriting(using: &generator)
        let type = try typeForWriting(message.fields.contentType, boundary: boundary)
        let stream = try input.stream(boundary: boundary)
        message.body = try body(of: stream, isInMemory: input.isInMemory)
        message.fields["Content-Type"] = type
    }

    private func typeForWriting(
        _ named: MediaType?,
        boundary: MultipartBoundary
    ) throws(SerializationError) -> String {
        let base = if let named, named.type == "multipart" { named } else { contentType }
        do throws(MediaTypeSyntaxError) {
            let type = try base.adding(parameter: "boundary", value: boundary.description)
            // Adds a space after the first semicolon, as AFNetworking and browsers do.
            return "\(type.essence); \(type.description.dropFirst(type.essence.count + 1))"
        } catch {
            throw SerializationError(
                .unencodableValue,
                "A boundary cannot be added to the message's Content-Type: \(error).",
                remedy: "Remove parameters from the Content-Type.",
                underlying: [error]
            )
        }
    }

    private func body(of stream: BodyStream, isInMemory: Bool) throws(SerializationError) -> MessageBody {
        if let throttle { return .stream(stream.throttled(throttle)) }
        guard isInMemory, let length = stream.length, length <= memoryLimit,
            var reader = try stream.source?.makeReader()
        else { return .stream(stream) }
        return .bytes(try reader.readChunk(atMost: length))
    }
}

extension MultipartFormData {
    /// Whether the content of every part is in memory.
    var isInMemory: Bool {
        parts.allSatisfy { part in
            if case .bytes = part.content { true } else { false }
        }
    }
}

extension RequestSerialization where Self == MultipartRequestSerializer {
    /// A serializer for multipart forms.
    public static var multipart: MultipartRequestSerializer { MultipartRequestSerializer() }
}
