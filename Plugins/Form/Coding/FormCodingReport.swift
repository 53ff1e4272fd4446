import Mimeograph

extension CodingReport {
    /// The words of forms, which the core writes.
    static let form = CodingReport(
        reading: "form",
        writing: "a form",
        absence: "a name without a value is meant to be there",
        alternative: "set the option of FormFormat.writing that says how such values are written"
    )
}

extension FormDecodingContext {
    /// The error for a form that did not make a value.
    func report(_ error: any Error, of type: any Any.Type, body: Span<UInt8>) -> SerializationError {
        var (report, offset) = CodingReport.form.decoding(error, of: type, lastFailure)
        if let offset { report.location = SourceLocation(offset: offset, in: body) }
        return report
    }
}
