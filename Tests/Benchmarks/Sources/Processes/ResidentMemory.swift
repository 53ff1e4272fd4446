import CAllocator
import Foundation

/// What this process has resident, in bytes; nil where the system does not tell.
public enum ResidentMemory {
    /// Now.
    public static var now: Int? { figure("VmRSS:") }

    /// The most so far.
    public static var peak: Int? { figure("VmHWM:") }

    /// Makes the allocator give back what was freed, as far as it can, so that what is resident is what is held.
    public static func giveBack() { mimeograph_give_back_memory() }

    /// What was allocated and not freed: it grows with a leak, and not when the allocator merely keeps more in pieces.
    public static var allocated: Int? {
        let bytes = mimeograph_allocated_memory()
        return bytes == 0 ? nil : Int(bytes)
    }

    private static func figure(_ field: String) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix(field) }),
            let kibibytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) })
        else { return nil }
        return kibibytes << 10
    }
}
