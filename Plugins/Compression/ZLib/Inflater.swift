import Mimeograph

/// Undoes gzip, zlib or raw deflate, fed in as many chunks as one likes, and counts what comes out.
///
/// A gzip body is a series of members, each with its own header and checksum; zero bytes behind the last are padding.
/// Anything else behind the end of the data is an error.
///
/// Source: RFC 1950, RFC 1951, RFC 1952 §2.2.
struct Inflater {
    /// Which wrapper to look for.
    enum Format: Hashable, Sendable {
        /// One or more members of gzip.
        case gzip
        /// One zlib stream.
        case zlib
        /// One zlib stream, or raw data where the first byte is not a zlib header's.
        case zlibOrRaw
    }

    private enum Phase { case beforeData, inData, betweenMembers, inPadding, afterData }

    private let format: Format
    private var phase = Phase.beforeData
    private var stream: ZLibStream?
    /// Bytes that have been consumed, of all chunks.
    private(set) var consumed = 0
    /// Bytes that have come out.
    private(set) var made = 0

    init(_ format: Format) { self.format = format }

    /// Whether the bytes so far may be all of them.
    var isComplete: Bool {
        switch phase {
        case .beforeData, .inData: false
        case .betweenMembers, .inPadding, .afterData: true
        }
    }

    /// Reads input from `position` to `end`, and appends what comes out until `made` is `most`.
    ///
    /// - Parameters:
    ///   - most: One more than is allowed, to tell a body that just fits from one that does not.
    ///   - pieceSize: How many bytes to make room for at a time, at least; as many as are there where those are more.
    /// - Returns: Whether all of the input was consumed; false where there may be more output than `most`.
    mutating func inflate(
        _ input: Span<UInt8>,
        from position: inout Int,
        to end: Int,
        into output: inout [UInt8],
        most: Int,
        pieceSize: Int
    ) throws(SerializationError) -> Bool {
        var isFull = false
        // An inflated stream may hold output back although it has read all input, so a full piece goes round again.
        while position < end || isFull {
            // Before anything else, so that what follows the byte too many never counts, however the input is cut.
            guard made < most else { return false }
            switch phase {
            case .beforeData: try begin(input[position])
            case .betweenMembers:
                if input[position] == 0 {
                    phase = .inPadding
                } else if input[position] == 0x1F {
                    stream?.restart()
                    phase = .inData
                } else {
                    throw excess()
                }
            case .inPadding:
                guard input[position] == 0 else { throw excess() }
                position += 1
                consumed += 1
            case .afterData: throw excess()
            case .inData:
                let room = min(max(pieceSize, output.count), most - made)
                isFull = try step(input, from: &position, to: end, into: &output, room: room)
            }
        }
        return true
    }

    /// Throws where the bytes so far end too early.
    func finish() throws(SerializationError) {
        if isComplete { return }
        throw SerializationError(
            .truncated,
            "The compressed body ends before its data do.",
            at: location,
            remedy: "Ask for it again; the connection may have been cut."
        )
    }

    private mutating func begin(_ first: UInt8) throws(SerializationError) {
        let wrapper: ZLibWrapper
        switch format {
        case .gzip: wrapper = .gzip
        case .zlib: wrapper = .zlib
        case .zlibOrRaw:
            // The method 8 and a window of at most 32 KiB (RFC 1950 §2.2). In raw data these bits would be those of a
            // stored block with padding that is not zero, which nothing writes.
            wrapper = first & 0x0F == 8 && first >> 4 <= 7 ? .zlib : .raw
        }
        do throws(ZLibStream.Failure) {
            stream = try ZLibStream(inflating: wrapper)
        } catch {
            throw described(error)
        }
        phase = .inData
    }

    /// One step of zlib; whether it has filled its room.
    private mutating func step(
        _ input: Span<UInt8>,
        from position: inout Int,
        to end: Int,
        into output: inout [UInt8],
        room: Int
    ) throws(SerializationError) -> Bool {
        guard let stream else { return false }
        let start = position
        let before = output.count
        let outcome: ZLibStream.Outcome
        var failure: ZLibStream.Failure?
        do throws(ZLibStream.Failure) {
            outcome = try stream.step(input, from: &position, to: end, into: &output, room: room)
        } catch {
            outcome = .needsRoom
            failure = error
        }
        consumed += position - start
        made += output.count - before
        // zlib may look beyond the last byte that there is room for, and how far depends on how the input is cut. So an error
        // counts only where there is room left; else the limit was met first.
        if let failure, output.count - before < room { throw described(failure) }
        if outcome == .ended { phase = format == .gzip ? .betweenMembers : .afterData }
        return outcome == .needsRoom
    }

    var location: SourceLocation {
        // There are no lines in compressed data.
        SourceLocation(offset: consumed)
    }

    private func excess() -> SerializationError {
        SerializationError(
            .syntax,
            "There are bytes behind the end of the compressed data.",
            at: location,
            remedy: "Check what the server appends to the body."
        )
    }

    private func described(_ failure: ZLibStream.Failure) -> SerializationError {
        switch failure {
        case .outOfMemory:
            SerializationError(
                .sourceFailed,
                "There is no memory for zlib.",
                remedy: "Free some memory, and try again."
            )
        case .needsDictionary:
            SerializationError(
                .syntax,
                "The body was compressed with a preset dictionary, which HTTP has no way to name.",
                at: location,
                remedy: "Have the server compress without one."
            )
        case .invalidData:
            SerializationError(
                .syntax,
                "The body is not \(format == .gzip ? "gzip" : "zlib") data, or it is damaged.",
                // No location: how many bytes zlib has read then depends on how the input is cut.
                remedy: format == .zlib
                    ? "If the server sends deflate without its zlib header, use DeflateCoding(acceptsRawData: true)."
                    : "Compare the Content-Encoding with what the server really sends."
            )
        }
    }
}

extension Inflater {
    /// Undoes a coding of a whole body, whose size says beforehand how much may come out.
    ///
    /// - Parameters:
    ///   - body: All of it.
    ///   - size: How much it says it holds, which is believed for making room only; nil where it says nothing.
    static func whole(
        _ body: Span<UInt8>,
        _ format: Format,
        expecting size: Int?,
        limits: DecodingLimits
    ) throws(SerializationError) -> [UInt8] {
        let allowed = InflationLimit(limits, consumed: body.count)
        var inflater = Inflater(format)
        var output: [UInt8] = []
        var position = 0
        // Deflate never makes more than 1,032 bytes of one, so a size beyond that is a lie.
        let likely = min(size ?? 0, saturatingProduct(body.count, 1032))
        let room = max(likely, saturatingProduct(body.count, 3), 512)
        _ = try inflater.inflate(
            body,
            from: &position,
            to: body.count,
            into: &output,
            most: allowed.bytes + 1,
            pieceSize: min(room, largestPiece)
        )
        try allowed.check(inflater)
        try inflater.finish()
        return output
    }

    /// The most room to make at a time, beyond doubling, in bytes.
    private static let largestPiece = 16 << 20
}

/// How much may come out of so many compressed bytes.
struct InflationLimit {
    private let limits: DecodingLimits
    private let consumed: Int
    /// The most bytes of output; less than `Int.max`.
    let bytes: Int

    /// Uses the smaller of the two limits; small outputs are exempt from that on expansion.
    init(_ limits: DecodingLimits, consumed: Int) {
        self.limits = limits
        self.consumed = consumed
        let expanded = max(
            ContentCodings.bytesExemptFromRatio,
            saturatingProduct(consumed, max(limits.expansionRatio, 0))
        )
        bytes = min(max(limits.outputBytes, 0), expanded, Int.max - 1)
    }

    /// Throws where more came out. The error has no location: zlib reads input before it needs it, and how much depends on how
    /// the body is cut.
    func check(_ inflater: Inflater) throws(SerializationError) {
        guard inflater.made > bytes else { return }
        try limits.check(.outputBytes, inflater.made)
        // Rounded up, so that a little more than the ratio is more.
        try limits.check(.expansionRatio, (inflater.made - 1) / max(consumed, 1) + 1)
    }
}

/// The product of two figures that are not negative, or the greatest there is.
func saturatingProduct(_ one: Int, _ other: Int) -> Int {
    let (product, overflows) = one.multipliedReportingOverflow(by: other)
    return overflows ? .max : product
}
