/// The cost of one piece of work, over several rounds.
public struct Measurement: Sendable {
    /// The name of the work or the engine.
    public let name: String
    /// Nanoseconds per operation, one figure for each round, in ascending order.
    public let rounds: [Double]
    /// Allocations per operation, counted outside the timed rounds; nil if they cannot be counted.
    public let allocations: Double?
    /// The bytes of input for one operation, or 0 if a throughput has no meaning.
    public let bytes: Int

    /// Makes a measurement from rounds in ascending order.
    public init(name: String, rounds: [Double], allocations: Double?, bytes: Int) {
        self.name = name
        self.rounds = rounds
        self.allocations = allocations
        self.bytes = bytes
    }

    /// The fastest round, in nanoseconds per operation.
    public var minimum: Double { rounds.first ?? .nan }

    /// The median of the rounds, in nanoseconds per operation.
    public var median: Double { rounds.isEmpty ? .nan : rounds[rounds.count / 2] }

    /// Input in millions of bytes per second, by the median; nil if `bytes` is 0.
    public var megabytesPerSecond: Double? { bytes == 0 ? nil : Double(bytes) / median * 1000 }

    /// Input in millions of bytes per second, by the fastest round; nil if `bytes` is 0.
    public var peakMegabytesPerSecond: Double? { bytes == 0 ? nil : Double(bytes) / minimum * 1000 }
}
