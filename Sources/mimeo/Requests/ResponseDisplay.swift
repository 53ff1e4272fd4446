import Mimeograph
import MimeographSession

/// A display of a response: the head on standard error, the value on standard output.
struct ResponseDisplay {
    private let options: RequestOptions
    private let settings: Settings
    private let registry: SerializerRegistry
    let reporter: Reporter
    /// The pipe or the device of `-o`, or nil for standard output.
    private let target: FileDescriptorWriter?

    init(
        _ options: RequestOptions,
        _ settings: Settings,
        _ registry: SerializerRegistry,
        _ reporter: Reporter,
        target: FileDescriptorWriter?
    ) {
        self.target = target
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
            if options.printsHeads {
                console.output.write(VisibleText(line).description + "\n")
            } else {
                reporter.remark(line)
            }
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
        if options.outputPath != nil { return try writeRaw(response, head) }
        let isStreamed = options.type == nil && options.kind != .table && options.expectations.concernHeadOnly
        if isStreamed, var stream = ElementStream(head, as: options.kind, registry) {
            return try show(&stream, response.body)
        }
        // Without a media type, the first bytes decide.
        if head.contentType != nil, isUnchanged(head) { return try writeRaw(response, head) }
        let body = try response.body.waitForAll(atMost: settings.limits.inputBytes)
        if body.isEmpty, options.type == nil, options.kind == .any, options.expectations.concernHeadOnly {
            reporter.remark("the body is empty")
            return .success
        }
        let source = ResponseSource(head: head, body: body, limit: settings.limits.inputBytes)
        if head.contentType == nil, let type = source.head.contentType {
            reporter.remark("the response has no media type; it looks like \(type)")
        }
        if let failure = try expectationFailure(source) { return failure }
        guard options.parts.contains(.body) else { return .success }
        if isUnchanged(source.head, body) { return try writeRaw(body, head) }
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
            var isLast = false
            while !isLast, !console.output.isClosed {
                let chunk = try body.waitForChunk()
                isLast = chunk == nil
                let bytes = chunk ?? []
                count += try stream.consume(bytes.span, isLast: isLast) { (value) throws(SerializationError) in
                    try printer.show(value, to: console.output)
                }
            }
        } catch let error as SerializationError {
            body.cancel()
            reporter.report(error)
            return .badBody
        }
        if console.output.isClosed { body.cancel() }
        reporter.remark("read as a stream of \(stream.count(count))")
        return .success
    }

    /// Whether the body goes into a file or a pipe unchanged, because its value would be a picture or bytes.
    private func isUnchanged(_ head: ResponseHead, _ body: [UInt8] = []) -> Bool {
        guard options.type == nil, !console.outputIsTerminal, options.expectations.concernHeadOnly,
            settings.view.path == nil
        else { return false }
        if options.kind == .bytes { return true }
        return options.kind == .any && ["image", "bytes"].contains(readers(for: head).explain(head, body: body).chosen)
    }

    /// Writes the body unchanged, except that content codings are decoded.
    private func writeRaw(_ response: SessionResponse, _ head: ResponseHead) throws -> ExitCode {
        if head.fields.contains("Content-Encoding") {
            return try writeRaw(try response.body.waitForAll(atMost: settings.limits.inputBytes), head)
        }
        var isFirst = true
        let output = target ?? console.output
        while !output.isClosed, let chunk = try response.body.waitForChunk() {
            if isFirst, target == nil { try console.check(unchanged: chunk) }
            isFirst = false
            output.write(chunk)
        }
        if output.isClosed { response.body.cancel() }
        return .success
    }

    private func writeRaw(_ body: [UInt8], _ head: ResponseHead) throws -> ExitCode {
        let plain: [UInt8]
        do throws(SerializationError) {
            plain = try registry.codings.decode(body.span, head: head, limits: settings.limits) ?? body
        } catch {
            reporter.report(error)
            return .badBody
        }
        if target == nil { try console.check(unchanged: plain) }
        (target ?? console.output).write(plain)
        return .success
    }
}
