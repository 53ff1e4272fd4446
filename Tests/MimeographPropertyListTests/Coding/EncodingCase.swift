import Foundation
import Mimeograph
import MimeographPropertyList
import Testing

@testable import TestSupport

/// One value encoded by us and by Foundation: the XML with sorted keys is compared byte by byte, the binary form by its content.
struct EncodingCase: Sendable, CustomTestStringConvertible {
    let name: String
    let xml: @Sendable () -> (ours: CodingOutcome, theirs: CodingOutcome)
    let binary: @Sendable () -> (ours: CodingOutcome, theirs: CodingOutcome)

    var testDescription: String { name }

    init<T: Encodable & Sendable>(_ name: String, _ value: T) {
        self.name = name
        @Sendable func ours(_ format: PropertyListWritingOptions.Format) throws -> [UInt8] {
            try PropertyListFormat(writing: PropertyListWritingOptions(format: format, sortedKeys: true)).encode(value)
        }
        @Sendable func theirs(_ format: PropertyListSerialization.PropertyListFormat) throws -> [UInt8] {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format
            return [UInt8](try encoder.encode(value))
        }
        /// Returns the XML of the list that Foundation reads from binary bytes.
        @Sendable func content(_ bytes: [UInt8]) throws -> String {
            let list = try FoundationValue.list(reading: bytes)
            return String(decoding: try list.serialized(PropertyListWritingOptions(sortedKeys: true)), as: UTF8.self)
        }
        xml = {
            (
                CodingOutcome { String(decoding: try ours(.xml), as: UTF8.self) },
                CodingOutcome { String(decoding: try theirs(.xml), as: UTF8.self) }
            )
        }
        binary = {
            (CodingOutcome { try content(ours(.binary)) }, CodingOutcome { try content(theirs(.binary)) })
        }
    }
}
