import Mimeograph
import MimeographForm
import Testing

@Suite struct ContentDispositionTests {
    /// The value of a field, and its type, name and file name.
    @Test(
        arguments: [
            ("form-data; name=\"a\"", "form-data", "a", nil),
            ("Form-Data;NAME=a;FileName=b.txt", "form-data", "a", "b.txt"),
            ("form-data; name = \"a b\" ; filename= c ", "form-data", "a b", "c"),
            (#"form-data; name="a\"b\\c""#, "form-data", #"a"b\c"#, nil),
            (#"form-data; filename="C:\photos\a.png""#, "form-data", nil, #"C:\photos\a.png"#),
            ("form-data; name=\"a%22b%2522%20\"", "form-data", "a\"b%2522%20", nil),
            ("form-data; name=\"a;b=c\"; filename=\"\"", "form-data", "a;b=c", ""),
            ("attachment; filename=x; filename*=UTF-8''%e2%82%ac.txt", "attachment", nil, "€.txt"),
            ("attachment; filename*=iso-8859-1'en'%A3.txt; filename=x", "attachment", nil, "£.txt"),
            ("attachment; filename*=utf-8''%FF; filename=x", "attachment", nil, "x"),
            ("attachment; filename*=koi8-r''a; filename=x", "attachment", nil, "x"),
            ("attachment; filename*=UTF-8''%4; filename=x", "attachment", nil, "x"),
            // A control character makes `filename*` unreadable.
            ("attachment; filename*=UTF-8''x.php%00.png; filename=x", "attachment", nil, "x"),
            ("attachment; filename*=UTF-8''a%0D%0Ab", "attachment", nil, nil),
            ("attachment; filename*=iso-8859-1''a%85", "attachment", nil, nil),
            // In a response, a backslash makes the next character literal, and percent signs have no meaning.
            (#"attachment; filename="f\oo.html""#, "attachment", nil, "foo.html"),
            (#"attachment; filename="\"q\" t.html""#, "attachment", nil, #""q" t.html"#),
            ("attachment; filename=\"a%22%0Ab.txt\"", "attachment", nil, "a%22%0Ab.txt"),
            // RFC 7578 §4.2: a form must not have `filename*`.
            ("form-data; filename*=UTF-8''b; filename=a", "form-data", nil, "a"),
            ("form-data; filename*=UTF-8''b", "form-data", nil, "b"),
            ("form-data; name=a; name=b", "form-data", "a", nil),
            (#"form-data; name="a\"; filename="b""#, "form-data", #"a\"#, "b"),
            (#"form-data; name="a\"; b"; filename="c\""#, "form-data", #"a"; b"#, #"c\"#),
            ("form-data; name=\"open", "form-data", "open", nil),
            ("form-data; name", "form-data", nil, nil),
            ("inline", "inline", nil, nil),
        ] as [(String, String, String?, String?)]
    )
    func reads(text: String, type: String, name: String?, fileName: String?) throws {
        let disposition = try #require(ContentDisposition(parsing: text))
        #expect(disposition == ContentDisposition(type: type, name: name, fileName: fileName))
    }

    @Test(arguments: ["", " ", ";", "; name=a", "\"form-data\""])
    func noType(text: String) { #expect(ContentDisposition(parsing: text) == nil) }

    @Test(
        arguments: [
            (#"C:\a\b.png"#, "b.png"), ("../../etc/passwd", "passwd"), ("a.png", "a.png"), ("a/", nil), ("..", nil),
            ("/..", nil), ("", nil), ("C:evil.txt", "evil.txt"), ("C:", nil), ("ab:c", "ab:c"), ("a\u{0}.png", "a.png"),
            ("a\r\nb", "ab"), ("a/\u{7F}\u{85}", nil), ("\u{1}C:evil.txt", "evil.txt"), ("\rC:evil.txt", "evil.txt"),
            ("C\u{0}:evil.txt", "evil.txt"), ("C:C:evil.txt", "evil.txt"), ("a/\u{1F}C:\u{7F}D:..", nil),
        ] as [(String, String?)]
    )
    func foldersAreTakenAway(fileName: String, expected: String?) {
        #expect(ContentDisposition(fileName: fileName).fileNameWithoutFolders == expected)
    }

    @Test func roundTrips() throws {
        for name in ["a", "a\"b", "größe 😃", "\\", "a;b", "'", "\"\"", "a=b", "%41"] {
            let disposition = ContentDisposition(name: name, fileName: name)
            #expect(ContentDisposition(parsing: disposition.description)?.fileName == name)
            #expect(ContentDisposition(parsing: disposition.text(extendsFileName: true))?.fileName == name)
            let attachment = ContentDisposition(type: "attachment", fileName: name)
            #expect(ContentDisposition(parsing: attachment.description)?.fileName == name)
            #expect(ContentDisposition(parsing: attachment.text(extendsFileName: true))?.fileName == name)
        }
    }

    @Test func parametersAfterTheSixtyFourthAreLeftOut() {
        let text = "form-data" + String(repeating: "; x=y", count: 64) + "; name=a"
        #expect(ContentDisposition(parsing: text)?.name == nil)
    }
}
