public import Testing

/// Text that costs a peer little and code much that compares text as Swift does.
public enum HostileText {
    /// A letter with so many combining marks of two classes in turn, which Swift's `==` and `hash(into:)` put in order by insertion.
    ///
    /// Source: UAX #15 §13, which calls runs of more than 30 of no use to any language.
    public static func marks(_ count: Int) -> String {
        "a" + String(repeating: "\u{300}\u{316}", count: count / 2) + (count % 2 == 0 ? "" : "\u{300}")
    }
}

/// Work on a text that grows, with a name for reports of tests.
public struct TextWork: Sendable, CustomTestStringConvertible {
    /// What is done.
    public let name: String
    /// No text is larger, in characters: where a limit ends the work above some size.
    public let largest: Int
    private let prepare: @Sendable (String) -> any Sendable
    private let work: @Sendable (any Sendable) throws -> Void

    /// Makes work.
    ///
    /// - Parameters:
    ///   - name: What is done.
    ///   - largest: The most characters.
    ///   - prepare: Makes what is worked on of the text; it does not count.
    ///   - work: What counts. An error is as good as a value.
    public init<Input: Sendable>(
        _ name: String,
        upTo largest: Int = 1 << 20,
        of prepare: @escaping @Sendable (String) -> Input,
        _ work: @escaping @Sendable (Input) throws -> Void
    ) {
        self.name = name
        self.largest = largest
        self.prepare = prepare
        self.work = { input in
            if let input = input as? Input { try work(input) }
        }
    }

    /// Makes work on the text itself.
    public init(_ name: String, upTo largest: Int = 1 << 20, _ work: @escaping @Sendable (String) throws -> Void) {
        self.init(name, upTo: largest, of: { $0 }, work)
    }

    /// Makes work on the bytes of a text.
    public init(
        _ name: String,
        bytes: @escaping @Sendable (String) -> String,
        _ work: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        self.init(name, of: { Array(bytes($0).utf8) }, work)
    }

    /// The name.
    public var testDescription: String { name }

    /// By what factor the work grows where the text has twice as many marks.
    public var growth: Double {
        GrowthOfWork.perDoubling(from: 2_000, upTo: largest) {
            prepare(HostileText.marks($0))
        } work: { input in
            try? work(input)
        }
    }
}
