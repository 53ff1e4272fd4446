import Mimeograph

/// A writer of remarks and errors. They go to standard error, and standard output holds only the value.
struct Reporter {
    /// The console to write to.
    let console: Console
    /// The colors.
    let style: Style
    /// Whether remarks are left out.
    private let isQuiet: Bool

    init(_ console: Console, _ settings: Settings) {
        self.console = console
        isQuiet = settings.isQuiet
        style = Style(
            setting: settings.color,
            isTerminal: console.errorOutputIsTerminal,
            environment: console.environment
        )
    }

    /// Writes a remark in lines that begin with `#`.
    func remark(_ text: String) {
        if isQuiet { return }
        for line in VisibleText(text).description.parts(at: "\n") {
            console.errorOutput.write(style.text("# \(line)", .remark) + "\n")
        }
    }

    /// Reports which serializer reads the body, and why.
    func remark(_ trace: DispatchTrace) {
        for note in trace.notes { remark(note) }
        for candidate in trace.candidates {
            if case .chosen = candidate.verdict { remark("read by \(candidate.id); \(candidate.verdict)") }
        }
    }

    /// Reports an error in a body, and the option of the tool that helps.
    func report(_ error: SerializationError, hint: SniffedFormat? = nil) {
        console.errorOutput.write(style.text("error:", .error) + " \(VisibleText(error.description))\n")
        if let limit = error.limit?.limit {
            remark("with this tool: --\(Settings.optionName(of: limit)) N")
        } else if let hint, [.unsupportedMediaType, .missingContentType].contains(error.code) {
            remark("with this tool: --type \(hint.mediaType.essence)")
        }
    }
}
