import Mimeograph

extension MultipartParser {
    /// Reads lines of a head, until the empty one.
    mutating func readHead(
        _ chunk: Span<UInt8>,
        from position: inout Int,
        into elements: inout [MultipartElement]
    ) throws(SerializationError) {
        while position < chunk.count {
            guard head.count < options.headBytes else {
                throw excess(
                    .inputBytes,
                    "the header bytes of a part",
                    allowed: options.headBytes,
                    at: offset + position,
                    raise: "MultipartReadingOptions.headBytes"
                )
            }
            let outcome = head.take(chunk[position])
            switch outcome {
            case .more: position += 1
            case .invalid(let text):
                throw failure(.syntax, text, at: offset + position, remedy: "The sender breaks RFC 2046.")
            case .complete(let fields):
                position += 1
                try beginPart(fields, at: offset + position, into: &elements)
                return
            }
        }
    }

    private mutating func beginPart(
        _ fields: HeaderFields,
        at place: Int,
        into elements: inout [MultipartElement]
    ) throws(SerializationError) {
        if partCount >= min(options.partCount, limits.elements) {
            throw excess(
                .elements,
                "parts",
                allowed: partCount,
                at: place,
                raise: options.partCount <= limits.elements
                    ? "MultipartReadingOptions.partCount" : "DecodingLimits.elements"
            )
        }
        partCount += 1
        elements.append(.head(MultipartHead(fields: fields)))
        state = .content
        // The empty line's end is that of the delimiter of an empty part too.
        matched = 2
        borrowed = 2
    }
}
