/// An index of the lines of each name in a long list of header fields.
///
/// Without it, n look-ups in n lines take n² steps, and a peer chooses n. A short list needs no index. Removing lines moves
/// others, so the index is then discarded, and rebuilt after enough changes to pay for it.
struct FieldIndex: Sendable {
    /// A name that is compared and hashed case-insensitively.
    struct Name: Hashable, Sendable {
        private let text: String

        init(_ text: String) { self.text = text }

        static func == (one: Name, other: Name) -> Bool { FieldSyntax.equalsIgnoringCase(one.text, other.text) }

        func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(FieldSyntax.lowercased(byte)) }
        }
    }

    /// The maximum number of lines without an index.
    private static let shortList = 32
    /// The number of changes without an index before it is rebuilt.
    private static let patience = 16

    /// The positions of each name in ascending order; nil without an index.
    private var positions: [Name: [Int]]?
    /// The number of changes without an index.
    private var missed = patience

    /// Returns the positions of the lines of a name, in order; nil without an index.
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

    /// Records a change that searched for its line, and builds the index after many.
    mutating func recordSearch(_ lines: [HeaderFields.Field]) {
        guard positions == nil, lines.count > Self.shortList else { return }
        missed += 1
        guard missed > Self.patience else { return }
        var positions: [Name: [Int]] = [:]
        positions.reserveCapacity(2 * lines.count)
        for (index, line) in lines.enumerated() { positions[Name(line.name), default: []].append(index) }
        self.positions = positions
    }

    /// Discards the index because lines were removed.
    mutating func forget() {
        positions = nil
        missed = 0
    }
}
