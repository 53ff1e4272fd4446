import Foundation

/// The resident memory of this process, in bytes. Source: proc_pid_status(5).
public enum ResidentMemory {
    /// The field of the system's table is missing.
    public struct Unknown: Error {}

    /// Now.
    public static var now: Int { get throws { try figure("VmRSS:") } }

    /// The most so far.
    public static var peak: Int { get throws { try figure("VmHWM:") } }

    private static func figure(_ field: String) throws -> Int {
        let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
        guard let words = lines.first(where: { $0.hasPrefix(field) })?.split(whereSeparator: \.isWhitespace),
            words.count == 3, let kibibytes = Int(words[1])
        else { throw Unknown() }
        return kibibytes << 10
    }
}
