import TestSupport

/// The commands of the system.
package enum Tools {
    /// Whether a command is there.
    package static func has(_ name: String) -> Bool {
        (try? run(["sh", "-c", "command -v \(name)"], input: [])) != nil
    }

    /// A command failed.
    package struct Failure: Error {}

    /// What a command prints.
    package static func run(_ command: [String], input: [UInt8]) throws -> [UInt8] {
        let outcome = try ChildProcess.run("/usr/bin/env", command, input: input)
        guard outcome.status == 0 else { throw Failure() }
        return outcome.output
    }
}
