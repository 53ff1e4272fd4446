/// What of a suite is to be measured.
public struct Selection: Sendable {
    /// The names of parts; all of them where it is empty.
    public let parts: Set<String>
    /// Whether peers are measured too. A profile is easier to read without them.
    public let hasPeers: Bool

    /// Selects parts by their names, all where none is named.
    public init(parts: [String] = [], hasPeers: Bool = true) {
        self.parts = Set(parts)
        self.hasPeers = hasPeers
    }

    /// Whether a part is to be measured.
    public func contains(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }
}
