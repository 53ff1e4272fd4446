import Foundation
import Mimeograph
import MimeographJSON
import Testing

@testable import TestSupport

/// One value encoded by us and by Foundation, with sorted keys, so that the bytes can be compared.
struct EncodingCase: Sendable, CustomTestStringConvertible {
    let name: String
    let ours: @Sendable () -> CodingOutcome
    let theirs: @Sendable () -> CodingOutcome

    var testDescription: String { name }

    init<T: Encodable & Sendable>(
        _ name: String,
        _ value: T,
        _ format: @escaping @Sendable (inout JSONFormat) -> Void = { _ in },
        _ encoder: @escaping @Sendable (JSONEncoder) -> Void = { _ in }
    ) {
        self.name = name
        ours = {
            var ours = JSONFormat(writing: JSONWritingOptions(sortedKeys: true, escapesSlashes: true))
            format(&ours)
            return CodingOutcome { String(decoding: try ours.encode(value), as: UTF8.self) }
        }
        theirs = {
            let theirs = JSONEncoder()
            theirs.outputFormatting = [.sortedKeys]
            encoder(theirs)
            return CodingOutcome { String(decoding: try theirs.encode(value), as: UTF8.self) }
        }
    }
}
