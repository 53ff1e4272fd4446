import Mimeograph

/// The body of an error response.
struct ErrorBody {
    let head: ResponseHead
    let body: [UInt8]

    /// Shows the body as a value, whatever the status.
    func show(_ registry: SerializerRegistry, _ reporter: Reporter, _ printer: ValuePrinter) {
        if body.isEmpty { return }
        var lenient = registry
        lenient.validation = .none
        do throws(SerializationError) {
            let value = try lenient.anyValue(from: body, head: head)
            reporter.remark("the server's explanation:")
            printer.write(value, to: reporter.console.output)
        } catch {
            reporter.remark("the server's explanation cannot be read: \(error.message)")
        }
    }
}
