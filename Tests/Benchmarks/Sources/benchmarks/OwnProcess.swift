import Foundation

/// This program in another process, to measure all of that process.
enum OwnProcess {
    /// The path of this program.
    static let path = URL(fileURLWithPath: CommandLine.arguments[0])

    /// Runs the program with these environment variables, and reads the figures that it prints.
    ///
    /// - Throws: ``BrokenEngine`` if it ends with an error.
    static func figures(_ variables: [String: String]) throws -> [Double] {
        let process = Process()
        process.executableURL = path
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BrokenEngine("The process for \(variables.values.sorted()) ended with an error.")
        }
        return text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    }
}
