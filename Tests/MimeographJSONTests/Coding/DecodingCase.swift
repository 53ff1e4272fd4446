import Foundation
import Mimeograph
import MimeographJSON
import Testing

@testable import TestSupport

/// One text decoded as one type by us and by Foundation.
struct DecodingCase: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let ours: @Sendable () -> CodingOutcome
    let theirs: @Sendable () -> CodingOutcome

    var testDescription: String { "\(name): \(text.prefix(80))" }

    init<T: Decodable & SendableMetatype>(
        _ type: T.Type,
        _ text: String,
        _ format: @escaping @Sendable (inout JSONFormat) -> Void = { _ in },
        _ decoder: @escaping @Sendable (JSONDecoder) -> Void = { _ in }
    ) {
        name = "\(type)"
        self.text = text
        ours = {
            var ours = JSONFormat()
            format(&ours)
            return CodingOutcome { String(reflecting: try ours.decode(type, from: text.utf8)) }
        }
        theirs = {
            let theirs = JSONDecoder()
            decoder(theirs)
            return CodingOutcome { String(reflecting: try theirs.decode(type, from: Data(text.utf8))) }
        }
    }
}
