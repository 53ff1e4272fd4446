import Mimeograph

/// The framing of parts: `--B` and a line end before the first part, `\r\n--B\r\n` before the others, `\r\n--B--\r\n` at the end.
///
/// A form without parts is `--B--\r\n`, as browsers send it.
///
/// Source: RFC 2046 §5.1.1.
extension MultipartFormData {
    /// Returns the caller's boundary, or a random one that occurs in no part in memory.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` if a part contains the caller's boundary.
    func boundaryForWriting(using generator: inout some RandomNumberGenerator) throws(SerializationError)
        -> MultipartBoundary
    {
        if let boundary {
            if isHeld(boundary) {
                throw SerializationError(
                    .unencodableValue,
                    "A part of the form contains the boundary, so receivers would split the body at the wrong place.",
                    remedy: "Set no boundary to get a random one that occurs in no part."
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
            // A part begins after a line end that is not part of its bytes.
            return bytes.starts(with: delimiter.bytes.dropFirst(2)) || delimiter.first(in: bytes.span, from: 0).isWhole
        }
    }

    /// The maximum size of a part that is copied into the framing around it, in bytes. Larger parts are not copied.
    private static let smallPart = 1 << 14

    /// Returns the framed body.
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
    /// The text in UTF-8 with every line end (LF, CR or CRLF) as CRLF.
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
