import MimeographServer
import TestSupport
import Testing

@testable import Mimeograph
import MimeographText

/// Found in a review: Swift's string comparison sorts runs of combining marks in quadratic time. Comparing a peer's text of a few
/// hundred kilobytes took minutes.
@Suite(.serialized) struct RunsOfMarksTests {
    static let heads: [TextWork] = [
        TextWork("header fields ==", of: { ($0, $0 + "\u{316}") }) { one, other in
            _ = fields("X", one) == fields("X", other)
        },
        TextWork("header fields hash", of: { fields("X", $0) }) { _ = $0.hashValue },
        TextWork(
            "a field by a peer's name",
            of: { (HeaderFields(dictionaryLiteral: (String(repeating: "a", count: $0.utf8.count), "1")), $0) }
        ) { fields, name in
            _ = fields[name]
        },
        TextWork("a peer's name that is refused ==", of: { $0 }) { name in
            var fields: HeaderFields = [:]
            fields[name] = "1"
            _ = fields.refused == fields.refused
            _ = fields.refused.first.hashValue
        },
        TextWork("response heads ==", of: { ($0, $0 + "\u{316}") }) { one, other in
            _ = ResponseHead(status: 200, url: one) == ResponseHead(status: 200, url: other)
        },
        TextWork("request heads ==", of: { ($0, $0 + "\u{316}") }) { one, other in
            let head = RequestHead(method: HTTPMethod(rawValue: one), target: one)
            _ = head == RequestHead(method: HTTPMethod(rawValue: one), target: other)
            _ = head.hashValue
        },
        TextWork("methods") { text in
            let method = HTTPMethod(rawValue: text)
            _ = method == .get
            _ = method != .get
            _ = Set([method, .get])
        },
        TextWork("Content-Type", of: { fields("Content-Type", "text/plain;a=\($0), \($0)/b, \($0)") }) {
            _ = $0.contentType
        },
        TextWork("media types") { text in
            _ = MediaType(parsing: "text/plain;a=\"\(text)\"")
            _ = MediaType(parsing: text)
            _ = (try? MediaType(text)) == nil
            _ = MediaRange(stringLiteral: text) == MediaRange(stringLiteral: text + "b")
        },
        TextWork("Accept") { text in
            _ = AcceptField(parsing: "\(text), text/\(text);q=\(text), */*") == AcceptField(parsing: text)
        },
        TextWork("Content-Encoding", of: { fields("Content-Encoding", "identity, \($0)") }) { fields in
            _ = try ContentCodings().decode([1].span, fields: fields, limits: .standard)
        },
        TextWork("a coding by its name") { _ = ContentCodings().contains($0) },
        TextWork("charset") { text in
            _ = TextEncoding(label: text)
            _ = try? TextDecoding.encoding(of: [1].span, charset: text)
        },
        TextWork("dispatch", of: { ($0, try? SerializerRegistry { TextPlugin() }) }) { text, registry in
            let head = ResponseHead(status: 200, fields: fields("Content-Type", "text/x;a=\(text)"), url: text)
            do {
                _ = try registry?.read(Int.self, from: Array(text.utf8), head: head)
            } catch {
                _ = "\(error)"
            }
            _ = registry?.explain(head, for: String.self).description
        },
        TextWork("a response", of: { ($0, try? SerializerRegistry { TextPlugin() }) }) { text, registry in
            let request = RequestHead(method: HTTPMethod(rawValue: text), target: text, fields: fields("Accept", text))
            _ = try registry?.respond(with: "a", to: request)
        },
    ]

    static let texts: [TextWork] = [
        TextWork("problem details ==", of: { ($0, $0 + "\u{316}") }) { one, other in
            let problem = ProblemDetails(
                type: one,
                title: one,
                detail: one,
                instance: one,
                extensions: ["a": .string(one)]
            )
            _ = problem == problem
            _ = problem == ProblemDetails(type: other)
            _ = problem.hashValue
            _ = ProblemValue.string(one) == .string(other)
        },
        TextWork("whether a text is stream-safe") { _ = StreamSafeText.holds($0) },
    ]

    @Test(arguments: heads + texts) func workGrowsWithTheTextOnly(_ work: TextWork) {
        #expect(work.growth < GrowthOfWork.inProportion)
    }

    private static func fields(_ name: String, _ value: String) -> HeaderFields {
        HeaderFields(dictionaryLiteral: (name, value))
    }
}
