internal import CAllocationCount

/// What one piece of work allocates, added up from the sizes of its blocks; not what the system has in fact given.
public struct MemoryUse: Sendable {
    /// The most bytes that were allocated at once.
    public let peak: Int
    /// The bytes that the result of the work holds.
    public let retained: Int

    /// Does the work twice, and measures the second time; nil where allocations cannot be counted.
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
