import CAllocator
import Foundation

/// The resident memory of this process in bytes; nil if the system does not report it.
public enum ResidentMemory {
    /// The current size.
    public static var now: Int? { figure("VmRSS:") }

    /// The largest size so far.
    public static var peak: Int? { figure("VmHWM:") }

    /// Makes the allocator return freed memory as far as it can, so that resident memory is memory in use.
    public static func giveBack() { mimeograph_give_back_memory() }

    /// The bytes that are allocated and not freed. A leak increases them; fragmentation in the allocator does not.
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
