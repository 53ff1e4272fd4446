import Mimeograph

/// The command that lists the registered serializers and the Accept fields that they make.
enum FormatsCommand: Command {
    static let name = "formats"
    static let summary = "Lists the registered serializers and the Accept fields they make."
    static let operands = ""
    static let examples = [
        (line: "formats", meaning: "Lists the types that are read and written."),
        (line: "formats --color never | grep cbor", meaning: "Finds one of them."),
    ]
    static let details =
        "Each line shows the name of a registration, its Swift types, and the media types that it reads or writes."
    static let options: [OptionDeclaration] = []

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        if let operand = arguments.operands.first { throw UsageError("unexpected operand \(operand)") }
        let registry = try Formats.registry(Settings(arguments))
        let readers = registry.registrations.filter { !$0.reads.isEmpty }.map { registration in
            (
                registration.id.rawValue, "into \(names(of: registration.readDomains))",
                registration.reads.map(\.description).joined(separator: ", ")
            )
        }
        let writers = registry.registrations.filter { !$0.writes.isEmpty }.map { registration in
            (
                registration.id.rawValue, "from \(names(of: registration.writtenDomains))",
                registration.writes.map(\.description).joined(separator: ", ")
            )
        }
        let accepts = WantedKind.allCases.map { ($0.rawValue, $0.accept(registry).description) }
        console.output.write(
            """
            Reads:
            \(columns(readers))
            Writes:
            \(columns(writers))
            Accept field for each kind (see --as):
            \(Help.columns(accepts.map { ($0.0, $0.1.isEmpty ? "(none: no specific type to request)" : $0.1) }))

            """
        )
        return .success
    }

    /// Joins the names of the types.
    private static func names(of domains: [TypeDomain]) -> String {
        domains.map(\.description).joined(separator: " or ")
    }

    /// Formats rows as three columns.
    private static func columns(_ rows: [(String, String, String)]) -> String {
        let width = rows.map(\.1.count).max() ?? 0
        return Help.columns(
            rows.map { ($0.0, "\($0.1)\(String(repeating: " ", count: width - $0.1.count))  \($0.2)") }
        )
    }
}

/// The command that explains which serializer would read a response.
enum ExplainCommand: Command {
    static let name = "explain"
    static let summary = "Explains which serializer would read a response, without reading it."
    static let operands = "--type TYPE [FILE|-]"
    static let examples = [
        (line: "explain --type application/vnd.acme+json", meaning: "Says which serializer reads the type, and why."),
        (line: "explain --type text/html --as json", meaning: "Says why none does."),
        (line: "explain body.bin", meaning: "Looks at the beginning of a body."),
    ]
    static let details = """
        With a file, signatures and serializers that inspect the first bytes are considered too.
        Exit status 1 means that no serializer reads it.
        """
    static let options = [WantedKind.option(WantedKind.allCases)] + Settings.reading + [Settings.coloring]

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        let settings = try Settings(arguments)
        let kind = try WantedKind.parse(arguments, among: WantedKind.allCases)
        guard settings.contentType != nil || settings.headPath != nil || !arguments.operands.isEmpty else {
            throw UsageError("add --type TYPE or --head-file FILE, or name a file")
        }
        let registry = try Formats.registry(settings)
        do {
            let source = try ResponseSource(arguments, settings, console, isRequired: false)
            let trace = kind.explain(source, registry)
            console.output.write("\(VisibleText(trace.description))\n")
            if ElementStream(source.head, as: kind, registry) != nil {
                console.output.write("The decode command reads it as a stream, one element at a time.\n")
                return .success
            }
            return trace.chosen == nil ? .badBody : .success
        } catch let error as SerializationError {
            Reporter(console, settings).report(error)
            return .badBody
        }
    }
}
