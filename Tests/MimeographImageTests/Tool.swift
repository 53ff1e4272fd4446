import Foundation
import Testing
import TestSupport

/// A program that checks or reads the files that we write.
enum Tool {
    static func path(of name: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program on a file with these bytes. Returns its output, or nil if it fails.
    static func run(_ name: String, _ arguments: [String], on bytes: [UInt8]) throws -> [UInt8]? {
        guard let path = path(of: name) else { throw Missing(name: name) }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(bytes).write(to: file)
        let outcome = try ChildProcess.run(path, arguments + [file.path])
        return outcome.status == 0 ? outcome.output : nil
    }

    struct Missing: Error, CustomStringConvertible {
        let name: String
        var description: String { "no \(name) here: Scripts/prepare --dev" }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test with a message if a program is missing. In continuous integration it runs and fails.
    static func needsTool(_ name: String) -> Self {
        .enabled(
            if: Corpora.isContinuousIntegration || Tool.path(of: name) != nil,
            "\(name) is not here: Scripts/prepare --dev"
        )
    }
}
