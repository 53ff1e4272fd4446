/// A set of benchmarks that are run by one name.
public protocol Suite {
    /// The name that `Scripts/bench` takes.
    static var name: String { get }
    /// What it measures, in one line.
    static var summary: String { get }
    /// Measures.
    static func run() throws -> Report
}
