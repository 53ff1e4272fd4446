import Mimeograph

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
