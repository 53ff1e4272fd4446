import Foundation

/// The machine that runs the benchmarks.
enum Machine {
    /// The processor model, the number of processors, the system and the compiler.
    static var description: String {
        let processors = ProcessInfo.processInfo.activeProcessorCount
        return "\(processor), \(processors) processors, \(system), \(compiler)"
    }

    private static var processor: String {
        let lines = try? String(contentsOf: URL(fileURLWithPath: "/proc/cpuinfo"), encoding: .utf8)
        return lines.flatMap { value(of: "model name", separator: ":", in: $0) } ?? "processor unknown"
    }

    private static var system: String {
        let release = try? String(contentsOf: URL(fileURLWithPath: "/etc/os-release"), encoding: .utf8)
        return release.flatMap { value(of: "PRETTY_NAME", separator: "=", in: $0) }
            ?? ProcessInfo.processInfo.operatingSystemVersionString
    }

    private static func value(of name: String, separator: Character, in lines: String) -> String? {
        lines.split(separator: "\n").first { $0.hasPrefix(name) }?.split(separator: separator, maxSplits: 1).last
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \"")) }
    }

    #if compiler(>=6.4)
        private static let compiler = "Swift 6.4 or later"
    #elseif compiler(>=6.3)
        private static let compiler = "Swift 6.3"
    #else
        private static let compiler = "Swift 6.2"
    #endif
}
