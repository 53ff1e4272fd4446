import Mimeograph

/// Lists what is registered, and the Accept fields that it makes.
enum FormatsCommand: Command {
    static let name = "formats"
    static let summary = "Lists the registered serializers and the Accept fields they make."
    static let operands = ""
    static let details =
        "Each line has the name of a registration, what it reads or writes, and the Swift types it is for."
    static let options: [OptionDeclaration] = []

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        if let operand = arguments.operands.first { throw UsageError("what is \(VisibleText(operand)) for?") }
        let registry = try Formats.registry(Settings(arguments))
        let readers = registry.registrations.filter { !$0.reads.isEmpty }.map { registration in
            (
                registration.id.rawValue,
                "\(registration.reads.map(\.description).joined(separator: ", "))  into \(registration.domain)"
            )
        }
        let writers = registry.registrations.compactMap { registration in
            registration.writes.map { (registration.id.rawValue, "\($0)  from \(registration.domain)") }
        }
        let accepts = WantedKind.allCases.map { ($0.rawValue, $0.accept(registry).description) }
        console.output.write(
            """
            Reads:
            \(Help.columns(readers))
            Writes:
            \(Help.columns(writers))
            Accept, by what is wanted (see --as):
            \(Help.columns(accepts.map { ($0.0, $0.1.isEmpty ? "(none: nothing concrete to ask for)" : $0.1) }))

            """
        )
        return .success
    }
}
