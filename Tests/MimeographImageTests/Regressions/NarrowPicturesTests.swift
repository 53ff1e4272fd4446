import Mimeograph
import MimeographImage
import Testing

/// A picture of one column needs more memory besides its pixels than for them, which was not counted.
@Suite struct NarrowPicturesTests {
    private static let head = ResponseHead(status: 200)

    private static func limits(_ outputBytes: Int) -> DecodingLimits {
        var limits = DecodingLimits.standard
        limits.outputBytes = outputBytes
        return limits
    }

    private func narrow(_ encoding: PNGEncoding = .png(level: 1)) throws -> [UInt8] {
        try Image(width: 1, height: 60_000, format: .gray8, pixels: [UInt8](repeating: 7, count: 60_000))
            .encoded(as: encoding)
    }

    /// Each pixel of a side contributes to six pixels of the thumbnail, and has that many weights.
    @Test func theWeightsOfAReductionAreCounted() throws {
        let bitmap = BMPFixture(width: 1, height: 60_000, bits: 24, pixels: [UInt8](repeating: 7, count: 240_000)).file
        for body in try [narrow(), narrow(.png(level: 1, isInterlaced: true)), bitmap] {
            let serializer = ImageResponseSerializer(options: .thumbnail(16))
            let error = #expect(throws: SerializationError.self) {
                try serializer.read(body, head: Self.head, limits: Self.limits(1 << 20))
            }
            #expect(error?.limit?.limit == .outputBytes)
            #expect(try serializer.read(body, head: Self.head, limits: Self.limits(1 << 22)).height == 16)
            var decoder = ImageDecoder(options: .thumbnail(16), limits: Self.limits(1 << 20))
            let pushed = #expect(throws: SerializationError.self) { try decoder.parseAll(body) }
            #expect(pushed?.limit?.limit == .outputBytes)
        }
    }

    /// A group of sixteen rows takes sixteen bytes here, but some hundred bytes as an update.
    @Test func updatesAreCountedAsWhatTheyAre() throws {
        let body = try narrow()
        for outputBytes in [1 << 18, 1 << 20, 1 << 22] {
            var decoder = ImageDecoder(limits: Self.limits(outputBytes))
            var size = 0
            for case .rows(let rows) in try decoder.parseAll(body) {
                size += rows.pixels.count + MemoryLayout<ImageUpdate>.stride
            }
            #expect(size <= outputBytes)
            #expect((size > 0) == (outputBytes == 1 << 22))
        }
    }
}
