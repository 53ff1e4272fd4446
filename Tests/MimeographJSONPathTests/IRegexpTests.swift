import Mimeograph
import MimeographJSON
import MimeographJSONPath
import Testing

/// Patterns of RFC 9485, through the functions that use them.
@Suite struct IRegexpTests {
    private static func matches(_ pattern: String, _ text: String, by function: String = "match") throws -> Bool {
        let document: JSON = ["pattern": JSON(pattern), "text": JSON(text)]
        return try !JSONPath("$[?\(function)($.text, $.pattern)]").values(in: document).isEmpty
    }

    @Test(arguments: [
        ("", [""], ["a"]), ("a", ["a"], ["", "b", "aa"]), ("ab|cd", ["ab", "cd"], ["abd", "a", "acd"]),
        ("a|", ["a", ""], ["b"]), ("|", [""], ["|"]), ("(ab)*", ["", "ab", "abab"], ["aba"]),
        ("a+", ["a", "aaa"], [""]),
        ("a?b", ["b", "ab"], ["aab"]), ("a{2}", ["aa"], ["a", "aaa"]), ("a{2,}", ["aa", "aaaa"], ["a"]),
        ("a{0,2}", ["", "a", "aa"], ["aaa"]), ("a{0}", [""], ["a"]),
        ("(a|b){2,3}c", ["abc", "bbbc"], ["ac", "aaaac"]),
        (".", ["a", "é", "😀", "\u{2028}"], ["", "\n", "\r", "e\u{301}"]), ("[a-c]", ["a", "c"], ["d", "-"]),
        ("[^a-c]", ["d", "\n", "😀"], ["a", ""]), ("[a-cx-z0]", ["a", "y", "0"], ["d", "1"]),
        ("[-a]", ["-", "a"], ["b"]),
        ("[a-]", ["-", "a"], ["b"]), ("[^-]", ["a"], ["-"]), ("[-]", ["-"], ["a"]),
        (#"[\]\[\-]"#, ["]", "[", "-"], ["\\"]),
        (#"[\n-\r]"#, ["\n", "\r", "\u{B}"], ["n", "\t"]), (#"\n\r\t"#, ["\n\r\t"], ["nrt"]),
        (#"\(\)\*\+\-\.\?\[\\\]\^\{\|\}"#, [#"()*+-.?[\]^{|}"#], [""]),
        (#"\p{Lu}"#, ["A", "Ж", "É"], ["a", "1", "ǅ"]),
        (#"\P{Lu}"#, ["a", "1", "\n"], ["A"]), (#"\p{L}+"#, ["aAǅʰא"], ["a1"]),
        (#"\p{Nd}\p{N}"#, ["1½", "٣1"], ["½1"]),
        (#"[\p{Lu}\p{Nd}_]*"#, ["A1_", ""], ["a"]), (#"[^\p{L}]"#, ["1"], ["a"]), (#"[\P{L}]"#, ["1"], ["a"]),
        (#"[\P{L}a]+"#, ["1a"], ["b"]), (#"\p{Zs}"#, [" ", "\u{A0}"], ["\n"]), (#"\p{Sm}\p{Sc}"#, ["+€"], ["€+"]),
        (#"\p{Cc}\p{Cf}\p{Co}\p{Cn}"#, ["\u{1}\u{200D}\u{E000}\u{378}"], ["a"]),
        (#"\p{Pd}\p{Ps}\p{Me}"#, ["-(\u{488}"], ["(-"]),
        ("^ab$", ["ab"], ["^ab$", "b"]), ("a^b", [], ["ab", "a^b"]), ("[$^]", ["$", "^"], ["\\"]),
        ("(^a|b)*$", ["ab", "b"], ["aa"]),
        ("a-b,c/d", ["a-b,c/d"], ["ab"]), ("(a(b(c)?)?)?", ["", "a", "ab", "abc"], ["ac"]),
        ("(a*)*", ["", "aa"], ["b"]),
        ("é+", ["é", "éé"], ["e\u{301}", "e"]), ("[а-я]+", ["привет"], ["Привет"]),
    ])
    func matches(_ pattern: String, _ whole: [String], _ others: [String]) throws {
        for text in whole { #expect(try Self.matches(pattern, text), "\(text)") }
        for text in others { #expect(try !Self.matches(pattern, text), "\(text)") }
        for text in whole where !pattern.contains("^") && !pattern.contains("$") {
            #expect(try Self.matches(pattern, "~\(text)~", by: "search"), "\(text)")
        }
    }

    /// A malformed pattern matches nothing. Source: RFC 9535 §2.4.6.
    @Test(arguments: [
        "*", "+a", "?", "a**", "a+?", "a{", "a{}", "a{,2}", "a{2,1}", "a{1", "a{1,", "a{x}", "{", "}", "]", "(", ")",
        "(a", "a)",
        "[", "[]", "[^]", "[a", "[b-a]", "[a-b-c]", "[[a]]", "[a--]", #"\"#, #"\d"#, #"\w"#, #"\b"#, #"\$"#, #"\p"#,
        #"\p{"#,
        #"\p{}"#, #"\p{Lx}"#, #"\p{Lul}"#, #"\p{IsLatin}"#, #"\p{Cs}"#, #"\x41"#, "(?:a)", "(?i)a", #"[\d]"#,
        #"[\p{Lu]"#,
    ])
    func rejects(_ pattern: String) throws {
        for text in ["", "a", pattern] {
            #expect(try !Self.matches(pattern, text))
            #expect(try !Self.matches(pattern, text, by: "search"))
        }
    }

    @Test(arguments: [
        ("b", "abc", true), ("^b", "abc", false), ("^a", "abc", true), ("c$", "abc", true), ("b$", "abc", false),
        ("", "abc", true),
        ("x*", "abc", true), ("x+", "abc", false), ("b+c", "abbbc", true), ("[0-9]{3}", "a12 345", true),
        ("^$", "", true),
        ("^$", "a", false), ("ab|bc", "xbcx", true), ("aab", "aaab", true),
    ])
    func searches(_ pattern: String, _ text: String, _ isFound: Bool) throws {
        #expect(try Self.matches(pattern, text, by: "search") == isFound)
    }

    /// Compares the automaton with a matcher that tries one way after the other, on all short texts.
    @Test(arguments: [
        "a*b|ab*", "(a|b)*abb", "a{1,2}b{0,2}", "(ab?){2}", "((a|)b)*", "[ab]b?a|b+", "(a+b+)*|b", "(a{2}){1,2}",
    ])
    func agreesWithAllTexts(_ pattern: String) throws {
        let reference = try Regex("^(?:\(pattern))$")
        var texts = [""]
        for _ in 0..<6 { texts += texts.flatMap { ["\($0)a", "\($0)b"] } }
        let document = JSON.array(Set(texts).sorted().map { JSON($0) })
        let found = try JSONPath("$[?match(@, '\(pattern)')]").values(in: document).map(\.string)
        let expected = Set(texts).sorted().filter { (try? reference.wholeMatch(in: $0)) ?? nil != nil }
        #expect(found == expected.map(Optional.some))
    }
}
