import Mimeograph
import MimeographJSON

/// The command that reads a body and shows its value.
enum DecodeCommand: Command {
    static let name = "decode"
    static let summary = "Reads a body and shows its value."
    static let operands = "FILE|-"
    static let examples = [
        (line: "decode body.json", meaning: "Shows the value."),
        (line: "decode body.plist --select '$.items[*].name' --raw", meaning: "Shows the texts at a path."),
        (line: "decode rows.csv --as table", meaning: "Shows rows in columns."),
    ]
    static let details = """
        The media type comes from --type, else from the head, else from the file's extension, else from a signature in
        the bytes. Standard error says which serializer read the body, and why. Values of a stream, such as NDJSON, and
        events are shown one by one, including those before an error; --as json shows only the data of events. Each part
        of a multipart body is an object with its content as text or base64. An image is shown as facts, and as a picture
        if the terminal has 24-bit colors. Codings (gzip, deflate, br, zstd) that --coding, the head, or an ending such
        as .gz names are decoded.
        """
    private static let kinds: [WantedKind] = [.any, .json, .xml, .propertyList, .image, .text, .bytes, .table]
    static let options = [WantedKind.option(kinds)] + Settings.reading + Settings.showing

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        let settings = try Settings(arguments)
        let kind = try WantedKind.parse(arguments, among: kinds)
        let registry = try Formats.registry(settings)
        let reporter = Reporter(console, settings)
        let printer = ValuePrinter(settings, console)
        do {
            let source = try ResponseSource(arguments, settings, console)
            reporter.remark(source.summary)
            try source.checkSize()
            guard source.head.mayHaveBody else {
                reporter.remark("a response with status \(source.head.status) has no body to read")
                return .success
            }
            if kind != .table, var stream = ElementStream(source.head, as: kind, registry) {
                let count = try stream.read(source.body.span) { (value) throws(SerializationError) in
                    try printer.show(value, to: console.output)
                }
                reporter.remark("read as a stream of \(stream.count(count))")
                return .success
            }
            return show(source, as: kind, registry, reporter, printer)
        } catch let error as SerializationError {
            reporter.report(error)
            return .badBody
        }
    }

    /// Reads a whole body as one value and shows it.
    static func show(
        _ source: ResponseSource,
        as kind: WantedKind,
        _ registry: SerializerRegistry,
        _ reporter: Reporter,
        _ printer: ValuePrinter
    ) -> ExitCode {
        let hint = SniffedFormat(source.body.span)
        do throws(SerializationError) {
            if kind == .table { return try showTable(source, registry, reporter, printer) }
            let value = try kind.read(source, registry)
            reporter.remark(kind.explain(source, registry))
            if value is [UInt8], let hint, kind == .any {
                reporter.remark("the bytes look like \(hint.rawValue); try --type \(hint.mediaType.essence)")
            }
            let count = try printer.show(value, to: reporter.console.output)
            if printer.view.path != nil { reporter.remark("selected \(count) value\(count == 1 ? "" : "s")") }
            return .success
        } catch {
            reporter.report(error, hint: hint)
            if let document = error.decodedBody {
                reporter.remark("the server's explanation, as \(type(of: document)):")
                printer.write(document, to: reporter.console.output)
            }
            return .badBody
        }
    }

    /// Reads a whole body or a stream, and shows the selected values as rows.
    private static func showTable(
        _ source: ResponseSource,
        _ registry: SerializerRegistry,
        _ reporter: Reporter,
        _ printer: ValuePrinter
    ) throws(SerializationError) -> ExitCode {
        let selected = try printer.view.values(in: source.value(as: .table, registry))
        let rows = selected.compactMap(ValueView.json)
        guard rows.count == selected.count else {
            throw SerializationError(
                .unencodableValue,
                "A value of this type is not a table.",
                remedy: "Omit --as table, or name the type of the body with --type."
            )
        }
        printer.write(try Table(rows.count == 1 ? rows[0] : .array(rows)), to: reporter.console.output)
        return .success
    }
}
