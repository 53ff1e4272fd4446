/// A figure that must not be worse than a bound.
public struct Target: Sendable {
    /// The side of the bound on which a figure is good.
    public enum Direction: String, Sendable {
        case atLeast = ">="
        case atMost = "<="
    }

    /// The name, in words with dots: `core.lookup.median-us`.
    public let name: String
    /// The figure; nil if it could not be measured, because a peer is not installed.
    public let value: Double?
    /// The side of the bound on which a figure is good.
    public let direction: Direction
    /// The bound.
    public let bound: Double

    /// Makes a target.
    public init(_ name: String, _ value: Double?, _ direction: Direction, _ bound: Double) {
        self.name = name
        self.value = value
        self.direction = direction
        self.bound = bound
    }

    /// Whether the figure is good; nil without a figure.
    public var isMet: Bool? {
        value.map { direction == .atLeast ? $0 >= bound : $0 <= bound }
    }

    /// The line to print, for example `TARGET core.lookup.median-us 0.4 <= 1 met`.
    public var line: String {
        let verdict = isMet.map { $0 ? "met" : "short" } ?? "absent"
        let figure = value.map { Figure.short($0) } ?? "-"
        return "TARGET \(name) \(figure) \(direction.rawValue) \(Figure.short(bound)) \(verdict)"
    }
}
