import Foundation

/// Valgrind's tool that counts instructions, with a copy of this program.
struct Callgrind {
    private let valgrind: URL
    /// The copy has no debug information, because Callgrind takes long to read it.
    private let program: URL

    /// Copies this program. Returns nil if Valgrind or `strip` is not installed.
    init?() throws {
        guard let valgrind = Callgrind.tool("valgrind"), let strip = Callgrind.tool("strip") else { return nil }
        self.valgrind = valgrind
        program = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let process = Process()
        process.executableURL = strip
        process.arguments = ["-g", "-o", program.path, OwnProcess.path.path]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BrokenEngine("strip cannot copy this program.") }
    }

    /// Removes the copy.
    func end() { try? FileManager.default.removeItem(at: program) }

    /// Returns the number of instructions that this program executes with these environment variables.
    func instructions(_ variables: [String: String]) throws -> Double {
        let process = Process()
        process.executableURL = valgrind
        process.arguments = ["--tool=callgrind", "--callgrind-out-file=/dev/null", program.path]
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        let output = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        // ==1234== Collected : 56789
        let collected = text.split(separator: "\n").first { $0.contains("Collected : ") }?.split(separator: " ").last
        guard process.terminationStatus == 0, let count = collected.flatMap({ Double($0) }) else {
            throw BrokenEngine("Callgrind fails for \(variables.values.sorted()): \(text.suffix(500))")
        }
        return count
    }

    /// Returns the path of a tool; nil if it is not installed.
    private static func tool(_ name: String) -> URL? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
