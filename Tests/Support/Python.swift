public import Foundation
public import Testing

/// The system's Python with Debian's packages, as an independent reader and writer.
///
/// A virtual environment's `python3`, which may come first in the path, does not have these packages.
public enum Python {
    /// The path of the interpreter.
    static let path = "/usr/bin/python3"

    /// Whether the interpreter exists and can import modules.
    public static func has(_ modules: [String]) -> Bool {
        (try? run("import \(modules.joined(separator: ", "))", [])) != nil
    }

    /// Runs a program.
    ///
    /// - Parameters:
    ///   - program: The source text.
    ///   - arguments: The values of `sys.argv` from index 1.
    /// - Returns: Its standard output.
    public static func run(_ program: String, _ arguments: [String]) throws -> Data {
        let outcome = try ChildProcess.run(path, ["-c", program] + arguments)
        guard outcome.status == 0 else { throw Failure(description: outcome.errors) }
        return Data(outcome.output)
    }

    /// The error of a program that failed.
    public struct Failure: Error, CustomStringConvertible {
        /// Its standard error.
        public let description: String
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test with a message if the system's Python does not have the modules. In continuous integration it runs and
    /// fails.
    public static func needsPython(_ modules: String...) -> Self {
        .enabled(
            if: Corpora.isContinuousIntegration || Python.has(modules),
            "/usr/bin/python3 or its modules are not here: Scripts/prepare --dev"
        )
    }
}
