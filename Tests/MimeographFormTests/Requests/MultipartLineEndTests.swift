import Foundation
import Mimeograph
import MimeographForm
import Testing

/// Checks that line ends in the texts of a form are CRLF, as browsers send them. Source: WHATWG HTML §4.10.21.8.
@Suite struct MultipartLineEndTests {
    static let cases: [(String, String)] = [
        ("a\nb", "a\r\nb"), ("a\rb", "a\r\nb"), ("a\r\nb", "a\r\nb"), ("\n", "\r\n"), ("\r", "\r\n"),
        ("\r\r\n\n", "\r\n\r\n\r\n"),
        ("\n\r", "\r\n\r\n"), ("a", "a"), ("", ""), ("é\n\u{301}", "é\r\n\u{301}"), ("\r\n\r", "\r\n\r\n"),
    ]

    private func content(_ form: MultipartFormData) throws -> [String] {
        try form.parts.map { part in
            guard case .bytes(let bytes) = part.content else { throw NoBytes() }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
    struct NoBytes: Error {}

    @Test(arguments: cases) func inValues(_ text: String, _ expected: String) throws {
        var form = MultipartFormData()
        form.append(text, name: "a")
        form.append(contentsOf: [("b", text)])
        try form.append(parameters: ["c": [text, text]])
        try form.append(parameters: ["d": QueryValue.text(text)] as QueryValue)
        // Content other than text does not change.
        form.append(text.utf8, name: "e")
        form.append(text.utf8, name: "f", fileName: "g")
        let written = try content(form).map { Array($0.utf8) }
        #expect(written == [expected, expected, expected, expected, expected, text, text].map { Array($0.utf8) })
    }

    /// Names of fields are treated like values. In file names, line ends are only escaped, as the standard requires.
    @Test(arguments: cases) func inNames(_ text: String, _ expected: String) throws {
        func escaped(_ text: String) -> String {
            String(
                decoding: text.utf8.flatMap { $0 == 0x0A ? Array("%0A".utf8) : $0 == 0x0D ? Array("%0D".utf8) : [$0] },
                as: UTF8.self
            )
        }
        var form = MultipartFormData()
        form.append([], name: text, fileName: text)
        let field = try #require(form.parts[0].fields["Content-Disposition"])
        #expect(field == "form-data; name=\"\(escaped(expected))\"; filename=\"\(escaped(text))\"")
    }

    /// The bytes of a parameter are not text.
    @Test func bytesOfAParameterStay() throws {
        struct Photo: Encodable {
            var photo = Data("x\ny\r".utf8)
            var title = "x\ny\r"
        }
        var form = MultipartFormData()
        try form.append(parameters: Photo())
        #expect(try content(form).map { Array($0.utf8) } == ["x\ny\r", "x\r\ny\r\n"].map { Array($0.utf8) })
    }
}
