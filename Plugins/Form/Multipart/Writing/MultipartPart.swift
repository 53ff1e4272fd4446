public import Mimeograph

/// One part of a multipart body that is to be sent: its header fields and its bytes.
public struct MultipartPart: Sendable {
    /// The header fields, sent in this order.
    public var fields: HeaderFields
    /// Where the bytes come from.
    public var content: Content

    /// Where the bytes of a part come from.
    public enum Content: Sendable {
        /// From memory.
        case bytes([UInt8])
        /// From a source that is opened when the body is sent, such as a file.
        case source(any BodySource)
        /// From a stream whose chunks arrive asynchronously.
        case stream(BodyStream)
    }

    /// Makes a part with any fields, as `multipart/mixed` or `multipart/related` may need them.
    public init(fields: HeaderFields, content: Content) {
        self.fields = fields
        self.content = content
    }

    /// The number of bytes of the content, nil where it is not known.
    public var length: Int? {
        switch content {
        case .bytes(let bytes): bytes.count
        case .source(let source): source.length
        case .stream(let stream): stream.length
        }
    }

    /// The header fields as they are sent, with the empty line after them.
    func head() throws(SerializationError) -> [UInt8] {
        if let error = fields.refused.first {
            throw SerializationError(
                .invalidField,
                "A header field of a part may not be sent: \(error).",
                remedy: "Take line breaks and zero bytes out of the field.",
                underlying: [error]
            )
        }
        var text = ""
        for line in fields { text += "\(line.name): \(line.value)\r\n" }
        return Array("\(text)\r\n".utf8)
    }
}
