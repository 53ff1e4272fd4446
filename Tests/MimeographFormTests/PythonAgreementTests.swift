import Foundation
import Mimeograph
import MimeographForm
import TestSupport
import Testing

/// Checks that Python's `urllib.parse` and this library read each other's forms.
@Suite(.needsPython("urllib.parse")) struct PythonAgreementTests {
    /// A script that reads one form a line, writes its pairs as JSON, and then encodes these pairs.
    private static let script = """
        import json, sys
        from urllib.parse import parse_qsl, urlencode
        with open(sys.argv[1], encoding="ascii", newline="\\n") as file:
            for line in file.read().split("\\n"):
                pairs = parse_qsl(line, keep_blank_values=True, errors="replace")
                print(json.dumps([pairs, urlencode(pairs)]))
        """

    private func python(_ lines: [String]) throws -> [(pairs: [[String]], text: String)] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).forms")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        let answer = try Python.run(Self.script, [file.path])
        return try String(decoding: answer, as: UTF8.self).split(separator: "\n").map { line in
            let parts = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
            return (try #require(parts[0] as? [[String]]), try #require(parts[1] as? String))
        }
    }

    @Test func bothReadWhatBothWrite() throws {
        var generator = SeededGenerator(seed: 77)
        let pieces = [
            "a", "Z", "0", " ", "+", "&", "=", "%", "%41", "é", "漢", "😀", "[", "]", ";", "~", "*", "\u{0}", "\n", "/?#",
            "-._",
        ]
        func text() -> String {
            (0..<Int.random(in: 0...6, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
                .joined()
        }
        let forms = (0..<300).map { _ in
            // Python ignores a pair without a name and a value.
            (0..<Int.random(in: 1...5, using: &generator)).map { _ in ("n\(text())", text()) }
        }
        for encoder in [QueryEncoder.whatwg, .afnetworking, .alamofire] {
            let answers = try python(forms.map { encoder.encode(pairs: $0) })
            try #require(answers.count == forms.count)
            for (form, answer) in zip(forms, answers) {
                #expect(answer.pairs == form.map { [$0.0, $0.1] })
                #expect(try Form(parsing: answer.text.utf8).map { [$0.name, $0.value] } == answer.pairs)
            }
        }
    }

    @Test func bothReadDamagedFormsAlike() throws {
        var generator = SeededGenerator(seed: 78)
        let dictionary = ["%", "%4", "%FF", "%C3", "&", "=", "+", "%zz", "a=b"].map { Array($0.utf8) }
        let bodies = (0..<500).map { _ in
            Mutation.mutate(Array("n=1&m=%C3%BC+x&=y&z".utf8), dictionary: dictionary, using: &generator)
                .filter { (0x21...0x7E).contains($0) }
        }
        let answers = try python(bodies.map { String(decoding: $0, as: UTF8.self) })
        for (body, answer) in zip(bodies, answers) {
            #expect(
                try Form(parsing: body).map { [$0.name, $0.value] } == answer.pairs,
                "\(String(decoding: body, as: UTF8.self))"
            )
        }
    }

    /// Bodies and queries from Python's clients. Each is a line of JSON with the pairs, followed by the text.
    @Test(.needsPython("requests", "urllib3")) func readsPythonsClients() throws {
        let script = """
            import json, requests, urllib3
            from urllib.parse import urlsplit
            pairs = [("q", "a b+c&d=e%41"), ("é漢", "😀~*'()"), ("list", "1"), ("list", "2"), ("empty", ""), ("k[]", "[x]/?")]
            url = "http://localhost/"
            post = requests.Request("POST", url, data=pairs).prepare()
            get = requests.Request("GET", url + "?first=1#top", params=pairs).prepare()
            class Pool(urllib3.PoolManager):
                def urlopen(self, method, url, body=None, **rest): return url if body is None else body
            pool = Pool()
            print(json.dumps([
                [pairs, post.body], [[("first", "1")] + pairs, urlsplit(get.url).query],
                [pairs, urlsplit(pool.request("GET", url, fields=pairs)).query],
                [pairs, pool.request("POST", url, fields=pairs, encode_multipart=False)],
            ]))
            """
        let answers = try #require(JSONSerialization.jsonObject(with: Python.run(script, [])) as? [[Any]])
        #expect(answers.count == 4)
        for answer in answers {
            let pairs = try #require(answer[0] as? [[String]])
            let text = try #require(answer[1] as? String)
            #expect(try Form(parsing: text.utf8).map { [$0.name, $0.value] } == pairs, "\(text)")
        }
    }
}
