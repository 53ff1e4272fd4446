public import Testing

/// Text that is cheap for a peer to send, but costly for code that compares strings as Swift does.
public enum HostileText {
    /// A letter with that many combining marks of two alternating classes. Swift's `==` and `hash(into:)` sort them by insertion.
    ///
    /// Source: UAX #15 §13, which says that no language needs runs of more than 30.
    public static func marks(_ count: Int) -> String {
        "a" + String(repeating: "\u{300}\u{316}", count: count / 2) + (count % 2 == 0 ? "" : "\u{300}")
    }
}

/// Work on a growing text, with a name for test reports.
public struct TextWork: Sendable, CustomTestStringConvertible {
    /// The name of the work.
    public let name: String
    /// The largest text, in characters, if a limit rejects larger ones.
    public let largest: Int
    private let prepare: @Sendable (String) -> any Sendable
    private let work: @Sendable (any Sendable) throws -> Void

    /// Creates work.
    ///
    /// - Parameters:
    ///   - name: The name of the work.
    ///   - largest: The largest number of characters.
    ///   - prepare: Makes the input from the text. Its cost does not count.
    ///   - work: The work to measure. It may throw.
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

    /// Creates work on the text itself.
    public init(_ name: String, upTo largest: Int = 1 << 20, _ work: @escaping @Sendable (String) throws -> Void) {
        self.init(name, upTo: largest, of: { $0 }, work)
    }

    /// Creates work on the bytes of the text.
    public init(
        _ name: String,
        bytes: @escaping @Sendable (String) -> String,
        _ work: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        self.init(name, of: { Array(bytes($0).utf8) }, work)
    }

    /// The name.
    public var testDescription: String { name }

    /// The factor by which the work grows when the number of marks doubles.
    public var growth: Double {
        GrowthOfWork.perDoubling(from: 2_000, upTo: largest) {
            prepare(HostileText.marks($0))
        } work: { input in
            try? work(input)
        }
    }
}
