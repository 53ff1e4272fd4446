import Mimeograph

/// Lists what is registered, and the Accept fields that it makes.
enum FormatsCommand: Command {
    static let name = "formats"
    static let summary = "Lists the registered serializers and the Accept fields they make."
    static let operands = ""
    static let details =
        "Each line has the name of a registration, the Swift types it is for, and what it reads or writes."
    static let options: [OptionDeclaration] = []

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        if let operand = arguments.operands.first { throw UsageError("what is \(operand) for?") }
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
            Accept, by what is wanted (see --as):
            \(Help.columns(accepts.map { ($0.0, $0.1.isEmpty ? "(none: nothing concrete to ask for)" : $0.1) }))

            """
        )
        return .success
    }

    /// The types in words.
    private static func names(of domains: [TypeDomain]) -> String {
        domains.map(\.description).joined(separator: " or ")
    }

    /// Lines of three columns.
    private static func columns(_ rows: [(String, String, String)]) -> String {
        let width = rows.map(\.1.count).max() ?? 0
        return Help.columns(
            rows.map { ($0.0, "\($0.1)\(String(repeating: " ", count: width - $0.1.count))  \($0.2)") }
        )
    }
}

/// Says which serializer would read a response, and why.
enum ExplainCommand: Command {
    static let name = "explain"
    static let summary = "Says which serializer would read a response, and why; it reads nothing."
    static let operands = "--type TYPE [FILE|-]"
    static let details = """
        With a file, signatures and serializers that look at the first bytes have their say.
        Exit status 1 says that nothing reads it.
        """
    static let options = [WantedKind.option(WantedKind.allCases)] + Settings.reading + [Settings.coloring]

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        let settings = try Settings(arguments)
        let kind = try WantedKind.parse(arguments, among: WantedKind.allCases)
        guard settings.contentType != nil || settings.headPath != nil || !arguments.operands.isEmpty else {
            throw UsageError("explain what? Add --type TYPE, --head FILE, or name a file")
        }
        let registry = try Formats.registry(settings)
        do {
            let source = try ResponseSource(arguments, settings, console, isRequired: false)
            let trace = kind.explain(source, registry)
            console.output.write("\(VisibleText(trace.description))\n")
            if ElementStream(source.head, as: kind, registry) != nil {
                console.output.write("As a stream, each of its elements is read by itself; decode does so.\n")
                return .success
            }
            return trace.chosen == nil ? .badBody : .success
        } catch let error as SerializationError {
            Reporter(console, settings).report(error)
            return .badBody
        }
    }
}
