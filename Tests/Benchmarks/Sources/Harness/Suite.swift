/// A set of benchmarks with one name.
public protocol Suite {
    /// The name that `Scripts/bench` takes.
    static var name: String { get }
    /// A description in one line.
    static var summary: String { get }
    /// The names of the parts that can be measured separately, in the order of measurement.
    static var parts: [String] { get }
    /// Measures the selected parts.
    static func run(_ selection: Selection) throws -> Report
}
