import Foundation

/// This program in another process, where what is measured is all that the process has resident.
enum OwnProcess {
    /// Runs it with these variables in its environment, and reads the figures that it prints.
    ///
    /// - Throws: ``BrokenEngine`` where it ends with an error.
    static func figures(_ variables: [String: String]) throws -> [Double] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BrokenEngine("the process of \(variables.values.sorted()) ended with an error")
        }
        return text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    }
}
