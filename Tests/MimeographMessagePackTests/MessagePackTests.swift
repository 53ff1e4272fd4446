import BinaryTestSupport
import TestSupport
import Mimeograph
import MimeographBinaryTree
import MimeographTree
import Testing

@testable import MimeographMessagePack

@Suite struct MessagePackTests {
    /// Random values are read as they were made, are read again after writing, and end at the right byte.
    @Test func randomValues() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<3_000 {
            let sample = MessagePackSample(depth: 4, using: &random)
            let document = try parse(sample.bytes)
            #expect(notation(of: document) == sample.text)
            let written = try MessagePackFormat().bytes(of: document)
            #expect(written.count <= sample.bytes.count)
            let again = try parse(written)
            #expect(notation(of: again) == sample.text)
            #expect(try MessagePackFormat().bytes(of: again) == written)
        }
    }

    @Test func everyPrefixIsTruncated() throws {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<400 {
            let sample = MessagePackSample(depth: 3, using: &random).bytes
            for count in 1..<max(sample.count, 1) {
                let error = failure(Array(sample[..<count]))
                #expect(error?.code == .truncated && error?.location?.offset == count, "\(sample[..<count])")
                let found = ends(Array(sample[..<count]), window: 3)
                #expect(found.ends.isEmpty && found.isInValue && found.error == nil)
            }
        }
        #expect(failure([])?.code == .emptyBody)
    }

    @Test(arguments: [1, 2, 3, 7, 64, 1 << 20]) func boundsOfStreams(window: Int) throws {
        var random = SeededGenerator(seed: 9)
        var stream: [UInt8] = []
        var expected: [Int] = []
        for _ in 0..<200 {
            stream += MessagePackSample(depth: 3, using: &random).bytes
            expected.append(stream.count)
        }
        let found = ends(stream, window: window)
        #expect(found.ends == expected && !found.isInValue && found.error == nil)
        var start = 0
        for end in found.ends {
            #expect(throws: Never.self) { try parse(Array(stream[start..<end])) }
            start = end
        }
    }

    @Test func mutationsNeverTrap() {
        var random = SeededGenerator(seed: 10)
        for _ in 0..<4_000 {
            let sample = MessagePackSample(depth: 3, using: &random).bytes
            let bytes = Mutation.mutate(
                sample,
                dictionary: [[0xDF, 0xFF, 0xFF, 0xFF, 0xFF], [0x81, 0xA0]],
                using: &random
            )
            let found = ends(bytes, window: 5)
            if let document = try? parse(bytes) {
                #expect(found.ends == [bytes.count])
                _ = try? MessagePackFormat().bytes(of: document)
            }
        }
    }

    static let refused: [(String, SerializationError.Code, Int)] = [
        ("c1", .syntax, 0), ("92 01 c1", .syntax, 2), ("01 02", .syntax, 1), ("a2 61 ff", .invalidText, 2),
        ("a1 c3 a9", .invalidText, 1), ("81 a1 ff 00", .invalidText, 2), ("a3 ed a0 80", .invalidText, 1),
        ("a2 c0 80", .invalidText, 1), ("a4 f4 90 80 80", .invalidText, 1), ("a3 e0 80 80", .invalidText, 1),
        ("db ff ff ff ff 61", .truncated, 6), ("c6 ff ff ff ff", .truncated, 5), ("c9 ff ff ff ff 01", .truncated, 6),
        ("df ff ff ff ff 00", .limitExceeded, 0), ("dd ff ff ff ff", .limitExceeded, 0),
        ("91 df ff ff ff ff", .limitExceeded, 1), ("dd 00 01 00 00 c0", .truncated, 6),
        ("de 10 00 c0", .truncated, 4),
    ]

    @Test(arguments: refused) func isRefused(hex: String, code: SerializationError.Code, offset: Int) {
        let error = failure(bytes(hex))
        #expect(error?.code == code)
        #expect(error?.location?.offset == offset)
        #expect(error?.remedy != nil)
    }

    @Test func limits() {
        let deep = [UInt8](repeating: 0x91, count: 100_000) + [0xC0]
        #expect(failure(deep)?.limit?.limit == .depth)
        #expect(failure(deep)?.location?.offset == 512)
        #expect(ends(deep, window: 100).error?.limit?.limit == .depth)
        #expect(failure(deep, limits: DecodingLimits(depth: 100_000)) == nil)
        let list: [UInt8] = [0x94, 0x81, 0xA1, 0x61, 0x01, 0x81, 0x01, 0x02, 0xC0, 0xC0]
        #expect(failure(list, limits: DecodingLimits(elements: 9))?.code == nil)
        #expect(failure(list, limits: DecodingLimits(elements: 7))?.limit?.limit == .elements)
        #expect(failure(list, limits: DecodingLimits(inputBytes: 9))?.limit?.limit == .inputBytes)
        #expect(ends(list, window: 4, limits: DecodingLimits(inputBytes: 9)).error?.limit?.limit == .inputBytes)
        #expect(ends(list + list, window: 4, limits: DecodingLimits(inputBytes: 10)).ends == [10, 20])
        let long = ends(bytes("91 c6 ff ff ff ff"), window: 1).error
        #expect(long?.limit?.limit == .inputBytes && long?.location?.offset == 1)
    }

    /// Nested maps whose last key is not a string.
    @Test func mixedMaps() throws {
        #expect(
            notation(of: try parse(bytes("82 a1 61 01 05 82 a1 62 81 a1 63 02 c0 c3")))
                == #"{"a": 1, 5: {"b": {"c": 2}, null: true}}"#
        )
        let depth = 20_000
        let nest = Array(repeating: [0x82, 0xA1, 0x61] as [UInt8], count: depth).joined() + [0xC0]
        let body = Array(nest) + Array(repeating: [0x01, 0x02] as [UInt8], count: depth).joined()
        let limits = DecodingLimits(depth: depth)
        let document = try parse(body, limits: limits)
        #expect(try MessagePackFormat().bytes(of: document) == body)
    }

    @Test func writing() throws {
        let document = try parse(bytes("83 a1 62 01 a1 61 02 a1 62 03"))
        #expect(try MessagePackFormat().bytes(of: document) == bytes("82 a1 61 02 a1 62 03"))
        let other = try parse(bytes("83 a2 61 61 01 a1 62 02 a1 61 03"))
        #expect(try MessagePackFormat(sortedKeys: true).bytes(of: other) == bytes("83 a1 61 03 a2 61 61 01 a1 62 02"))
        let seconds = [0, 0.5, -1e-9, 4e9, 6e10, -1e11, 0.999_999_999_9].map { $0.bitPattern }
        for bits in seconds {
            let date = TapeDocument(bytes: [0], tape: [TapeWord(.date).bits, bits])
            let written = try parse(try MessagePackFormat().bytes(of: date))
            let content = try #require(written.extended(at: 0))
            let timestamp = try #require(MessagePackTimestamp(written.content(of: written.word(at: content.content))))
            #expect(abs(timestamp.secondsSince2001 - Double(bitPattern: bits)) <= 1e-9)
        }
        // {"a": [1, tag 32]}
        let words = [
            TapeWord(.object, payload: 1, offset: 7), TapeWord(.string, payload: 1, offset: 0),
            TapeWord(.array, payload: 2, offset: 7), TapeWord(smallInteger: 1),
            TapeWord(.extended, payload: TapeWord.Extension.tag.rawValue, offset: 7), TapeWord(bits: 32),
            TapeWord(.null),
        ]
        let tagged = TapeDocument(bytes: [0x61] + [UInt8](repeating: 0, count: 64), tape: words.map(\.bits))
        let error = #expect(throws: SerializationError.self) { try MessagePackFormat().bytes(of: tagged) }
        #expect(error?.code == .unencodableValue)
        #expect(error?.codingPath.map(\.stringValue) == ["a", "Index 1"])
    }

    @Test(arguments: [
        ("82 a1 61 01 a1 61 02", 5), ("92 01 82 a1 61 01 d9 01 61 02", 8), ("83 01 02 cc 01 03 02 05", 3),
        ("82 ca 3f 80 00 00 02 cb 3f f0 00 00 00 00 00 00 03", 7), ("82 81 05 00 00 81 cc 05 00 00", 5),
        ("82 a1 61 00 01 82 a1 62 05 a1 62 06", 10), ("82 82 01 00 02 00 00 82 02 00 01 00 00", 7),
    ]) func duplicateKeys(hex: String, offset: Int) throws {
        let body = bytes(hex)
        #expect(throws: Never.self) { try parse(body) }
        let error = #expect(throws: SerializationError.self) {
            try MessagePackFormat(duplicateKeys: .refuse).document(of: body.span, limits: .standard)
        }
        #expect(error?.code == .syntax && error?.location?.offset == offset)
    }

    /// Maps with other keys are sorted by the bytes of the keys.
    @Test func sortedPairs() throws {
        let document = try parse(bytes("83 a1 62 01 82 05 00 03 00 02 03 03"))
        #expect(
            try MessagePackFormat(sortedKeys: true).bytes(of: document) == bytes("83 03 03 82 03 00 05 00 02 a1 62 01")
        )
    }

    /// Returns a value in nested containers, each with the same beginning and end.
    private static func around(_ start: [UInt8], _ inner: [UInt8], _ end: [UInt8], _ count: Int) -> [UInt8] {
        Array(repeatElement(start, count: count).joined()) + inner + Array(repeatElement(end, count: count).joined())
    }

    static let shapes: [(String, @Sendable (Int) -> [UInt8])] = [
        ("nulls", { [0xDD] + MessagePackSample.number(UInt64($0), 4) + [UInt8](repeating: 0xC0, count: $0) }),
        ("deep arrays", { [UInt8](repeating: 0x91, count: $0) + [0xC0] }),
        (
            "mixed maps",
            { size in
                Array(Array(repeating: [0x82, 0xA1, 0x61] as [UInt8], count: size).joined()) + [0xC0]
                    + Array(repeating: [0x01, 0x02] as [UInt8], count: size).joined()
            }
        ),
        ("keys in keys", { Self.around([0x82], [0x80], [0, 0, 0], $0) }),
        (
            "a string",
            {
                [0xDB] + MessagePackSample.number(UInt64(3 * $0), 4)
                    + Array(repeatElement("漢".utf8, count: $0).joined())
            }
        ),
    ]

    @Test(.measuresTime, arguments: shapes.indices) func timeIsProportionalToSize(index: Int) throws {
        let limits = DecodingLimits(inputBytes: .max, depth: .max, elements: .max)
        let growth = try GrowthOfWork.perDoubling(from: 1 << 12, prepare: Self.shapes[index].1) { bytes in
            let document = try parse(bytes, limits: limits)
            _ = try MessagePackFormat().bytes(of: document)
            _ = try MessagePackFormat(sortedKeys: true).bytes(of: document)
            _ = try? MessagePackFormat(duplicateKeys: .refuse).document(of: bytes.span, limits: limits)
            _ = ends(bytes, window: 1 << 10, limits: limits)
        }
        #expect(growth < GrowthOfWork.inProportion, "\(Self.shapes[index].0)")
    }
}
