import Mimeograph
import TestSupport
import Testing

/// Strings that are made directly have the same bits as strings of the standard library.
@Suite struct SmallTextTests {
    private static let pieces = ["a", "Z", "\u{0}", "\u{7F}", "é", "日", "\u{1F600}", "e\u{301}"]

    private func check(_ text: String) {
        var library = String(decoding: Array(text.utf8), as: UTF8.self)
        var own = ""
        // The memory has exactly this length, so that a sanitizer detects a read beyond it.
        let bytes = Array(text.utf8)
        unsafe bytes.withUnsafeBufferPointer { own = unsafe String(validated: $0) }
        #expect(own == library && own.utf8.elementsEqual(library.utf8) && own.utf8.count == bytes.count)
        #expect(own.hashValue == library.hashValue && own.unicodeScalars.elementsEqual(library.unicodeScalars))
        if bytes.count < 16 {
            let (left, right) = unsafe (
                unsafeBitCast(own, to: SIMD2<UInt64>.self), unsafeBitCast(library, to: SIMD2<UInt64>.self)
            )
            #expect(left == right, "\(bytes)")
        }
        own += "x"
        library += "x"
        #expect(own == library && own.withUTF8 { $0.count } == bytes.count + 1)
    }

    @Test func everyLength() {
        for length in 0...40 {
            check(String(repeating: "q", count: length))
            for last in ["é", "日", "\u{0}"] { check(String(repeating: "0", count: length) + last) }
        }
    }

    @Test func seededTexts() {
        var generator = SeededGenerator(seed: 46)
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...9, using: &generator)
            check((0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined())
        }
    }

    @Test func noBytesAreAnEmptyText() {
        let empty = unsafe String(validated: UnsafeBufferPointer(start: nil, count: 0))
        #expect(empty.isEmpty && empty == "")
    }
}
