/// A set of status codes, held as ranges.
///
/// ```swift
/// let acceptable: StatusCodes = [200...299, 304...304]
/// let more = acceptable.union(.clientErrors)
/// ```
public struct StatusCodes: Hashable, Sendable {
    /// The ranges in ascending order, without overlaps and without neighbours that could be one.
    public let ranges: [ClosedRange<Int>]

    /// Makes a set of the codes in any of the ranges.
    public init(_ ranges: some Sequence<ClosedRange<Int>>) {
        var merged: [ClosedRange<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            // A neighbour is at a distance of one; the subtraction cannot overflow where the bounds ascend past it.
            if let last = merged.last, range.lowerBound <= last.upperBound || range.lowerBound - 1 == last.upperBound {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
    }

    /// Makes a set of one range.
    public init(_ range: ClosedRange<Int>) { ranges = [range] }

    /// Makes a set of the codes in a half-open range; an empty range makes an empty set.
    public init(_ range: Range<Int>) { ranges = range.isEmpty ? [] : [ClosedRange(range)] }

    /// Makes a set of one code.
    public init(_ code: Int) { ranges = [code...code] }

    /// Whether the code is in the set.
    public func contains(_ code: Int) -> Bool { ranges.contains { $0.contains(code) } }

    /// The codes that are in this set, in the other, or in both.
    public func union(_ other: StatusCodes) -> StatusCodes { StatusCodes(ranges + other.ranges) }

    /// Every number.
    public static let any = StatusCodes(Int.min...Int.max)
    /// None.
    public static let none = StatusCodes([ClosedRange<Int>]())
    /// 200 to 299.
    public static let successful = StatusCodes(200...299)
    /// 300 to 399.
    public static let redirections = StatusCodes(300...399)
    /// 400 to 499.
    public static let clientErrors = StatusCodes(400...499)
    /// 500 to 599.
    public static let serverErrors = StatusCodes(500...599)
    /// 400 to 599.
    public static let errors = StatusCodes(400...599)
}

extension StatusCodes: ExpressibleByArrayLiteral {
    /// Makes a set of the codes in any of the ranges.
    public init(arrayLiteral ranges: ClosedRange<Int>...) { self.init(ranges) }
}

extension StatusCodes: CustomStringConvertible {
    /// For example `200–299, 304`.
    public var description: String {
        if self == .any { return "any" }
        if ranges.isEmpty { return "none" }
        return ranges.map { $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
            .joined(separator: ", ")
    }
}
