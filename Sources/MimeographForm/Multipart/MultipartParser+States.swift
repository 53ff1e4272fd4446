import Mimeograph

extension MultipartParser {
    /// Reads content until a delimiter.
    mutating func search(
        _ chunk: Span<UInt8>,
        from position: inout Int,
        into elements: inout [MultipartElement]
    ) throws(SerializationError) {
        if matched == 0 {
            let match = delimiter.first(in: chunk, from: position)
            try append(chunk.extracting(position..<match.offset), at: offset + position, into: &elements)
            position = match.offset + match.length
            matched = match.length
        } else {
            while position < chunk.count, matched < delimiter.bytes.count, chunk[position] == delimiter.bytes[matched] {
                position += 1
                matched += 1
            }
            if matched < delimiter.bytes.count, position < chunk.count {
                try giveBack(before: offset + position, into: &elements)
            }
        }
        if matched == delimiter.bytes.count {
            isBeforeParts = state == .preamble
            state = .delimiterEnd
        }
    }

    /// Reads the rest of a delimiter's line: two dashes at the end of the body, or else spaces and a line end.
    mutating func readDelimiterEnd(
        _ chunk: Span<UInt8>,
        from position: inout Int,
        into elements: inout [MultipartElement]
    ) throws(SerializationError) {
        let byte = chunk[position]
        switch (tail.last, byte) {
        case (0x2D, 0x2D):
            // A body without parts has nothing before its last boundary. These bytes may contain a boundary that does not begin a
            // line.
            if isBeforeParts, contentCount > 0 {
                throw failure(
                    .syntax,
                    "The last boundary comes first, after bytes that belong to no part",
                    at: offset + position,
                    remedy: "Have the sender put the first boundary at the beginning of the body or of a line."
                )
            }
            endPart(into: &elements)
            state = .epilogue
        case (0x0D, 0x0A):
            endPart(into: &elements)
            state = .head
            head = MultipartHeadBuilder()
        case (nil, 0x2D), (nil, 0x0D), (nil, 0x20), (nil, 0x09), (0x20, 0x0D), (0x20, 0x20), (0x20, 0x09), (0x09, 0x0D),
            (0x09, 0x20), (0x09, 0x09):
            guard tail.count < Self.longestPadding else {
                throw failure(
                    .syntax,
                    "A boundary is followed by more than \(Self.longestPadding) spaces",
                    at: offset + position,
                    remedy: "Reject the body. It is damaged or an attack, since no sender of forms adds so many spaces."
                )
            }
            tail.append(byte)
        default:
            // The line is longer than a boundary. The byte is read again as content.
            state = isBeforeParts ? .preamble : .content
            let end = tail
            tail = []
            try giveBack(before: offset + position - end.count, into: &elements)
            try append(end.span, at: offset + position - end.count, into: &elements)
            return
        }
        position += 1
    }

    /// The maximum number of spaces after a boundary. The grammar allows spaces, but no known sender adds any.
    private static var longestPadding: Int { 256 }

    private mutating func endPart(into elements: inout [MultipartElement]) {
        if !isBeforeParts {
            if !pending.isEmpty { elements.append(.bytes(pending)) }
            elements.append(.end)
        }
        pending = []
        tail = []
        matched = 0
        borrowed = 0
        contentCount = 0
    }

    /// Turns bytes that looked like a delimiter into content. They end before an offset of the body.
    private mutating func giveBack(before end: Int, into elements: inout [MultipartElement]) throws(SerializationError)
    {
        let bytes = Array(delimiter.bytes[borrowed..<matched])
        matched = 0
        borrowed = 0
        try append(bytes.span, at: end - bytes.count, into: &elements)
    }

    /// Appends content, and emits an element for each full chunk.
    private mutating func append(
        _ bytes: Span<UInt8>,
        at start: Int,
        into elements: inout [MultipartElement]
    ) throws(SerializationError) {
        if state == .preamble {
            guard bytes.count <= limits.inputBytes - contentCount else {
                throw excess(
                    .inputBytes,
                    "bytes before the first boundary",
                    allowed: limits.inputBytes,
                    at: start + limits.inputBytes - contentCount,
                    raise: "DecodingLimits.inputBytes"
                )
            }
            contentCount += bytes.count
            return
        }
        let allowed = min(bytes.count, (options.partBytes ?? .max) - contentCount)
        var position = 0
        while position < allowed {
            let count = min(allowed - position, options.chunkSize - pending.count)
            let piece = bytes.extracting(position..<(position + count))
            if pending.isEmpty { pending = Array(piece) } else { pending.append(copying: piece) }
            if pending.count == options.chunkSize {
                elements.append(.bytes(pending))
                pending = []
            }
            position += count
        }
        contentCount += allowed
        if allowed < bytes.count {
            throw excess(
                .inputBytes,
                "the bytes of a part",
                allowed: contentCount,
                at: start + allowed,
                raise: "MultipartReadingOptions.partBytes"
            )
        }
    }
}

extension MultipartParser {
    /// Reads the lines of a head until an empty line.
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
            let outcome = head.append(chunk[position])
            switch outcome {
            case .more: position += 1
            case .invalid(let text):
                throw failure(.syntax, text, at: offset + position, remedy: "Have the sender follow RFC 2046.")
            case .complete(let fields):
                position += 1
                try beginPart(fields, at: offset + position, into: &elements)
                return
            }
        }
    }

    private mutating func beginPart(
        _ fields: HeaderFields,
        at start: Int,
        into elements: inout [MultipartElement]
    ) throws(SerializationError) {
        if partCount >= min(options.partCount, limits.elements) {
            throw excess(
                .elements,
                "parts",
                allowed: partCount,
                at: start,
                raise: options.partCount <= limits.elements
                    ? "MultipartReadingOptions.partCount" : "DecodingLimits.elements"
            )
        }
        partCount += 1
        elements.append(.head(MultipartHead(fields: fields)))
        state = .content
        // In an empty part, the line end of the empty line is also the line end of the delimiter.
        matched = 2
        borrowed = 2
    }
}
