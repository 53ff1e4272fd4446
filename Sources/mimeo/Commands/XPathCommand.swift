import Mimeograph
import MimeographXML

/// The command that evaluates an XPath expression in an XML body.
enum XPathCommand: Command {
    static let name = "xpath"
    static let summary = "Evaluates an XPath 1.0 expression in an XML body."
    static let operands = "EXPRESSION FILE|-"
    static let examples = [
        (line: "xpath //title feed.xml", meaning: "Shows elements."),
        (line: "xpath 'count(//item)' feed.xml", meaning: "Shows a number."),
        (line: "xpath //a:name --namespaces a=urn:example --text feed.xml", meaning: "Shows texts."),
    ]
    static let details = """
        Elements are shown as XML, other nodes and values as text, each on its own line. The expression may use the prefixes
        that the outermost element declares; its default namespace has the prefix _, as in //_:entry.
        Without a media type, the body is read as XML. The status of the response is ignored.
        """
    static let options =
        [
            OptionDeclaration("text", help: "Shows the text of elements instead of their markup."),
            OptionDeclaration(
                "namespaces",
                .required("P=URI…"),
                help: "Namespaces for prefixes in the expression, separated by spaces."
            ),
        ] + Settings.reading + [Settings.coloring]

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        let settings = try Settings(arguments)
        guard let expression = arguments.operands.first else { throw UsageError("name an expression, such as //title") }
        let given = try namespaces(arguments.values["namespaces"] ?? "")
        var registry = try Formats.registry(settings)
        // A user who selects part of an error document wants it, whatever the status.
        registry.validation.statusCodes = .any
        let reporter = Reporter(console, settings)
        do {
            let source = try source(arguments, settings, console)
            reporter.remark(source.summary)
            try source.checkSize()
            let document = try registry.read(XML.Document.self, from: source.body, head: source.head)
            let bound = declared(document).merging(given) { $1 }
            let value = try evaluate(expression, bound, document)
            // The selected nodes may contain each other, so the output can grow as the square of the body.
            let limit = 16 * source.body.count + (1 << 20)
            try show(value, atMost: limit, arguments, settings, console, reporter)
            return .success
        } catch let error as SerializationError {
            reporter.report(error, hint: nil)
            return .badBody
        }
    }

    private static func source(
        _ arguments: Arguments,
        _ settings: Settings,
        _ console: Console
    ) throws -> ResponseSource {
        let source = try ResponseSource(arguments.withoutFirstOperand(), settings, console)
        return source.head.fields.contains("Content-Type") ? source : source.retyped(as: .xml)
    }

    /// Parses the namespaces of an option such as `a=urn:1 b=urn:2`.
    private static func namespaces(_ text: String) throws(UsageError) -> [String: String] {
        var namespaces: [String: String] = [:]
        for pair in text.split(separator: " ") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { throw UsageError("--namespaces takes prefix=URI, not \(pair)") }
            namespaces[String(parts[0])] = String(parts[1])
        }
        return namespaces
    }

    /// Returns the namespaces that the outermost element declares.
    private static func declared(_ document: XML.Document) -> [String: String] {
        var namespaces: [String: String] = [:]
        for declaration in document.root.declarations where !declaration.namespace.isEmpty {
            let prefix = declaration.prefix ?? "_"
            // A Swift dictionary does not compare strings by bytes; see StreamSafeText.
            if StreamSafeText.holds(prefix) { namespaces[prefix] = declaration.namespace }
        }
        return namespaces
    }

    /// Evaluates the expression. An invalid expression is wrong usage; an exceeded limit is not.
    private static func evaluate(
        _ expression: String,
        _ namespaces: [String: String],
        _ document: XML.Document
    ) throws -> XML.XPathValue {
        let result = Result { () throws(SerializationError) in
            try XML.XPath(expression, namespaces: namespaces).evaluate(at: document.node)
        }
        switch result {
        case .success(let value): return value
        case .failure(let error):
            guard error.code == .invalidExpression else { throw error }
            let location = error.location.flatMap { $0.offset > 0 ? " (at byte \($0.offset))" : nil } ?? ""
            throw UsageError("\(error.message)\(location)")
        }
    }

    private static func show(
        _ value: XML.XPathValue,
        atMost limit: Int,
        _ arguments: Arguments,
        _ settings: Settings,
        _ console: Console,
        _ reporter: Reporter
    ) throws(SerializationError) {
        let style = Style(
            setting: settings.color,
            isTerminal: console.outputIsTerminal,
            environment: console.environment
        )
        let printer = ValuePrinter(style: style, isTerminal: console.outputIsTerminal)
        switch value {
        case .string(let text): printer.write(text, to: console.output)
        case .number(let number): printer.write(self.text(number), to: console.output)
        case .boolean(let boolean): printer.write("\(boolean)", to: console.output)
        case .nodes(let nodes):
            reporter.remark(nodes.count == 1 ? "1 node" : "\(nodes.count) nodes")
            let output = CountingWriter(console.output)
            for node in nodes {
                guard output.count <= limit else {
                    throw SerializationError(
                        .limitExceeded,
                        "The selected nodes contain each other, and together have more than \(limit) bytes.",
                        remedy: "Select the outermost nodes, or fewer nodes."
                    )
                }
                switch node.kind {
                case .element where !arguments.has("text"): XMLLayout(style: style).write(element: node, to: output)
                case .document where !arguments.has("text"): printer.write(node.document, to: output)
                default: printer.write(node.stringValue, to: output)
                }
            }
        }
    }

    /// A writer that counts the bytes that it passes on.
    private final class CountingWriter: ByteWriter {
        private let writer: any ByteWriter
        private(set) var count = 0

        init(_ writer: any ByteWriter) { self.writer = writer }

        var failure: String? { writer.failure }

        func write(_ bytes: [UInt8]) {
            count += bytes.count
            writer.write(bytes)
        }
    }

    /// Returns a number as XPath's `string()` writes it: an integer has no fraction. Source: XPath 1.0 §4.2.
    private static func text(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        return number.magnitude < 1e15 && number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
}
