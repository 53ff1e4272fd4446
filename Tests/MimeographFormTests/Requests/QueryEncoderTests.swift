import Foundation
import Mimeograph
import MimeographForm
import TestSupport
import Testing

/// Checks facts from the tests of AFNetworking and Alamofire, and the differences between the presets.
@Suite struct QueryEncoderTests {
    @Test(
        arguments: [
            (" :#[]@!$&'()*+,;=/?", "%20%3A%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D/?"),
            ("%20%21%2F", "%2520%2521%252F"),
            (##" "#%<>[]\^`{}|"##, "%20%22%23%25%3C%3E%5B%5D%5C%5E%60%7B%7D%7C"),
            ("abcXYZ019-._~", "abcXYZ019-._~"),
            ("漢", "%E6%BC%A2"),
            ("", ""),
        ]
    )
    func escapes(_ text: String, _ expected: String) {
        #expect(QueryEncoder.afnetworking.escape(text) == expected)
        #expect(QueryEncoder.alamofire.escape(text) == expected)
    }

    @Test func escapesNoCharacterInHalves() throws {
        let people = "👴🏿👷🏻👮🏽👳🏾👩🏼"
        let text = "!" + String(repeating: people, count: 12)
        let escaped = QueryEncoder.afnetworking.escape(text)
        #expect(escaped.hasPrefix("%21%F0%9F%91%B4%F0%9F%8F%BF%F0%9F%91%B7%F0%9F%8F%BB"))
        #expect(escaped.removingPercentEncoding == text)
    }

    @Test(
        arguments: [
            (["key": "value", "key1": "value&"], "key=value&key1=value%26"),
            ([:], ""),
            (["foo&bar": "baz&qux", "foobar": "bazqux"], "foo%26bar=baz%26qux&foobar=bazqux"),
            (["+foo+": "+bar+"], "%2Bfoo%2B=%2Bbar%2B"),
            (["foo": ["a", 1, true] as QueryValue], "foo%5B%5D=a&foo%5B%5D=1&foo%5B%5D=1"),
            (["a": ["b": "b"]], "a%5Bb%5D=b"),
            (["a": QueryValue.null, "b": ["c": QueryValue.null]], "a&b%5Bc%5D"),
            (["k": QueryValue.set(["b", "a", 10])], "k=10&k=a&k=b"),
            (["k": [["inner": 1]]], "k%5B%5D%5Binner%5D=1"),
            (["k": [[1, 2], [3]]], "k%5B%5D%5B%5D=1&k%5B%5D%5B%5D=2&k%5B%5D%5B%5D=3"),
            (["e": [] as QueryValue, "f": [:] as QueryValue, "g": QueryValue.set([]), "h": 1], "h=1"),
            (
                ["b": 1, "a": 1, "B": 1, "10": 1, "2": 1, "_": 1, "é": 1, "z": 1],
                "10=1&2=1&B=1&_=1&a=1&b=1&%C3%A9=1&z=1"
            ),
            (["whole": 1.0, "part": 0.5, "no": false], "no=0&part=0.5&whole=1"),
            (nil, ""),
        ] as [(QueryValue, String)]
    )
    func writesAsAFNetworking(_ value: QueryValue, _ expected: String) throws {
        #expect(try QueryEncoder.afnetworking.encode(value) == expected)
    }

    @Test(
        arguments: [
            (["a": ["b": "b"]], "a%5Bb%5D=b"),
            (["a": [2, 1]], "a%5B%5D=1&a%5B%5D=2"),
            (["b": ["y": 1, "x": [3, 2]] as QueryValue, "a": 1], "a=1&b%5Bx%5D%5B%5D=2&b%5Bx%5D%5B%5D=3&b%5By%5D=1"),
            (["n": QueryValue.null, "d": 1.0, "s": QueryValue.set(["b", "a"])], "d=1.0&s%5B%5D=a&s%5B%5D=b"),
            (["e": [] as QueryValue, "f": 1], "f=1"),
        ] as [(QueryValue, String)]
    )
    func writesAsAlamofire(_ value: QueryValue, _ expected: String) throws {
        #expect(try QueryEncoder.alamofire.encode(value) == expected)
    }

    @Test(
        arguments: [
            (["b": "x y", "a": "*-._~'+é"], "b=x+y&a=*-._%7E%27%2B%C3%A9"),
            (["t": true, "list": [2, 1], "n": QueryValue.null], "t=true&list=2&list=1"),
            (
                ["p": [["x": 1], ["y": 2]], "q": [[1], [2, 3]]],
                "p%5B0%5D%5Bx%5D=1&p%5B1%5D%5By%5D=2&q%5B0%5D=1&q%5B1%5D=2&q%5B1%5D=3"
            ),
        ] as [(QueryValue, String)]
    )
    func writesAsABrowser(_ value: QueryValue, _ expected: String) throws {
        #expect(try QueryEncoder.whatwg.encode(value) == expected)
    }

    @Test func pairsKeepTheirOrder() {
        for encoder in [QueryEncoder.afnetworking, .alamofire] {
            #expect(encoder.encode(pairs: [("b", "1 2"), ("a", "é"), ("b", "")]) == "b=1%202&a=%C3%A9&b=")
        }
        #expect(QueryEncoder.whatwg.encode(pairs: [("b", "1 2"), ("", "")]) == "b=1+2&=")
        #expect(QueryEncoder.whatwg.encode(pairs: []) == "")
    }

    @Test(arguments: [["text"], "text", 1, true, .set(["a"]), 1.5] as [QueryValue])
    func rejectsValuesWithoutNames(_ value: QueryValue) {
        for encoder in [QueryEncoder.afnetworking, .alamofire, .whatwg] {
            #expect { try encoder.encode(value) } throws: { ($0 as? SerializationError)?.code == .unencodableValue }
        }
    }

    // MARK: Any string can be encoded

    @Test func loneSurrogatesAreReplaced() throws {
        #expect(QueryEncoder.afnetworking.escape(utf16: [0x61, 0xD83D, 0x62]) == "a%EF%BF%BDb")
        #expect(QueryEncoder.afnetworking.escape(utf16: [0xD83D, 0xDC74]) == "%F0%9F%91%B4")
        let value: QueryValue = ["a": QueryValue.text(utf16: [0xDC00, 0x7A])]
        #expect(try QueryEncoder.afnetworking.encode(value) == "a=%EF%BF%BDz")
    }

    @Test func aLongTextOfLargeCharacters() throws {
        let text = String(repeating: "一二三四", count: 5_000)
        let encoded = try QueryEncoder.alamofire.encode(["foobar": text])
        #expect(encoded.utf8.count == "foobar=".utf8.count + 20_000 * 9)
        #expect(encoded.dropFirst("foobar=".count).removingPercentEncoding == text)
    }

    @Test func everyScalarIsReadBackByFoundation() throws {
        var generator = SeededGenerator(seed: 5)
        for encoder in [QueryEncoder.afnetworking, .alamofire] {
            for _ in 0..<200 {
                let scalars = (0..<40).compactMap { _ in
                    Unicode.Scalar(UInt32.random(in: 0...0x2FFFF, using: &generator))
                }
                var text = ""
                text.unicodeScalars.append(contentsOf: scalars)
                #expect(encoder.escape(text).removingPercentEncoding == text)
            }
        }
    }

    /// The processor time of this thread, because other tests run at the same time.
    private func time(_ work: () throws -> Void) rethrows -> Double {
        var (start, end) = (timespec(), timespec())
        // SAFETY: the system writes to a variable that lives until the call ends.
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
        try work()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
        return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
    }

    @Test func manyPairsTakeTimeInProportion() throws {
        func pairs(_ count: Int) -> [(String, String)] { (0..<count).map { ("name\($0)", "value \($0)") } }
        let (few, many) = (pairs(1_000), pairs(100_000))
        let fewMembers = QueryValue.members(few.prefix(200).map { QueryValue.Member($0.0, .text($0.1)) })
        let manyMembers = QueryValue.members(many.prefix(20_000).map { QueryValue.Member($0.0, .text($0.1)) })
        for encoder in [QueryEncoder.whatwg, .afnetworking, .alamofire] {
            // The input is a hundred times larger. A quadratic algorithm would take ten thousand times as long.
            let once = (0..<5).map { _ in time { _ = encoder.bytes(ofPairs: few) } }.min() ?? 0
            #expect(time { _ = encoder.bytes(ofPairs: many) } < once * 1_000)
            let members = try (0..<5).map { _ in try time { _ = try encoder.bytes(of: fewMembers) } }.min() ?? 0
            #expect(try time { _ = try encoder.bytes(of: manyMembers) } < members * 1_000)
        }
    }

    @Test func depthIsBounded() throws {
        func nested(_ depth: Int) -> QueryValue { (0..<depth).reduce("x") { value, _ in ["a": value] } }
        _ = try QueryEncoder.afnetworking.encode(nested(QueryEncoder.maximumDepth - 1))
        #expect { try QueryEncoder.afnetworking.encode(nested(QueryEncoder.maximumDepth)) } throws: {
            ($0 as? SerializationError)?.code == .unencodableValue
        }
    }
}
