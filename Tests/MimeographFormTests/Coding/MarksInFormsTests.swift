import Mimeograph
import MimeographForm
import Testing

/// Checks that text is rejected if Swift would compare or hash it in quadratic time in the number of combining marks.
@Suite struct MarksInFormsTests {
    static func marks(_ count: Int) -> String { "a" + String(repeating: "\u{300}", count: count) }
    enum Choice: String, Decodable { case one }
    enum Case: Decodable, Equatable { case one(Int), two }
    struct Record<A: Decodable>: Decodable { var a: A }

    private func error<T: Decodable>(_ type: T.Type, _ body: String) -> SerializationError? {
        do {
            _ = try FormFormat().decode(type, from: body.utf8)
            return nil
        } catch {
            return error
        }
    }

    /// Thirty marks are allowed, the maximum in Unicode's stream-safe text format.
    @Test func isRefused() throws {
        let (good, bad) = (Self.marks(30), Self.marks(31))
        #expect(error([String: String].self, "x=1&\(good)=2") == nil)
        #expect(error(Record<Set<String>>.self, "a=\(good)") == nil)
        let errors = [
            error([String: String].self, "x=1&\(bad)=2"), error(Record<Set<String>>.self, "x=1&a=\(bad)"),
            error(Record<Set<String>>.self, "x=1&a[]=\(bad)"), error(Record<Choice>.self, "x=1&a=\(bad)"),
            error(Case.self, "x=1&\(bad)=2"),
        ]
        for error in errors {
            #expect(error?.code == .limitExceeded)
            #expect(error?.location?.offset == 4)
            #expect(error?.message.contains("30") == true)
        }
        // A short text is only a value that does not match the type.
        #expect(error(Record<Choice>.self, "x=1&a=\(good)")?.code == .dataShape)
    }

    /// Any text is read if it is not compared, or compared by its bytes.
    @Test func isReadElsewhere() throws {
        let bad = Self.marks(1_000)
        #expect(error(Record<String>.self, "a=\(bad)&\(bad)=1") == nil)
        #expect(error(Record<[String]>.self, "a=\(bad)&a=\(bad)") == nil)
        let form = try Form(parsing: "\(bad)=\(bad)".utf8)
        #expect(form[bad] == bad)
        #expect(try form.nested()[bad] == .text(bad))
    }

    /// Names are equal if their bytes are equal.
    @Test func namesAreComparedByBytes() throws {
        let form = try Form(parsing: "\u{e9}=1&e\u{301}=2".utf8)
        #expect(form["\u{e9}"] == "1" && form["e\u{301}"] == "2")
        #expect(form.values(of: "e\u{301}") == ["2"])
        #expect(try form.nested()["e\u{301}"] == "2")
        #expect(Form.Field("\u{e9}", "") != Form.Field("e\u{301}", ""))
        #expect(QueryValue.text("\u{e9}") != .text("e\u{301}"))
        #expect(ContentDisposition(name: "\u{e9}") != ContentDisposition(name: "e\u{301}"))
    }
}
