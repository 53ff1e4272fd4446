import Mimeograph
import MimeographConformance
import MimeographForm
import SuiteSupport

extension FormSuites {
    private static let type: MediaType = "multipart/form-data;boundary=B"
    private static let ranges: [MediaRange] = ["multipart/form-data", "multipart/*"]
    private static let body = Array(
        """
        --B\r
        Content-Disposition: form-data; name="a"\r
        \r
        1\r
        2\r
        --B\r
        Content-Disposition: form-data; name="f"; filename="é.txt"\r
        Content-Type: text/plain;charset=utf-8\r
        \r
        é\r
        --B--\r

        """.utf8
    )

    /// The body with a longer first part.
    private static func large(_ text: String) -> [UInt8] {
        Array(String(decoding: body, as: UTF8.self).replacing("1\r\n2", with: text, maxReplacements: 1).utf8)
    }

    /// Multipart bodies that are read whole.
    static var multipart: ConformanceSuite {
        ConformanceSuite(
            "multipart",
            reading: MultipartResponseSerializer(),
            types: ranges,
            fixtures: [
                .reads("two parts", body, type: type) { $0["a"]?.text == "1\r\n2" && $0["f"]?.fileName == "é.txt" },
                .refuses("no end", Array(body.dropLast(6)), type: type, .truncated),
                .refuses("no boundary", body, type: "multipart/mixed", .missingContentType),
            ],
            capabilities: [
                .large { size in
                    let text = String.counting(to: size)
                    return .reads("large", large(text), type: type) { $0["a"]?.text == text && $0["f"]?.text == "é" }
                },
                .notApplicable(.declining, because: "it declines nothing"),
                .notApplicable(.roundTrip, because: "what is written is another type; the streams' suite reads it"),
            ] + partly()
        )
    }

    static var multipartStream: ConformanceSuite {
        ConformanceSuite(
            "multipart-stream",
            streaming: MultipartStreamSerializer(),
            types: ranges,
            fixtures: [
                .reads("two parts", body, type: type) { $0.filter { $0 == .end }.count == 2 },
                .refuses("no end", Array(body.dropLast(6)), type: type, .truncated),
            ],
            capabilities: [
                .large { size in
                    .reads("large", large(.counting(to: size)), type: type) { $0.filter { $0 == .end }.count == 2 }
                },
                .notApplicable(.roundTrip, because: "nothing writes streams"),
                .notApplicable(
                    .inputBytes,
                    because: "parts are handed on as they arrive; what is kept has fixed limits"
                ),
            ] + partly()
        )
    }

    static var multipartWriter: ConformanceSuite {
        ConformanceSuite(
            "multipart-writer",
            writing: MultipartRequestSerializer(),
            types: ["multipart/form-data"],
            fixtures: [.writes("two parts", form)],
            capabilities: [
                .notApplicable(.roundTrip, because: "what is read is another type, whose suites read what is written"),
                .noOracle,
                .unwritable(unwritable),
            ]
        )
    }

    private static var form: MultipartFormData {
        var form = MultipartFormData()
        form.append("1\r\n2", name: "a")
        form.append("é", name: "f\"")
        return form
    }

    /// A part whose header fields were rejected.
    private static var unwritable: MultipartFormData {
        var form = MultipartFormData()
        form.append("1", name: "a")
        form.parts[0].fields["X-Broken"] = "a\r\nb"
        return form
    }

    /// The capabilities of all kinds of multipart bodies.
    private static func partly<Value: Sendable>() -> [ConformanceCapability<Value>] {
        [
            .vocabulary(["--B", "--B--", "\r\n", "\n", "\r\n\r\n", "Content-Disposition: x", ":", "\"", "\u{0}"]),
            .emptyBodyIsRefused,
            .plugin(MultipartPlugin()),
            .limit(.elements, type: type) { count in
                Array((String(repeating: "--B\r\n\r\n\r\n", count: count) + "--B--").utf8)
            },
            .notApplicable(.depth, because: "a part's content is bytes, whatever its own type is"),
            .notApplicable(.charsets, because: "each part has a charset of its own"),
            .notApplicable(.outputBytes, .expansionRatio, because: "what it makes is no larger than what came"),
            .noPixels,
            .noOracle,
        ]
    }
}
