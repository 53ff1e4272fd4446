import Mimeograph
import MimeographCompound
import MimeographJSON
import MimeographPropertyList
import TestSupport
import Testing

/// Found in a review: Swift sorts runs of combining marks when it compares and hashes strings, in time that grows with the square
/// of a run.
@Suite(.serialized) struct RunsOfMarksTests {
    static let bodies: [TextWork] = [
        read("a key") { ("application/json", "{\"\($0)\":1}") },
        read("a text") { ("application/json", "\"\($0)\"") },
        read("no format") { ("application/json", $0) },
        read("a content type") { ("text/\($0);a=\($0)", "{}") },
        read("a property list") {
            ("application/x-plist", "<plist><dict><key>\($0)</key><integer>1</integer></dict></plist>")
        },
    ]

    @Test(arguments: bodies) func workGrowsWithTheTextOnly(_ work: TextWork) {
        #expect(work.growth < GrowthOfWork.inProportion)
    }

    private static func read(_ name: String, _ message: @escaping @Sendable (String) -> (type: String, body: String))
        -> TextWork
    {
        let serializer = JSONFormat().serializer(of: [String: Int].self)
            .or(PropertyListFormat().serializer(of: [String: Int].self))
        return TextWork(name, of: message) { (type: String, body: String) in
            let head = ResponseHead(status: 200, fields: HeaderFields(dictionaryLiteral: ("Content-Type", type)))
            do {
                _ = try serializer.read(Array(body.utf8).span, head: head, limits: .standard)
            } catch {
                _ = "\(error)"
            }
        }
    }
}
