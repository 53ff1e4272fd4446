internal import Mimeograph

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
        let allowed = InflationLimit(limits, taken: body.count)
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
