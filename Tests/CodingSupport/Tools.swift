import TestSupport

/// The system's commands.
package enum Tools {
    /// Whether a command exists.
    package static func has(_ name: String) -> Bool {
        (try? run(["sh", "-c", "command -v \(name)"], input: [])) != nil
    }

    /// The error of a command that failed.
    package struct Failure: Error {}

    /// Runs a command and returns its output.
    package static func run(_ command: [String], input: [UInt8]) throws -> [UInt8] {
        let outcome = try ChildProcess.run("/usr/bin/env", command, input: input)
        guard outcome.status == 0 else { throw Failure() }
        return outcome.output
    }
}
