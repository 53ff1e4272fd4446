internal import CAllocationCount

/// The memory that one piece of work allocates: the sum of its block sizes, not the memory that the system provided.
public struct MemoryUse: Sendable {
    /// The largest number of bytes allocated at once.
    public let peak: Int
    /// The bytes that the result of the work retains.
    public let retained: Int

    /// Does the work twice, and measures the second run; returns nil if allocations cannot be counted.
    public static func of<Result>(_ work: () throws -> Result) rethrows -> MemoryUse? {
        _ = try work()
        mimeograph_allocation_begin()
        defer { _ = mimeograph_allocation_end() }
        let result = try work()
        let retained = Int(mimeograph_allocation_live())
        keep(result)
        let peak = Int(mimeograph_allocation_end())
        return peak < 0 ? nil : MemoryUse(peak: peak, retained: retained)
    }
}
