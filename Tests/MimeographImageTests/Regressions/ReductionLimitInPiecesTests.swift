import Mimeograph
import MimeographImage
import Testing

/// Found by fuzzing: for a damaged picture whose reduction exceeds the limits, a whole body was rejected for the limits, and a
/// body in pieces for the damage.
@Suite struct ReductionLimitInPiecesTests {
    private let limits = DecodingLimits(inputBytes: 1 << 20, outputBytes: 1 << 20, pixels: 1 << 16)

    /// Returns a picture of one column, which is cheap to store. The weights of its reduction take more than the limits allow.
    private func column(height: Int) throws -> Image {
        try Image(width: 1, height: height, format: .gray8, pixels: [UInt8](repeating: 128, count: height))
    }

    private func codes(
        of body: [UInt8],
        _ options: ImageReadingOptions
    ) -> (whole: SerializationError.Code?, pieces: [SerializationError.Code?]) {
        var whole: SerializationError.Code?
        do throws(SerializationError) {
            _ = try ImageResponseSerializer(options: options)
                .read(body, head: ResponseHead(status: 200), limits: limits)
        } catch {
            whole = error.code
        }
        let pieces = [[], [body.count / 2], Array(1..<body.count)].map { cuts in
            IncrementalTests.updates(body, cuts: cuts, options: options, limits: limits).1
        }
        return (whole, pieces)
    }

    @Test(arguments: [false, true]) func aDamagedJPEGIsRejectedForTheLimit(isPartialAllowed: Bool) throws {
        var body = try column(height: 55_809).encoded(as: .jpeg)
        // All codes have one bit, although only two such codes exist. libjpeg detects it when the scan starts, not before.
        let table = try #require(body.indices.dropLast(21).first { body[$0] == 0xFF && body[$0 + 1] == 0xC4 })
        let count = body[table + 5..<table + 21].reduce(0, &+)
        body.replaceSubrange(table + 5..<table + 21, with: [count] + Array(repeating: 0, count: 15))
        var options = ImageReadingOptions.thumbnail(5)
        options.pixelFormat = .exactly(.rgba16.premultiplied)
        options.allowsPartialImages = isPartialAllowed
        let (whole, pieces) = codes(of: body, options)
        #expect(whole == .limitExceeded)
        #expect(pieces.allSatisfy { $0 == .limitExceeded }, "\(pieces)")
    }

    @Test(arguments: [false, true]) func aDamagedPNGIsRejectedForTheLimit(isPartialAllowed: Bool) throws {
        var body = try column(height: 55_809).encoded(as: .png)
        let pixels = try #require(body.indices.dropLast(8).first { body[$0...].starts(with: "IDAT".utf8) })
        // The head of the compressed pixels.
        body[pixels + 4] = 0xFF
        var options = ImageReadingOptions.thumbnail(5)
        options.allowsPartialImages = isPartialAllowed
        let (whole, pieces) = codes(of: body, options)
        #expect(whole == .limitExceeded)
        #expect(pieces.allSatisfy { $0 == .limitExceeded }, "\(pieces)")
    }

    /// The input that the fuzzer found: one column of 55,809 pixels with damaged tables.
    @Test func fuzzedInputIsRejectedForTheLimit() throws {
        let digits = Array(
            """
            ffd8ffe000104a46494600010101004804480000ffdb0043000141646f626501011101010101010101010101010101010101
            0101010101010101010101010101010101010101010101010101010101010101010101010101010101ffdb00430101010101
            0101010101010101010101010144030000000000000100000000000000fd0101ffca01010101010101010101010101010101
            010101010101010101fffe01ffc0001108da01000103012200021101031101ffc40015000101000000000000000000000000
            0000ffffffffffff00d90007ffc40014100100000000000000000000000000000000ffc40015010101000000000000000000
            00000000000609ffc40014110100000000000000000000000000000000ffda000c03010002110311003f00938093ea0fffd9
            """
            .utf8.filter { $0 != UInt8(ascii: "\n") }
        )
        let body = try stride(from: 0, to: digits.count, by: 2)
            .map { try #require(UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)) }
        let options = ImageReadingOptions(
            pixelFormat: .exactly(.rgba16.premultiplied),
            maxPixelSize: 5,
            allowsPartialImages: true
        )
        let (whole, pieces) = codes(of: body, options)
        #expect(whole == .limitExceeded)
        #expect(pieces.allSatisfy { $0 == .limitExceeded }, "\(pieces)")
    }
}
