/// What one piece of work cost, over several rounds.
public struct Measurement: Sendable {
    /// What was measured.
    public let name: String
    /// Nanoseconds for one operation, one figure for each round, in ascending order.
    public let rounds: [Double]
    /// Allocations for one operation, counted outside the timed rounds; nil where they cannot be counted.
    public let allocations: Double?
    /// Bytes of input for one operation; 0 where that says nothing.
    public let bytes: Int

    /// Makes a measurement; the rounds in ascending order.
    public init(name: String, rounds: [Double], allocations: Double?, bytes: Int) {
        self.name = name
        self.rounds = rounds
        self.allocations = allocations
        self.bytes = bytes
    }

    /// The fastest round, in nanoseconds for one operation.
    public var minimum: Double { rounds.first ?? .nan }

    /// The median of the rounds, in nanoseconds for one operation.
    public var median: Double { rounds.isEmpty ? .nan : rounds[rounds.count / 2] }

    /// Input in millions of bytes each second, by the median; nil where `bytes` is 0.
    public var megabytesPerSecond: Double? { bytes == 0 ? nil : Double(bytes) / median * 1000 }

    /// The same by the fastest round.
    public var peakMegabytesPerSecond: Double? { bytes == 0 ? nil : Double(bytes) / minimum * 1000 }
}
