/// A command line that makes no sense.
struct UsageError: Error, Equatable {
    /// What is wrong with it, in one sentence.
    let message: String
    /// The command whose help says more; nil for the tool's own.
    var command: String?

    init(_ message: String, command: String? = nil) {
        self.message = message
        self.command = command
    }

    /// The sentence, and where to read more.
    var text: String {
        "mimeo: \(VisibleText(message))\nTry: mimeo \(command.map { "\($0) " } ?? "")--help\n"
    }
}
