/// Where the lines of each name stand in a long list of header fields.
///
/// Without it n look-ups in a list of n lines take n² steps, and a peer chooses n. A short list has none: it is searched one by
/// one, as nearly all lists are. Removing lines moves those behind them, so the index is given up then, and made again when the
/// list has grown or been changed often enough since to pay for it.
struct FieldIndex: Sendable {
    /// A name that is compared and hashed without regard to case.
    struct Name: Hashable, Sendable {
        private let text: String

        init(_ text: String) { self.text = text }

        static func == (one: Name, other: Name) -> Bool { FieldSyntax.equalsIgnoringCase(one.text, other.text) }

        func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(FieldSyntax.lowercased(byte)) }
        }
    }

    /// Lists of up to so many lines have no index.
    private static let shortList = 32
    /// Changes that are made without an index before one is made again.
    private static let patience = 16

    /// In ascending order for each name; nil where there is no index.
    private var positions: [Name: [Int]]?
    /// Changes that were made without an index.
    private var missed = patience

    /// Where the lines of a name stand, in order; nil where there is no index to ask.
    func positions(of name: String) -> [Int]? { positions.map { $0[Name(name)] ?? [] } }

    /// Records a line that was added at the end.
    mutating func record(_ lines: [HeaderFields.Field]) {
        guard lines.count > Self.shortList, let last = lines.last else { return }
        if positions == nil {
            recordSearch(lines)
        } else {
            positions?[Name(last.name), default: []].append(lines.count - 1)
        }
    }

    /// Records a change that had to look for its line, and makes the index where there were many.
    mutating func recordSearch(_ lines: [HeaderFields.Field]) {
        guard positions == nil, lines.count > Self.shortList else { return }
        missed += 1
        guard missed > Self.patience else { return }
        var positions: [Name: [Int]] = [:]
        positions.reserveCapacity(2 * lines.count)
        for (index, line) in lines.enumerated() { positions[Name(line.name), default: []].append(index) }
        self.positions = positions
    }

    /// Gives the index up, because lines were removed.
    mutating func forget() {
        positions = nil
        missed = 0
    }
}
