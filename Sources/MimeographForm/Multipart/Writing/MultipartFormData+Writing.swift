import Mimeograph

/// The framing: `--B` and a line break before the first part, `\r\n--B\r\n` before the others, `\r\n--B--\r\n` at the end.
///
/// A form without parts is the end alone, `--B--\r\n`, as browsers send it.
///
/// Source: RFC 2046 §5.1.1.
extension MultipartFormData {
    /// The boundary for one writing of the form: the caller's, or a random one, that no part in memory holds.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` where a part holds the caller's.
    func boundaryForWriting(using generator: inout some RandomNumberGenerator) throws(SerializationError)
        -> MultipartBoundary
    {
        if let boundary {
            if isHeld(boundary) {
                throw SerializationError(
                    .unencodableValue,
                    "A part of the form holds the boundary, so that receivers would see other parts.",
                    remedy: "Set no boundary; then a random one is made that no part holds."
                )
            }
            return boundary
        }
        while true {
            let boundary = MultipartBoundary.random(using: &generator)
            if !isHeld(boundary) { return boundary }
        }
    }

    private func isHeld(_ boundary: MultipartBoundary) -> Bool {
        let delimiter = MultipartDelimiter(boundary)
        return parts.contains { part in
            guard case .bytes(let bytes) = part.content else { return false }
            // A part begins after a line break, which is not one of its bytes.
            return bytes.starts(with: delimiter.bytes.dropFirst(2)) || delimiter.first(in: bytes.span, from: 0).isWhole
        }
    }

    /// Parts of up to so many bytes are copied into the framing around them; larger ones stay where they are.
    private static let smallPart = 1 << 14

    /// The body, framed.
    func stream(boundary: MultipartBoundary) throws(SerializationError) -> BodyStream {
        let text = boundary.description
        var pieces: [BodyStream] = []
        var framing = Array("--\(text)".utf8)
        for part in parts {
            framing += Array("\r\n".utf8) + (try part.head())
            switch part.content {
            case .bytes(let bytes) where bytes.count <= Self.smallPart:
                framing += bytes
            case .bytes(let bytes):
                pieces.append(BodyStream(framing))
                pieces.append(BodyStream(bytes))
                framing = []
            case .source(let source):
                pieces.append(BodyStream(framing))
                pieces.append(BodyStream(source))
                framing = []
            case .stream(let stream):
                pieces.append(BodyStream(framing))
                pieces.append(stream)
                framing = []
            }
            framing += boundary.delimiter
        }
        pieces.append(BodyStream(framing + Array("--\r\n".utf8)))
        return BodyStream(joining: pieces)
    }
}

extension StringProtocol {
    /// The UTF-8 of the text with CRLF for every line end: LF, CR or CRLF.
    package var utf8WithLineEndsAsCRLF: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        var isAfterReturn = false
        for byte in utf8 {
            if byte == FieldSyntax.lineFeed {
                if !isAfterReturn { bytes.append(FieldSyntax.carriageReturn) }
            } else if isAfterReturn {
                bytes.append(FieldSyntax.lineFeed)
            }
            bytes.append(byte)
            isAfterReturn = byte == FieldSyntax.carriageReturn
        }
        if isAfterReturn { bytes.append(FieldSyntax.lineFeed) }
        return bytes
    }
}
