import Foundation
import Mimeograph
import MimeographPropertyList
import Testing

@testable import TestSupport

/// One list decoded as one type by us and by Foundation, in both formats.
struct DecodingCase: Sendable, CustomTestStringConvertible {
    let name: String
    let list: PropertyList
    /// Our outcome and Foundation's, for the bytes of a list.
    let outcomes: @Sendable (_ bytes: [UInt8]) -> (ours: CodingOutcome, theirs: CodingOutcome)

    var testDescription: String { "\(name): \("\(list)".split(separator: "\n").dropFirst(3).joined().prefix(90))" }

    init<T: Decodable & SendableMetatype>(_ type: T.Type, _ list: PropertyList) {
        name = "\(type)"
        self.list = list
        outcomes = { bytes in
            (
                CodingOutcome { String(reflecting: try PropertyListFormat().decode(type, from: bytes)) },
                CodingOutcome { String(reflecting: try PropertyListDecoder().decode(type, from: Data(bytes))) }
            )
        }
    }
}
