/// How far a body has come, as the session counts it.
public struct TransferProgress: Hashable, Sendable {
    /// The bytes that were sent or received, content codings not undone.
    public var completedBytes: Int64
    /// The bytes that there are in all; nil where that is not known.
    public var totalBytes: Int64?

    /// Makes a figure.
    public init(completedBytes: Int64 = 0, totalBytes: Int64? = nil) {
        self.completedBytes = completedBytes
        self.totalBytes = totalBytes
    }

    /// From 0 to 1; nil where the total is not known. Nothing of nothing is 1.
    public var fraction: Double? {
        guard let totalBytes else { return nil }
        return totalBytes > 0 ? min(1, Double(completedBytes) / Double(totalBytes)) : 1
    }
}
