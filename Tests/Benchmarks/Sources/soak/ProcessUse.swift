import CAllocator
import Foundation

/// What this process holds at a moment.
struct ProcessUse: Sendable {
    /// Bytes that are resident, after what was freed has been given back to the system.
    let memory: Int
    let descriptors: Int
    let threads: Int

    static var now: ProcessUse {
        mimeograph_give_back_memory()
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let kibibytes = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return ProcessUse(
            memory: kibibytes << 10,
            descriptors: count("/proc/self/fd"),
            threads: count("/proc/self/task")
        )
    }

    private static func count(_ folder: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count ?? 0
    }

    var mebibytes: String { String(format: "%.1f", Double(memory) / 1_048_576) }
}
