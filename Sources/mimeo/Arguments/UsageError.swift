/// An error in the command line.
struct UsageError: Error, Equatable {
    /// The problem, in one sentence.
    let message: String
    /// The command whose help to suggest, or nil for the tool's help.
    var command: String?

    init(_ message: String, command: String? = nil) {
        self.message = message
        self.command = command
    }

    /// The message, followed by the help command to try.
    var text: String {
        "mimeo: \(VisibleText(message))\nTry: mimeo \(command.map { "\($0) " } ?? "")--help\n"
    }
}

/// A search for the name that a user may have meant.
enum EditDistance {
    /// Returns the candidate with the fewest changes from `word`, or nil if all differ too much for a word of that length.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        guard word.count <= 64 else { return nil }
        let ranked = candidates.map { (name: $0, distance: between(Array(word), Array($0))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, word.count / 3) ? best.name : nil
    }

    /// Returns the Levenshtein distance: the number of characters to insert, remove or replace.
    static func between(_ one: [Character], _ two: [Character]) -> Int {
        var previous = Array(0...two.count)
        for (row, character) in one.enumerated() {
            var current = [row + 1]
            for (column, other) in two.enumerated() {
                let replaced = previous[column] + (character == other ? 0 : 1)
                current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[two.count]
    }
}
