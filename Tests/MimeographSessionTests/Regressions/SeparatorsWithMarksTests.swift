import Foundation
import Mimeograph
import Testing

@testable import MimeographSession

/// Found by fuzzing: Swift sees a semicolon and the combining mark after it as one character. Other parsers see two.
@Suite struct SeparatorsWithMarksTests {
    @Test func marksAfterSeparatorsHideNothing() throws {
        let storage = CookieStorage { $0 == "com" }
        var fields = HeaderFields()
        try fields.append("Set-Cookie", "a=1;\u{301}x=2; Path=/p")
        try fields.append("Set-Cookie", "b=\u{301}3;\u{301}Path=/q")
        try storage.store(from: fields, url: "http://example.com/")
        #expect(storage.cookies.map(\.value) == ["1", "\u{301}3"])
        #expect(storage.cookies.map(\.path) == ["/p", "/"])
        #expect(try storage.field(for: "http://example.com/p") == "a=1; b=\u{301}3")
    }

    @Test(arguments: ["__Host-\u{301}a", "__Secure-\u{301}a"])
    func marksAfterNamePrefixesDoNotLiftRules(_ name: String) throws {
        let storage = CookieStorage { $0 == "com" }
        var fields = HeaderFields()
        try fields.append("Set-Cookie", "\(name)=1; Path=/")
        try storage.store(from: fields, url: "http://example.com/")
        #expect(storage.cookies.isEmpty)
    }

    @Test(
        arguments: [
            ("http://ada:secret@\u{301}example.com/", "http://\u{301}example.com/"),
            ("http://example.com/a?\u{301}secret", "http://example.com/a?…"),
            ("http://example.com/a#\u{301}secret", "http://example.com/a"),
        ]
    )
    func marksAfterSeparatorsOfURLsRevealNothing(_ url: String, _ shown: String) {
        #expect(RequestURL.redacted(url) == shown)
    }

    /// Each cookie in the file is one line for other programs too, however Swift groups its characters.
    @Test func noCookieIsWrittenAsTwoLines() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).cookies").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let storage = try CookieStorage(file: path, keepsSessionCookies: true) { $0 == "com" }
        var fields = HeaderFields()
        try fields.append("Set-Cookie", "a=1\t\u{301}b; Path=/")
        try fields.append("Set-Cookie", "c=2\u{2028}3; Path=/")
        try storage.store(from: fields, url: "http://example.com/")
        #expect(storage.cookies.map(\.name) == ["a", "c"])
        let read = try CookieStorage(file: path, keepsSessionCookies: true)
        #expect(read.cookies.map(\.value) == ["2\u{2028}3"])
        let lines = try String(contentsOfFile: path, encoding: .utf8).utf8.split(separator: 0x0A)
        #expect(lines.count == 2)
    }
}
