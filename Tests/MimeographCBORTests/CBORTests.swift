import BinaryTestSupport
import TestSupport
import Mimeograph
import MimeographBinaryTree
import MimeographTree
import Testing

@testable import MimeographCBOR

@Suite struct CBORTests {
    /// Random values are read as they were made, are read again after writing, and end at the right byte.
    @Test func randomValues() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<3_000 {
            let sample = CBORSample(depth: 4, using: &random)
            let document = try parse(sample.bytes)
            #expect(notation(of: document) == sample.text)
            let written = try CBORFormat().bytes(of: document)
            #expect(written.count <= sample.bytes.count)
            let again = try parse(written)
            #expect(notation(of: again) == sample.text)
            #expect(try CBORFormat().bytes(of: again) == written)
            let ordered = try CBORFormat(isDeterministic: true).bytes(of: document)
            #expect(ordered.count == written.count)
            #expect(try CBORFormat(isDeterministic: true).bytes(of: try parse(ordered)) == ordered)
        }
    }

    @Test func everyPrefixIsTruncated() throws {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<400 {
            let sample = CBORSample(depth: 3, using: &random).bytes
            for count in 1..<max(sample.count, 1) {
                let error = failure(Array(sample[..<count]))
                #expect(error?.code == .truncated && error?.location?.offset == count, "\(sample[..<count])")
                let found = ends(Array(sample[..<count]), window: 3)
                #expect(found.ends.isEmpty && found.isInValue && found.error == nil)
            }
        }
        #expect(failure([])?.code == .emptyBody)
    }

    @Test(arguments: [1, 2, 3, 7, 64, 1 << 20]) func boundsOfSequences(window: Int) throws {
        var random = SeededGenerator(seed: 9)
        var stream: [UInt8] = []
        var expected: [Int] = []
        for _ in 0..<200 {
            stream += CBORSample(depth: 3, using: &random).bytes
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
        let dictionary: [[UInt8]] = [
            [0xBB] + [UInt8](repeating: 0xFF, count: 8), [0x9F], [0xFF], [0x5F], [0xD9, 0xD9, 0xF7],
        ]
        for _ in 0..<4_000 {
            let sample = CBORSample(depth: 3, using: &random).bytes
            let bytes = Mutation.mutate(sample, dictionary: dictionary, using: &random)
            let found = ends(bytes, window: 5)
            if let document = try? parse(bytes) {
                #expect(found.ends == [bytes.count])
                _ = try? CBORFormat(isDeterministic: true).bytes(of: document)
            }
        }
    }

    /// Source: RFC 8949 Appendix F.
    static let truncated = [
        "18 19 1a 1b 1901 1a0102 1b01020304050607 38 58 78 98 9a01ff00 b8 d8 f8 f900 fa0000 fb000000",
        "41 61 5affffffff00 5bffffffffffffffff010203 7affffffff00 7b7fffffffffffffff010203",
        "81 818181818181818181 8200 a1 a20102 a100 a2000000 5f4100 7f6100 9f 9f0102 bf bf01020102 819f 9f8000 9f9f9f9f9fffffffff",
        "9f819f819f9fffffff c0",
    ].flatMap { $0.split(separator: " ").map(String.init) }

    @Test(arguments: truncated) func isTruncated(hex: String) {
        let error = failure(bytes(hex))
        #expect(error?.code == .truncated, "\(hex)")
        #expect(error?.location?.offset == bytes(hex).count)
        let found = ends(bytes(hex), window: 1)
        #expect(found.ends.isEmpty && (found.isInValue || found.error != nil))
    }

    /// Source: RFC 8949 Appendix F.
    static let malformed = [
        "1c 1d 1e 3c 3d 3e 5c 5d 5e 7c 7d 7e 9c 9d 9e bc bd be dc dd de fc fd fe",
        "f800 f801 f818 f81f ff 81ff 8200ff a1ff a1ff00 a100ff a20000ff 9f81ff 9f829f819f9fffffffff",
        "bf00ff bf000000ff 1f 3f df 5f00ff 5f21ff 5f6100ff 5f80ff 5fa0ff 5fc000ff 5fe0ff 7f4100ff 5f5f4100ffff 7f7f6100ffff",
    ].flatMap { $0.split(separator: " ").map(String.init) }

    @Test(arguments: malformed) func isMalformed(hex: String) {
        // If a head has more items than there are bytes, the error reports that.
        let error = failure(bytes(hex))
        #expect(error?.code == .syntax || error?.code == .truncated, "\(hex)")
        #expect(error?.location != nil)
        #expect(ends(bytes(hex), window: 1).error?.code == .syntax, "\(hex)")
    }

    static let refused: [(String, SerializationError.Code, Int)] = [
        ("01 02", .syntax, 1), ("82 01 1c", .syntax, 2), ("9f 01 ff ff", .syntax, 3), ("bf 61 61 ff", .syntax, 3),
        ("bf 01 ff", .syntax, 2), ("5f 41 00 61 61 ff", .syntax, 3), ("62 61 ff", .invalidText, 2),
        ("82 61 c3 a9", .invalidText, 2), ("7f 61 c3 61 a9 ff", .invalidText, 2), ("a1 61 ff 00", .invalidText, 2),
        ("5b 80 00 00 00 00 00 00 00", .truncated, 9), ("7b ff ff ff ff ff ff ff ff", .truncated, 9),
        ("9b 80 00 00 00 00 00 00 00", .limitExceeded, 0), ("bb ff ff ff ff ff ff ff ff", .limitExceeded, 0),
        ("ba ff ff ff ff 00", .limitExceeded, 0), ("81 9b ff ff ff ff ff ff ff ff", .limitExceeded, 1),
        ("a1 a1 61 61 ff 00", .syntax, 4), ("d9 d9 f7", .truncated, 3),
    ]

    @Test(arguments: refused) func isRefused(hex: String, code: SerializationError.Code, offset: Int) {
        let error = failure(bytes(hex))
        #expect(error?.code == code)
        #expect(error?.location?.offset == offset)
        #expect(error?.remedy != nil)
    }

    @Test func limits() {
        for head in [0x81, 0x9F, 0xC1] as [UInt8] {
            let deep = [UInt8](repeating: head, count: 100_000) + [0xF6]
            #expect(failure(deep)?.limit?.limit == .depth)
            #expect(failure(deep)?.location?.offset == 512)
            #expect(ends(deep, window: 100).error?.limit?.limit == .depth)
        }
        let list: [UInt8] = [0x9F, 0xBF, 0x61, 0x61, 0x01, 0xFF, 0xBF, 0x01, 0x02, 0xFF, 0xF6, 0xFF]
        #expect(failure(list, limits: DecodingLimits(elements: 7)) == nil)
        #expect(failure(list, limits: DecodingLimits(elements: 6))?.limit?.limit == .elements)
        #expect(failure(list, limits: DecodingLimits(inputBytes: 9))?.limit?.limit == .inputBytes)
        #expect(ends(list, window: 4, limits: DecodingLimits(inputBytes: 9)).error?.limit?.limit == .inputBytes)
        #expect(ends(list + list, window: 4, limits: DecodingLimits(inputBytes: 12)).ends == [12, 24])
        let endless = [UInt8(0x5F)] + [UInt8](repeating: 0x40, count: 100_000)
        #expect(failure(endless)?.code == .truncated)
        #expect(
            ends(endless, window: 1_000, limits: DecodingLimits(inputBytes: 5_000)).error?.limit?.limit == .inputBytes
        )
        let bignum = bytes("c2 5a 00 10 00 00") + [UInt8](repeating: 0xAB, count: 1 << 20)
        #expect((try? CBORFormat().bytes(of: parse(bignum))) == bignum)
    }

    /// The chunks of strings are joined, a self-described body is its content, and large numbers lose nothing.
    @Test(arguments: [
        ("7f 62 61 62 60 63 e6 bc a2 ff", "\"ab漢\""), ("5f ff", "h''"), ("9f 5f 41 01 41 02 ff 03 ff", "[h'0102', 3]"),
        ("bf 7f 61 61 61 62 ff 01 ff", "{\"ab\": 1}"), ("d9 d9 f7 01", "1"), ("d9 d9 f7 d9 d9 f7 01", "1"),
        ("81 d9 d9 f7 01", "[55799(1)]"),
        ("3b 80 00 00 00 00 00 00 00", "3(h'8000000000000000')"),
        ("3b 7f ff ff ff ff ff ff ff", "-9223372036854775808"),
        ("bf 61 61 01 02 03 61 62 bf 61 63 f6 05 06 ff ff", "{\"a\": 1, 2: 3, \"b\": {\"c\": null, 5: 6}}"),
        ("f9 00 01", "5.960464477539063e-08"), ("e0", "simple(0)"), ("bf ff", "{}"), ("a1 80 a0", "{[]: {}}"),
    ]) func reads(hex: String, text: String) throws {
        #expect(notation(of: try parse(bytes(hex))) == text)
    }

    @Test(arguments: [
        ("1b 00 00 00 00 00 00 00 05", "05"), ("c2 42 00 05", "05"),
        ("c3 48 ff ff ff ff ff ff ff ff", "3b ffffffffffffffff"),
        ("fb 3f f0 00 00 00 00 00 00", "f9 3c00"), ("fa 3f 80 00 01", "fa 3f800001"),
        ("fb 7f f8 00 00 00 00 00 01", "fb 7ff8000000000001"),
        ("fa 7f a0 00 00", "f9 7d00"), ("fb 3e 70 00 00 00 00 00 00", "f9 0001"),
        ("fb 80 00 00 00 00 00 00 00", "f9 8000"),
        ("a3 61 62 01 61 61 02 61 62 03", "a2 61 61 02 61 62 03"),
        ("a3 62 61 61 01 61 62 02 20 03", "a3 20 03 61 62 02 62 61 61 01"),
        ("a2 a2 02 00 01 00 f6 01 a1 61 61 00", "a2 01 a1 61 61 00 a2 01 00 02 00 f6"),
        ("a3 c1 02 01 81 05 02 c1 01 03", "a3 81 05 02 c1 01 03 c1 02 01"),
    ]) func writesDeterministically(hex: String, expected: String) throws {
        #expect(try CBORFormat(isDeterministic: true).bytes(of: parse(bytes(hex))) == bytes(expected))
    }

    @Test(arguments: [
        ("a2 61 61 01 61 61 02", 5), ("82 01 bf 61 61 01 61 61 02 ff", 7), ("a2 01 02 18 01 03", 3),
        ("a2 f9 3c00 02 fa 3f800000 03", 5),
        ("a2 20 00 61 61 a2 05 00 05 00", 8), ("a2 61 61 00 01 a2 61 62 05 61 62 06", 10),
    ]) func duplicateKeys(hex: String, offset: Int) throws {
        #expect(throws: Never.self) { try parse(bytes(hex)) }
        let body = bytes(hex)
        let error = #expect(throws: SerializationError.self) {
            try CBORFormat(duplicateKeys: .refuse).document(of: body.span, limits: .standard)
        }
        #expect(error?.code == .syntax && error?.location?.offset == offset)
    }

    @Test func dates() throws {
        for (seconds, expected) in [(-978_307_200.0, "c1 00"), (0.5, "c1 fb 41cd27e440400000"), (.infinity, "")] {
            let date = TapeDocument(bytes: [0], tape: [TapeWord(.date).bits, seconds.bitPattern])
            #expect((try? CBORFormat().bytes(of: date)) ?? [] == bytes(expected))
        }
    }

    /// Returns a value in nested containers, each with the same beginning and end.
    private static func around(_ start: [UInt8], _ inner: [UInt8], _ end: [UInt8], _ count: Int) -> [UInt8] {
        Array(repeatElement(start, count: count).joined()) + inner + Array(repeatElement(end, count: count).joined())
    }

    static let shapes: [(String, @Sendable (Int) -> [UInt8])] = [
        ("nulls", { [0x9A] + CBORSample.number(UInt64($0), 4) + [UInt8](repeating: 0xF6, count: $0) }),
        ("deep arrays", { [UInt8](repeating: 0x9F, count: $0) + [UInt8](repeating: 0xFF, count: $0) }),
        ("tags", { [UInt8](repeating: 0xC1, count: $0) + [0xF6] }),
        (
            "mixed maps",
            { size in
                Array(Array(repeating: [0xBF, 0x61, 0x61] as [UInt8], count: size).joined()) + [0xF6]
                    + Array(repeating: [0x01, 0x02, 0xFF] as [UInt8], count: size).joined()
            }
        ),
        ("keys in keys", { Self.around([0xA2], [0xA0], [0, 0, 0], $0) }),
        (
            "a large key in keys",
            { size in
                let data = [0x5A] + CBORSample.number(UInt64(size) * 32, 4) + [UInt8](repeating: 7, count: size * 32)
                return Self.around([0xA2, 0, 0], data, [0], size)
            }
        ),
        ("maps in values", { Self.around([0xA2, 1], [0xF6], [0, 0], $0) }),
        (
            "keys next to each other",
            { size in
                var body = [0xBA] + CBORSample.number(UInt64(size), 4)
                for key in 0..<size {
                    body += [0x81, 0x1A] + CBORSample.number(UInt64(key * 7919 % 65_521), 4) + [0xF6]
                }
                return body
            }
        ),
        ("chunks", { [0x7F] + Array(repeatElement([0x61, 0x61] as [UInt8], count: $0).joined()) + [0xFF] }),
    ]

    @Test(.measuresTime, arguments: shapes.indices) func timeIsProportionalToSize(index: Int) throws {
        let limits = DecodingLimits(inputBytes: .max, depth: .max, elements: .max)
        let growth = try GrowthOfWork.perDoubling(from: 1 << 12, prepare: Self.shapes[index].1) { bytes in
            let document = try parse(bytes, limits: limits)
            _ = try CBORFormat().bytes(of: document)
            _ = try CBORFormat(isDeterministic: true).bytes(of: document)
            _ = try? CBORFormat(duplicateKeys: .refuse).document(of: bytes.span, limits: limits)
            _ = ends(bytes, window: 1 << 10, limits: limits)
            let (value, other) = (try CBOR.Value(parsing: bytes, limits: limits), CBOR.Value(TreeNode(document, at: 0)))
            _ = value == other && value != [other] && value.hashValue == other.hashValue
        }
        #expect(growth < GrowthOfWork.inProportion, "\(Self.shapes[index].0)")
    }
}
