public import Mimeograph

/// Writes a form of several parts into a request.
///
/// The body is made of bytes where the form lies in memory and is small, else it is a stream that can be sent again. Its
/// length is exact wherever that of every part is known; a transport sends it as Content-Length.
///
/// ```swift
/// var request = RequestMessage(method: .post, url: "https://example.com/photos")
/// try MultipartRequestSerializer().write(form, into: &request)
/// ```
public struct MultipartRequestSerializer: RequestSerialization {
    /// The most bytes of a body that is made in memory, 1 MiB by default; only forms whose every part lies there are.
    public var memoryLimit = 1 << 20

    /// How the body is held back; nil, the default, does not.
    public var throttle: BodyThrottle?

    /// Makes a serializer.
    public init(throttle: BodyThrottle? = nil) { self.throttle = throttle }

    /// `multipart/form-data`; what is written has a boundary too.
    public var contentType: MediaType { .multipartFormData }

    /// Sets the body and Content-Type.
    ///
    /// A Content-Type that the message has is replaced, because only the new one has the boundary; where it is another
    /// `multipart` type, such as `multipart/mixed`, it is kept and given the boundary.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for a GET or HEAD request, which has no body, and where a part
    ///   holds the boundary that the caller chose; ``SerializationError/Code/invalidField`` where a field of a part may not
    ///   be sent.
    public func write(_ input: MultipartFormData, into message: inout RequestMessage) throws(SerializationError) {
        if message.method == .get || message.method == .head {
            throw SerializationError(
                .unencodableValue,
                "A \(message.method) request has no body, and a form of several parts needs one.",
                remedy: "Set the message's method, to POST or PUT, before the form is written."
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
            // With a space after the first semicolon, as AFNetworking and browsers write it.
            return "\(type.essence); \(type.description.dropFirst(type.essence.count + 1))"
        } catch {
            throw SerializationError(
                .unencodableValue,
                "The message's Content-Type can have no boundary: \(error).",
                remedy: "Remove parameters from it.",
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
    /// Whether the bytes of every part lie in memory.
    var isInMemory: Bool {
        parts.allSatisfy { part in
            if case .bytes = part.content { true } else { false }
        }
    }
}

extension RequestSerialization where Self == MultipartRequestSerializer {
    /// Writes a form of several parts.
    public static var multipart: MultipartRequestSerializer { MultipartRequestSerializer() }
}
