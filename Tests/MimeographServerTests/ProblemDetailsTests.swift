import Foundation
import Mimeograph
import MimeographServer
import Testing

@Suite struct ProblemDetailsTests {
    /// The shape of the example in RFC 9457 §3.
    @Test func everyMember() throws {
        let text = """
            {"type":"https://example.com/probs/out-of-credit","title":"You do not have enough credit.","status":403,
            "detail":"30 is less than 50.","instance":"/account/12345/msgs/abc","balance":30,"ratio":0.5,
            "accounts":["/account/12345",null,true],"errors":[{"pointer":"#/age","deep":{"a":[1]}}]}
            """
        let problem = try JSONDecoder().decode(ProblemDetails.self, from: Data(text.utf8))
        let expected = ProblemDetails(
            type: "https://example.com/probs/out-of-credit",
            title: "You do not have enough credit.",
            status: 403,
            detail: "30 is less than 50.",
            instance: "/account/12345/msgs/abc",
            extensions: [
                "balance": 30, "ratio": 0.5, "accounts": ["/account/12345", nil, true],
                "errors": [["pointer": "#/age", "deep": ["a": [1]]]],
            ]
        )
        #expect(problem == expected)
        let again = try JSONDecoder().decode(ProblemDetails.self, from: JSONEncoder().encode(problem))
        #expect(again == expected)
    }

    @Test(
        arguments: [
            ("{}", ProblemDetails()),
            (#"{"type":null,"title":null,"status":null}"#, ProblemDetails()),
            // A member of the wrong type is ignored.
            (#"{"type":7,"title":["x"],"status":"404","detail":{},"instance":false}"#, ProblemDetails()),
            (#"{"status":4.5,"title":"t"}"#, ProblemDetails(title: "t")),
            (#"{"x":18446744073709551615}"#, ProblemDetails(extensions: ["x": 18446744073709551615.0])),
            ("[]", nil), ("3", nil), ("\"about:blank\"", nil),
        ] as [(String, ProblemDetails?)]
    )
    func lenience(text: String, expected: ProblemDetails?) {
        #expect((try? JSONDecoder().decode(ProblemDetails.self, from: Data(text.utf8))) == expected)
    }

    @Test func aValuePrintsAsJSON() {
        let value: ProblemValue = ["b": [1, 0.5, nil, true], "a": "say \"hi\" \\"]
        #expect("\(value)" == #"{"a":"say \"hi\" \\","b":[1,0.5,null,true]}"#)
        let problem = ProblemDetails(extensions: ["balance": 30])
        #expect("\(problem)".contains(#"["balance": 30]"#))
    }

    @Test func decodesATypeOfOnesOwn() throws {
        struct OutOfCredit: Decodable, Equatable {
            var status: Int
            var balance: Int
            var accounts: [String]
            var since: Date?
        }
        var problem = ProblemDetails(
            status: 403,
            extensions: ["balance": 30, "accounts": ["/account/12345"], "since": "2026-02-03T04:05:06Z"]
        )
        let since = Date(timeIntervalSince1970: 1_770_091_506)
        let expected = OutOfCredit(status: 403, balance: 30, accounts: ["/account/12345"], since: since)
        #expect(try problem.decode(OutOfCredit.self) == expected)

        struct Limited: Decodable, Equatable { var retryAfter: Double }
        problem.extensions["retry_after"] = 2.5
        #expect(try problem.decode(Limited.self, keys: .snakeCase) == Limited(retryAfter: 2.5))
        let error = #expect(throws: SerializationError.self) { try problem.decode(Limited.self) }
        #expect(error?.code == .dataShape)
        #expect(error?.message.contains("the key \"retryAfter\" is missing") == true)
    }

    @Test func whatIsNestedTooDeepIsLeftOut() throws {
        for depth in [1, 15, 16, 17, 60] {
            let open = String(repeating: #"{"a":["#, count: depth / 2) + (depth.isMultiple(of: 2) ? "" : "[")
            let close = (depth.isMultiple(of: 2) ? "" : "]") + String(repeating: "]}", count: depth / 2)
            let text = #"{"title":"t","deep":\#(open)1\#(close),"flat":1}"#
            let problem = try JSONDecoder().decode(ProblemDetails.self, from: Data(text.utf8))
            #expect(problem.title == "t")
            #expect(problem.extensions["flat"] == 1)
            #expect((problem.extensions["deep"] != nil) == (depth <= 16), "depth \(depth)")
        }
    }

    @Test func encodingLeavesOutWhatSaysNothing() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let problem = ProblemDetails(title: "No", status: 418, extensions: ["a": 1, "status": "not mine"])
        let text = String(decoding: try encoder.encode(problem), as: UTF8.self)
        #expect(text == #"{"a":1,"status":418,"title":"No"}"#)
    }
}
