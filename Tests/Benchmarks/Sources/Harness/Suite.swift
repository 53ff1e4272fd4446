/// A set of benchmarks that are run by one name.
public protocol Suite {
    /// The name that `Scripts/bench` takes.
    static var name: String { get }
    /// What it measures, in one line.
    static var summary: String { get }
    /// The names of what can be measured alone, in the order in which it is measured.
    static var parts: [String] { get }
    /// Measures.
    static func run(_ selection: Selection) throws -> Report
}
