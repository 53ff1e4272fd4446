import TestSupport
import Testing

@testable import MimeographForm

@Suite struct CanonicalDecompositionTests {
    /// Marks are sorted by class, and marks of one class keep their order. Source: Unicode Standard §3.11, D109.
    @Test(
        arguments: [
            ("a\u{301}\u{316}\u{302}\u{317}b\u{315}\u{345}", "a\u{316}\u{317}\u{301}\u{302}b\u{315}\u{345}"),
            ("\u{E9}\u{316}", "e\u{316}\u{301}"), ("\u{1E69}", "s\u{323}\u{307}"),
            ("\u{301}\u{316}a", "\u{316}\u{301}a"),
            ("\u{F73}\u{316}", "\u{F71}\u{F72}\u{316}"), ("\u{AC01}", "\u{1100}\u{1161}\u{11A8}"), ("", ""),
            ("abc", "abc"),
        ]
    )
    func order(text: String, decomposed: String) {
        #expect(CanonicalDecomposition.scalars(of: text) == Array(decomposed.unicodeScalars))
    }

    /// The standard library's comparison shows only whether a decomposition is the same text. U+0F73 is left out, because the
    /// standard library does not reorder marks across it.
    @Test func agreesWithTheStandardLibrary() {
        var random = SeededGenerator(seed: 7)
        let marks: [Unicode.Scalar] = [
            "\u{300}", "\u{316}", "\u{345}", "\u{315}", "\u{344}", "\u{E9}", "a", "\u{AC01}",
        ]
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0..<20, using: &random)).compactMap { _ in
                marks.randomElement(using: &random)
            }
            let scalars = String(String.UnicodeScalarView(text))
            let decomposed = CanonicalDecomposition.scalars(of: scalars)
            #expect(String(String.UnicodeScalarView(decomposed)) == scalars)
            #expect(CanonicalDecomposition.scalars(of: String(String.UnicodeScalarView(decomposed))) == decomposed)
        }
    }
}
