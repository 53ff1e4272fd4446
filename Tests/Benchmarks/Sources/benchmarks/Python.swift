import Foundation

/// Debian's Python, in a process of its own.
enum Python {
    /// Scripts/bench names one that knows modules of PyPI beside Debian's.
    static let path =
        ProcessInfo.processInfo.environment["MIMEOGRAPH_PYTHON"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/bin/python3"

    /// What a program prints.
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
