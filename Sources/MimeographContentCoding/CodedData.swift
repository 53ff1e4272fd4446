package import Mimeograph

/// The part of a ``ChunkDecoder`` that is specific to one content coding: the layout of its data.
package protocol CodedData {
    /// Whether the data may end after the bytes so far.
    var isComplete: Bool { get }

    /// Whether a few KiB of data always decode to at most some MiB.
    static var hasBoundedExpansion: Bool { get }

    /// Reads input between `position` and `end`, and appends at most `room` bytes.
    ///
    /// There is input, unless the last step returned that there may be more output. Bytes that were read and written before an
    /// error count. After a step has failed, further steps fail in the same way.
    ///
    /// - Returns: Whether there may be more output without reading more input.
    mutating func step(
        _ input: Span<UInt8>,
        from position: inout Int,
        to end: Int,
        into output: inout [UInt8],
        room: Int
    ) throws(CodingFault) -> Bool
}

/// An error in encoded data.
package enum CodingFault: Error {
    /// There are bytes after the end of the data.
    case excess
    /// The named library cannot allocate memory.
    case outOfMemory(String)
    /// The data is invalid. The offset is reported only if it does not depend on how the input is split into chunks.
    case invalid(_ message: String, remedy: String, hasOffset: Bool)
}

/// A decoder of a content coding, which takes the input in any number of chunks and counts the output.
package struct ChunkDecoder<Data: CodedData> {
    private var data: Data
    /// The number of bytes consumed, in all chunks.
    package private(set) var consumed = 0
    /// The number of bytes of output.
    package private(set) var made = 0
    /// The number of line ends after the data, which scripts and templates append to what they send (non-standard).
    private var lineEnds = 0
    private static var mostLineEnds: Int { 64 }

    package init(_ data: Data) { self.data = data }

    /// Reads input from `position` to `end`, and appends output until `made` is `most`.
    ///
    /// - Parameters:
    ///   - most: The limit plus one, which distinguishes a body that just fits from one that is too large.
    ///   - pieceSize: The minimum of bytes to make room for at a time. If the output is already larger, its size is used.
    package mutating func decode(
        _ input: Span<UInt8>,
        from position: inout Int,
        to end: Int,
        into output: inout [UInt8],
        most: Int,
        pieceSize: Int
    ) throws(SerializationError) {
        var isFull = false
        // A library may hold back output although it has read all input, so a full piece repeats the loop.
        while position < end || isFull {
            // This comes first, so that bytes after the one that exceeds the limit never count, however the input is split.
            guard made < most else { return }
            if position < end, lineEnds > 0 || data.isComplete, input[position] == 0x0A || input[position] == 0x0D {
                lineEnds += 1
                if lineEnds > Self.mostLineEnds { throw described(.excess) }
                position += 1
                consumed += 1
                isFull = false
                continue
            }
            if lineEnds > 0 { throw described(.excess) }
            let room = min(max(pieceSize, output.count), most - made)
            let start = position
            let before = output.count
            var fault: CodingFault?
            do throws(CodingFault) {
                isFull = try data.step(input, from: &position, to: end, into: &output, room: room)
            } catch {
                isFull = true
                fault = error
            }
            consumed += position - start
            made += output.count - before
            // A library may read beyond the last byte that there is room for. How far depends on how the input is split. So an
            // error counts only if there is room left; otherwise the limit was reached first.
            if let fault, output.count - before < room { throw described(fault) }
        }
    }

    package func finish() throws(SerializationError) {
        if data.isComplete { return }
        throw SerializationError(
            .truncated,
            "The compressed body ends before its data is complete.",
            at: location,
            remedy: "Request it again; the connection may have been interrupted."
        )
    }

    /// Decodes a whole body. Its size determines the limit of the output in advance.
    ///
    /// - Parameter likelySize: The likely size of the output. It is trusted only for reserving memory, up to 16 MiB.
    package static func whole(
        _ body: Span<UInt8>,
        _ data: Data,
        likelySize: Int,
        limits: DecodingLimits
    ) throws(SerializationError) -> [UInt8] {
        let allowed = InflationLimit(limits, consumed: body.count)
        var decoder = ChunkDecoder(data)
        var output: [UInt8] = []
        var position = 0
        try decoder.decode(
            body,
            from: &position,
            to: body.count,
            into: &output,
            most: allowed.bytes + 1,
            pieceSize: min(max(likelySize, 512), 16 << 20)
        )
        try allowed.check(decoder.made)
        try decoder.finish()
        return output
    }

    private var location: SourceLocation {
        // Compressed data has no lines.
        SourceLocation(offset: consumed)
    }

    private func described(_ fault: CodingFault) -> SerializationError {
        switch fault {
        case .excess:
            SerializationError(
                .syntax,
                "There are bytes after the end of the compressed data.",
                at: location,
                remedy: "Check what the server appends to the body."
            )
        case .outOfMemory(let library): .noMemory(for: library)
        case .invalid(let message, let remedy, let hasOffset):
            SerializationError(.syntax, message, at: hasOffset ? location : nil, remedy: remedy)
        }
    }
}

extension SerializationError {
    /// Returns the error for a library that cannot allocate memory.
    package static func noMemory(for library: String) -> SerializationError {
        SerializationError(
            .sourceFailed,
            "There is not enough memory for \(library).",
            remedy: "Free some memory, and try again."
        )
    }
}
