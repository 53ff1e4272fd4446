import Mimeograph
import MimeographJSON
import MimeographText

/// Reads a body and writes it as another media type.
enum ConvertCommand: Command {
    static let name = "convert"
    static let summary = "Reads a body and writes its value as another media type."
    static let operands = "FILE|- --to TYPE"
    static let details = """
        The body is read as `mimeo decode` reads it. What is written goes to standard output, byte for byte.
        `mimeo formats` lists what can be written. JSON, XML, property lists, MessagePack and CBOR become each other, where
        --to asks for it; dates, data, tags and keys that are no strings become something else where the other format has no
        such values, and standard error says so.

        Of XML and JSON each can be written as the other: an element is a member of its name, or an array where there are
        several; attributes are members "@name", text beside them is "#text", and xsi:nil is null. An element with text
        alone is a string. An object of one member becomes the root of that name, anything else a root called "root".

        The values of a stream, as NDJSON is, and events become an array of any of these.

        Images become each other: --to image/png, --to image/jpeg, --to image/webp, with --max-size N as a thumbnail. Of
        several frames the first is written, unless an animation becomes a WebP.
        """
    static let options =
        [OptionDeclaration("to", .required("TYPE"), help: "The media type to write, for example application/json.")]
        + [WantedKind.option(kinds)] + Settings.reading + [Settings.sizing, Settings.coloring]
    private static let kinds: [WantedKind] = [.any, .json, .xml, .propertyList, .image, .text, .bytes]

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        let settings = try Settings(arguments)
        let kind = try WantedKind.parse(arguments, among: kinds)
        guard let name = arguments.values["to"] else { throw UsageError("to what? Add --to TYPE") }
        let type: MediaType
        do { type = try MediaType(name) } catch { throw UsageError("--to: \(error)") }
        let registry = try Formats.registry(settings)
        let reporter = Reporter(console, settings)
        do {
            let source = try ResponseSource(arguments, settings, console)
            reporter.remark(source.summary)
            try source.checkSize()
            return try write(source, as: kind, to: type, registry, reporter)
        } catch let error as SerializationError {
            reporter.report(error)
            return .badBody
        }
    }

    /// Reads a whole body as one value and writes that.
    ///
    /// - Throws: ``UsageError`` where the writer does not write the wanted charset.
    static func write(
        _ source: ResponseSource,
        as kind: WantedKind,
        to type: MediaType,
        _ registry: SerializerRegistry,
        _ reporter: Reporter
    ) throws -> ExitCode {
        do {
            let value: any Sendable
            if Conversion.isOfTree(type), var stream = ElementStream(source.head, as: kind, registry) {
                var elements: [JSON] = []
                let count = try stream.read(source.body.span) { elements.append($0) }
                reporter.remark("read as a stream of \(stream.count(count)), which become an array")
                value = JSON.array(elements)
            } else {
                do throws(SerializationError) { value = try kind.read(source, registry) } catch {
                    reporter.report(error, hint: SniffedFormat(source.body.span))
                    return .badBody
                }
                reporter.remark(kind.explain(source, registry))
            }
            let (converted, losses) = try Conversion.convert(value, for: type)
            for loss in losses { reporter.remark(loss) }
            let written = try registry.encode(converted, as: type)
            try checkCharset(type, written.contentType)
            reporter.remark("written as \(written.contentType), \(written.bytes.count) bytes")
            reporter.console.output.write(written.bytes)
            return .success
        } catch let error as SerializationError {
            reporter.report(error)
            // No serializer writes that type: the body may be as good as it likes, the question is wrong.
            return error.code == .unsupportedMediaType ? .wrongUsage : .badBody
        }
    }

    /// Who asks for a charset must not get another in silence; a type that is written without one is UTF-8 here.
    ///
    /// - Throws: ``UsageError`` where the writer does not write the charset that `--to` names.
    private static func checkCharset(_ wanted: MediaType, _ written: MediaType) throws(UsageError) {
        guard let charset = wanted.charset else { return }
        let given = written.charset ?? "utf-8"
        guard TextEncoding(label: charset) == nil || TextEncoding(label: charset) != TextEncoding(label: given) else {
            return
        }
        throw UsageError("--to: \(written.essence) is written in \(given), not in \(charset)")
    }
}
