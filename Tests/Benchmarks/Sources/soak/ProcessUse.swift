import Foundation
import Processes

/// The resources of this process at one moment.
struct ProcessUse: Sendable {
    /// The resident bytes, after freed memory was returned to the system.
    let memory: Int
    /// The bytes that are allocated and not freed.
    let allocated: Int
    let descriptors: Int
    let threads: Int

    static var now: ProcessUse {
        ResidentMemory.giveBack()
        return ProcessUse(
            memory: ResidentMemory.now ?? 0,
            allocated: ResidentMemory.allocated ?? 0,
            descriptors: count("/proc/self/fd"),
            threads: count("/proc/self/task")
        )
    }

    private static func count(_ folder: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count ?? 0
    }

    var mebibytes: String { String(format: "%.1f", Double(memory) / 1_048_576) }
    var allocatedKibibytes: Int { allocated >> 10 }
}
