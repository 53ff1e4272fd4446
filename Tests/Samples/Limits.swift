import Mimeograph

private struct ReportSerializer: ResponseSerialization {
    var acceptedTypes: [MediaRange] { ["text/x-report"] }
    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Report {
        Report(title: "")
    }
}
