package import Mimeograph
import TestSupport

/// Bodies that compress differently, and functions that run parsers in chunks.
package enum Samples {
    /// Empty, tiny, text, zeroes, noise, and something longer than every buffer.
    package static let bodies: [[UInt8]] = {
        var generator = SeededGenerator(seed: 6)
        let noise = (0..<70_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return [
            [], [0], Array("hello".utf8), Array(repeating: 0, count: 60_000), noise,
            Array(String(repeating: "The quick brown fox. ", count: 9_000).utf8),
        ]
    }()

    /// Limits that accept a bomb of the standard size, for inputs that are not bombs.
    package static let generous = DecodingLimits(expansionRatio: 20_000)

    /// Feeds a parser chunks of a size and joins its output.
    package static func run(
        _ parser: any IncrementalParser<[UInt8]>,
        _ bytes: [UInt8],
        chunk: Int
    ) throws(SerializationError) -> [UInt8] {
        var parser = parser
        var pieces: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + chunk)
            try parser.consume(bytes[start..<end].span, into: &pieces)
            start = end
        }
        try parser.finish(into: &pieces)
        return Array(pieces.joined())
    }
}

extension ContentCoding {
    /// Decodes the coding of an array.
    package func decode(bytes: [UInt8], limits: DecodingLimits = .standard) throws(SerializationError) -> [UInt8] {
        try decode(bytes.span, limits: limits)
    }

    /// Encodes an array.
    package func encode(bytes: [UInt8]) throws(SerializationError) -> [UInt8] {
        try encode(bytes.span)
    }
}
