package import Mimeograph

/// How the data of one coding are laid out: what is particular to it in a ``ChunkDecoder``.
package protocol CodedData {
    /// Whether the bytes so far may be all of them.
    var isComplete: Bool { get }

    /// Whether a few KiB of data never make more than some MiB.
    static var hasBoundedExpansion: Bool { get }

    /// Reads some input between `position` and `end`, and appends at most `room` bytes.
    ///
    /// There is input unless the step before it said that there may be more output. What was read and made before a fault counts.
    /// A step behind one that failed fails in the same way.
    ///
    /// - Returns: Whether there may be more output although no more input is read.
    mutating func step(
        _ input: Span<UInt8>,
        from position: inout Int,
        to end: Int,
        into output: inout [UInt8],
        room: Int
    ) throws(CodingFault) -> Bool
}

/// What is wrong with coded data.
package enum CodingFault: Error {
    /// Bytes stand behind the end of the data.
    case excess
    /// The library, which is named, has no memory.
    case outOfMemory(String)
    /// The data are not what the coding allows. The offset is told only where it does not depend on how the input is cut.
    case invalid(_ message: String, remedy: String, hasOffset: Bool)
}

/// Undoes a coding, fed in as many chunks as one likes, and counts what comes out.
package struct ChunkDecoder<Data: CodedData> {
    private var data: Data
    /// Bytes that have been consumed, of all chunks.
    package private(set) var consumed = 0
    /// Bytes that have come out.
    package private(set) var made = 0
    /// Line ends behind the data, which scripts and templates append to what they send (non-standard).
    private var lineEnds = 0
    private static var mostLineEnds: Int { 64 }

    /// Starts at the first byte of a body.
    package init(_ data: Data) { self.data = data }

    /// Reads input from `position` to `end`, and appends what comes out until `made` is `most`.
    ///
    /// - Parameters:
    ///   - most: One more than is allowed, to tell a body that just fits from one that does not.
    ///   - pieceSize: How many bytes to make room for at a time, at least; as many as are there where those are more.
    package mutating func decode(
        _ input: Span<UInt8>,
        from position: inout Int,
        to end: Int,
        into output: inout [UInt8],
        most: Int,
        pieceSize: Int
    ) throws(SerializationError) {
        var isFull = false
        // A library may hold output back although it has read all input, so a full piece goes round again.
        while position < end || isFull {
            // Before anything else, so that what follows the byte too many never counts, however the input is cut.
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
            // A library may look beyond the last byte that there is room for, and how far depends on how the input is cut. So a
            // fault counts only where there is room left; else the limit was met first.
            if let fault, output.count - before < room { throw described(fault) }
        }
    }

    /// Throws where the bytes so far end too early.
    package func finish() throws(SerializationError) {
        if data.isComplete { return }
        throw SerializationError(
            .truncated,
            "The compressed body ends before its data do.",
            at: location,
            remedy: "Ask for it again; the connection may have been cut."
        )
    }

    /// Undoes the coding of a whole body, whose size says beforehand how much may come out.
    ///
    /// - Parameter likelySize: How much is likely to come out, which is believed for making room only, up to 16 MiB.
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
        // There are no lines in compressed data.
        SourceLocation(offset: consumed)
    }

    private func described(_ fault: CodingFault) -> SerializationError {
        switch fault {
        case .excess:
            SerializationError(
                .syntax,
                "There are bytes behind the end of the compressed data.",
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
    /// A library has no memory for its work.
    package static func noMemory(for library: String) -> SerializationError {
        SerializationError(
            .sourceFailed,
            "There is no memory for \(library).",
            remedy: "Free some memory, and try again."
        )
    }
}
