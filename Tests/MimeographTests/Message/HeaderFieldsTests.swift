import Mimeograph
import Testing

@Suite struct HeaderFieldsTests {
    @Test func namesAreComparedWithoutCase() {
        let fields: HeaderFields = ["Content-Type": "text/html", "X-A": "1", "x-a": "2"]
        #expect(fields["content-TYPE"] == "text/html")
        #expect(fields["x-A"] == "1, 2")
        #expect(fields.values(of: "X-A") == ["1", "2"])
        #expect(fields["X-B"] == nil)
        #expect(fields.contains("CONTENT-type"))
        #expect(!fields.contains("Content-Typ"))
        #expect(!fields.contains("Content_Type"))
        #expect(fields.map(\.name) == ["Content-Type", "X-A", "x-a"])
        #expect(fields.map(\.value) == ["text/html", "1", "2"])
    }

    @Test(arguments: ["\u{212A}ey", "KEY\u{301}", "ke", "keys", "ke\u{FF59}"])
    func noOtherNameIsTheSame(_ name: String) {
        // Swift's strings treat the kelvin sign as equal to K.
        let fields: HeaderFields = ["Key": "1"]
        #expect(fields["key"] == "1" && fields["KEY"] == "1")
        #expect(fields[name] == nil)
    }

    @Test func settingReplacesInPlaceAndKeepsTheLastForm() {
        var fields: HeaderFields = ["A": "1", "c": "a", "B": "2", "C": "b"]
        fields["C"] = "c"
        #expect("\(fields)" == "A: 1\nC: c\nB: 2")
        fields["D"] = " \td\t "
        #expect("\(fields)" == "A: 1\nC: c\nB: 2\nD: d")
        fields["a"] = nil
        #expect("\(fields)" == "C: c\nB: 2\nD: d")
        var other: HeaderFields = ["c": "a"]
        other["C"] = "c"
        #expect("\(other)" == "C: c")
    }

    @Test func appendingAndRemoving() throws {
        var fields = HeaderFields()
        try fields.append("Set-Cookie", "a=1, b")
        try fields.append("set-cookie", "c=2")
        try fields.append("Empty", "")
        #expect(fields.values(of: "SET-COOKIE") == ["a=1, b", "c=2"])
        #expect(fields["Empty"] == "")
        try fields.set("Set-Cookie", to: "d")
        #expect(fields.values(of: "set-cookie") == ["d"])
        fields.remove("SET-cookie")
        #expect(fields.lines.map(\.name) == ["Empty"])
    }

    @Test func equalityAndHashReadTheSameForm() {
        let one: HeaderFields = ["Content-Type": "a/b", "X": "1"]
        let other: HeaderFields = ["content-type": "a/b", "x": "1"]
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        #expect(one.lines[0] == other.lines[0])
        #expect(one != ["X": "1", "Content-Type": "a/b"])
        #expect(one != ["Content-Type": "A/b", "X": "1"])
        #expect(one != ["Content-Type": "a/b"])
    }

    // Passed by index: arguments of a test are printed, and these contain control characters.
    static let injections: [(String, String, HeaderFieldError)] = [
        ("A", "1\r\nSet-Cookie: x", HeaderFieldError(name: "A", offset: 1, reason: .badValue)),
        ("A", "1\nB: 2", HeaderFieldError(name: "A", offset: 1, reason: .badValue)),
        ("A", "é\r", HeaderFieldError(name: "A", offset: 2, reason: .badValue)),
        ("A", "\u{0}", HeaderFieldError(name: "A", offset: 0, reason: .badValue)),
        ("", "1", HeaderFieldError(name: "", offset: 0, reason: .emptyName)),
        ("A B", "1", HeaderFieldError(name: "A B", offset: 1, reason: .badName)),
        ("A:", "1", HeaderFieldError(name: "A:", offset: 1, reason: .badName)),
        ("A\r\nB", "1", HeaderFieldError(name: "A\r\nB", offset: 1, reason: .badName)),
        ("é", "1", HeaderFieldError(name: "é", offset: 0, reason: .badName)),
    ]

    @Test(arguments: injections.indices)
    func nothingIsSmuggledIn(index: Int) {
        let (name, value, error) = Self.injections[index]
        let before: HeaderFields = ["A": "0"]
        var fields = before
        #expect(throws: error) { try fields.append(name, value) }
        #expect(throws: error) { try fields.set(name, to: value) }
        #expect(fields == before)
        fields[name] = value
        #expect(fields.lines == before.lines)
        #expect(fields.refused == [error])
        #expect(fields != before)
        fields[name] = value
        #expect(fields.refused == [error])
        let literal = HeaderFields(dictionaryLiteral: ("B", "1"), (name, value))
        #expect("\(literal)" == "B: 1")
        #expect(literal.refused == [error])
        let text = "\(error)"
        #expect(!text.contains("Set-Cookie") && !text.contains("\r") && !text.contains("\n"))
    }

    @Test func aLaterGoodValueTakesTheErrorAway() {
        var fields: HeaderFields = ["A": "\n", "B": "\n"]
        #expect(fields.refused.map(\.name) == ["A", "B"])
        fields["a"] = "good"
        #expect(fields.refused.map(\.name) == ["B"])
        fields["b"] = nil
        #expect(fields.refused == [])
    }

    @Test func whatHoldsSecretsIsNotPrinted() {
        let fields: HeaderFields = ["authorization": "Bearer 1", "Cookie": "a=2", "Set-Cookie": "b=3", "Accept": "*/*"]
        #expect("\(fields)" == "authorization: (hidden)\nCookie: (hidden)\nSet-Cookie: (hidden)\nAccept: */*")
        #expect(fields["Authorization"] == "Bearer 1")
    }

    @Test func whiteSpaceIsTakenAwayByBytes() throws {
        var fields = HeaderFields()
        // U+0600 forms one character with the following space, and U+0301 with the preceding one.
        try fields.append("A", " \t\u{301}x\u{600} ")
        #expect(fields.lines.first?.value.unicodeScalars.map(\.value) == [0x301, 0x78, 0x600])
        try fields.append("B", "\u{1B}[2J\u{202E}x")
        #expect("\(fields.lines[1])" == "B: ?[2J?x")
    }
}
