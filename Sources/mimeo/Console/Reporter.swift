import Mimeograph

/// A writer of remarks and errors. They go to standard error, and standard output holds only the value.
struct Reporter {
    /// The console to write to.
    let console: Console
    /// The colors.
    let style: Style
    /// Whether remarks are left out.
    private let isQuiet: Bool
    /// Whether errors show the head, because the user gave one.
    private let showsHead: Bool

    init(_ console: Console, _ settings: Settings) {
        self.console = console
        isQuiet = settings.isQuiet
        showsHead = settings.headPath != nil
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
        var error = error
        if !showsHead { error.head = nil }
        // The names of Swift types help nobody here.
        error.underlying.removeAll { !($0 is SerializationError || $0 is DecodingError) }
        error.remedy = remedy(error, hint)
        console.errorOutput.write(style.text("error:", .error) + " \(VisibleText(error.description))\n")
    }

    private func remedy(_ error: SerializationError, _ hint: SniffedFormat?) -> String? {
        if let limit = error.limit?.limit { return "To allow more, add --\(Settings.optionName(of: limit)) N." }
        switch error.code {
        case .unsupportedMediaType, .missingContentType:
            return hint.map { "It looks like \($0.rawValue); try --type \($0.mediaType.essence)." }
                ?? "`mimeo formats` lists the types that can be read and written; --type names that of the body."
        default: return Self.forUsers(error.remedy)
        }
    }

    /// Returns a remedy of the library, unless it names Swift declarations, which users of the tool cannot change.
    static func forUsers(_ remedy: String?) -> String? {
        guard let remedy else { return nil }
        if remedy.contains("allowsOpenStep") { return "If it is in the text form of OpenStep, add --openstep." }
        let namesSwift = remedy.split(separator: " ").contains { word in
            let letters = Array(word.unicodeScalars)
            let isMember = zip(letters, letters.dropFirst()).contains { one, next in
                one == "." && next.properties.isLowercase
                    || one.properties.isLowercase && (next == "(" || next.properties.isUppercase)
            }
            return isMember && !word.contains("/") && letters.contains { $0.properties.isUppercase || $0 == "(" }
        }
        return namesSwift ? nil : remedy
    }
}
