public import Foundation
public import Testing

/// The system's Python with Debian's packages, as an independent reader and writer.
///
/// A virtual environment's `python3`, which may come first in the path, has not got them.
public enum Python {
    /// Where it is.
    static let path = "/usr/bin/python3"

    /// Whether it is here and can import modules.
    public static func has(_ modules: [String]) -> Bool {
        (try? run("import \(modules.joined(separator: ", "))", [])) != nil
    }

    /// Runs a program.
    ///
    /// - Parameters:
    ///   - program: Its text.
    ///   - arguments: What `sys.argv` has from 1 on.
    /// - Returns: What it wrote to standard output.
    public static func run(_ program: String, _ arguments: [String]) throws -> Data {
        let outcome = try ChildProcess.run(path, ["-c", program] + arguments)
        guard outcome.status == 0 else { throw Failure(description: outcome.errors) }
        return Data(outcome.output)
    }

    /// What a program that failed wrote to standard error.
    public struct Failure: Error, CustomStringConvertible {
        /// The complaint.
        public let description: String
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test, and says so, where the system's Python has not got the modules; in continuous integration it runs,
    /// and fails.
    public static func needsPython(_ modules: String...) -> Self {
        .enabled(
            if: Corpora.isContinuousIntegration || Python.has(modules),
            "/usr/bin/python3 or its modules are not here: Scripts/prepare --dev"
        )
    }
}
