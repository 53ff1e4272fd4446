import Mimeograph
import MimeographJSON
import MimeographText

/// The command that reads a body and writes it as another media type.
enum ConvertCommand: Command {
    static let name = "convert"
    static let summary = "Reads a body and writes its value as another media type."
    static let operands = "FILE|- --to TYPE"
    static let examples = [
        (line: "convert body.json --to application/cbor > body.cbor", meaning: "Writes CBOR."),
        (line: "convert users.json --to text/csv", meaning: "Writes the objects of an array as rows."),
        (line: "convert photo.png --to image/jpeg --max-size 200 > small.jpg", meaning: "Makes a thumbnail."),
    ]
    static let details = """
        The body is read as `mimeo decode` reads it. The result goes to standard output, byte for byte.
        `mimeo formats` lists the types that can be written. --to converts JSON, XML, property lists, MessagePack and CBOR
        to each other. If the other format has no dates, data, tags or keys other than strings, these become other values,
        and standard error says so.

        From XML to JSON, an element becomes a member with its name, or an array if several elements share the name.
        Attributes become members "@name", text next to attributes or elements becomes "#text", and xsi:nil becomes null. An
        element with nothing but text becomes a string. From JSON to XML, these rules apply in reverse. An object with one
        member becomes the root of that name, anything else a root called "root".

        The values of a stream, such as NDJSON, and events become an array in any of these formats, and so do the values
        that --select names. An array of objects becomes CSV with --to text/csv: one row for each, nested values as JSON.

        Images convert to each other: --to image/png, --to image/jpeg, --to image/webp, with --max-size N for a thumbnail.
        If there are several frames, only the first is written, unless an animation becomes a WebP.
        """
    static let options =
        [OptionDeclaration("to", .required("TYPE"), help: "The media type to write, for example application/json.")]
        + [WantedKind.option(kinds)] + Settings.reading + [
            ValueView.options[0], Settings.sizing, Settings.coloring, Settings.quieting,
        ]
    private static let kinds: [WantedKind] = [.any, .json, .xml, .propertyList, .image, .text, .bytes]

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        let settings = try Settings(arguments)
        let kind = try WantedKind.parse(arguments, among: kinds)
        guard let name = arguments.values["to"] else { throw UsageError("add --to TYPE to name the target") }
        let type: MediaType
        do { type = try MediaType(name) } catch { throw UsageError("--to: \(error)") }
        let registry = try Formats.registry(settings)
        let reporter = Reporter(console, settings)
        do {
            let source = try ResponseSource(arguments, settings, console)
            reporter.remark(source.summary)
            try source.checkSize()
            return try write(source, as: kind, to: type, settings.view, registry, reporter)
        } catch let error as SerializationError {
            reporter.report(error)
            return .badBody
        }
    }

    /// Reads a whole body as one value, or a stream as an array, and writes the value.
    ///
    /// - Throws: ``UsageError`` if the writer does not write the requested charset.
    static func write(
        _ source: ResponseSource,
        as kind: WantedKind,
        to type: MediaType,
        _ view: ValueView,
        _ registry: SerializerRegistry,
        _ reporter: Reporter
    ) throws -> ExitCode {
        do {
            var value: any Sendable
            if Conversion.isOfTree(type) || type.isTable, let elements = try source.elements(as: kind, registry) {
                reporter.remark("read as a stream of \(elements.count) values, converted to an array")
                value = JSON.array(elements)
            } else {
                do throws(SerializationError) { value = try kind.read(source, registry) } catch {
                    reporter.report(error, hint: SniffedFormat(source.body.span))
                    return .badBody
                }
                reporter.remark(kind.explain(source, registry))
            }
            if view.path != nil { value = JSON.array(try view.values(in: value).compactMap(ValueView.json)) }
            let (converted, losses) = try Conversion.convert(value, for: type)
            for loss in losses { reporter.remark(loss) }
            let written = try registry.encode(converted, as: type)
            try checkCharset(type, written.contentType)
            reporter.remark("written as \(written.contentType), \(written.bytes.count) bytes")
            let console = reporter.console
            try console.check(unchanged: written.bytes)
            console.output.write(written.bytes)
            if console.outputIsTerminal, written.bytes.last != 0x0A { console.output.write("\n") }
            return .success
        } catch let error as SerializationError {
            reporter.report(error)
            // No serializer writes that type, so the usage is wrong, not the body.
            return error.code == .unsupportedMediaType ? .wrongUsage : .badBody
        }
    }

    /// Checks that the result has the requested charset. A result without a charset counts as UTF-8.
    ///
    /// - Throws: ``UsageError`` if the writer does not write the charset of `--to`.
    private static func checkCharset(_ wanted: MediaType, _ written: MediaType) throws(UsageError) {
        guard let charset = wanted.charset else { return }
        let given = written.charset ?? "utf-8"
        guard TextEncoding(label: charset) == nil || TextEncoding(label: charset) != TextEncoding(label: given) else {
            return
        }
        throw UsageError("--to: \(written.essence) is written in \(given), not in \(charset)")
    }
}
