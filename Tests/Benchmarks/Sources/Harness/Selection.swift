/// The parts of a suite to measure.
public struct Selection: Sendable {
    /// The names of parts. If it is empty, all parts are selected.
    public let parts: Set<String>
    /// Whether peers are measured too. A profile without them is easier to read.
    public let hasPeers: Bool

    /// Selects parts by name, or all parts if no name is given.
    public init(parts: [String] = [], hasPeers: Bool = true) {
        self.parts = Set(parts)
        self.hasPeers = hasPeers
    }

    /// Returns whether a part is selected.
    public func contains(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }
}
