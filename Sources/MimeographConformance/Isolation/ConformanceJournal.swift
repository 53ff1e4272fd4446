/// Is told of each case before it is tried, so that the one which traps or never ends is known.
public struct ConformanceJournal: Sendable {
    private let take: @Sendable (ConformanceCase) -> Void

    /// Makes a journal of a function.
    public init(_ take: @escaping @Sendable (ConformanceCase) -> Void) { self.take = take }

    /// Takes note of a case.
    public func record(_ single: ConformanceCase) { take(single) }
}
