import Foundation

/// Debian's Python, in a separate process.
enum Python {
    /// The interpreter. Scripts/bench can name one that also finds modules from PyPI.
    static let path =
        ProcessInfo.processInfo.environment["MIMEOGRAPH_PYTHON"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/bin/python3"

    /// Runs a program, and returns its output.
    static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["-c", program] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BrokenEngine("Python fails") }
        return String(decoding: data, as: UTF8.self)
    }
}
