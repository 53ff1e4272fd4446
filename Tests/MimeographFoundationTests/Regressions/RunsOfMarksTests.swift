import Foundation
import Mimeograph
import MimeographFoundation
import MimeographJSON
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Found in a review: Swift's string comparison and hashing sort runs of combining marks in quadratic time.
@Suite(.serialized) struct RunsOfMarksTests {
    static let work: [TextWork] = [
        TextWork("a response of Foundation", of: { response($0) }) { response in
            guard let response else { return }
            let head = ResponseHead(response)
            _ = head.contentType
            _ = head == ResponseHead(response)
        },
        TextWork("a formatted date", bytes: { "[\"\($0)\"]" }) { body in
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.dateFormat = "yyyy-MM-dd"
            let format = JSONFormat(dates: .formatted(formatter))
            _ = try format.decode([Date].self, from: body)
        },
    ]

    @Test(arguments: work) func workGrowsWithTheTextOnly(_ work: TextWork) {
        #expect(work.growth < GrowthOfWork.inProportion)
    }

    private static func response(_ text: String) -> HTTPURLResponse? {
        URL(string: "http://a/").flatMap {
            HTTPURLResponse(
                url: $0,
                statusCode: 200,
                httpVersion: nil,
                headerFields: ["Content-Type": text, "X": text]
            )
        }
    }
}
