import Mimeograph
import MimeographConformance
import Testing

// The serializer that the sample checks against the laws.

private struct CSVTable: Sendable, Equatable {
    var rows: [[String]] = []
}

private struct CSVResponseSerializer: ResponseSerialization {
    var acceptedTypes: [MediaRange] { ["text/csv"] }
    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> CSVTable {
        CSVTable()
    }
}

private struct CSVRequestSerializer: BodySerialization {
    var contentType: MediaType { "text/csv" }
    func encode(_ input: CSVTable) throws(SerializationError) -> [UInt8] { [] }
}
