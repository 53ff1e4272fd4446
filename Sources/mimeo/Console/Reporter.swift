import Mimeograph

/// Says on standard error what came, what was chosen and what went wrong, so that standard output has the value only.
struct Reporter {
    /// Where it goes.
    let console: Console
    /// The colours.
    let style: Style

    init(_ console: Console, _ settings: Settings) {
        self.console = console
        style = Style(
            setting: settings.color,
            isTerminal: console.errorOutputIsTerminal,
            environment: console.environment
        )
    }

    /// A remark, in lines that begin with `#`.
    func remark(_ text: String) {
        for line in VisibleText(text).description.parts(at: "\n") {
            console.errorOutput.write(style.text("# \(line)", .remark) + "\n")
        }
    }

    /// Which serializer reads the body, and why.
    func remark(_ trace: DispatchTrace) {
        for note in trace.notes { remark(note) }
        for candidate in trace.candidates {
            if case .chosen = candidate.verdict { remark("read by \(candidate.id); \(candidate.verdict)") }
        }
    }

    /// What is wrong with a body, and which option of the tool helps.
    func report(_ error: SerializationError, hint: SniffedFormat? = nil) {
        console.errorOutput.write(style.text("error:", .error) + " \(VisibleText(error.description))\n")
        if let limit = error.limit?.limit {
            remark("with this tool: --\(Settings.optionName(of: limit)) N")
        } else if let hint, [.unsupportedMediaType, .missingContentType].contains(error.code) {
            remark("with this tool: --type \(hint.mediaType.essence)")
        }
    }
}
