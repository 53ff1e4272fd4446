import Mimeograph

/// The body of a response that says what is wrong.
struct ErrorBody {
    let head: ResponseHead
    let body: [UInt8]

    /// Shows it as the value that it is, whatever the status.
    func show(_ registry: SerializerRegistry, _ reporter: Reporter, _ printer: ValuePrinter) {
        if body.isEmpty { return }
        var lenient = registry
        lenient.validation = .none
        do throws(SerializationError) {
            let value = try lenient.read(from: body, head: head)
            reporter.remark("what the server says about it:")
            printer.write(value, to: reporter.console.output)
        } catch {
            reporter.remark("what the server says about it cannot be read: \(error.message)")
        }
    }
}
