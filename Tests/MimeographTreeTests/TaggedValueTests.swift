import Mimeograph
import MimeographBinaryTree
@testable import MimeographTree
import Testing

/// Decoding of words that JSON and property lists do not have.
struct TaggedValueTests {
    /// A value of a format for these tests.
    private struct AnyValue: TreeValue {
        static var format: TreeFormat { TaggedValueTests.format }
        let node: TreeNode
        var int64: Int64? { node.int64 }
        var uint64: UInt64? { node.uint64 }
        var double: Double? { node.double }
        init(_ node: TreeNode) { self.node = node }
    }

    private static let format = TreeFormat(
        value: AnyValue.self,
        errors: CodingErrorFormatter(writing: "a test", alternative: "no other"),
        nullExtension: (.simple, 23),
        unwritableNumber: "There are none.",
        extendedNumber: { document, index in document.taggedNumber(at: index) },
        decimal: { _ in nil }
    )

    /// Returns a context with a tag around data, or around the value of a word.
    private static func tagged(_ number: UInt64, _ bytes: [UInt8], _ word: TapeWord) -> TreeDecodingContext {
        let tape = [
            TapeWord(.extended, payload: TapeWord.Extension.tag.rawValue, offset: 3).bits, number, word.bits,
        ]
        let document = TapeDocument(bytes: bytes + [UInt8](repeating: 0, count: PaddedBytes.padding), tape: tape)
        return .begin(document, format, nil)
    }

    // Source: RFC 8949 §3.4.3, whose examples are the first and the third.
    @Test(
        arguments: [
            (2, [1, 0, 0, 0, 0, 0, 0, 0, 0], 18_446_744_073_709_551_616),
            (2, [0, 0, 7], 7), (3, [1, 0, 0, 0, 0, 0, 0, 0, 0], -18_446_744_073_709_551_617), (3, [], -1),
            (2, [UInt8](repeating: 1, count: 17), nil), (3, [UInt8](repeating: 0xFF, count: 16), nil), (4, [7], nil),
        ] as [(UInt64, [UInt8], Int128?)]
    )
    func bignums(tag: UInt64, bytes: [UInt8], value: Int128?) {
        let word = TapeWord(.data, payload: bytes.count)
        #expect((try? Self.tagged(tag, bytes, word).root(Int128.self)) == value)
    }

    @Test
    func tagsAreSkipped() throws {
        #expect(try Self.tagged(55_799, [], TapeWord(smallInteger: 7)).root(Int.self) == 7)
        #expect(try Self.tagged(55_799, [], TapeWord(smallInteger: 7)).root(Double.self) == 7)
        #expect(try Self.tagged(32, Array("ab".utf8), TapeWord(.string, payload: 2)).root(String.self) == "ab")
        #expect(try Self.tagged(55_799, [], TapeWord(.true)).root(Bool.self))
        #expect(try Self.tagged(55_799, [], TapeWord(.array, offset: 3)).root([Int].self) == [])
        #expect(try Self.tagged(55_799, [], TapeWord(.object, offset: 3)).root([String: Int].self) == [:])
        #expect(try Self.tagged(55_799, [], TapeWord(.null)).root(Int?.self) == nil)
    }

    @Test
    func undefinedIsNull() throws {
        let words = [TapeWord(.extended, payload: TapeWord.Extension.simple.rawValue, offset: 2).bits, 23]
        let document = TapeDocument(bytes: [UInt8](repeating: 0, count: PaddedBytes.padding), tape: words)
        #expect(try TreeDecodingContext.begin(document, Self.format, nil).root(Int?.self) == nil)
    }
}
