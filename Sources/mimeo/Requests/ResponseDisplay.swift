import Mimeograph
import MimeographSession

/// A display of a response: the head on standard error, the value on standard output.
struct ResponseDisplay {
    private let options: RequestOptions
    private let settings: Settings
    private let registry: SerializerRegistry
    let reporter: Reporter

    init(
        _ options: RequestOptions,
        _ settings: Settings,
        _ registry: SerializerRegistry,
        _ reporter: Reporter
    ) {
        self.options = options
        self.settings = settings
        self.registry = registry
        self.reporter = reporter
    }

    private var console: Console { reporter.console }

    /// Shows the response, and checks what is expected of it.
    ///
    /// - Throws: ``SessionError`` if the body does not arrive, ``UsageError`` if the writer does not write the requested charset.
    func show(_ response: SessionResponse) throws -> ExitCode {
        let code = try showBody(response)
        for line in response.trailers { reporter.remark("\(line.name): \(line.value.legible) (a trailer)") }
        guard let failure = options.expectations.failure(response.head) else { return code }
        reporter.report(unexpected: failure)
        return .unexpected
    }

    /// Shows the requests as they were sent.
    func show(_ sent: SentRequests?) {
        for text in sent?.takeText(options.parts, showsSecrets: options.showsSecrets) ?? [] {
            show(lines: text.parts(at: "\n").map(String.init).dropLast())
        }
    }

    private func show(head: ResponseHead, _ version: String?) {
        guard options.parts.contains(.head) else { return }
        show(lines: head.lines(version) + (options.printsHeads && options.parts.contains(.body) ? [""] : []))
    }

    private func show(lines: [String]) {
        for line in lines {
            if options.printsHeads { console.output.write(VisibleText(line).description + "\n") } else { reporter.remark(line) }
        }
    }

    private func showBody(_ response: SessionResponse) throws -> ExitCode {
        var head = response.head
        let version = response.metrics.protocolVersion
        if head.requestMethod == .head {
            console.output.write(head.lines(version).map { VisibleText($0).description + "\n" }.joined())
            guard !options.expectations.allow(head.status), let code = ExitCode(status: head.status) else {
                return .success
            }
            reporter.report(refusal: head, options.credential)
            return code
        }
        if options.parts.contains(.head) { reporter.remark(redirects: response.metrics, to: head) }
        show(head: head, version)
        if let type = settings.contentType { head.fields["Content-Type"] = type }
        guard head.mayHaveBody else { return .success }
        if let code = ExitCode(status: head.status), !options.expectations.allow(head.status) {
            reporter.report(refusal: head, options.credential)
            guard options.parts.contains(.body) else { return code }
            let body = try response.body.waitForAll(atMost: settings.limits.inputBytes)
            ErrorBody(head: head, body: body).show(registry, reporter, printer)
            return code
        }
        guard options.parts.contains(.body) || !options.expectations.concernHeadOnly else {
            response.body.cancel()
            return .success
        }
        if options.outputPath == "-" { return try writeRaw(response, head) }
        let isStreamed = options.type == nil && options.kind != .table && options.expectations.concernHeadOnly
        if isStreamed, var stream = ElementStream(head, as: options.kind, registry) {
            return try show(&stream, response.body)
        }
        let body = try response.body.waitForAll(atMost: settings.limits.inputBytes)
        if body.isEmpty, options.type == nil, options.kind == .any, options.expectations.concernHeadOnly {
            reporter.remark("the body is empty")
            return .success
        }
        let source = ResponseSource(head: head, body: body, limit: settings.limits.inputBytes)
        if let failure = try expectationFailure(source) { return failure }
        guard options.parts.contains(.body) else { return .success }
        guard let type = options.type else {
            return DecodeCommand.show(source, as: options.kind, readers(for: head), reporter, printer)
        }
        return try ConvertCommand.write(source, as: options.kind, to: type, settings.view, readers(for: head), reporter)
    }

    /// Returns the registry that reads the response. An expected status is valid.
    private func readers(for head: ResponseHead) -> SerializerRegistry {
        var readers = registry
        if options.expectations.allow(head.status) { readers.validation.statusCodes = .any }
        return readers
    }

    /// Checks what is expected of the body. Returns nil if it is as expected.
    private func expectationFailure(_ source: ResponseSource) throws -> ExitCode? {
        if options.expectations.concernHeadOnly { return nil }
        do throws(SerializationError) {
            let value = try source.value(as: options.kind, readers(for: source.head))
            guard let failure = try options.expectations.failure(value) else { return nil }
            reporter.report(unexpected: failure)
        } catch {
            reporter.report(error)
        }
        return .unexpected
    }

    private var printer: ValuePrinter { ValuePrinter(settings, console) }

    /// Shows each element when it arrives.
    private func show(_ stream: inout ElementStream, _ body: SessionBody) throws -> ExitCode {
        var count = 0
        do {
            while let chunk = try body.waitForChunk() {
                count += try stream.consume(chunk.span, isLast: false) { (value) throws(SerializationError) in
                    try printer.show(value, to: console.output)
                }
            }
            count += try stream.consume([UInt8]().span, isLast: true) { (value) throws(SerializationError) in
                try printer.show(value, to: console.output)
            }
        } catch let error as SerializationError {
            body.cancel()
            reporter.report(error)
            return .badBody
        }
        reporter.remark("read as a stream of \(stream.count(count))")
        return .success
    }

    /// Writes the body unchanged, except that content codings are decoded.
    private func writeRaw(_ response: SessionResponse, _ head: ResponseHead) throws -> ExitCode {
        guard head.fields.contains("Content-Encoding") else {
            while let chunk = try response.body.waitForChunk() { console.output.write(chunk) }
            return .success
        }
        let body = try response.body.waitForAll(atMost: settings.limits.inputBytes)
        do throws(SerializationError) {
            let plain = try registry.codings.decode(body.span, head: head, limits: settings.limits)
            console.output.write(plain ?? body)
            return .success
        } catch {
            reporter.report(error)
            return .badBody
        }
    }
}

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
